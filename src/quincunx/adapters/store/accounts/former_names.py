"""Former names of accounts: for a while no other account gets them.

Only a hash of a name is stored, so that nothing readable remains of an account that was deleted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import sqlalchemy as sa

from quincunx.adapters.store.database import inserted
from quincunx.adapters.store.schema import FORMER_NAMES
from quincunx.club.accounts.names import RESERVED_FOR
from quincunx.club.ports import NameTaken


def _hash(key: str) -> bytes:
    return hashlib.sha256(key.encode()).digest()


def reserve(connection: sa.Connection, key: str, person: str | None, now: int) -> None:
    """Reserve a name that was just freed: for this person, or for no account."""
    values = {"hash": _hash(key), "person": person, "until": now + RESERVED_FOR}
    insertion = inserted(connection, FORMER_NAMES)
    change = {"person": person, "until": values["until"]}
    connection.execute(
        insertion.on_conflict_do_update(index_elements=[FORMER_NAMES.c.hash], set_=change), values
    )


def claim(connection: sa.Connection, key: str, person: str, now: int) -> None:
    """End the reservation of a name that this person has just taken. Raises
    :class:`~quincunx.club.ports.NameTaken` if it is reserved for another one.

    To be called after the name has been written: of two transactions that free and take a name, the second
    waits there for the first.
    """
    query = FORMER_NAMES.select().where(FORMER_NAMES.c.hash == _hash(key))
    row = connection.execute(query).first()
    if row is None:
        return
    if row.until > now and row.person != person:
        raise NameTaken
    connection.execute(FORMER_NAMES.delete().where(FORMER_NAMES.c.hash == _hash(key)))


def is_reserved(connection: sa.Connection, key: str, now: int) -> bool:
    """Whether a name was freed a short while ago."""
    query = FORMER_NAMES.select().where(FORMER_NAMES.c.hash == _hash(key), FORMER_NAMES.c.until > now)
    return connection.execute(query).first() is not None


def forget_former_names(connection: sa.Connection, people: Sequence[str]) -> None:
    """Reserve the former names of these people, for no account."""
    change = FORMER_NAMES.update().where(FORMER_NAMES.c.person.in_(people)).values(person=None)
    connection.execute(change)


def delete_former_names(connection: sa.Connection, now: int) -> None:
    """Free the names whose time has run out."""
    connection.execute(sa.delete(FORMER_NAMES).where(FORMER_NAMES.c.until <= now))

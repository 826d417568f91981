"""E-mail addresses of accounts, and the outbox."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import sqlalchemy as sa

from quincunx.adapters.store.accounts.authority import check, locked
from quincunx.adapters.store.accounts.people import person_of
from quincunx.adapters.store.database import Database, lock
from quincunx.adapters.store.schema import ADDRESSES, ONCE, OUTBOX, PEOPLE
from quincunx.club.mail import MOST_ACCOUNTS, MOST_WAITING, PAUSES, AddressRow, MailKind, MailRow, new_mail
from quincunx.club.ports import NoSuchPerson
from quincunx.club.rows import Authority, OneTimeSecret, PersonRow

_MAILED: Final = ("mail", "address")
"""The kinds of links that are mailed."""


class MailStore:
    """See :class:`quincunx.club.mail.MailStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def mail_address(self, person: str) -> AddressRow | None:
        return await self._database.read(_address_of, person)

    async def ask_for_address(
        self, person: str, pending: str, mail: MailRow, by: Authority | None = None
    ) -> bool:
        return await self._database.write(_ask_for_address, person, pending, mail, by)

    async def confirm_address(self, hash: bytes, now: int, id: str) -> PersonRow | None:
        return await self._database.write(_confirm_address, hash, now, id)

    async def choose_mail(
        self, person: str, signs_in: bool, tells_changes: bool, by: Authority | None = None
    ) -> None:
        await self._database.write(_choose_mail, person, signs_in, tells_changes, by)

    async def remove_address(self, person: str, now: int, id: str, by: Authority | None = None) -> bool:
        return await self._database.write(_remove_address, person, now, id, by)

    async def by_address(self, key: str) -> Sequence[PersonRow]:
        return await self._database.read(_by_address, key)

    async def add_mail(self, mail: MailRow) -> bool:
        return await self._database.write(_add_mail, mail)

    async def take_mail(self, now: int, limit: int) -> Sequence[MailRow]:
        # Most often there is nothing, and a look disturbs no writer.
        if not await self._database.read(_is_mail_due, now):
            return []
        return await self._database.write(_take_mail, now, limit)

    async def add_mailed_link(self, once: OneTimeSecret, mail: str) -> bool:
        return await self._database.write(_add_mailed_link, once, mail)

    async def end_mail(self, id: str) -> None:
        await self._database.write(_end_mail, id)


def _address_of(connection: sa.Connection, person: str) -> AddressRow | None:
    row = connection.execute(ADDRESSES.select().where(ADDRESSES.c.person == person)).first()
    return None if row is None else AddressRow(**row._mapping)


def _ask_for_address(
    connection: sa.Connection, person: str, pending: str, mail: MailRow, by: Authority | None
) -> bool:
    check(connection, by)
    row = locked(connection, person)
    if row is None or row.name_key is None or row.deleted_at or row.banned_at:
        raise NoSuchPerson
    if not _add_mail(connection, mail):
        return False
    change = ADDRESSES.update().where(ADDRESSES.c.person == person)
    if not connection.execute(change.values(pending=pending, language=mail.language)).rowcount:
        fresh = AddressRow(person, None, None, pending, mail.language)
        connection.execute(ADDRESSES.insert(), _values(fresh))
    return True


def _confirm_address(connection: sa.Connection, hash: bytes, now: int, id: str) -> PersonRow | None:
    found = connection.execute(ONCE.select().where(ONCE.c.hash == hash, ONCE.c.kind == "address")).first()
    if found is None:
        return None
    person = locked(connection, found.person)  # the person first, as everywhere
    taken = connection.execute(ONCE.delete().where(ONCE.c.hash == hash)).rowcount
    before = _address_of(connection, found.person)
    if not taken or found.until <= now or before is None or person is None:
        return None
    if person.deleted_at or person.banned_at:
        return None
    address = str(found.note)
    pending = None if before.pending == address else before.pending
    values = {"address": address, "address_key": address.lower(), "pending": pending}
    connection.execute(ADDRESSES.update().where(ADDRESSES.c.person == person.id).values(**values))
    if before.address_key not in (None, address.lower()):
        _forget_links(connection, person.id)
        _tell(connection, before, "moved", now, id)
    return person


def _choose_mail(
    connection: sa.Connection, person: str, signs_in: bool, tells_changes: bool, by: Authority | None
) -> None:
    check(connection, by)
    values = {"signs_in": signs_in, "tells_changes": tells_changes}
    connection.execute(ADDRESSES.update().where(ADDRESSES.c.person == person).values(**values))
    if not signs_in:
        _forget_links(connection, person, ("mail",))


def _remove_address(connection: sa.Connection, person: str, now: int, id: str, by: Authority | None) -> bool:
    check(connection, by)
    locked(connection, person)
    before = _address_of(connection, person)
    if before is None:
        return False
    connection.execute(ADDRESSES.delete().where(ADDRESSES.c.person == person))
    connection.execute(OUTBOX.delete().where(OUTBOX.c.person == person))
    _forget_links(connection, person)
    _tell(connection, before, "removed", now, id)
    return True


def _by_address(connection: sa.Connection, key: str) -> Sequence[PersonRow]:
    query = (
        sa.select(PEOPLE)
        .join(ADDRESSES, ADDRESSES.c.person == PEOPLE.c.id)
        .where(ADDRESSES.c.address_key == key, ADDRESSES.c.signs_in.is_(True))
        .where(PEOPLE.c.banned_at.is_(None), PEOPLE.c.deleted_at.is_(None))
        .order_by(PEOPLE.c.seen_at.desc(), PEOPLE.c.id)
        .limit(MOST_ACCOUNTS)
    )
    return [PersonRow(**row._mapping) for row in connection.execute(query)]


def _add_mail(connection: sa.Connection, mail: MailRow) -> bool:
    count = sa.select(sa.func.count()).select_from(OUTBOX)
    if connection.execute(count).scalar_one() >= MOST_WAITING:
        return False
    connection.execute(OUTBOX.insert(), _values(mail))
    return True


def _is_mail_due(connection: sa.Connection, now: int) -> bool:
    return connection.execute(sa.select(OUTBOX.c.id).where(OUTBOX.c.due <= now).limit(1)).first() is not None


def _take_mail(connection: sa.Connection, now: int, limit: int) -> Sequence[MailRow]:
    lock(connection, OUTBOX)
    query = OUTBOX.select().where(OUTBOX.c.due <= now).order_by(OUTBOX.c.due, OUTBOX.c.id).limit(limit)
    taken: list[MailRow] = []
    for found in connection.execute(query).all():
        row = MailRow(**found._mapping)
        if row.until <= now or row.tries >= len(PAUSES):
            _end_mail(connection, row.id)
            continue
        change = OUTBOX.update().where(OUTBOX.c.id == row.id)
        connection.execute(change.values(due=now + PAUSES[row.tries], tries=row.tries + 1))
        taken.append(row)
    return taken


def _add_mailed_link(connection: sa.Connection, once: OneTimeSecret, mail: str) -> bool:
    person = person_of(connection, once.person or "")
    there = connection.execute(sa.select(OUTBOX.c.id).where(OUTBOX.c.id == mail)).first()
    if there is None or person is None or person.deleted_at or person.banned_at:
        return False
    connection.execute(ONCE.insert(), _values(once))
    return True


def _end_mail(connection: sa.Connection, id: str) -> None:
    connection.execute(OUTBOX.delete().where(OUTBOX.c.id == id))


def _tell(connection: sa.Connection, before: AddressRow, kind: MailKind, now: int, id: str) -> None:
    """Tell an address that an account has left it."""
    if before.address is not None:
        _add_mail(connection, new_mail(id, kind, before.address, before.person, before.language, now))


def _forget_links(connection: sa.Connection, person: str, kinds: Sequence[str] = _MAILED) -> None:
    connection.execute(ONCE.delete().where(ONCE.c.person == person, ONCE.c.kind.in_(kinds)))


def _values(row: AddressRow | MailRow | OneTimeSecret) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__struct_fields__}

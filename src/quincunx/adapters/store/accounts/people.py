"""People and their sessions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import sqlalchemy as sa

from quincunx.adapters.store.accounts.authority import aliases_of, check, ids_of, locked
from quincunx.adapters.store.accounts.former_names import claim, forget_former_names, reserve
from quincunx.adapters.store.accounts.safety import carry_over, forget_safety
from quincunx.adapters.store.clubs import forget_clubs
from quincunx.adapters.store.database import Database, Violated, inserted
from quincunx.adapters.store.puzzles import carry_over_puzzles
from quincunx.adapters.store.reach.friends import carry_over_follows, forget_followed
from quincunx.adapters.store.schema import DEEDS, HANDLES, ONCE, OWNED, PEOPLE, SEATS, SESSIONS, TOKENS
from quincunx.adapters.store.tournament.talk import forget_talk
from quincunx.adapters.store.tournament.tournaments import forget_hosted
from quincunx.club.accounts.names import SOMEBODY
from quincunx.club.accounts.sessions import MOST_SESSIONS
from quincunx.club.ports import NameTaken, NoSuchPerson
from quincunx.club.rows import Authority, Known, PersonRow, SessionRow, TokenRow
from quincunx.table.seats.person import handle_of

MOST_MERGED: Final = 16
"""Guests that are part of one account."""
AT_ONCE: Final = 500


class PeopleStore:
    """See :class:`quincunx.club.ports.Store`; ``credentials.py`` and ``operators.py`` have the rest of it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # ---- people ------------------------------------------------------------------------------------------

    async def add_guest(self, person: PersonRow, session: SessionRow) -> None:
        await self._database.write(add_guest, person, session)

    async def person(self, id: str) -> PersonRow | None:
        return await self._database.read(person_of, id)

    async def ids_of(self, person: str) -> Sequence[str]:
        return await self._database.read(ids_of, person)

    async def rename(
        self,
        id: str,
        name: str,
        key: str | None,
        now: int,
        by: Authority | None = None,
        *,
        gives_back: bool = True,
    ) -> None:
        try:
            await self._database.write(_rename, id, name, key, now, by, gives_back)
        except Violated as error:
            raise NameTaken from error

    async def has_played(self, id: str) -> None:
        await self._database.write(_has_played, id)

    async def merge(
        self, guest: str, account: str, by: Authority | None = None, era: int | None = None
    ) -> bool:
        return await self._database.write(_merge, guest, account, by, era)

    async def delete(self, id: str, now: int, by: Authority | None = None) -> bool:
        return await self._database.write(_delete, id, now, by)

    async def deleted_since(self, at: int) -> Sequence[tuple[str, int]]:
        return await self._database.read(_deleted_since, at)

    # ---- sessions ----------------------------------------------------------------------------------------

    async def add_session(self, session: SessionRow, era: int | None = None) -> None:
        await self._database.write(_add_session, session, era)

    async def session(self, hash: bytes) -> Known | None:
        return await self._database.read(_session, hash)

    async def sessions(self, person: str) -> Sequence[SessionRow]:
        return await self._database.read(_sessions, person)

    async def existing_credentials(self, hashes: Sequence[bytes]) -> frozenset[bytes]:
        return await self._database.read(_alive, hashes)

    async def record_visit(self, session: str, at: int) -> None:
        await self._database.write(_record_visit, session, at)

    async def signed_in(self, session: SessionRow, before: str, era: int | None = None) -> bool:
        return await self._database.write(_signed_in, session, before, era)

    async def end_session(self, person: str, session: str, by: Authority | None = None) -> bool:
        return await self._database.write(_end_session, person, session, by)

    async def end_sessions(self, person: str, by: Authority | None = None) -> int:
        return await self._database.write(_end_sessions, person, by)

    async def end_all_sessions(self) -> int:
        return await self._database.write(_end_all_sessions)


def add_guest(connection: sa.Connection, person: PersonRow, session: SessionRow) -> None:
    """Add a new guest with their first session."""
    connection.execute(PEOPLE.insert(), person_values(person))
    connection.execute(SESSIONS.insert(), _session_values(session))


def _rename(
    connection: sa.Connection,
    id: str,
    name: str,
    key: str | None,
    now: int,
    by: Authority | None,
    gives_back: bool,
) -> None:
    change = PEOPLE.update().where(PEOPLE.c.id == id).values(name=name, name_key=key)
    check(connection, by)
    person = locked(connection, id)
    if person is None or person.deleted_at or (person.name_key is None) != (key is None):
        raise NoSuchPerson
    connection.execute(change)
    if key is not None and person.name_key is not None and key != person.name_key:
        claim(connection, key, id, now)
        reserve(connection, person.name_key, id if gives_back else None, now)


def _has_played(connection: sa.Connection, id: str) -> None:
    connection.execute(PEOPLE.update().where(PEOPLE.c.id == id).values(has_played=True))


def _merge(
    connection: sa.Connection, guest: str, account: str, by: Authority | None, era: int | None
) -> bool:
    # In one order, whatever two devices do at once.
    rows = {id: locked(connection, id) for id in sorted({guest, account})}
    check(connection, by)
    one, other = rows[guest], rows[account]
    if other is not None and era is not None and other.era != era:
        return False
    if one is None or other is None or one.name_key is not None or other.name_key is None:
        return False
    if one.deleted_at or one.banned_at or one.became or other.deleted_at or other.banned_at:
        return False
    if len(aliases_of(connection, account)) >= MOST_MERGED:
        return False
    change = PEOPLE.update().where(PEOPLE.c.id == guest)
    connection.execute(change.values(became=account))
    connection.execute(PEOPLE.update().where(PEOPLE.c.id == account).values(has_played=True))
    # Seats name the guest still, and their handle leads to the account.
    keep_handles(connection, [guest])
    carry_over(connection, guest, account)
    carry_over_puzzles(connection, guest, account)
    carry_over_follows(connection, guest, account)
    for table in OWNED:
        connection.execute(table.delete().where(table.c.person == guest))
    return True


def _delete(connection: sa.Connection, id: str, now: int, by: Authority | None) -> bool:
    check(connection, by)
    person = locked(connection, id)
    if person is None:
        return False
    if person.name_key is not None:
        reserve(connection, person.name_key, None, now)
    everyone = ids_of(connection, id)
    forget_clubs(connection, everyone)
    for table in OWNED:
        connection.execute(table.delete().where(table.c.person.in_(everyone)))
    forget_safety(connection, everyone)
    forget_followed(connection, everyone)
    forget_hosted(connection, everyone)
    forget_talk(connection, everyone)
    forget_former_names(connection, everyone)
    connection.execute(DEEDS.update().where(DEEDS.c.person.in_(everyone)).values(note=""))
    gone: dict[str, Any] = {
        "name": SOMEBODY,
        "name_key": None,
        "made_at": 0,
        "seen_at": 0,
        "ban_reason": None,
        "operator_link_at": None,
        "operator_at": None,
        "deleted_at": now,
        "era": PEOPLE.c.era + 1,
    }
    connection.execute(PEOPLE.update().where(PEOPLE.c.id.in_(everyone)).values(**gone))
    named = SEATS.update().where(SEATS.c.person.in_(everyone))
    connection.execute(named.values(name=SOMEBODY))
    # A seat that names a deleted person carries no guest mark, even if no result names them.
    keep_handles(connection, everyone)
    return True


def _deleted_since(connection: sa.Connection, at: int) -> Sequence[tuple[str, int]]:
    query = sa.select(PEOPLE.c.id, PEOPLE.c.deleted_at).where(PEOPLE.c.deleted_at >= at)
    rows = connection.execute(query.order_by(PEOPLE.c.deleted_at, PEOPLE.c.id))
    return [(row.id, row.deleted_at) for row in rows]


def _add_session(connection: sa.Connection, session: SessionRow, era: int | None) -> None:
    _check_era(connection, session.person, era)
    _insert_session(connection, session)


def _session(connection: sa.Connection, hash: bytes) -> Known | None:
    row = connection.execute(SESSIONS.select().where(SESSIONS.c.hash == hash)).first()
    if row is None:
        return None
    session = SessionRow(**row._mapping)
    return known_of(connection, session.person, session, None)


def _sessions(connection: sa.Connection, person: str) -> Sequence[SessionRow]:
    query = SESSIONS.select().where(SESSIONS.c.person == person).order_by(SESSIONS.c.seen_at.desc())
    return [SessionRow(**row._mapping) for row in connection.execute(query)]


def _alive(connection: sa.Connection, hashes: Sequence[bytes]) -> frozenset[bytes]:
    found: set[bytes] = set()
    for start in range(0, len(hashes), AT_ONCE):
        part = hashes[start : start + AT_ONCE]
        for table in (SESSIONS, TOKENS):
            query = (
                sa.select(table.c.hash)
                .join(PEOPLE, PEOPLE.c.id == table.c.person)
                .where(table.c.hash.in_(part), PEOPLE.c.banned_at.is_(None))
            )
            found.update(row.hash for row in connection.execute(query))
    return frozenset(found)


def _record_visit(connection: sa.Connection, session: str, at: int) -> None:
    owner = sa.select(SESSIONS.c.person).where(SESSIONS.c.id == session).scalar_subquery()
    # The person first, as everywhere: two that lock in different orders would wait for each other.
    connection.execute(PEOPLE.update().where(PEOPLE.c.id == owner).values(seen_at=at))
    connection.execute(SESSIONS.update().where(SESSIONS.c.id == session).values(seen_at=at))


def _signed_in(connection: sa.Connection, session: SessionRow, before: str, era: int | None) -> bool:
    is_it = SESSIONS.c.id == before, SESSIONS.c.person == session.person
    values = {name: getattr(session, name) for name in ("hash", "signed_in_at", "seen_at", "how")}
    _check_era(connection, session.person, era)
    return bool(connection.execute(SESSIONS.update().where(*is_it).values(values)).rowcount)


def _end_session(connection: sa.Connection, person: str, session: str, by: Authority | None) -> bool:
    end = SESSIONS.delete().where(SESSIONS.c.person == person, SESSIONS.c.id == session)
    check(connection, by)
    return bool(connection.execute(end).rowcount)


def _end_sessions(connection: sa.Connection, person: str, by: Authority | None) -> int:
    check(connection, by)
    return end_all_of(connection, person)


def _end_all_sessions(connection: sa.Connection) -> int:
    connection.execute(PEOPLE.update().values(era=PEOPLE.c.era + 1))
    for table in (ONCE, TOKENS):
        connection.execute(table.delete())
    return int(connection.execute(SESSIONS.delete()).rowcount)


def person_values(person: PersonRow) -> dict[str, Any]:
    """The columns of a person's row."""
    return {name: getattr(person, name) for name in PersonRow.__struct_fields__}


def _session_values(session: SessionRow) -> dict[str, Any]:
    return {name: getattr(session, name) for name in SessionRow.__struct_fields__}


def close_era(connection: sa.Connection, person: str) -> None:
    """Have all pending sign-ins of a person fail."""
    connection.execute(PEOPLE.update().where(PEOPLE.c.id == person).values(era=PEOPLE.c.era + 1))


def end_all_of(connection: sa.Connection, person: str, but: bytes | None = None) -> int:
    """End a person's sessions except the one of this hash, and their tokens and links. Return the number of
    sessions."""
    close_era(connection, person)
    for table in (TOKENS, ONCE):
        connection.execute(table.delete().where(table.c.person == person))
    end = SESSIONS.delete().where(SESSIONS.c.person == person)
    if but is not None:
        end = end.where(SESSIONS.c.hash != but)
    return int(connection.execute(end).rowcount)


def _check_era(connection: sa.Connection, id: str, era: int | None) -> None:
    person = locked(connection, id)
    if person is None or person.deleted_at or person.banned_at or person.became:
        raise NoSuchPerson
    if era is not None and person.era != era:
        raise NoSuchPerson


def person_of(connection: sa.Connection, id: str) -> PersonRow | None:
    """A person's row."""
    row = connection.execute(PEOPLE.select().where(PEOPLE.c.id == id)).first()
    return None if row is None else PersonRow(**row._mapping)


def known_of(
    connection: sa.Connection, person: str, session: SessionRow | None, token: TokenRow | None
) -> Known | None:
    """The person of a session or a token; ``None`` if they are deleted."""
    row = person_of(connection, person)
    if row is None or row.deleted_at:
        return None
    return Known(row, aliases_of(connection, person) if row.name_key else (), session, token)


def _insert_session(connection: sa.Connection, session: SessionRow) -> None:
    connection.execute(SESSIONS.insert(), _session_values(session))
    query = sa.select(SESSIONS.c.id).where(SESSIONS.c.person == session.person)
    rows = connection.execute(query.order_by(SESSIONS.c.seen_at.desc()).offset(MOST_SESSIONS))
    too_many = [row.id for row in rows]
    if too_many:
        connection.execute(SESSIONS.delete().where(SESSIONS.c.id.in_(too_many)))


def keep_handles(connection: sa.Connection, people: Iterable[str]) -> None:
    """From now on they are found by their handles."""
    rows = [{"handle": handle_of(person), "person": person} for person in people]
    # Most are there already; and of two nodes that keep one at once neither may fail.
    connection.execute(inserted(connection, HANDLES).on_conflict_do_nothing(), rows)

"""People and their sessions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from quincunx.adapters.store.database import Database, Violated, inserted
from quincunx.adapters.store.evenings import forget_hosted
from quincunx.adapters.store.puzzles import carry_over_puzzles
from quincunx.adapters.store.safety import carry_over, forget_safety
from quincunx.adapters.store.schema import DEEDS, HANDLES, OWNED, PEOPLE, SEATS, SESSIONS, TOKENS
from quincunx.club.accounts import SOMEBODY
from quincunx.club.ports import NameTaken, NoSuchPerson
from quincunx.club.rows import Known, PersonRow, SessionRow, TokenRow
from quincunx.club.sessions import MOST_SESSIONS
from quincunx.table.person import handle_of

MOST_MERGED: Final = 16
"""Guests that are part of one account."""
AT_ONCE: Final = 500


class PeopleStore:
    """See :class:`quincunx.club.ports.Store`; ``credentials.py`` and ``operators.py`` have the rest of it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # ---- people ------------------------------------------------------------------------------------------

    async def add_guest(self, person: PersonRow, session: SessionRow) -> None:
        """Somebody new on their first device, or whoever comes with their old cookie."""
        async with self._database.writing() as connection:
            # Two tabs may come at once with the same old cookie: one of them is second.
            is_new = inserted(connection, PEOPLE).on_conflict_do_nothing()
            if (await connection.execute(is_new, person_values(person))).rowcount:
                await connection.execute(SESSIONS.insert(), _session_values(session))
                return
            known = await person_of(connection, person.id)
            if known is None or not known.old_cookie or known.banned_at or known.deleted_at or known.became:
                raise NoSuchPerson
            await _insert_session(connection, session)

    async def person(self, id: str) -> PersonRow | None:
        async with self._database.reading() as connection:
            return await person_of(connection, id)

    async def rename(self, id: str, name: str, key: str | None) -> None:
        is_of_kind = PEOPLE.c.name_key.is_(None) if key is None else PEOPLE.c.name_key.is_not(None)
        change = PEOPLE.update().where(PEOPLE.c.id == id, is_of_kind, PEOPLE.c.deleted_at.is_(None))
        try:
            async with self._database.writing() as connection:
                if not (await connection.execute(change.values(name=name, name_key=key))).rowcount:
                    raise NoSuchPerson
        except Violated as error:
            raise NameTaken from error

    async def has_played(self, id: str) -> None:
        async with self._database.writing() as connection:
            await connection.execute(PEOPLE.update().where(PEOPLE.c.id == id).values(has_played=True))

    async def merge(self, guest: str, account: str, now: int) -> bool:
        async with self._database.writing() as connection:
            one, other = await person_of(connection, guest), await person_of(connection, account)
            if one is None or other is None or one.name_key is not None or other.name_key is None:
                return False
            if one.deleted_at or one.banned_at or one.became or other.deleted_at or other.banned_at:
                return False
            if len(await also(connection, account)) >= MOST_MERGED:
                return False
            # As it is when it is written: somebody else may have been faster.
            is_guest = PEOPLE.c.name_key.is_(None), PEOPLE.c.became.is_(None), PEOPLE.c.deleted_at.is_(None)
            change = PEOPLE.update().where(PEOPLE.c.id == guest, *is_guest)
            if not (await connection.execute(change.values(became=account, old_cookie=False))).rowcount:
                return False
            await connection.execute(PEOPLE.update().where(PEOPLE.c.id == account).values(has_played=True))
            await carry_over(connection, guest, account)
            await carry_over_puzzles(connection, guest, account)
            for table in OWNED:
                await connection.execute(table.delete().where(table.c.person == guest))
            return True

    async def delete(self, id: str, now: int) -> bool:
        async with self._database.writing() as connection:
            if await person_of(connection, id) is None:
                return False
            everyone = [id, *await also(connection, id)]
            for table in OWNED:
                await connection.execute(table.delete().where(table.c.person.in_(everyone)))
            await forget_safety(connection, everyone)
            await forget_hosted(connection, everyone)
            await connection.execute(DEEDS.update().where(DEEDS.c.person.in_(everyone)).values(note=""))
            gone: dict[str, Any] = {
                "name": SOMEBODY,
                "name_key": None,
                "made_at": 0,
                "seen_at": 0,
                "ban_reason": None,
                "old_cookie": False,
                "deleted_at": now,
            }
            await connection.execute(PEOPLE.update().where(PEOPLE.c.id.in_(everyone)).values(**gone))
            named = SEATS.update().where(SEATS.c.person.in_(everyone))
            await connection.execute(named.values(name=SOMEBODY))
            return True

    async def deleted_since(self, at: int) -> Sequence[tuple[str, int]]:
        query = sa.select(PEOPLE.c.id, PEOPLE.c.deleted_at).where(PEOPLE.c.deleted_at >= at)
        async with self._database.reading() as connection:
            rows = await connection.execute(query.order_by(PEOPLE.c.deleted_at, PEOPLE.c.id))
            return [(row.id, row.deleted_at) for row in rows]

    # ---- sessions ----------------------------------------------------------------------------------------

    async def add_session(self, session: SessionRow) -> None:
        async with self._database.writing() as connection:
            person = await person_of(connection, session.person)
            if person is None or person.deleted_at or person.banned_at or person.became:
                raise NoSuchPerson
            await _insert_session(connection, session)

    async def session(self, hash: bytes) -> Known | None:
        async with self._database.reading() as connection:
            row = (await connection.execute(SESSIONS.select().where(SESSIONS.c.hash == hash))).first()
            if row is None:
                return None
            session = SessionRow(**row._mapping)
            known = await known_of(connection, session.person, session, None)
        if known is not None and known.person.old_cookie:
            await self._forget_old_cookie(session.person)
        return known

    async def _forget_old_cookie(self, person: str) -> None:
        """The new cookie has arrived: from now on the old one opens nothing."""
        async with self._database.writing() as connection:
            await connection.execute(PEOPLE.update().where(PEOPLE.c.id == person).values(old_cookie=False))

    async def sessions(self, person: str) -> Sequence[SessionRow]:
        query = SESSIONS.select().where(SESSIONS.c.person == person).order_by(SESSIONS.c.seen_at.desc())
        async with self._database.reading() as connection:
            return [SessionRow(**row._mapping) for row in await connection.execute(query)]

    async def alive(self, hashes: Sequence[bytes]) -> frozenset[bytes]:
        found: set[bytes] = set()
        async with self._database.reading() as connection:
            for start in range(0, len(hashes), AT_ONCE):
                part = hashes[start : start + AT_ONCE]
                for table in (SESSIONS, TOKENS):
                    query = (
                        sa.select(table.c.hash)
                        .join(PEOPLE, PEOPLE.c.id == table.c.person)
                        .where(table.c.hash.in_(part), PEOPLE.c.banned_at.is_(None))
                    )
                    found.update(row.hash for row in await connection.execute(query))
        return frozenset(found)

    async def seen(self, session: str, at: int) -> None:
        async with self._database.writing() as connection:
            change = SESSIONS.update().where(SESSIONS.c.id == session).values(seen_at=at)
            row = (await connection.execute(change.returning(SESSIONS.c.person))).first()
            if row is not None:
                await connection.execute(PEOPLE.update().where(PEOPLE.c.id == row.person).values(seen_at=at))

    async def signed_in(self, session: str, hash: bytes, at: int, how: str) -> None:
        values = {"hash": hash, "signed_in_at": at, "seen_at": at, "how": how}
        async with self._database.writing() as connection:
            await connection.execute(SESSIONS.update().where(SESSIONS.c.id == session).values(**values))

    async def end_session(self, person: str, session: str) -> bool:
        end = SESSIONS.delete().where(SESSIONS.c.person == person, SESSIONS.c.id == session)
        async with self._database.writing() as connection:
            return bool((await connection.execute(end)).rowcount)

    async def end_sessions(self, person: str, but: str | None = None) -> int:
        end = SESSIONS.delete().where(SESSIONS.c.person == person)
        if but is not None:
            end = end.where(SESSIONS.c.id != but)
        async with self._database.writing() as connection:
            # Also the cookie of the time before, if that is all they have.
            await connection.execute(PEOPLE.update().where(PEOPLE.c.id == person).values(old_cookie=False))
            return int((await connection.execute(end)).rowcount)

    async def end_all_sessions(self) -> int:
        async with self._database.writing() as connection:
            await connection.execute(PEOPLE.update().values(old_cookie=False))
            return int((await connection.execute(SESSIONS.delete())).rowcount)


def person_values(person: PersonRow) -> dict[str, Any]:
    """The columns of somebody's row."""
    return {name: getattr(person, name) for name in PersonRow.__struct_fields__}


def _session_values(session: SessionRow) -> dict[str, Any]:
    return {name: getattr(session, name) for name in SessionRow.__struct_fields__}


async def person_of(connection: AsyncConnection, id: str) -> PersonRow | None:
    """Somebody's row."""
    row = (await connection.execute(PEOPLE.select().where(PEOPLE.c.id == id))).first()
    return None if row is None else PersonRow(**row._mapping)


async def also(connection: AsyncConnection, account: str) -> tuple[str, ...]:
    """The guests that are part of an account."""
    query = sa.select(PEOPLE.c.id).where(PEOPLE.c.became == account).order_by(PEOPLE.c.id)
    return tuple(row.id for row in await connection.execute(query))


async def known_of(
    connection: AsyncConnection, person: str, session: SessionRow | None, token: TokenRow | None
) -> Known | None:
    """Whom a session or a token stands for; ``None`` for who is deleted."""
    row = await person_of(connection, person)
    if row is None or row.deleted_at:
        return None
    return Known(row, await also(connection, person) if row.name_key else (), session, token)


async def _insert_session(connection: AsyncConnection, session: SessionRow) -> None:
    await connection.execute(SESSIONS.insert(), _session_values(session))
    query = sa.select(SESSIONS.c.id).where(SESSIONS.c.person == session.person)
    rows = await connection.execute(query.order_by(SESSIONS.c.seen_at.desc()).offset(MOST_SESSIONS))
    too_many = [row.id for row in rows]
    if too_many:
        await connection.execute(SESSIONS.delete().where(SESSIONS.c.id.in_(too_many)))


async def keep_handles(connection: AsyncConnection, people: Iterable[str]) -> None:
    """From now on they are found by their handles."""
    rows = [{"handle": handle_of(person), "person": person} for person in people]
    # Most are there already; and of two nodes that keep one at once neither may fail.
    await connection.execute(inserted(connection, HANDLES).on_conflict_do_nothing(), rows)

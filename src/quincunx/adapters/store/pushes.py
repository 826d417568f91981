"""Devices that are told when a table waits for somebody, and of which turns they have been told."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import sqlalchemy as sa

from quincunx.adapters.store.accounts.authority import check, locked
from quincunx.adapters.store.database import Database, Violated
from quincunx.adapters.store.schema import NOTICES, PEOPLE, PUSHES, SESSIONS
from quincunx.club.ports import NoSuchPerson
from quincunx.club.push import PushRow
from quincunx.club.rows import Authority

TRIES: Final = 5
"""How often an address is taken that others take at the same moment."""


class PushStore:
    """The part of :class:`quincunx.club.ports.Store` that the file's name says."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep_push(self, push: PushRow, by: Authority | None = None) -> None:
        for _ in range(TRIES - 1):
            # Another session has taken the same address at the same moment.
            with suppress(Violated):
                return await self._database.write(_keep_push, push, by)
        await self._database.write(_keep_push, push, by)

    async def push_of(self, session: str) -> PushRow | None:
        return await self._database.read(_push_of, session)

    async def end_push(self, endpoint: str) -> None:
        await self._database.write(_end_push, endpoint)

    async def take_notice(self, person: str, table: str, turn: int, now: int) -> Sequence[PushRow]:
        pushes = await self._database.read(_pushes, person)
        if not pushes:
            return ()  # as for most people: nothing is written
        try:
            is_first = await self._database.write(_record_notice, pushes[0].person, table, turn, now)
        except Violated:
            is_first = False  # another node was faster
        return pushes if is_first else ()

    async def pushed(self, after: str, limit: int) -> Sequence[str]:
        return await self._database.read(_pushed, after, limit)


def _keep_push(connection: sa.Connection, push: PushRow, by: Authority | None) -> None:
    values = {name: getattr(push, name) for name in PushRow.__struct_fields__}
    former = sa.or_(PUSHES.c.session == push.session, PUSHES.c.endpoint == push.endpoint)
    check(connection, by)
    locked(connection, push.person)
    # Whoever asks twice at once with one device does so one after the other: what is deleted below is
    # then looked for after the first has put theirs there.
    owner = (
        sa.select(SESSIONS.c.id)
        .where(SESSIONS.c.id == push.session, SESSIONS.c.person == push.person)
        .with_for_update()
    )
    if connection.execute(owner).first() is None:
        raise NoSuchPerson
    connection.execute(PUSHES.delete().where(former))
    connection.execute(PUSHES.insert(), values)


def _push_of(connection: sa.Connection, session: str) -> PushRow | None:
    row = connection.execute(PUSHES.select().where(PUSHES.c.session == session)).first()
    return None if row is None else PushRow(**row._mapping)


def _end_push(connection: sa.Connection, endpoint: str) -> None:
    connection.execute(PUSHES.delete().where(PUSHES.c.endpoint == endpoint))


def _pushed(connection: sa.Connection, after: str, limit: int) -> Sequence[str]:
    owners = sa.select(PUSHES.c.person)
    are_told = sa.or_(PEOPLE.c.id.in_(owners), PEOPLE.c.became.in_(owners))
    query = sa.select(PEOPLE.c.id).where(are_told, PEOPLE.c.id > after).order_by(PEOPLE.c.id).limit(limit)
    return [row.id for row in connection.execute(query)]


def _pushes(connection: sa.Connection, person: str) -> list[PushRow]:
    account = sa.select(sa.func.coalesce(PEOPLE.c.became, PEOPLE.c.id)).where(PEOPLE.c.id == person)
    query = (
        PUSHES.select()
        .join(PEOPLE, PEOPLE.c.id == PUSHES.c.person)
        .where(PUSHES.c.person == account.scalar_subquery(), PEOPLE.c.banned_at.is_(None))
        .order_by(PUSHES.c.made_at)
    )
    return [PushRow(**row._mapping) for row in connection.execute(query)]


def _record_notice(connection: sa.Connection, person: str, table: str, turn: int, now: int) -> bool:
    """Record that a person is notified of this turn. False if they were notified of it, or of a later one."""
    is_this = sa.and_(NOTICES.c.person == person, NOTICES.c.tab == table)
    change = NOTICES.update().where(is_this, NOTICES.c.turn < turn).values(turn=turn, told_at=now)
    if connection.execute(change).rowcount:
        return True
    if connection.execute(NOTICES.select().where(is_this)).first() is not None:
        return False
    values = {"person": person, "tab": table, "turn": turn, "told_at": now}
    connection.execute(NOTICES.insert(), values)
    return True

"""Devices that get push notifications."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import sqlalchemy as sa

from quincunx.adapters.store.accounts.authority import check, locked
from quincunx.adapters.store.database import Database, Violated
from quincunx.adapters.store.schema import PEOPLE, PUSHES, REACH, SESSIONS
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

    async def pushed(self, after: str, limit: int) -> Sequence[str]:
        return await self._database.read(_pushed, after, limit)


def _keep_push(connection: sa.Connection, push: PushRow, by: Authority | None) -> None:
    values = {name: getattr(push, name) for name in PushRow.__struct_fields__}
    former = sa.or_(PUSHES.c.session == push.session, PUSHES.c.endpoint == push.endpoint)
    check(connection, by)
    locked(connection, push.person)
    # Concurrent requests of one device run one after another, so the deletion below sees the row of the
    # first.
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
    by_mail = sa.select(REACH.c.person).where(REACH.c.choices.contains('"mail"'))
    owners = sa.select(PUSHES.c.person).union(by_mail)
    are_told = sa.or_(PEOPLE.c.id.in_(owners), PEOPLE.c.became.in_(owners))
    query = sa.select(PEOPLE.c.id).where(are_told, PEOPLE.c.id > after).order_by(PEOPLE.c.id).limit(limit)
    return [row.id for row in connection.execute(query)]

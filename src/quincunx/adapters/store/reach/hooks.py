"""Webhooks of clubs."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from msgspec.structs import asdict

from quincunx.adapters.store.accounts.authority import check
from quincunx.adapters.store.database import Database
from quincunx.adapters.store.schema import CLUB_HOOKS, CLUBS
from quincunx.club.clubs.hooks import MOST_FAILURES, HookRow
from quincunx.club.rows import Authority


class HookStore:
    """See :class:`quincunx.club.clubs.hooks.HookStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def club_hook(self, club: str) -> HookRow | None:
        return await self._database.read(_hook, club)

    async def set_club_hook(self, hook: HookRow, by: Authority | None = None) -> bool:
        return await self._database.write(_set_hook, hook, by)

    async def delete_club_hook(self, club: str, by: Authority | None = None) -> None:
        await self._database.write(_delete_hook, club, by)

    async def club_hooks(self, after: str, limit: int) -> Sequence[HookRow]:
        return await self._database.read(_hooks, after, limit)

    async def claim_hook(self, hook: HookRow, claimed: HookRow) -> bool:
        return await self._database.write(_claim, hook, claimed)

    async def record_hook(self, club: str, url: str, is_sent: bool, is_over: bool, now: int) -> None:
        await self._database.write(_record, club, url, is_sent, is_over, now)


def _hook(connection: sa.Connection, club: str) -> HookRow | None:
    row = connection.execute(CLUB_HOOKS.select().where(CLUB_HOOKS.c.club == club)).first()
    return None if row is None else HookRow(**row._mapping)


def _set_hook(connection: sa.Connection, hook: HookRow, by: Authority | None) -> bool:
    check(connection, by)
    # Of two organisers at once, one waits.
    club = sa.select(CLUBS.c.name).where(CLUBS.c.name == hook.club).with_for_update()
    if connection.execute(club).first() is None:
        return False
    connection.execute(CLUB_HOOKS.delete().where(CLUB_HOOKS.c.club == hook.club))
    connection.execute(CLUB_HOOKS.insert(), asdict(hook))
    return True


def _delete_hook(connection: sa.Connection, club: str, by: Authority | None) -> None:
    check(connection, by)
    connection.execute(CLUB_HOOKS.delete().where(CLUB_HOOKS.c.club == club))


def _hooks(connection: sa.Connection, after: str, limit: int) -> Sequence[HookRow]:
    query = CLUB_HOOKS.select().where(CLUB_HOOKS.c.stopped_at.is_(None), CLUB_HOOKS.c.club > after)
    rows = connection.execute(query.order_by(CLUB_HOOKS.c.club).limit(limit))
    return [HookRow(**row._mapping) for row in rows]


def _claim(connection: sa.Connection, hook: HookRow, claimed: HookRow) -> bool:
    is_as_read = [
        CLUB_HOOKS.c[name] == getattr(hook, name)
        for name in ("club", "url", "made_at", "results_until", "night", "week")
    ]
    changed = {name: getattr(claimed, name) for name in ("results_until", "night", "week")}
    change = CLUB_HOOKS.update().where(*is_as_read, CLUB_HOOKS.c.stopped_at.is_(None))
    return bool(connection.execute(change.values(changed)).rowcount)


def _record(connection: sa.Connection, club: str, url: str, is_sent: bool, is_over: bool, now: int) -> None:
    is_this = CLUB_HOOKS.c.club == club, CLUB_HOOKS.c.url == url
    failures = 0 if is_sent else CLUB_HOOKS.c.failures + 1
    connection.execute(CLUB_HOOKS.update().where(*is_this).values(failures=failures))
    if not is_sent:
        is_enough = sa.or_(CLUB_HOOKS.c.failures >= MOST_FAILURES, sa.literal(is_over))
        ended = CLUB_HOOKS.update().where(*is_this, CLUB_HOOKS.c.stopped_at.is_(None), is_enough)
        connection.execute(ended.values(stopped_at=now))

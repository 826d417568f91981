"""Times in the future, as a system clock that was ahead has left them in the store: once the clock is right,
they become the present. What follows from the journal (results) keeps the journal's times."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import sqlalchemy as sa

from quincunx.adapters.store.database import Database
from quincunx.adapters.store.schema import (
    DAYS,
    FORMER_NAMES,
    METADATA,
    ONCE,
    PROJECTED,
    SESSIONS,
    TOURNAMENTS,
)
from quincunx.club.accounts.names import RESERVED_FOR

_MOMENTS: Final = frozenset(
    "at made_at seen_at signed_in_at used_at changed_at told_at closed_at banned_at deleted_at began_at beat "
    "run_began".split()
)
"""The columns that say when something was."""
_CORRECTED: Final = [each for each in METADATA.sorted_tables if each not in (*PROJECTED, TOURNAMENTS, DAYS)]
"""Tournaments have deadlines beside them; the days are the daily challenge's own matter."""


class WrongTimesStore:
    """The part of :class:`quincunx.club.ports.Store` that the file's name says."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def correct_times(self, now: int, latest: int) -> bool:
        return await self._database.write(_correct_times, now, latest)


def _correct_times(connection: sa.Connection, now: int, latest: int) -> bool:
    used = connection.scalar(sa.select(sa.func.max(SESSIONS.c.seen_at)))
    if used is None or used <= latest:
        return False
    for table in _CORRECTED:
        for column in table.c:
            if column.name in _MOMENTS:
                connection.execute(table.update().where(column > latest).values({column.name: now}))
    reserved = now + RESERVED_FOR
    names = FORMER_NAMES.update().where(FORMER_NAMES.c.until > reserved)
    connection.execute(names.values(until=reserved))
    connection.execute(ONCE.delete().where(ONCE.c.until > reserved))
    connection.execute(TOURNAMENTS.update().where(TOURNAMENTS.c.changed_at > latest).values(_tournament(now)))
    return True


def _tournament(now: int) -> Mapping[str, Any]:
    """A tournament has its deadlines as long after its last change as before."""
    columns = TOURNAMENTS.c
    ahead = columns.changed_at - now
    return {
        "version": columns.version + 1,
        "made_at": sa.case((columns.made_at > now, now), else_=columns.made_at),
        "changed_at": now,
        "next_at": columns.next_at - ahead,
        "due": columns.due - ahead,
    }

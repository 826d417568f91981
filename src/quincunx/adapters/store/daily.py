"""Days: a secret for each, whoever draws it first; one try for each person and deal; and how many people have
which result, added up as games are counted, so that a million of them cost nobody who looks anything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from quincunx.adapters.store.database import Database, Violated, inserted
from quincunx.adapters.store.schema import DAY_ATTEMPTS, DAY_BESTS, DAY_COUNTS, DAYS
from quincunx.club.daily.ports import Attempt, DaySeed
from quincunx.club.results.results import Result


class DailyStore:
    """The part of :class:`quincunx.club.ports.Store` that the file's name says."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep_days(self, days: Sequence[DaySeed]) -> None:
        """See :meth:`quincunx.club.daily.ports.DayStore.keep_days`."""
        rows = [{"day": each.day, "seed": each.seed, "made_at": each.made_at} for each in days]
        async with self._database.writing() as connection:
            await connection.execute(inserted(connection, DAYS).on_conflict_do_nothing(), rows)

    async def days(self, first: int, last: int) -> Sequence[DaySeed]:
        """See :meth:`quincunx.club.daily.ports.DayStore.days`."""
        query = DAYS.select().where(DAYS.c.day.between(first, last)).order_by(DAYS.c.day)
        async with self._database.reading() as connection:
            return [DaySeed(row.day, row.seed, row.made_at) for row in await connection.execute(query)]

    async def forget_days_ahead(self, today: int, now: int) -> bool:
        """See :meth:`quincunx.club.daily.ports.DayStore.forget_days_ahead`."""
        async with self._database.writing() as connection:
            drawn = await connection.scalar(sa.select(sa.func.max(DAYS.c.made_at)))
            if drawn is None or drawn <= now:
                return False
            for each in (DAYS, DAY_ATTEMPTS, DAY_COUNTS, DAY_BESTS):
                await connection.execute(each.delete().where(each.c.day > today))
            # Today's own may have been drawn by the wrong clock as well; it stays, but is no sign any more.
            await connection.execute(DAYS.update().where(DAYS.c.made_at > now).values(made_at=now))
            return True

    async def begin_day(self, attempt: Attempt, people: Sequence[str]) -> Attempt:
        """See :meth:`quincunx.club.daily.ports.DayStore.begin_day`."""
        try:
            async with self._database.writing() as connection:
                known = await _attempts(connection, people, attempt.day, attempt.day)
                for each in known:
                    if each.game == attempt.game:
                        return each
                await connection.execute(DAY_ATTEMPTS.insert(), _values(attempt))
                return attempt
        except Violated:  # another node was faster, by a moment
            async with self._database.reading() as connection:
                known = await _attempts(connection, people, attempt.day, attempt.day)
                return next(each for each in known if each.game == attempt.game)

    async def attempts(self, people: Sequence[str], first: int, last: int) -> Sequence[Attempt]:
        """See :meth:`quincunx.club.daily.ports.DayStore.attempts`."""
        async with self._database.reading() as connection:
            return await _attempts(connection, people, first, last)

    async def days_played(self, people: Sequence[str], limit: int) -> Sequence[int]:
        """See :meth:`quincunx.club.daily.ports.DayStore.days_played`."""
        query = (
            sa.select(DAY_ATTEMPTS.c.day)
            .where(DAY_ATTEMPTS.c.person.in_(people), DAY_ATTEMPTS.c.number.is_not(None))
            .distinct()
            .order_by(DAY_ATTEMPTS.c.day.desc())
            .limit(limit)
        )
        async with self._database.reading() as connection:
            return [row.day for row in await connection.execute(query)]

    async def day_counts(self, day: int, game: str) -> Mapping[int, int]:
        """See :meth:`quincunx.club.daily.ports.DayStore.day_counts`."""
        query = DAY_COUNTS.select().where(DAY_COUNTS.c.day == day, DAY_COUNTS.c.game == game)
        async with self._database.reading() as connection:
            return {row.number: row.people for row in await connection.execute(query)}

    async def keep_best(self, day: int, game: str, number: int) -> None:
        """See :meth:`quincunx.club.daily.ports.DayStore.keep_best`."""
        row = {"day": day, "game": game, "number": number}
        async with self._database.writing() as connection:
            await connection.execute(inserted(connection, DAY_BESTS).on_conflict_do_nothing(), row)

    async def bests(self, first: int, last: int) -> Mapping[tuple[int, str], int]:
        """See :meth:`quincunx.club.daily.ports.DayStore.bests`."""
        query = DAY_BESTS.select().where(DAY_BESTS.c.day.between(first, last))
        async with self._database.reading() as connection:
            return {(row.day, row.game): row.number for row in await connection.execute(query)}


# ---- in the transaction of a caller ------------------------------------------------------------------------


async def count_day(connection: AsyncConnection, result: Result) -> None:
    """Count what a first try has come to, with its game, which is counted once. A store that has lost the try
    has it again by this."""
    day = result.day
    if day is None:
        return
    attempt = Attempt(day.day, result.game, day.person, result.table, day.began_at)
    await connection.execute(inserted(connection, DAY_ATTEMPTS).on_conflict_do_nothing(), _values(attempt))
    is_it = DAY_ATTEMPTS.c.tab == result.table
    counted = DAY_ATTEMPTS.update().where(is_it).values(ended_at=result.ended_at, number=day.number)
    if not (await connection.execute(counted)).rowcount or day.number is None:
        return
    one_more = inserted(connection, DAY_COUNTS).on_conflict_do_update(
        index_elements=list(DAY_COUNTS.primary_key), set_={"people": DAY_COUNTS.c.people + 1}
    )
    row = {"day": day.day, "game": result.game, "number": day.number, "people": 1}
    await connection.execute(one_more, row)


async def forget_counted(connection: AsyncConnection) -> None:
    """What came of all tries: it is to be counted anew."""
    await connection.execute(DAY_COUNTS.delete())
    await connection.execute(DAY_ATTEMPTS.update().values(ended_at=None, number=None))


async def _attempts(
    connection: AsyncConnection, people: Sequence[str], first: int, last: int
) -> list[Attempt]:
    """One for each deal: of people who have become one only later, the first."""
    query = (
        DAY_ATTEMPTS.select()
        .where(DAY_ATTEMPTS.c.person.in_(people), DAY_ATTEMPTS.c.day.between(first, last))
        .order_by(DAY_ATTEMPTS.c.day, DAY_ATTEMPTS.c.game, DAY_ATTEMPTS.c.began_at, DAY_ATTEMPTS.c.tab)
    )
    found: dict[tuple[int, str], Attempt] = {}
    for row in await connection.execute(query):
        attempt = Attempt(row.day, row.game, row.person, row.tab, row.began_at, row.ended_at, row.number)
        found.setdefault((attempt.day, attempt.game), attempt)
    return list(found.values())


def _values(attempt: Attempt) -> dict[str, object]:
    return {
        "day": attempt.day,
        "game": attempt.game,
        "person": attempt.person,
        "tab": attempt.table,
        "began_at": attempt.began_at,
        "ended_at": attempt.ended_at,
        "number": attempt.number,
    }

"""Daily challenges: one secret a day, from the first node that draws it; one attempt per person and deal; and
the number of people with each result, summed as games are counted, so that looking at it stays cheap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import sqlalchemy as sa

from quincunx.adapters.store.database import Database, Violated, inserted
from quincunx.adapters.store.schema import DAY_ATTEMPTS, DAY_BESTS, DAY_COUNTS, DAYS
from quincunx.club.daily.ports import Attempt, DaySeed
from quincunx.club.results.results import Result


class DailyStore:
    """The part of :class:`quincunx.club.ports.Store` that the file's name says."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep_days(self, days: Sequence[DaySeed]) -> None:
        await self._database.write(_keep_days, days)

    async def days(self, first: int, last: int) -> Sequence[DaySeed]:
        return await self._database.read(_days, first, last)

    async def forget_days_ahead(self, today: int, now: int) -> bool:
        return await self._database.write(_forget_days_ahead, today, now)

    async def begin_day(self, attempt: Attempt, people: Sequence[str]) -> Attempt:
        try:
            return await self._database.write(_begin_day, attempt, people)
        except Violated:  # another node was faster, by a moment
            known = await self._database.read(_attempts, people, attempt.day, attempt.day)
            return next(each for each in known if each.game == attempt.game)

    async def attempts(self, people: Sequence[str], first: int, last: int) -> Sequence[Attempt]:
        return await self._database.read(_attempts, people, first, last)

    async def days_played(self, people: Sequence[str], limit: int) -> Sequence[int]:
        return await self._database.read(_days_played, people, limit)

    async def day_counts(self, day: int, game: str) -> Mapping[int, int]:
        return await self._database.read(_day_counts, day, game)

    async def keep_best(self, day: int, game: str, number: int) -> None:
        await self._database.write(_keep_best, day, game, number)

    async def bests(self, first: int, last: int) -> Mapping[tuple[int, str], int]:
        return await self._database.read(_bests, first, last)


def _keep_days(connection: sa.Connection, days: Sequence[DaySeed]) -> None:
    rows = [{"day": each.day, "seed": each.seed, "made_at": each.made_at} for each in days]
    connection.execute(inserted(connection, DAYS).on_conflict_do_nothing(), rows)


def _days(connection: sa.Connection, first: int, last: int) -> Sequence[DaySeed]:
    query = DAYS.select().where(DAYS.c.day.between(first, last)).order_by(DAYS.c.day)
    return [DaySeed(row.day, row.seed, row.made_at) for row in connection.execute(query)]


def _forget_days_ahead(connection: sa.Connection, today: int, now: int) -> bool:
    drawn = connection.scalar(sa.select(sa.func.max(DAYS.c.made_at)))
    if drawn is None or drawn <= now:
        return False
    for each in (DAYS, DAY_ATTEMPTS, DAY_COUNTS, DAY_BESTS):
        connection.execute(each.delete().where(each.c.day > today))
    # Today's own may have been drawn by the wrong clock as well; it stays, but is no sign any more.
    connection.execute(DAYS.update().where(DAYS.c.made_at > now).values(made_at=now))
    return True


def _begin_day(connection: sa.Connection, attempt: Attempt, people: Sequence[str]) -> Attempt:
    for each in _attempts(connection, people, attempt.day, attempt.day):
        if each.game == attempt.game:
            return each
    connection.execute(DAY_ATTEMPTS.insert(), _values(attempt))
    return attempt


def _days_played(connection: sa.Connection, people: Sequence[str], limit: int) -> Sequence[int]:
    query = (
        sa.select(DAY_ATTEMPTS.c.day)
        .where(DAY_ATTEMPTS.c.person.in_(people), DAY_ATTEMPTS.c.number.is_not(None))
        .distinct()
        .order_by(DAY_ATTEMPTS.c.day.desc())
        .limit(limit)
    )
    return [row.day for row in connection.execute(query)]


def _day_counts(connection: sa.Connection, day: int, game: str) -> Mapping[int, int]:
    query = DAY_COUNTS.select().where(DAY_COUNTS.c.day == day, DAY_COUNTS.c.game == game)
    return {row.number: row.people for row in connection.execute(query)}


def _keep_best(connection: sa.Connection, day: int, game: str, number: int) -> None:
    row = {"day": day, "game": game, "number": number}
    connection.execute(inserted(connection, DAY_BESTS).on_conflict_do_nothing(), row)


def _bests(connection: sa.Connection, first: int, last: int) -> Mapping[tuple[int, str], int]:
    query = DAY_BESTS.select().where(DAY_BESTS.c.day.between(first, last))
    return {(row.day, row.game): row.number for row in connection.execute(query)}


# ---- in the transaction of a caller ------------------------------------------------------------------------


def count_day(connection: sa.Connection, result: Result) -> None:
    """Count what a first try has come to, with its game, which is counted once. A store that has lost the try
    has it again by this."""
    day = result.day
    if day is None:
        return
    attempt = Attempt(day.day, result.game, day.person, result.table, day.began_at)
    connection.execute(inserted(connection, DAY_ATTEMPTS).on_conflict_do_nothing(), _values(attempt))
    is_it = DAY_ATTEMPTS.c.tab == result.table
    counted = DAY_ATTEMPTS.update().where(is_it).values(ended_at=result.ended_at, number=day.number)
    if not connection.execute(counted).rowcount or day.number is None:
        return
    one_more = inserted(connection, DAY_COUNTS).on_conflict_do_update(
        index_elements=list(DAY_COUNTS.primary_key), set_={"people": DAY_COUNTS.c.people + 1}
    )
    row = {"day": day.day, "game": result.game, "number": day.number, "people": 1}
    connection.execute(one_more, row)


def forget_counted(connection: sa.Connection) -> None:
    """Forget the results of all attempts, to count them again."""
    connection.execute(DAY_COUNTS.delete())
    connection.execute(DAY_ATTEMPTS.update().values(ended_at=None, number=None))


def _attempts(connection: sa.Connection, people: Sequence[str], first: int, last: int) -> list[Attempt]:
    """One for each deal: of people who have become one only later, the first."""
    query = (
        DAY_ATTEMPTS.select()
        .where(DAY_ATTEMPTS.c.person.in_(people), DAY_ATTEMPTS.c.day.between(first, last))
        .order_by(DAY_ATTEMPTS.c.day, DAY_ATTEMPTS.c.game, DAY_ATTEMPTS.c.began_at, DAY_ATTEMPTS.c.tab)
    )
    found: dict[tuple[int, str], Attempt] = {}
    for row in connection.execute(query):
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

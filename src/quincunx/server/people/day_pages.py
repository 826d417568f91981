"""Views of daily challenges. Before a person has played, or the day is over, a view reveals next to
nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from quincunx.club.daily.ports import Attempt, DaySeed, DayStore
from quincunx.club.daily.streak import streak
from quincunx.club.daily.wire import (
    DayArchive,
    DayCount,
    DayGame,
    DayLine,
    DayLineGame,
    DayView,
    MyAttempt,
)
from quincunx.core.randomness import commitment
from quincunx.node.events.daily import Days, no_such_day, with_deals
from quincunx.node.ports import Clock
from quincunx.table.chance.day import date_of, day_of, ends_at

PAGE: Final = 31
MOST_DAYS: Final = 2_000
"""The most days with a result that are read for a streak."""


class DayPages:
    """Views of days, built from the store. ``ids`` are the viewer's ids, empty for a visitor. Methods raise
    what those of :class:`~quincunx.node.events.daily.Days` do."""

    def __init__(self, days: Days, store: DayStore, clock: Clock) -> None:
        self._days = days
        self._store = store
        self._clock = clock

    def day(self, date: str) -> int:
        """The number of a date's day, or of today for the word ``today``. Raises
        :class:`~quincunx.core.reason.Refusal` for other texts and for future days."""
        found = self._days.today if date == "today" else day_of(date)
        if found is None or found > self._days.today:
            raise no_such_day()
        return found

    async def view(self, day: int, ids: Sequence[str]) -> DayView:
        """A day as the viewer may know it now."""
        await self._days.await_outage_check()
        seed, now = await self._days.seed(day), self._clock.now()
        opens = self._days.opens_at(day)
        is_open = now >= opens
        mine = {each.game: each for each in await self._store.attempts(ids, day, day)} if ids else {}
        is_today = day == self._days.today
        played = await self._store.days_played(ids, MOST_DAYS) if ids else ()
        return DayView(
            date=date_of(day),
            now=now,
            ends_at=ends_at(day),
            opens_at=opens,
            commitment=_commitment(seed),
            committed_at=seed.made_at,
            seed=seed.seed if is_open else None,
            tomorrow=_commitment(await self._days.seed(day + 1)) if is_today else None,
            games=await self._games(day, is_open, mine),
            streak=streak(played, self._days.today),
        )

    async def _games(self, day: int, is_open: bool, mine: Mapping[str, Attempt]) -> tuple[DayGame, ...]:
        bests = await self._days.bests(day)
        return tuple([await self._game(day, name, is_open, mine.get(name), bests) for name in with_deals()])

    async def _game(
        self, day: int, name: str, is_open: bool, mine: Attempt | None, bests: Mapping[str, int]
    ) -> DayGame:
        deal = with_deals()[name].day
        assert deal is not None
        counts = await self._days.counts(day, name, mine.number if mine else None)
        is_told = is_open or (mine is not None and mine.ended_at is not None)
        return DayGame(
            game=name,
            fewer_is_better=deal.fewer_is_better,
            people=sum(counts.values()),
            you=None if mine is None else _attempt(mine),
            counts=_ordered(counts, deal.fewer_is_better) if is_told else None,
            best=bests.get(name) if is_told else None,
            average=deal.average if is_told else None,
        )

    async def archive(self, ids: Sequence[str], before: str | None) -> DayArchive:
        """Past days with the viewer's results, the newest first."""
        last = (self._days.today if before is None else self.day(before)) - 1
        found = await self._store.days(last - PAGE + 1, last)
        older = await self._store.days(last - 2 * PAGE + 1, last - PAGE)
        mine = await self._store.attempts(ids, last - PAGE + 1, last) if ids else ()
        numbers = {(each.day, each.game): each.number for each in mine}
        lines = [
            DayLine(
                date_of(each.day),
                tuple(DayLineGame(name, numbers.get((each.day, name))) for name in with_deals()),
            )
            for each in reversed(found)
        ]
        return DayArchive(tuple(lines), date_of(last - PAGE + 1) if older else None)


def _commitment(seed: DaySeed) -> str:
    return commitment(bytes.fromhex(seed.seed))


def _ordered(counts: Mapping[int, int], fewer_is_better: bool) -> tuple[DayCount, ...]:
    return tuple(DayCount(number, counts[number]) for number in sorted(counts, reverse=not fewer_is_better))


def _attempt(mine: Attempt) -> MyAttempt:
    if mine.ended_at is None:
        return MyAttempt(mine.table, "playing")
    return MyAttempt(mine.table, "void" if mine.number is None else "counted", mine.number)

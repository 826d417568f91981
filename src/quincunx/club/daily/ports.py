"""Interface of the store of daily challenges; a part of :class:`quincunx.club.ports.Store`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec


class DaySeed(msgspec.Struct, frozen=True):
    """A day, counted from 1970, with its secret seed (64 hex digits) and the time at which it was drawn."""

    day: int
    seed: str
    made_at: int


class Attempt(msgspec.Struct, frozen=True):
    """A person's first attempt at a day's deal of a game. ``ended_at`` is set once the result is recorded.
    ``number`` is the result, or ``None`` if it counts for nothing."""

    day: int
    game: str
    person: str
    table: str
    began_at: int
    ended_at: int | None = None
    number: int | None = None


class DayStore(Protocol):
    """The store of daily challenges. Every method raises :class:`~quincunx.club.ports.StoreUnavailable`."""

    async def keep_days(self, days: Sequence[DaySeed]) -> None:
        """Store the seeds of those of these days that have none. A seed never changes."""
        ...

    async def days(self, first: int, last: int) -> Sequence[DaySeed]:
        """The days from ``first`` to ``last`` (inclusive) that have a seed, in order."""
        ...

    async def forget_days_ahead(self, today: int, now: int) -> bool:
        """Delete the days after ``today``, with all their attempts, if a day was drawn later than
        ``now``. Then a clock was ahead, and the secrets of these days have been shown. True if there were
        such days."""
        ...

    async def begin_day(self, attempt: Attempt, people: Sequence[str]) -> Attempt:
        """The first attempt at this deal of the person with these ids, among them that of ``attempt``.
        Returns the stored one, or else stores ``attempt`` and returns it. Of two concurrent attempts one is
        first."""
        ...

    async def attempts(self, people: Sequence[str], first: int, last: int) -> Sequence[Attempt]:
        """The first attempts of the person with these ids at the deals from one day to another. There is at
        most one per deal, in the order of days and games."""
        ...

    async def days_played(self, people: Sequence[str], limit: int) -> Sequence[int]:
        """The newest ``limit`` days for which the person with these ids has a result, newest first."""
        ...

    async def day_counts(self, day: int, game: str) -> Mapping[int, int]:
        """The number of people per result. The time grows with the number of results, not of people."""
        ...

    async def keep_best(self, day: int, game: str, number: int) -> None:
        """Store the best bot's result for a day's deal, unless it is known."""
        ...

    async def bests(self, first: int, last: int) -> Mapping[tuple[int, str], int]:
        """The best bot's results for the deals from one day to another, by day and game."""
        ...

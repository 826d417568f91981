"""Where days are kept, as an interface; a part of :class:`quincunx.club.ports.Store`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec


class DaySeed(msgspec.Struct, frozen=True):
    """A day, counted from 1970, with its secret seed (64 hex digits) and when it was drawn."""

    day: int
    seed: str
    made_at: int


class Attempt(msgspec.Struct, frozen=True):
    """Somebody's first try at a day's deal of a game. ``ended_at`` is set when it has been counted;
    ``number`` is what came of it, ``None`` if that counts for nothing."""

    day: int
    game: str
    person: str
    table: str
    began_at: int
    ended_at: int | None = None
    number: int | None = None


class DayStore(Protocol):
    """Every method raises :class:`~quincunx.club.ports.StoreUnavailable`."""

    async def keep_days(self, days: Sequence[DaySeed]) -> None:
        """Keep the seeds of those days that have none. A seed never changes."""
        ...

    async def days(self, first: int, last: int) -> Sequence[DaySeed]:
        """The days from the one to the other that have a seed, in order."""
        ...

    async def forget_days_ahead(self, today: int, now: int) -> bool:
        """Forget the days after ``today``, with all that was played on them, if a day was drawn later than
        ``now``: a clock was ahead, and their secrets have been shown. Whether there were such days."""
        ...

    async def begin_day(self, attempt: Attempt, people: Sequence[str]) -> Attempt:
        """The first try of whoever has these ids (that of ``attempt`` among them) at this deal: the one that
        there is, or else this one, which is kept. Of two that come at once one is first."""
        ...

    async def attempts(self, people: Sequence[str], first: int, last: int) -> Sequence[Attempt]:
        """The first tries of whoever has these ids at the deals from one day to another: one for each deal,
        in the order of days and games."""
        ...

    async def days_played(self, people: Sequence[str], limit: int) -> Sequence[int]:
        """The newest so many days of which whoever has these ids has a result, the newest first."""
        ...

    async def day_counts(self, day: int, game: str) -> Mapping[int, int]:
        """How many people have each result. It takes as long as there are results, and not people."""
        ...

    async def keep_best(self, day: int, game: str, number: int) -> None:
        """Keep what the best bot has made of a day's deal, unless that is known."""
        ...

    async def bests(self, first: int, last: int) -> Mapping[tuple[int, str], int]:
        """What the best bot has made of the deals from one day to another, by day and game."""
        ...

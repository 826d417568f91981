"""HTTP messages about the daily challenge."""

from __future__ import annotations

from typing import Literal

import msgspec

from quincunx.club.daily.streak import Streak


class DayCount(msgspec.Struct, frozen=True):
    """The number of people with one result."""

    number: int
    people: int


class MyAttempt(msgspec.Struct, frozen=True):
    """The receiver's first attempt. It is ``playing`` until its game has ended and been recorded. Then it is
    ``counted`` with its ``number``, or ``void`` if it counts for nothing."""

    table: str
    status: Literal["playing", "counted", "void"]
    number: int | None = None


class DayGame(msgspec.Struct, frozen=True):
    """One game's deal of a day. ``counts``, ``best`` and ``average`` are ``None`` until the receiver has
    played the deal or the day is over, so that they give away nothing."""

    game: str
    fewer_is_better: bool
    """True if a lower number is the better result. The meaning of the numbers is the game's."""
    people: int
    """The number of people with a result."""
    you: MyAttempt | None
    counts: tuple[DayCount, ...] | None
    """The results with their counts, best first."""
    best: int | None
    """The best bot's result; ``None`` also while it is being computed."""
    average: float | None
    """The expected result of the best play over all deals, if it is known exactly."""


class DayView(msgspec.Struct, frozen=True):
    """A day's deals, as the receiver may know them now. Times are milliseconds since 1970."""

    date: str
    """The day (UTC), as in ``2026-11-22``."""
    now: int
    ends_at: int
    """The time until which the deals can be started."""
    opens_at: int
    """The time by which a game must have ended to count, and from which everything is public."""
    commitment: str
    """SHA-256 of the day's secret seed, 64 hex digits."""
    committed_at: int
    """The time at which the seed was drawn."""
    seed: str | None
    """``None`` until the day is open."""
    tomorrow: str | None
    """The commitment of the next day, on the day itself; ``None`` on past days."""
    games: tuple[DayGame, ...]
    streak: Streak


class DayLine(msgspec.Struct, frozen=True):
    """A past day in the list, with the receiver's results."""

    date: str
    games: tuple[DayLineGame, ...]


class DayLineGame(msgspec.Struct, frozen=True):
    """The receiver's result for one game on that day; ``None`` if there is none."""

    game: str
    number: int | None


class DayArchive(msgspec.Struct, frozen=True):
    """Past days, newest first. ``next`` is the value of ``before`` that requests the following ones."""

    days: tuple[DayLine, ...]
    next: str | None


class DayTable(msgspec.Struct, frozen=True):
    """The receiver's table for a day's deal. ``is_practice``: the game counts for nothing."""

    table: str
    is_practice: bool

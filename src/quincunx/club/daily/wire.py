"""What is said of a day's deal, over HTTP."""

from __future__ import annotations

from typing import Literal

import msgspec

from quincunx.club.daily.streak import Streak


class DayCount(msgspec.Struct, frozen=True):
    """So many people have this result."""

    number: int
    people: int


class MyAttempt(msgspec.Struct, frozen=True):
    """My first try: ``playing`` until its game has ended and been counted; ``counted`` with its ``number``;
    or ``void``, where it counts for nothing."""

    table: str
    status: Literal["playing", "counted", "void"]
    number: int | None = None


class DayGame(msgspec.Struct, frozen=True):
    """A game's deal of a day. ``counts``, ``best`` and ``average`` are ``None`` until I have played it or the
    day is over: who has not tried is told nothing of it."""

    game: str
    fewer_is_better: bool
    """How the numbers are ordered; what they mean is the game's."""
    people: int
    """How many have a result."""
    you: MyAttempt | None
    counts: tuple[DayCount, ...] | None
    """By their number, the best first."""
    best: int | None
    """What the best bot has made of it; ``None`` also while that is being worked out."""
    average: float | None
    """What the best play comes to over all deals, where that is known exactly."""


class DayView(msgspec.Struct, frozen=True):
    """A day's deal, as I may know it now. All times are in milliseconds since 1970."""

    date: str
    """The day (UTC), as in ``2026-11-22``."""
    now: int
    ends_at: int
    """Until then it can be begun."""
    opens_at: int
    """Until then a game must have ended to count; from then on everything is open."""
    commitment: str
    """SHA-256 of the day's secret seed, 64 hex digits."""
    committed_at: int
    """When it was fixed."""
    seed: str | None
    """``None`` until the day is open."""
    tomorrow: str | None
    """The commitment of the next day, on the day itself; ``None`` on days that are past."""
    games: tuple[DayGame, ...]
    streak: Streak


class DayLine(msgspec.Struct, frozen=True):
    """A past day in the list, and what I have made of it."""

    date: str
    games: tuple[DayLineGame, ...]


class DayLineGame(msgspec.Struct, frozen=True):
    """My result of one game on that day; ``None``: I have none."""

    game: str
    number: int | None


class DayArchive(msgspec.Struct, frozen=True):
    """Past days, the newest first. ``next`` is what to ask for as ``before`` for those that follow."""

    days: tuple[DayLine, ...]
    next: str | None


class DayTable(msgspec.Struct, frozen=True):
    """The table at which I play a day's deal. ``is_practice``: it counts for nothing."""

    table: str
    is_practice: bool

"""Clocks of a table: each player's remaining time, the running clock, and its end. Pure.

A clock takes settings and times as arguments and reads no system clock. It is folded from the times of the
entries, so every node computes the same clock. ``docs/pace.md`` has the rules with examples.

* At most one person's clock runs: that of the player to move, from the entry that made it their turn. Bots
  and chance have no clock, and no clock runs before the game.
* A turn is the game's own, however many moves it has. The player who ends a turn gets an increment.
* A bot that ends a turn for a person earns that person nothing. But outside their own turn every player has
  at least one increment, so that a player who ran out can come back. So a turn never adds more than one
  increment.
* For a player who leaves and returns within their turn, the time between is spent, too.
* While no node runs, no clock runs (:func:`pause`).
* While its player is on vacation, a clock stands still (:func:`rest`). It then starts in the future, at the
  end of the vacation.
* Time never goes back: an entry from a node whose clock is behind counts as of the latest time before it.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from quincunx.core.values import Seat
from quincunx.table.events import LivePace, Pace

_SECOND = 1_000
_HOUR = 3_600_000


class Clock(msgspec.Struct, frozen=True):
    """The clocks of all seats. Times are milliseconds since 1970, durations milliseconds."""

    pace: Pace
    remaining: tuple[int, ...]
    """Time left per seat at ``since``."""
    now: int
    """The latest time of any entry."""
    turn: int = 0
    """The number of the current turn."""
    seat: Seat | None = None
    """The seat whose clock has run in this turn; ``None`` if none has."""
    is_running: bool = False
    """True while the clock of ``seat`` still runs."""
    since: int = 0
    """The time at which the clock started or stopped."""

    @property
    def running(self) -> Seat | None:
        """The seat whose clock runs, or ``None``."""
        return self.seat if self.is_running else None

    @property
    def ends_at(self) -> int | None:
        """The time at which the running clock reaches zero; ``None`` if no clock runs."""
        return self.since + self.remaining[self.seat] if self.is_running and self.seat is not None else None

    def times_left(self, now: int) -> tuple[int, ...]:
        """Time left per seat now."""
        if not self.is_running or self.seat is None:
            return self.remaining
        return _with(self.remaining, self.seat, _time_left(self, self.seat, max(now, self.now)))

    def may_go_on(self, seat: Seat, now: int) -> bool:
        """True if a person who takes back this seat now would have time to move."""
        if seat != self.seat or self.is_running:
            return True
        return _time_left(self, seat, max(now, self.now)) > 0

    @property
    def finished_by_bot(self) -> Seat | None:
        """The seat whose time ran out in this turn: a bot ends the turn."""
        if self.seat is None or self.is_running or self.remaining[self.seat]:
            return None
        return self.seat


def initial_clock(pace: Pace, seats: int, at: int) -> Clock:
    """The clocks of a game that starts at this time, before any of them runs."""
    whole = pace.total * _SECOND if isinstance(pace, LivePace) else pace.hours * _HOUR
    return Clock(pace, (whole,) * seats, at, since=at)


def follow(clock: Clock, at: int, turn: int, mover: Seat | None, resting_until: int = 0) -> Clock:
    """The clocks after an entry at time ``at``. ``turn`` is the turn after the entry, and ``mover`` the seat
    to move if a person sits there, who is on vacation until ``resting_until``."""
    now = max(at, clock.now)
    since = now if mover is None else max(now, resting_until)
    if turn != clock.turn:
        remaining = _settle(clock, now)
        return replace(
            clock,
            remaining=remaining,
            now=now,
            turn=turn,
            seat=mover,
            is_running=mover is not None,
            since=since,
        )
    if mover == clock.running:
        return replace(clock, now=now)
    # A player has left or returned within the turn, or the game is over. The time between is spent.
    seat = mover if mover is not None else clock.seat
    remaining = clock.remaining
    if clock.seat is not None and seat == clock.seat:
        remaining = _with(remaining, clock.seat, _time_left(clock, clock.seat, now))
    return replace(clock, remaining=remaining, now=now, seat=seat, is_running=mover is not None, since=since)


def pause(clock: Clock, by: int, until: int) -> Clock:
    """The clocks after ``by`` milliseconds up to ``until`` that are charged to no player. A negative ``by``
    corrects entries of a node whose clock was ahead."""
    started = until - by
    if by > 0 and clock.since > started:  # the player is on vacation, so that only the rest counts
        by = max(0, until - clock.since)
    return replace(clock, since=clock.since + by, now=until)


def rest(clock: Clock, seat: Seat, since: int, until: int, resting_until: int) -> Clock:
    """The clocks when it becomes known that the player of this seat is on vacation between these times. Until
    now it was thought to last until ``resting_until`` (0: none was known)."""
    if clock.running != seat:
        return clock
    if clock.since <= since:
        remaining = _with(clock.remaining, seat, _time_left(clock, seat, since))
        return replace(clock, remaining=remaining, since=until)
    if clock.since < until or clock.since == resting_until:
        return replace(clock, since=until)
    return clock


def _settle(clock: Clock, now: int) -> tuple[int, ...]:
    """Time left per seat when the turn is over."""
    seat = clock.seat
    if seat is None:
        return clock.remaining
    pace = clock.pace
    if not isinstance(pace, LivePace):
        return _with(clock.remaining, seat, pace.hours * _HOUR)
    increment = pace.increment * _SECOND
    if clock.is_running:
        return _with(clock.remaining, seat, _time_left(clock, seat, now) + increment)
    return _with(clock.remaining, seat, max(clock.remaining[seat], increment))


def _time_left(clock: Clock, seat: Seat, now: int) -> int:
    """Time left for the seat of this turn, if its clock has run until now."""
    return max(0, clock.remaining[seat] - max(0, now - clock.since))


def _with(remaining: Sequence[int], seat: Seat, left: int) -> tuple[int, ...]:
    return (*remaining[:seat], left, *remaining[seat + 1 :])

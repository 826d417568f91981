"""The clocks of a table: how much time everybody has, whose runs, and when it ends. Pure.

A clock is told settings and times, and reads none itself: it is folded from the times of the entries, so
every node comes to the same. ``docs/pace.md`` has the rules with examples.

* One person's time runs at most: that of whoever is to move, from the entry that made it their turn. Bots and
  chance have no clock, and before the game nobody has.
* A turn is the game's own, however many moves it has. Whoever ends it has its increment.
* A bot that ends a turn for a person earns them nothing; but outside their own turn everybody has at least
  one increment, so that who ran out can come back. So nobody is given more than one increment for a turn.
* Who leaves within their turn and comes back in the same turn has spent the time between, too.
* While no node runs, nobody's time does (:func:`pause`).
* Time goes on: an entry of a node whose clock is behind counts as of the latest time before it.
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
    """All times are in milliseconds, moments since 1970."""

    pace: Pace
    remaining: tuple[int, ...]
    """What each seat had left at ``since``."""
    now: int
    """The latest time that any entry had."""
    turn: int = 0
    """The number of the turn."""
    seat: Seat | None = None
    """The seat whose person's time has run in this turn; ``None`` while nobody's has."""
    is_running: bool = False
    """Whether it does so still."""
    since: int = 0
    """Since when it runs, or when it stopped."""

    @property
    def running(self) -> Seat | None:
        """The seat whose time runs."""
        return self.seat if self.is_running else None

    @property
    def ends_at(self) -> int | None:
        """When the time that runs will have run out; ``None`` while none does."""
        return self.since + self.remaining[self.seat] if self.is_running and self.seat is not None else None

    def left(self, now: int) -> tuple[int, ...]:
        """What each seat has left now."""
        if not self.is_running or self.seat is None:
            return self.remaining
        return _with(self.remaining, self.seat, _left(self, self.seat, max(now, self.now)))

    def may_go_on(self, seat: Seat, now: int) -> bool:
        """Whether somebody who takes back this seat now would have time to move."""
        if seat != self.seat or self.is_running:
            return True
        return _left(self, seat, max(now, self.now)) > 0

    @property
    def finished_by_bot(self) -> Seat | None:
        """The seat whose time has run out in this turn: a bot ends the turn."""
        if self.seat is None or self.is_running or self.remaining[self.seat]:
            return None
        return self.seat


def begin(pace: Pace, seats: int, at: int) -> Clock:
    """The clocks of a game that starts at this time, before anybody's runs."""
    whole = pace.total * _SECOND if isinstance(pace, LivePace) else pace.hours * _HOUR
    return Clock(pace, (whole,) * seats, at, since=at)


def follow(clock: Clock, at: int, turn: int, mover: Seat | None) -> Clock:
    """The clocks after an entry of this time: it is this turn now, and ``mover`` is the seat to move if a
    person sits there."""
    now = max(at, clock.now)
    if turn != clock.turn:
        remaining = _settle(clock, now)
        return replace(
            clock,
            remaining=remaining,
            now=now,
            turn=turn,
            seat=mover,
            is_running=mover is not None,
            since=now,
        )
    if mover == clock.running:
        return replace(clock, now=now)
    # Somebody has left, or come back, within the turn; or the game is over. The time between is spent.
    seat = mover if mover is not None else clock.seat
    remaining = clock.remaining
    if clock.seat is not None and seat == clock.seat:
        remaining = _with(remaining, clock.seat, _left(clock, clock.seat, now))
    return replace(clock, remaining=remaining, now=now, seat=seat, is_running=mover is not None, since=now)


def pause(clock: Clock, by: int, until: int) -> Clock:
    """The clocks after so many milliseconds that count for nobody, up to this moment. A negative number
    corrects entries of a clock that was ahead."""
    return replace(clock, since=clock.since + by, now=until)


def _settle(clock: Clock, now: int) -> tuple[int, ...]:
    """What everybody has when the turn is over."""
    seat = clock.seat
    if seat is None:
        return clock.remaining
    pace = clock.pace
    if not isinstance(pace, LivePace):
        return _with(clock.remaining, seat, pace.hours * _HOUR)
    increment = pace.increment * _SECOND
    if clock.is_running:
        return _with(clock.remaining, seat, _left(clock, seat, now) + increment)
    return _with(clock.remaining, seat, max(clock.remaining[seat], increment))


def _left(clock: Clock, seat: Seat, now: int) -> int:
    """What the seat whose time has run in this turn has, if it has run until now."""
    return max(0, clock.remaining[seat] - (now - clock.since))


def _with(remaining: Sequence[int], seat: Seat, left: int) -> tuple[int, ...]:
    return (*remaining[:seat], left, *remaining[seat + 1 :])

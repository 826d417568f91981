"""Timeouts: a bot replaces a player whose time has run out. Pure."""

from __future__ import annotations

from quincunx.core.reason import refused
from quincunx.core.values import Seat
from quincunx.engines.levels import default_level
from quincunx.table.events import Event, TimeRanOut
from quincunx.table.state import TableState


def ends_at(state: TableState) -> int | None:
    """The time at which the player to move runs out of time, in milliseconds since 1970; ``None`` if no clock
    runs."""
    return None if state.clock is None else state.clock.ends_at


def hand_over(state: TableState, now: int) -> tuple[Event, ...]:
    """Let a bot play on for the player without time; no events before. A move at this very millisecond is too
    late."""
    clock = state.clock
    if clock is None or clock.running is None:
        return ()
    end = clock.ends_at
    if end is None or max(now, clock.now) < end:
        return ()
    return (TimeRanOut(clock.running, default_level(state.game.bots)),)


def may_come_back(state: TableState, seat: Seat, now: int) -> None:
    """Raise :class:`~quincunx.core.reason.Refusal` if the person who takes back this seat would have no time.
    The bot ends the turn first."""
    if state.clock is not None and not state.clock.may_go_on(seat, now):
        sentence = "Your time for this turn has run out. The bot ends the turn; then the seat is yours again."
        raise refused("conflict", "bot-ends-turn", sentence)

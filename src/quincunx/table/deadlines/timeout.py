"""What happens when somebody's time has run out. Pure."""

from __future__ import annotations

from quincunx.core.reason import refused
from quincunx.core.values import Seat
from quincunx.engines.levels import default_level
from quincunx.table.events import Event, TimeRanOut
from quincunx.table.state import TableState


def ends_at(state: TableState) -> int | None:
    """When the time of whoever is to move will have run out, in milliseconds since 1970; ``None`` while
    nobody's runs."""
    return None if state.clock is None else state.clock.ends_at


def hand_over(state: TableState, now: int) -> tuple[Event, ...]:
    """A bot plays on for whoever has no time left; nothing before. A move that comes at this very moment
    comes too late."""
    clock = state.clock
    if clock is None or clock.running is None:
        return ()
    end = clock.ends_at
    if end is None or max(now, clock.now) < end:
        return ()
    return (TimeRanOut(clock.running, default_level(state.game.bots)),)


def may_come_back(state: TableState, seat: Seat, now: int) -> None:
    """Raises :class:`~quincunx.core.reason.Refusal` while whoever took back this seat would have no time: the
    bot ends the turn first."""
    if state.clock is not None and not state.clock.may_go_on(seat, now):
        sentence = "Your time for this turn has run out. The bot ends the turn; then the seat is yours again."
        raise refused("conflict", "bot-ends-turn", sentence)

"""The start of a rated game that depends on capacity for its bots. Pure."""

from __future__ import annotations

from collections.abc import Callable

from quincunx.table.events import Event, Started, Unrated
from quincunx.table.state import TableState, evolve


def checked_for_capacity(
    state: TableState, events: tuple[Event, ...], reserve: Callable[[TableState], bool]
) -> tuple[Event, ...]:
    """These events; if they start a rated game with bots for which ``reserve`` gets no capacity, the game
    starts unrated. After its start a game never becomes unrated."""
    if not state.settings.rated:
        return events
    for place, event in enumerate(events, 1):
        state = evolve(state, event)
        if isinstance(event, Started):
            has_bots = any(seat.kind == "bot" for seat in state.seats)
            if has_bots and not reserve(state):
                return (*events[:place], Unrated(), *events[place:])
            return events
    return events

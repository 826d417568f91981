"""The start of a rated game that depends on capacity for its bots. Pure."""

from __future__ import annotations

from collections.abc import Callable

from quincunx.table.events import Started, Unrated
from quincunx.table.state import Step, TableState, follow


def checked_for_capacity(
    state: TableState, steps: tuple[Step, ...], reserve: Callable[[TableState], bool]
) -> tuple[Step, ...]:
    """Return the steps, unrated if capacity is missing. If they start a rated game with bots for which
    ``reserve`` gets no capacity, the game starts unrated. After its start a game never becomes unrated."""
    if not state.settings.rated:
        return steps
    for place, step in enumerate(steps, 1):
        if isinstance(step.event, Started):
            has_bots = any(seat.kind == "bot" for seat in step.after.seats)
            if has_bots and not reserve(step.after):
                later = (Unrated(), *(each.event for each in steps[place:]))
                return (*steps[:place], *follow(step.after, later))
            return steps
    return steps

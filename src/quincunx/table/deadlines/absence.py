"""What happens when somebody does not come to an appointment: a table that begins by a moment. Pure.

A bot sits down in their seat, which stays theirs: whoever comes later takes it back.
"""

from __future__ import annotations

from collections.abc import Container

from quincunx.engines.levels import default_level
from quincunx.table.chance.commit_reveal import open_if_full
from quincunx.table.events import Event, SatDown, StoodUp
from quincunx.table.seats.person import evening_of
from quincunx.table.state import TableState, evolve


def begins_at(state: TableState) -> int | None:
    """When bots sit down for those who are missing, in milliseconds since 1970; ``None`` if nobody is, or
    there is no such moment. A table of an evening is played whoever comes, since others wait for its result;
    any other waits for the first of its people."""
    if state.status != "waiting" or not any(seat.kind == "kept" for seat in state.seats):
        return None
    is_wanted = evening_of(state.host) is not None or any(seat.kind == "person" for seat in state.seats)
    return state.begins_by if is_wanted else None


def seat_bots(state: TableState, now: int, here: Container[str]) -> tuple[Event, ...]:
    """A bot in each seat whose person has not come, and the start; nothing before it is time."""
    at = begins_at(state)
    if at is None or now < at:
        return ()
    events: list[Event] = []
    for seat, kept in enumerate(state.seats):
        if kept.kind == "kept" and kept.person is not None:
            events.append(SatDown(seat, kept.person, kept.name or ""))
            events.append(StoodUp(seat, default_level(state.game.bots)))
    for event in events:
        state = evolve(state, event)
    return (*events, *open_if_full(state, now, here))

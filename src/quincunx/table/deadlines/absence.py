"""Absence from an appointment, a table that begins by a fixed time. Pure.

A bot sits down in the seat of an absent person. The seat stays theirs: they take it back when they arrive.
"""

from __future__ import annotations

from collections.abc import Container

from quincunx.engines.levels import default_level
from quincunx.table.chance.commit_reveal import open_if_full
from quincunx.table.events import Event, SatDown, StoodUp
from quincunx.table.seats.person import tournament_of
from quincunx.table.state import TableState, evolve


def begins_at(state: TableState) -> int | None:
    """The time at which bots sit down for absent people, in milliseconds since 1970. ``None`` if no person is
    missing or the table has no such time. A table of a tournament is played even if no person arrives, since
    others wait for its result. Any other table waits for the first of its people."""
    if state.status != "waiting" or not any(seat.kind == "kept" for seat in state.seats):
        return None
    is_wanted = tournament_of(state.host) is not None or any(seat.kind == "person" for seat in state.seats)
    return state.begins_by if is_wanted else None


def seat_bots(state: TableState, now: int, here: Container[str]) -> tuple[Event, ...]:
    """Seat a bot for each absent person and start the game; no events before the deadline."""
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

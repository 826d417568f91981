"""The system's overdue actions at a table. Pure."""

from __future__ import annotations

from collections.abc import Container

from quincunx.table.chance import commit_reveal
from quincunx.table.deadlines import absence, expiry, timeout
from quincunx.table.events import Event
from quincunx.table.state import TableState


def overdue(
    state: TableState, now: int, seed: str, here: Container[str] = ()
) -> tuple[str, tuple[Event, ...]]:
    """The events that are due by now, and a word for their kind; no events before a deadline. ``seed`` is a
    fresh one, and ``here`` has the ids of all connected people."""
    events = absence.seat_bots(state, now, here)
    if events:
        return "absence", events
    events = commit_reveal.close(state, now, seed)
    if events:
        return "commit-reveal", events
    events = timeout.hand_over(state, now)
    if events:
        return "time", events
    return "expired", expiry.close(state, now)

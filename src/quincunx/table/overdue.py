"""What the system must do at a table, once it is time. Pure."""

from __future__ import annotations

from quincunx.table import expiry, mixing, timeout
from quincunx.table.events import Event
from quincunx.table.state import TableState


def overdue(state: TableState, now: int, seed: str) -> tuple[str, tuple[Event, ...]]:
    """The events that are due by now, none before, and a word for what they are. ``seed`` is a fresh one."""
    events = mixing.close(state, now, seed)
    if events:
        return "mixing", events
    events = timeout.hand_over(state, now)
    if events:
        return "time", events
    return "expired", expiry.close(state, now)

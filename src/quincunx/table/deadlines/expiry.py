"""Expiry: tables without activity for long are closed, so that nothing waits for ever. Pure.

People who return create a new table. The journal keeps the moves played, and the game can be replayed.
"""

from __future__ import annotations

from typing import Final

from quincunx.core.values import Outcome
from quincunx.table.events import Ended, Event
from quincunx.table.state import TableState

_DAY: Final = 24 * 3600 * 1000
WAITING_MILLISECONDS: Final = 14 * _DAY
"""A table that waits for players expires this long after its last event."""
PLAYING_MILLISECONDS: Final = 90 * _DAY
"""A table whose game has started expires this long after its last event, or after a vacation of a player."""
ABANDONED: Final = Outcome("abandoned", ())


def expires_at(state: TableState) -> int | None:
    """The time at which the table expires without further activity, in milliseconds since 1970; ``None`` once
    it has ended. It is the end of a day (UTC), so that its index entry need not change at every move."""
    if state.status == "ended":
        return None
    if state.status == "waiting":
        at = state.quiet_since + WAITING_MILLISECONDS
    else:
        vacations = (seat.vacation.until for seat in state.seats if seat.vacation is not None)
        at = max((state.quiet_since, *vacations)) + PLAYING_MILLISECONDS
    return -(-at // _DAY) * _DAY


def close(state: TableState, now: int) -> tuple[Event, ...]:
    """Close a table that has expired; no events before."""
    at = expires_at(state)
    return (Ended(ABANDONED),) if at is not None and at <= now else ()

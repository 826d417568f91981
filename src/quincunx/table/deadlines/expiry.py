"""Tables to which nobody has come back for long are closed, so that nothing waits for ever. Pure.

A new life is a new table; what was played stays in the journal, and can be replayed.
"""

from __future__ import annotations

from typing import Final

from quincunx.core.values import Outcome
from quincunx.table.events import Ended, Event
from quincunx.table.state import TableState

_DAY: Final = 24 * 3600 * 1000
WAITING_MILLISECONDS: Final = 14 * _DAY
"""So long after the last thing that happened there a table that waits for players is closed."""
PLAYING_MILLISECONDS: Final = 90 * _DAY
"""The same for a game that has begun."""
ABANDONED: Final = Outcome("abandoned", ())


def expires_at(state: TableState) -> int | None:
    """When the table is closed unless something happens there, in milliseconds since 1970; ``None`` once it
    has ended. It is the end of a day (UTC): the index in which it stands need not change at every move."""
    if state.status == "ended":
        return None
    at = state.quiet_since + (WAITING_MILLISECONDS if state.status == "waiting" else PLAYING_MILLISECONDS)
    return -(-at // _DAY) * _DAY


def close(state: TableState, now: int) -> tuple[Event, ...]:
    """The end of a table whose time has run out; nothing before."""
    at = expires_at(state)
    return (Ended(ABANDONED),) if at is not None and at <= now else ()

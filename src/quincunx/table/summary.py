"""What the lists show of a table, and when the system must act on it: projected from its state at every
change."""

from __future__ import annotations

import msgspec

from quincunx.table.expiry import expires_at
from quincunx.table.state import TableState
from quincunx.table.wire import OpenTable


class Summary(msgspec.Struct, frozen=True, gc=False):
    """One row for each table, kept beside its last entry.

    ``due`` is when the system must act next, in milliseconds since 1970 (a bot's turn is due at once, a
    device is waited for until a moment, and a table that is left alone is closed some day), and ``None`` when
    it need not, so that whoever looks for work finds it by an index. ``listing`` is the JSON of the lobby's
    line, ``None`` when the table is not shown there. ``changed`` is the time of the last entry.
    """

    table: str
    version: int
    status: str
    due: int | None
    listing: bytes | None
    changed: int


def summarize(state: TableState, at: int) -> Summary:
    """The row of a table that has come to this state at this time."""
    return Summary(
        table=state.id,
        version=state.version,
        status=state.status,
        due=_due(state, at),
        listing=_listing(state),
        changed=at,
    )


def _due(state: TableState, at: int) -> int | None:
    # Bots among themselves wait for somebody who watches, and then that is what sets them going.
    if state.bot_to_move() is not None and state.is_peopled:
        return at
    if state.mixing.until is not None:
        return state.mixing.until
    return expires_at(state)


def _listing(state: TableState) -> bytes | None:
    if not state.settings.listed or state.status == "ended":
        return None
    if state.status == "playing" and not state.settings.watchable:
        return None
    return msgspec.json.encode(
        OpenTable(
            id=state.id,
            status=state.status,
            host=state.host_name,
            settings=state.settings,
            names=tuple(seat.name or seat.level for seat in state.seats),
            since=state.made_at,
        )
    )

"""What the lists show of a table: projected from its state whenever it changes."""

from __future__ import annotations

import msgspec

from quincunx.node.ports import Summary
from quincunx.table.state import TableState
from quincunx.table.wire import OpenTable


def summarize(state: TableState, at: int) -> Summary:
    """The table's line in the lists, and whether the house must act on it."""
    seat = state.to_move()
    shown = state.settings.listed and (
        state.status == "waiting" or (state.status == "playing" and state.settings.watchable)
    )
    listing = None
    if shown and state.status != "ended":
        listing = msgspec.json.encode(
            OpenTable(
                id=state.id,
                status=state.status,
                host=state.host_name,
                settings=state.settings,
                names=tuple(seat_state.name or seat_state.level for seat_state in state.seats),
                since=state.made_at,
            )
        )
    return Summary(
        table=state.id,
        version=state.version,
        status=state.status,
        bot_to_move=seat is not None and seat >= 0 and state.seats[seat].is_bot_played,
        listing=listing,
        changed=at,
    )

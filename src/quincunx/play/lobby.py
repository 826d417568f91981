"""What the lists show of a table: projected from its state whenever it changes."""

from __future__ import annotations

import msgspec

from quincunx.play.ports import Summary
from quincunx.play.state import TableState
from quincunx.play.wire import OpenTable


def summarize(state: TableState, at: int) -> Summary:
    """The table's line in the lists, and whether the house must act on it."""
    seat = state.to_move()
    shown = state.settings.listed and (
        state.status == "gathering" or (state.status == "playing" and state.settings.watchable)
    )
    listing = None
    if shown and state.status != "ended":
        listing = msgspec.json.encode(
            OpenTable(
                id=state.id,
                status=state.status,
                maker=state.maker_name,
                settings=state.settings,
                names=tuple(chair.name or chair.level for chair in state.chairs),
                since=state.made_at,
            )
        )
    return Summary(
        table=state.id,
        version=state.version,
        status=state.status,
        waits_for_house=seat is not None and seat >= 0 and state.chairs[seat].is_house,
        listing=listing,
        changed=at,
    )

"""Names in the lines of the lobby, without those of deleted people."""

from __future__ import annotations

from msgspec.structs import replace

from quincunx.core.reason import Refusal
from quincunx.node.live.cache import Memory
from quincunx.node.ports import JournalDamaged
from quincunx.table.summary import seat_names
from quincunx.table.wire.lists import OpenTable


async def with_names(memory: Memory, line: OpenTable) -> OpenTable:
    """The line with its names as they may be shown now."""
    # The row was written when the table last changed, and its names do not say to whom they belong.
    if not memory.is_forgotten((line.handle, *line.handles)):
        return line
    try:
        state = (await memory.get(line.id)).state
    except (Refusal, JournalDamaged):
        return line  # its people are unknown; opening the table shows the error
    return replace(line, host=state.host_name, names=seat_names(state))

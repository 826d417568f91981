"""Attendance at the tables of a tournament, as a node finds it in memory or in the journal."""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.club.tournament.attendance import Seating, Seatings, seating_of
from quincunx.core.reason import Refusal
from quincunx.node.live.cache import Memory
from quincunx.node.ports import JournalDamaged, JournalUnavailable


async def find_seatings(memory: Memory, tables: Sequence[str]) -> Seatings:
    """The seatings of these tables. Those that do not exist yet, have ended, or cannot be read are left
    out."""
    found: dict[str, Seating] = {}
    for table in tables:
        try:
            live = await memory.get(table)
        except (Refusal, JournalDamaged, JournalUnavailable):
            continue
        seating = seating_of(live.state)
        if seating is not None:
            found[table] = seating
    return found

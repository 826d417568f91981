"""Previews: the small boards of the running games in the lobby."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import Final

from quincunx.core.reason import Refusal
from quincunx.node.live.cache import Memory
from quincunx.node.ports import JournalDamaged
from quincunx.table.wire.lists import OpenTable

MOST_DRAWN: Final = 24
"""Most games with a preview. Each costs some hundred bytes per viewer and move."""
MOST_READ: Final = 4
"""Most tables of other nodes that are read from the journal per check."""


def best_first(table: OpenTable) -> tuple[float, int, int]:
    """Sort key of running games: the best-rated first, then the most watched, then the newest."""
    rating = -inf if table.surely is None else table.surely
    return -rating, -table.watching, -table.since


class Previews:
    """The small boards (``view.small_view``) of the first running games."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    async def of(self, tables: Iterable[OpenTable]) -> dict[str, str]:
        """The small boards by table. Each call adds a few more tables, until all are known. Raises
        :class:`~quincunx.node.ports.JournalUnavailable`."""
        running = (table for table in tables if table.status == "playing")
        drawn = sorted(running, key=best_first)[:MOST_DRAWN]
        found: dict[str, str] = {}
        to_read = MOST_READ
        for table in drawn:
            if self._memory.get_live(table.id) is None:
                to_read -= 1
                if to_read < 0:
                    continue
            small = await self._small(table.id)
            if small is not None:
                found[table.id] = small
        return found

    async def _small(self, table: str) -> str | None:
        try:
            return (await self._memory.get(table)).small
        except (Refusal, JournalDamaged):
            return None  # the table's own page reports it

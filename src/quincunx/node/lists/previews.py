"""The small boards of the running games that the lobby shows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from quincunx.core.reason import Refusal
from quincunx.node.live.cache import Memory
from quincunx.node.ports import JournalDamaged
from quincunx.table.wire.lists import OpenTable

MOST_DRAWN: Final = 24
"""Each has some hundred bytes for everybody who looks, as often as somebody moves there."""
MOST_READ: Final = 4
"""So many tables that are played on another node are read from the journal at one look."""


def best_first(table: OpenTable) -> tuple[bool, int, int, int]:
    """The order in which running games are shown: the best-rated first, then those that most people watch,
    then the newest."""
    return table.surely is None, -(table.surely or 0), -table.watching, -table.since


class Boards:
    """What ``view.small_view`` says of the games that are shown first."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    async def of(self, tables: Iterable[OpenTable]) -> dict[str, str]:
        """The boards of those that are shown first: of a few more at each look, until all are known. Raises
        :class:`~quincunx.node.ports.JournalUnavailable`."""
        running = (table for table in tables if table.status == "playing")
        drawn = sorted(running, key=best_first)[:MOST_DRAWN]
        found: dict[str, str] = {}
        to_read = MOST_READ
        for table in drawn:
            if self._memory.find(table.id) is None:
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
            return None  # whoever opens it is told

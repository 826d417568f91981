"""The open tables, as everybody may see them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

import msgspec

from quincunx.node.ports import Clock, Journal
from quincunx.table.wire import OpenTable

MOST_READ: Final = 1_000
MOST_LISTED: Final = 100
MOST_OF_ONE_HOST: Final = 3
"""Else one host could fill the page."""
STALE_MILLISECONDS: Final = 24 * 3_600_000
"""A table that has waited for so long waits for nobody."""
FRESH_MILLISECONDS: Final = 1_000
"""However many look, the journal is asked this often."""


class OpenTables:
    """The list, newest first."""

    def __init__(self, journal: Journal, clock: Clock) -> None:
        self._journal = journal
        self._clock = clock
        self._listed: tuple[OpenTable, ...] = ()
        self._until: int | None = None

    async def listed(self) -> tuple[OpenTable, ...]:
        """What it was a moment ago at the earliest. Raises
        :class:`~quincunx.node.ports.JournalUnavailable`."""
        now = self._clock.now()
        if self._until is None or now >= self._until:
            lines = await self._journal.lobby(MOST_READ)
            self._listed = fairly((msgspec.json.decode(line, type=OpenTable) for line in lines), now)
            self._until = now + FRESH_MILLISECONDS
        return self._listed

    def forget(self) -> None:
        """There is a new table here, and whoever made it looks for it."""
        self._until = None


def fairly(tables: Iterable[OpenTable], now: int) -> tuple[OpenTable, ...]:
    """The first of each host's, none that is stale, and not too many in all."""
    seen: Counter[str] = Counter()
    found: list[OpenTable] = []
    for table in tables:
        if table.status == "waiting" and now - table.since >= STALE_MILLISECONDS:
            continue
        seen[table.host] += 1
        if seen[table.host] <= MOST_OF_ONE_HOST and len(found) < MOST_LISTED:
            found.append(table)
    return tuple(found)

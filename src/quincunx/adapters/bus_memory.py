"""The bus of a single node: what is published reaches every subscriber of this process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from quincunx.table.events import Entry

DEPTH = 10_000
"""Entries that a slow subscriber may fall behind before it misses some; gaps are mended by version."""


class MemoryBus:
    """Publishes within the process."""

    def __init__(self) -> None:
        self._queues: set[asyncio.Queue[Entry]] = set()

    async def publish(self, entry: Entry) -> None:
        """Hand the entry to every subscriber; never waits for them."""
        for queue in self._queues:
            if not queue.full():
                queue.put_nowait(entry)

    async def subscribe(self) -> AsyncIterator[Entry]:
        """Everything that is published from now on."""
        queue: asyncio.Queue[Entry] = asyncio.Queue(DEPTH)
        self._queues.add(queue)
        try:
            while True:
                yield await queue.get()
        finally:
            self._queues.discard(queue)

"""The bus of a single node: what is published reaches every subscriber of this process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from quincunx.table.events import Entry

DEPTH = 10_000
"""Entries that a slow subscriber may fall behind before it misses some; gaps are mended by version."""


class MemoryBus:
    """A :class:`~quincunx.node.ports.Bus` within the process."""

    def __init__(self) -> None:
        self._queues: set[asyncio.Queue[Entry | None]] = set()

    async def open(self) -> None:
        """Nothing is needed."""

    async def publish(self, entry: Entry) -> None:
        """Hand the entry to every subscriber; never waits for them."""
        for queue in self._queues:
            if queue.qsize() < DEPTH:
                queue.put_nowait(entry)

    async def subscribe(self) -> AsyncIterator[Entry]:
        """Everything that is published from now on, until the bus is closed."""
        queue: asyncio.Queue[Entry | None] = asyncio.Queue()
        self._queues.add(queue)
        try:
            while (entry := await queue.get()) is not None:
                yield entry
        finally:
            self._queues.discard(queue)

    async def close(self) -> None:
        """End every subscription, after what was published."""
        for queue in self._queues:
            queue.put_nowait(None)

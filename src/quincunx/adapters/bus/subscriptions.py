"""Whoever listens to a bus in this process, each with a queue of their own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from quincunx.node.messages import Gap, Heard

DEPTH = 10_000
"""News that a slow subscriber may fall behind before it misses some; gaps are mended by version."""


class Subscriptions:
    """Hands the same to every subscriber, and waits for none."""

    def __init__(self) -> None:
        self._queues: set[_Queue] = set()

    def tell(self, news: Heard) -> None:
        """To everybody who listens by now."""
        for queue in self._queues:
            queue.put(news)

    async def subscribe(self) -> AsyncIterator[Heard]:
        """See :meth:`quincunx.node.ports.Bus.subscribe`."""
        queue = _Queue()
        self._queues.add(queue)
        try:
            while (news := await queue.get()) is not None:
                yield news
        finally:
            self._queues.discard(queue)

    def close(self) -> None:
        """End every subscription, after what was told."""
        for queue in self._queues:
            queue.end()


class _Queue:
    def __init__(self) -> None:
        self._waiting: asyncio.Queue[Heard | None] = asyncio.Queue()
        self._has_missed = False

    def put(self, news: Heard) -> None:
        if self._waiting.qsize() >= DEPTH:
            self._has_missed = True
            return
        if self._has_missed:
            self._has_missed = False
            self._waiting.put_nowait(Gap())
        self._waiting.put_nowait(news)

    def end(self) -> None:
        self._waiting.put_nowait(None)

    async def get(self) -> Heard | None:
        return await self._waiting.get()

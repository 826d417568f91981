"""The subscribers of a bus in this process, each with a queue."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from quincunx.node.messages import Gap, Heard

DEPTH = 10_000
"""The most news in the queue of a slow subscriber. Beyond it news is lost; nodes fill gaps by version."""


class Subscriptions:
    """Distributes news to all subscribers without waiting for them."""

    def __init__(self) -> None:
        self._queues: set[_Queue] = set()

    def deliver_to_all(self, news: Heard) -> None:
        """Queue news for all present subscribers."""
        for queue in self._queues:
            queue.put(news)

    async def subscribe(self) -> AsyncIterator[Heard]:
        """The news from the first step of the iteration on, with a ``Gap`` where some was lost."""
        queue = _Queue()
        self._queues.add(queue)
        try:
            while (news := await queue.get()) is not None:
                yield news
        finally:
            self._queues.discard(queue)

    def close(self) -> None:
        """End every subscription after the news that is already queued."""
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

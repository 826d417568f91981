"""The bus of a single node: what is published reaches every subscriber of this process."""

from __future__ import annotations

from collections.abc import AsyncIterator

from quincunx.adapters.subscriptions import Subscriptions
from quincunx.node.news import Gap, News


class MemoryBus:
    """A :class:`~quincunx.node.ports.Bus` within the process."""

    def __init__(self) -> None:
        self._subscriptions = Subscriptions()

    is_well = True

    async def open(self) -> None:
        """Nothing is needed."""

    async def publish(self, news: News) -> None:
        """See :meth:`quincunx.node.ports.Bus.publish`."""
        self._subscriptions.tell(news)

    def subscribe(self) -> AsyncIterator[News | Gap]:
        """See :meth:`quincunx.node.ports.Bus.subscribe`."""
        return self._subscriptions.subscribe()

    async def close(self) -> None:
        """See :meth:`quincunx.node.ports.Bus.close`."""
        self._subscriptions.close()

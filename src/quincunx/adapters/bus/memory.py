"""The bus within one process, for a single node or for several nodes side by side."""

from __future__ import annotations

from collections.abc import AsyncIterator

from quincunx.adapters.bus.subscriptions import Subscriptions
from quincunx.node.messages import Heard, News, UnreadEntry
from quincunx.table.events import Entry


class MemoryBus:
    """One node's :class:`~quincunx.node.ports.Bus`. Each further node gets its own end by :meth:`end`."""

    def __init__(self) -> None:
        self._subscriptions = Subscriptions()
        self._ends = [self._subscriptions]
        """The subscriptions of all nodes."""

    is_well = True

    def end(self) -> MemoryBus:
        """The same bus for another node."""
        made = MemoryBus()
        made._ends = self._ends
        made._ends.append(made._subscriptions)
        return made

    async def open(self) -> None:
        """Nothing to do: a bus in memory needs no connection."""

    async def publish(self, news: News) -> None:
        """Publish news to the subscribers of all other nodes."""
        for each in self._ends:
            if each is not self._subscriptions:
                each.deliver_to_all(UnreadEntry.of(news) if isinstance(news, Entry) else news)

    def subscribe(self) -> AsyncIterator[Heard]:
        """News from other nodes, from the first step of the iteration on."""
        return self._subscriptions.subscribe()

    async def close(self) -> None:
        """End the subscriptions of this node."""
        self._subscriptions.close()

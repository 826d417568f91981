"""The bus within one process: of a single node, which has nobody to talk to, or of several side by side."""

from __future__ import annotations

from collections.abc import AsyncIterator

from quincunx.adapters.bus.subscriptions import Subscriptions
from quincunx.node.messages import Heard, News, UnreadEntry
from quincunx.table.events import Entry


class MemoryBus:
    """One node's :class:`~quincunx.node.ports.Bus`; another is given an :meth:`end` of its own."""

    def __init__(self) -> None:
        self._subscriptions = Subscriptions()
        self._ends = [self._subscriptions]
        """Those of all nodes."""

    is_well = True

    def end(self) -> MemoryBus:
        """The same bus, as another node has it."""
        made = MemoryBus()
        made._ends = self._ends
        made._ends.append(made._subscriptions)
        return made

    async def open(self) -> None:
        """Nothing is needed."""

    async def publish(self, news: News) -> None:
        """See :meth:`quincunx.node.ports.Bus.publish`."""
        for each in self._ends:
            if each is not self._subscriptions:
                each.tell(UnreadEntry.of(news) if isinstance(news, Entry) else news)

    def subscribe(self) -> AsyncIterator[Heard]:
        """See :meth:`quincunx.node.ports.Bus.subscribe`."""
        return self._subscriptions.subscribe()

    async def close(self) -> None:
        """See :meth:`quincunx.node.ports.Bus.close`."""
        self._subscriptions.close()

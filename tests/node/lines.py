"""Nodes on one bus, each with a line of its own that can be cut."""

from __future__ import annotations

from collections.abc import AsyncIterator

from quincunx.adapters.bus.memory import MemoryBus
from quincunx.node.live.live_table import LiveTable
from quincunx.node.messages import Gap, Heard, News
from quincunx.node.node import Tables
from tests.node.support import World, live


class Line(MemoryBus):
    """A node's own access to a bus that all share, which can be cut."""

    def __init__(self, shared: MemoryBus) -> None:
        super().__init__()
        self.shared = shared.end()
        self.is_cut = False
        self.cut_once: type[object] | None = None
        """Lose the next messages of this kind silently."""

    @property
    def is_well(self) -> bool:  # type: ignore[override]
        return not self.is_cut

    async def publish(self, news: News) -> None:
        if not self.is_cut:
            await self.shared.publish(news)

    async def subscribe(self) -> AsyncIterator[Heard]:
        was_cut = False
        async for news in self.shared.subscribe():
            if self.cut_once is not None and isinstance(news, self.cut_once):
                self.cut_once = None
            elif self.is_cut:
                was_cut = True
            else:
                if was_cut:
                    was_cut = False
                    yield Gap()
                yield news


async def two_nodes(world: World) -> tuple[Tables, Tables, str, LiveTable, LiveTable]:
    one, two = await world.node(Line(world.bus)), await world.node(Line(world.bus))
    table = await world.make(one)
    there = await live(two, table)
    return one, two, table, await live(one, table), there


def line_of(node: Tables) -> Line:
    assert isinstance(node._bus, Line)
    return node._bus


def seen_here(node: Tables, table: LiveTable) -> tuple[bool, ...]:
    return node.presence(table).here

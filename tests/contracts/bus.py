"""What every bus promises; each adapter runs this class with its own ``bus`` fixture."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TypeVar

import pytest

from quincunx.adapters import subscriptions
from quincunx.node.news import Beat, Bye, Gap, Here, News, Who
from quincunx.node.ports import Bus
from quincunx.table.events import Entry
from tests.contracts.journal import entry

PATIENCE = 60.0
"""Seconds; only keeps a test that fails from hanging."""


B = TypeVar("B", bound=Bus)


@asynccontextmanager
async def opened(bus: B) -> AsyncIterator[B]:
    """The bus, open for as long as it is needed."""
    await bus.open()
    try:
        yield bus
    finally:
        await bus.close()


class Listener:
    """Subscribes at once, and keeps what it hears."""

    def __init__(self, bus: Bus) -> None:
        self.heard: list[Entry] = []
        self.others: list[News] = []
        """What is no entry."""
        self.gaps = 0
        self.task = asyncio.create_task(self._listen(bus))

    async def _listen(self, bus: Bus) -> None:
        async for each in bus.subscribe():
            if isinstance(each, Entry):
                self.heard.append(each)
            elif isinstance(each, Gap):
                self.gaps += 1
            else:
                self.others.append(each)

    async def versions(self, count: int) -> list[int]:
        """The versions of all that was heard, once there are so many."""
        async with asyncio.timeout(PATIENCE):
            while len(self.heard) < count:  # noqa: ASYNC110
                await asyncio.sleep(0.001)
        return [each.version for each in self.heard]

    async def stop(self) -> None:
        """Listen no more."""
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)


async def listener(bus: Bus) -> Listener:
    """One that is listening by now."""
    made = Listener(bus)
    await asyncio.sleep(0.01)
    return made


class BusContract:
    """Inherit and provide ``bus``, which has been opened."""

    @pytest.fixture
    def bus(self) -> Bus:
        raise NotImplementedError

    @pytest.fixture
    def other(self, bus: Bus) -> Bus:
        """The same bus as another node has it, opened; a bus within one process is itself that."""
        return bus

    async def test_what_one_node_says_another_hears_whole_and_in_order(self, bus: Bus, other: Bus) -> None:
        here, there = await listener(bus), await listener(other)
        for version in range(1, 301):
            await bus.publish(entry(version))
        for each in (here, there):
            assert await each.versions(300) == list(range(1, 301))
            assert each.heard[6] == entry(7)
            assert each.gaps == 0
            await each.stop()

    async def test_both_ways_at_once(self, bus: Bus, other: Bus) -> None:
        here, there = await listener(bus), await listener(other)
        for version in range(1, 101):
            await bus.publish(entry(version, table="of-one"))
            await other.publish(entry(version, table="of-the-other"))
        for each in (here, there):
            await each.versions(200)
            for table in ("of-one", "of-the-other"):
                versions = [heard.version for heard in each.heard if heard.table == table]
                assert versions == list(range(1, 101)), "each node's own order stays"
            await each.stop()

    async def test_presence_is_told_beside_the_entries(self, bus: Bus, other: Bus) -> None:
        there = await listener(other)
        said: list[News] = [
            Beat("n1", ("table-1", "table-2")),
            Here("n1", "table-1", ("Zoë\n“quoted”",), 7, {"somebody": 12}),
            Who("n1"),
            Who("n1", "table-1"),
            Bye("n1"),
        ]
        for news in said:
            await bus.publish(news)
        await bus.publish(entry(1))
        await there.versions(1)
        assert there.others == said

    async def test_while_it_is_open_it_is_well(self, bus: Bus, other: Bus) -> None:
        assert bus.is_well
        assert other.is_well

    async def test_every_subscriber_hears_everything_in_order(self, bus: Bus) -> None:
        listeners = [await listener(bus) for _ in range(3)]
        for version in range(1, 101):
            await bus.publish(entry(version))
        for each in listeners:
            assert await each.versions(100) == list(range(1, 101))
            assert each.heard[0] == entry(1), "whole entries, and not just their names"
            await each.stop()

    async def test_whoever_comes_late_hears_what_is_published_from_then_on(self, bus: Bus) -> None:
        early = await listener(bus)
        await bus.publish(entry(1))
        assert await early.versions(1) == [1]
        late = await listener(bus)
        await bus.publish(entry(2))
        assert await late.versions(1) == [2]
        assert await early.versions(2) == [1, 2]

    async def test_to_nobody_nothing_is_said(self, bus: Bus) -> None:
        await asyncio.wait_for(bus.publish(entry(1)), PATIENCE)

    async def test_whoever_stops_listening_takes_nothing_from_the_others(self, bus: Bus) -> None:
        stays, leaves = await listener(bus), await listener(bus)
        await bus.publish(entry(1))
        await leaves.versions(1)
        await leaves.stop()
        await bus.publish(entry(2))
        assert await stays.versions(2) == [1, 2]
        assert await leaves.versions(1) == [1]

    async def test_somebody_slow_holds_up_neither_the_publisher_nor_the_others(self, bus: Bus) -> None:
        """It has taken one entry and is busy with it for ever; what it misses is its own affair."""
        slow = bus.subscribe()
        first = asyncio.ensure_future(anext(slow))
        quick = await listener(bus)
        async with asyncio.timeout(PATIENCE):
            for version in range(1, 501):
                await bus.publish(entry(version))
        assert await quick.versions(500) == list(range(1, 501))
        assert (await asyncio.wait_for(first, PATIENCE)).version == 1

    async def test_closing_ends_every_subscription_after_what_was_published(self, bus: Bus) -> None:
        listeners = [await listener(bus) for _ in range(2)]
        for version in (1, 2, 3):
            await bus.publish(entry(version))
        await bus.close()
        for each in listeners:
            await asyncio.wait_for(each.task, PATIENCE)
            assert [every.version for every in each.heard] == [1, 2, 3]

    async def test_what_was_published_before_the_end_is_heard_elsewhere(self, bus: Bus, other: Bus) -> None:
        there = await listener(other)
        for version in range(1, 101):
            await bus.publish(entry(version))
        await bus.close()
        assert await there.versions(100) == list(range(1, 101))

    async def test_publishing_after_the_end_harms_nothing(self, bus: Bus) -> None:
        await bus.close()
        await bus.publish(entry(1))

    async def test_whoever_misses_some_is_told_of_a_gap(
        self, bus: Bus, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(subscriptions, "DEPTH", 3)
        slow = bus.subscribe()
        first = asyncio.ensure_future(anext(slow))
        await asyncio.sleep(0)
        for version in range(1, 9):
            await bus.publish(entry(version))
        assert await first == entry(1)
        heard = [await anext(slow) for _ in range(2)]
        await bus.publish(entry(9))
        heard += [await anext(slow) for _ in range(2)]
        assert Gap() in heard
        assert heard[-1] == entry(9)

    async def test_closing_twice_harms_nothing(self, bus: Bus) -> None:
        await bus.close()
        await bus.close()

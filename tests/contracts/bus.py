"""What every bus promises; each adapter runs this class with its own ``bus`` fixture."""

from __future__ import annotations

import asyncio

import pytest

from quincunx.node.ports import Bus
from quincunx.table.events import Entry
from tests.contracts.journal import entry

PATIENCE = 20.0
"""Seconds; only keeps a test that fails from hanging."""


class Listener:
    """Subscribes at once, and keeps what it hears."""

    def __init__(self, bus: Bus) -> None:
        self.heard: list[Entry] = []
        self.task = asyncio.create_task(self._listen(bus))

    async def _listen(self, bus: Bus) -> None:
        async for each in bus.subscribe():
            self.heard.append(each)

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

    async def test_closing_twice_harms_nothing(self, bus: Bus) -> None:
        await bus.close()
        await bus.close()

"""The contract of every bus; each adapter runs this class with its own ``bus`` fixture."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TypeVar

import pytest

from quincunx.adapters.bus import subscriptions
from quincunx.node.messages import (
    Beat,
    Bye,
    CredentialEnded,
    Gap,
    Heard,
    Here,
    News,
    PersonChanged,
    UnreadEntry,
    Who,
)
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
        self.others: list[Heard] = []
        """News other than entries."""
        self.gaps = 0
        self.task = asyncio.create_task(self._listen(bus))

    async def _listen(self, bus: Bus) -> None:
        async for each in bus.subscribe():
            if isinstance(each, UnreadEntry):
                self.heard.append(each.read())
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


async def taken(subscription: AsyncIterator[Heard], count: int) -> list[Heard]:
    """This many news from a subscription that has started."""
    async with asyncio.timeout(PATIENCE):
        return [await anext(subscription) for _ in range(count)]


def unread(*versions: int) -> list[Heard]:
    """The received news about entries of these versions."""
    return [UnreadEntry.of(entry(version)) for version in versions]


async def listener(bus: Bus) -> Listener:
    """One that is listening by now."""
    made = Listener(bus)
    await asyncio.sleep(0.01)
    return made


class BusContract:
    """Inherit and provide ``bus`` and ``other``, both opened: the same bus, as two nodes have it."""

    @pytest.fixture
    def bus(self) -> Bus:
        raise NotImplementedError

    @pytest.fixture
    def other(self, bus: Bus) -> Bus:
        raise NotImplementedError

    async def test_a_message_arrives_at_another_node_whole_and_in_order(self, bus: Bus, other: Bus) -> None:
        there = await listener(other)
        for version in range(1, 301):
            await bus.publish(entry(version))
        assert await there.versions(300) == list(range(1, 301))
        assert there.heard[6] == entry(7)
        assert there.gaps == 0

    async def test_both_ways_at_once(self, bus: Bus, other: Bus) -> None:
        here, there = await listener(bus), await listener(other)
        for version in range(1, 101):
            await bus.publish(entry(version, table="of-one"))
            await other.publish(entry(version, table="of-the-other"))
        for each, table in ((here, "of-the-other"), (there, "of-one")):
            assert await each.versions(100) == list(range(1, 101))
            assert {heard.table for heard in each.heard} == {table}

    async def test_no_publisher_hears_its_own_messages(self, bus: Bus, other: Bus) -> None:
        here, there = await listener(bus), await listener(other)
        for version in range(1, 101):
            await bus.publish(entry(version))
        await bus.publish(Who("n1"))
        await there.versions(100)
        await other.publish(entry(101))
        assert await here.versions(1) == [101]
        assert here.others == []

    async def test_presence_is_told_beside_the_entries(self, bus: Bus, other: Bus) -> None:
        there = await listener(other)
        said: list[News] = [
            Beat("n1", ("table-1", "table-2")),
            Here("n1", "table-1", ("Zoë\n“quoted”",), 7, {"somebody": 12}),
            Who("n1"),
            Who("n1", "table-1"),
            Bye("n1"),
            PersonChanged("somebody", is_end=True),
            CredentialEnded(bytes(range(32))),
        ]
        for news in said:
            await bus.publish(news)
        await bus.publish(entry(1))
        await there.versions(1)
        assert there.others == said

    async def test_while_it_is_open_it_is_well(self, bus: Bus, other: Bus) -> None:
        assert bus.is_well
        assert other.is_well

    async def test_every_subscriber_hears_everything_in_order(self, bus: Bus, other: Bus) -> None:
        listeners = [await listener(other) for _ in range(3)]
        for version in range(1, 101):
            await bus.publish(entry(version))
        for each in listeners:
            assert await each.versions(100) == list(range(1, 101))
            assert each.heard[0] == entry(1), "whole entries, and not just their names"

    async def test_a_late_subscriber_hears_messages_from_then_on(self, bus: Bus, other: Bus) -> None:
        early = await listener(other)
        await bus.publish(entry(1))
        assert await early.versions(1) == [1]
        late = await listener(other)
        await bus.publish(entry(2))
        assert await late.versions(1) == [2]
        assert await early.versions(2) == [1, 2]

    async def test_without_subscribers_nothing_is_published(self, bus: Bus) -> None:
        await asyncio.wait_for(bus.publish(entry(1)), PATIENCE)

    async def test_a_subscriber_that_stops_takes_nothing_from_the_others(self, bus: Bus, other: Bus) -> None:
        stays, leaves = await listener(other), await listener(other)
        await bus.publish(entry(1))
        await leaves.versions(1)
        await leaves.stop()
        await bus.publish(entry(2))
        assert await stays.versions(2) == [1, 2]
        assert await leaves.versions(1) == [1]

    async def test_a_slow_subscriber_holds_up_neither_the_publisher_nor_the_others(
        self, bus: Bus, other: Bus
    ) -> None:
        """It has taken one entry and is busy with it for ever; what it misses is its own affair."""
        slow = other.subscribe()
        first = asyncio.ensure_future(anext(slow))
        quick = await listener(other)
        async with asyncio.timeout(PATIENCE):
            for version in range(1, 501):
                await bus.publish(entry(version))
        assert await quick.versions(500) == list(range(1, 501))
        assert [await asyncio.wait_for(first, PATIENCE)] == unread(1)

    async def test_closing_ends_every_subscription_after_what_was_heard(self, bus: Bus, other: Bus) -> None:
        slow = other.subscribe()
        first = asyncio.ensure_future(anext(slow))
        listeners = [await listener(other) for _ in range(2)]
        for version in (1, 2, 3):
            await bus.publish(entry(version))
        await listeners[0].versions(3)
        await other.close()
        for each in listeners:
            await asyncio.wait_for(each.task, PATIENCE)
            assert [every.version for every in each.heard] == [1, 2, 3]
        async with asyncio.timeout(PATIENCE):
            assert [await first, *[each async for each in slow]] == unread(1, 2, 3)

    async def test_a_message_published_before_the_end_is_delivered(self, bus: Bus, other: Bus) -> None:
        there = await listener(other)
        for version in range(1, 1001):
            await bus.publish(entry(version, "k" * 2000))  # more than goes out in one step
        await bus.close()
        assert await there.versions(1000) == list(range(1, 1001))

    async def test_publishing_after_the_end_harms_nothing(self, bus: Bus) -> None:
        await bus.close()
        await bus.publish(entry(1))

    async def test_a_subscriber_that_misses_some_is_told_of_a_gap(
        self, bus: Bus, other: Bus, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(subscriptions, "DEPTH", 3)
        slow = other.subscribe()
        first = asyncio.ensure_future(anext(slow))
        quick = await listener(other)
        for version in range(1, 9):
            await bus.publish(entry(version))
            await quick.versions(version)  # it falls behind by nothing
        assert [await first, *await taken(slow, 3)] == unread(1, 2, 3, 4)
        await bus.publish(entry(9))
        assert await taken(slow, 2) == [Gap(), *unread(9)]
        assert quick.gaps == 0

    async def test_closing_twice_harms_nothing(self, bus: Bus) -> None:
        await bus.close()
        await bus.close()

"""The number of people who are here, told by two nodes over one store."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from quincunx.node.lists import people_here
from quincunx.node.lists.people_here import FRESH_MILLISECONDS, PeopleHere
from tests.servers.stores import new_store


class Clock:
    """Milliseconds since 1970, as the test says."""

    def __init__(self) -> None:
        self.at = 1_800_000_000_000

    def now(self) -> int:
        return self.at


async def test_two_nodes_count_each_person_once(tmp_path: Path) -> None:
    store, clock = new_store(tmp_path), Clock()
    await store.open()
    try:
        here, there = {"ada", "bo"}, {"bo", "cy"}
        one = PeopleHere(store, clock, "one", lambda: here)
        other = PeopleHere(store, clock, "other", lambda: there)
        for node in (one, other, one):
            await node.exchange()
        assert (one.count, other.count) == (3, 3)
        for node in (one, other):
            assert node.among(["ada", "cy", "dora"]) == {"ada", "cy"}
        there.add("dora")
        assert (one.count, other.count) == (3, 4)
        await other.exchange()
        await one.exchange()
        assert one.count == 4
        # A node that has died is forgotten after a while, one that stops at once.
        clock.at += FRESH_MILLISECONDS + 1
        await one.exchange()
        assert one.count == 2
        await other.exchange()
        await one.exchange()
        assert one.count == 4
        await other.stop()
        await one.exchange()
        assert one.count == 2
    finally:
        await store.close()


async def test_more_people_than_a_node_names_are_counted(tmp_path: Path) -> None:
    store, clock = new_store(tmp_path), Clock()
    await store.open()
    try:
        crowd = {f"p{number}" for number in range(5_010)}
        one = PeopleHere(store, clock, "one", lambda: crowd)
        other = PeopleHere(store, clock, "other", lambda: {"ada"})
        await one.exchange()
        await other.exchange()
        assert other.count == 5_011
        # A single node has its own people alone, and stores nothing.
        alone = PeopleHere(None, clock, "alone", lambda: crowd)
        await alone.exchange()
        assert alone.count == 5_010
    finally:
        await store.close()


async def test_a_node_exchanges_people_from_its_start_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people_here, "EXCHANGE_SECONDS", 0.01)
    store, clock = new_store(tmp_path), Clock()
    await store.open()
    try:
        other = PeopleHere(store, clock, "other", lambda: {"bo"})
        await other.exchange()
        node = PeopleHere(store, clock, "one", lambda: {"ada"})
        assert node.count == 1
        node.start()
        async with asyncio.timeout(20):
            while node.count < 2:  # noqa: ASYNC110  # a store answers in its own time
                await asyncio.sleep(0.01)
        await node.stop()
        await other.exchange()
        assert other.count == 1
    finally:
        await store.close()


async def test_a_node_alone_needs_no_store() -> None:
    node = PeopleHere(None, Clock(), "one", lambda: {"ada"})
    node.start()
    await node.exchange()
    assert node.count == 1
    await node.stop()

"""The number of people who are here, told by two nodes over one store."""

from __future__ import annotations

from pathlib import Path

from quincunx.adapters.store.sql import SqlStore
from quincunx.node.lists.people_here import FRESH_MILLISECONDS, PeopleHere


class Clock:
    """Milliseconds since 1970, as the test says."""

    def __init__(self) -> None:
        self.at = 1_800_000_000_000

    def now(self) -> int:
        return self.at


async def test_two_nodes_count_each_person_once(tmp_path: Path) -> None:
    store, clock = SqlStore(f"sqlite:{tmp_path / 'people.sqlite'}"), Clock()
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
    store, clock = SqlStore(f"sqlite:{tmp_path / 'people.sqlite'}"), Clock()
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

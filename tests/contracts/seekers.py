"""The contract of every store of people who look for a game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import count
from typing import Any

from quincunx.adapters.store.seekers import GONE_MILLISECONDS
from quincunx.club.matchmaking import Seeker
from quincunx.club.ports import Store
from tests.contracts.people import NOW, person, session


def seeker(person: str, points: int = 1500, **more: Any) -> Seeker:
    given: dict[str, Any] = {"pool": "x", "players": 2, "margin": 0, "since": NOW, **more}
    return Seeker(person=person, name=person.title(), points=points, **given)


def names() -> Callable[[], str]:
    numbers = count(1)
    return lambda: f"table-{next(numbers)}"


class SeekerContract:
    """One transaction pairs two people, ends their search, and records their table."""

    async def test_two_are_paired_and_their_table_is_noted_until_it_is_made(self, store: Store) -> None:
        await store.add_seeker(seeker("alice"))
        assert await store.pair_up(["alice"], NOW, names()) == (frozenset({"alice"}), ())
        await store.add_seeker(seeker("bob", pool="y"))
        await store.add_seeker(seeker("carol", since=NOW + 1))
        left, made = await store.pair_up(["alice", "bob", "carol"], NOW + 1, names())
        assert left == {"bob"}
        assert [(each.table, each.pool, each.people) for each in made] == [
            ("table-1", "x", (("alice", "Alice"), ("carol", "Carol")))
        ]
        assert await store.pairings(NOW, 9) == []
        assert await store.pairings(NOW + 1, 9) == list(made)
        await store.end_pairing("table-1")
        assert await store.pairings(NOW + 1, 9) == []

    async def test_seekers_of_all_nodes_are_listed_until_they_are_gone(self, store: Store) -> None:
        await store.add_guest(person("alice"), session("alice"))
        await store.add_seeker(seeker("carol", points=1610, since=NOW + 1))
        await store.add_seeker(seeker("alice"))
        found = await store.seekers(NOW + 1, 9)
        assert [(each.name, each.pool, each.points, each.since) for each in found] == [
            ("Alice", "x", 1500, NOW),
            ("Carol", "x", 1610, NOW + 1),
        ]
        assert found[0].is_guest
        assert [each.name for each in await store.seekers(NOW + 1, 1)] == ["Alice"]
        gone = NOW + GONE_MILLISECONDS + 1
        assert [each.name for each in await store.seekers(gone, 9)] == ["Carol"]
        await store.stop_seeking("carol")
        assert await store.seekers(gone, 9) == []

    async def test_of_many_nodes_that_pair_at_once_one_does(self, store: Store) -> None:
        people = [f"person-{number}" for number in range(8)]
        for each in people:
            await store.add_seeker(seeker(each))
        name = names()
        found = await asyncio.gather(*(store.pair_up(people[n::4], NOW, name) for n in range(4)))
        paired = [person for _, made in found for each in made for person, _ in each.people]
        assert sorted(paired) == people

    async def test_a_seeker_with_another_wish_or_none_drops_the_former_one(self, store: Store) -> None:
        await store.add_seeker(seeker("alice"))
        await store.add_seeker(seeker("bob"))
        await store.add_seeker(seeker("bob", pool="y"))
        assert (await store.pair_up([], NOW, names()))[1] == ()
        await store.stop_seeking("alice")
        assert await store.pair_up([], NOW, names()) == (frozenset({"bob"}), ())

    async def test_seeks_of_a_dead_node_end(self, store: Store) -> None:
        await store.add_seeker(seeker("alice"))
        later = NOW + GONE_MILLISECONDS + 1
        await store.add_seeker(seeker("bob", since=later))
        assert await store.pair_up(["bob"], later, names()) == (frozenset({"bob"}), ())

    async def test_a_player_who_has_blocked_the_other_is_not_paired_with_them(self, store: Store) -> None:
        for each in ("alice", "bob", "carol"):
            await store.add_guest(person(each), session(each))
        await store.block("bob", "alice", "Alice", NOW, 10)
        await store.add_seeker(seeker("alice"))
        await store.add_seeker(seeker("bob", since=NOW + 1))
        assert (await store.pair_up(["alice", "bob"], NOW + 1, names()))[1] == ()
        await store.add_seeker(seeker("carol", since=NOW + 2))
        _, made = await store.pair_up(["alice", "bob", "carol"], NOW + 2, names())
        assert [each.people for each in made] == [(("alice", "Alice"), ("carol", "Carol"))]

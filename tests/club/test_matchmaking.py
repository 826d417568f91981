"""Pairs of people who look for a game."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from quincunx.club.matchmaking import ANYBODY_SECONDS, NEAR_POINTS, POINTS_A_SECOND, Seeker, pair

NOW = 1_800_000_000_000


def seeker(person: str, points: int = 1500, waited: float = 0, **more: Any) -> Seeker:
    usual: dict[str, Any] = {"pool": "cinco quick", "players": 2, "margin": 0, **more}
    since = NOW - round(1000 * waited)
    return Seeker(person=person, name=person.title(), points=points, since=since, **usual)


def names(*seekers: Seeker) -> list[str]:
    return [" ".join(each.person for each in group) for group in pair(seekers, NOW)]


def test_two_who_want_the_same_and_are_near_meet() -> None:
    assert names(seeker("ann"), seeker("bob", 1500 + NEAR_POINTS)) == ["ann bob"]
    assert names(seeker("ann"), seeker("bob", 1501 + NEAR_POINTS)) == []
    assert names(seeker("ann"), seeker("bob", pool="cinco slow")) == []


def test_a_longer_wait_widens_the_range_and_in_the_end_admits_all() -> None:
    far = 1500 + NEAR_POINTS + 10 * POINTS_A_SECOND
    assert names(seeker("ann", waited=9), seeker("bob", far)) == []
    assert names(seeker("ann", waited=10), seeker("bob", far)) == ["ann bob"]
    assert names(seeker("ann", waited=ANYBODY_SECONDS), seeker("bob", 9000)) == ["ann bob"]


def test_a_player_with_an_uncertain_rating_may_meet_more() -> None:
    assert names(seeker("ann", margin=800), seeker("bob", 1900, margin=100)) == ["ann bob"]


def test_the_nearest_meet_and_the_longest_waiting_is_served_first() -> None:
    assert names(seeker("ann", 1500, 3), seeker("bob", 1600, 2), seeker("cid", 1520, 1)) == ["ann cid"]
    assert names(*(seeker(name, 1500, number) for number, name in enumerate("abcd"))) == ["d c", "b a"]


def test_the_nearest_is_who_is_nearest_above_or_below() -> None:
    rest = [seeker("bob", 1560, 4), seeker("cid", 1470, 3), seeker("dan", 1300, 2)]
    assert names(seeker("ann", 1500, 9), *rest)[0] == "ann cid"


def test_half_of_what_is_not_known_counts_and_no_more() -> None:
    far = 1500 + NEAR_POINTS + 60
    assert names(seeker("ann", margin=80), seeker("bob", far, margin=40)) == ["ann bob"]
    assert names(seeker("ann", margin=80), seeker("bob", far, margin=38)) == []


def test_pools_are_served_each_by_itself_and_the_longest_waiting_come_first() -> None:
    slow = [seeker("ann", waited=1, pool="slow"), seeker("bob", waited=9, pool="slow")]
    quick = [seeker("cid", waited=5), seeker("dan", waited=2)]
    assert names(*slow, *quick) == ["bob ann", "cid dan"]
    assert names(*quick, *slow) == ["bob ann", "cid dan"]


def test_no_player_meets_a_blocked_one() -> None:
    assert names(seeker("ann", blocks=frozenset({"bob"})), seeker("bob")) == []
    assert names(seeker("ann"), seeker("bob", blocks=frozenset({"ann"}))) == []


def test_games_of_more_wait_until_all_are_there() -> None:
    three = [seeker(name, players=3) for name in ("ann", "bob", "cid")]
    assert names(*three[:2]) == []
    assert names(*three) == ["ann bob cid"]


def test_in_a_larger_game_all_pairs_may_meet() -> None:
    shy = seeker("cid", 1510, players=3, blocks=frozenset({"bob"}))
    three = [seeker("ann", 1500, 1, players=3), seeker("bob", 1505, players=3), shy]
    assert names(*three) == []
    assert names(*three, seeker("dan", 1520, players=3)) == ["ann bob dan"]
    # Bob is nearest, but with him there would be no game.
    apart = frozenset({"bob"})
    others = [seeker(name, 1520, players=3, blocks=apart) for name in ("cid", "dan")]
    assert names(*three[:2], *others) == ["ann cid dan"]


seekers = st.lists(
    st.builds(
        Seeker,
        person=st.sampled_from("abcdefgh"),
        name=st.just("Somebody"),
        pool=st.sampled_from(["x", "y"]),
        players=st.just(2),
        points=st.integers(1000, 2000),
        margin=st.integers(0, 800),
        since=st.integers(NOW - 100_000, NOW),
        blocks=st.frozensets(st.sampled_from("abcdefgh"), max_size=2),
    ).map(lambda each: replace(each, players=2 if each.pool == "x" else 3)),
    max_size=12,
    unique_by=lambda each: each.person,
)


@given(seekers)
def test_no_player_is_paired_twice_and_the_order_does_not_matter(found: list[Seeker]) -> None:
    groups = pair(found, NOW)
    people = [each.person for group in groups for each in group]
    assert len(people) == len(set(people))
    for group in groups:
        assert len(group) == group[0].players
        for one, other in permutations(group, 2):
            assert (one.pool, one.players) == (other.pool, other.players)
            assert other.person not in one.blocks
    assert pair(found[::-1], NOW) == groups


@given(seekers)
def test_no_player_is_left_who_could_have_met(found: list[Seeker]) -> None:
    paired = {each.person for group in pair(found, NOW) for each in group}
    left = [each for each in found if each.person not in paired]
    for size in (2, 3):
        for group in combinations(left, size):
            assert not (group[0].players == size and may_all_meet(group))


def may_all_meet(group: tuple[Seeker, ...]) -> bool:
    """As two are asked who are alone in the world."""
    pairs = [[replace(each, players=2) for each in two] for two in combinations(group, 2)]
    return all(pair(two, NOW) for two in pairs)

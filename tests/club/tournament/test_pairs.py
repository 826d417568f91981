"""Pairings: the matching against all possible ones, the circle, and Swiss rounds as properties."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import chain, combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx.club.tournament.commands import MOST_NUMBERS
from quincunx.club.tournament.pairing import swiss
from quincunx.club.tournament.pairing.entrant import Entrant
from quincunx.club.tournament.pairing.matching import cheapest_pairs
from quincunx.club.tournament.pairing.round_robin import circle, rounds_for
from quincunx.club.tournament.rules import rounds_of
from tests.club.tournament.support import LOST, WON, Club, byes, meetings, plan

Costs = dict[tuple[int, int], int]


def least(count: int, costs: Costs) -> int:
    """The least that all can be paired for, by trying every way."""

    @cache
    def of(left: frozenset[int]) -> int:
        if not left:
            return 0
        one = min(left)
        return min(costs[one, other] + of(left - {one, other}) for other in left - {one})

    return of(frozenset(range(count)))


@given(st.sampled_from([2, 4, 6, 8, 10]), st.sampled_from([1, 2, 5, 1000]), st.randoms(use_true_random=False))
def test_pairs_cost_the_least_that_there_is(count: int, most: int, random: Random) -> None:
    costs = {pair: random.randint(0, most) for pair in combinations(range(count), 2)}
    pairs = cheapest_pairs(count, lambda one, other: costs[min(one, other), max(one, other)])
    assert sorted(chain(*pairs)) == list(range(count))
    assert sum(costs[pair] for pair in pairs) == least(count, costs)


def test_no_player_is_the_pair_of_a_missing_one() -> None:
    assert cheapest_pairs(0, lambda one, other: 0) == ()


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7, 8, 15, 16, 33, 64])
def test_in_a_circle_all_pairs_meet_once_and_each_player_starts_as_often_as_not(players: int) -> None:
    met: list[frozenset[int]] = []
    starts, free = Counter[int](), Counter[int]()
    for number in range(1, rounds_for(players) + 1):
        pairs = circle(players, number)
        there = [each for pair in pairs for each in pair if each is not None]
        assert sorted(there) == list(range(players))
        for one, other in pairs:
            if other is None:
                free[one] += 1
            else:
                met.append(frozenset((one, other)))
                starts.update({one: 1, other: -1})
    assert sorted(map(sorted, met)) == sorted(map(list, combinations(range(players), 2)))
    assert set(free.values()) == ({1} if players % 2 else set())
    assert all(abs(more) <= 1 - players % 2 for more in starts.values())


# ---- Swiss -----------------------------------------------------------------------------------------------


@settings(max_examples=settings().max_examples // 3)  # of whole tournaments
@given(st.integers(3, 20), st.integers(1, 20), st.integers(0, 10**6))
def test_no_pair_meets_twice_and_no_player_has_two_byes(players: int, wanted: int, seed: int) -> None:
    club = Club(players, f"tournament-{seed}", rounds=wanted, pause=0)
    tournament = club.play(Random(seed))
    assert tournament.round == rounds_of(plan(rounds=wanted), players)
    assert max(Counter(meetings(tournament)).values()) == 1
    assert max(Counter(byes(tournament)).values(), default=0) <= 1
    for number in range(1, tournament.round + 1):
        there = sorted(chain(*(game.players for game in tournament.in_round(number))))
        assert there == list(range(1, players + 1))


@pytest.mark.nightly
def test_as_many_rounds_as_there_are_people_may_be_played_by_sixty_four() -> None:
    club = Club(64, rounds=20, pause=0)
    tournament = club.start()
    for _ in range(3):
        # Were the starting players to win, equals would all have started, and could not meet.
        tournament = club.play_round(lambda game: WON if game.first < (game.second or 0) else LOST)
    assert len(meetings(tournament)) == len(set(meetings(tournament))) == 4 * 32
    tops = [game.players for game in tournament.in_round(4)]
    # A player who has won all three rounds is in a group of eight, and meets one of it.
    halves = {
        each: sum(game.halves_of(each) for game in tournament.games if each in game.players)
        for each in range(1, 65)
    }
    assert [sorted(halves[each] for each in pair) for pair in tops[:4]] == [[6, 6]] * 4


def pairable(people: int, met: set[frozenset[int]], may_rest: set[int]) -> bool:
    """True if all can be paired without a second meeting or bye, found by trying every way."""

    @cache
    def of(left: frozenset[int], rests: bool) -> bool:
        if not left:
            return True
        one = min(left)
        if rests and one in may_rest and of(left - {one}, False):
            return True
        return any(
            frozenset((one, other)) not in met and of(left - {one, other}, rests) for other in left - {one}
        )

    return of(frozenset(range(people)), people % 2 == 1)


@given(st.integers(2, 9), st.randoms(use_true_random=False))
def test_a_second_meeting_or_bye_only_where_there_is_no_other_way(people: int, random: Random) -> None:
    """Also in the midst of a tournament that people have left and come to."""
    pairs = list(combinations(range(people), 2))
    met = {frozenset(pair) for pair in random.sample(pairs, random.randint(0, len(pairs)))}
    rested = set(random.sample(range(people), random.randint(0, people)))
    entrants = [
        Entrant(
            number=each,
            halves=random.randint(0, 8),
            lot=bytes([random.randrange(256)]),
            met=tuple(other for other in range(people) if frozenset((each, other)) in met),
            starts=tuple(random.choices([True, False], k=random.randint(0, 4))),
            byes=int(each in rested),
        )
        for each in range(people)
    ]
    found = swiss.cheapest(entrants)
    again = [pair for pair in found if pair[1] is not None and frozenset(pair) in met]
    again += [pair for pair in found if pair[1] is None and pair[0] in rested]
    assert sorted(each for pair in found for each in pair if each is not None) == list(range(people))
    assert (not again) == pairable(people, met, set(range(people)) - rested)


def test_the_bye_goes_to_the_lowest_score_among_players_without_one() -> None:
    rest = [Entrant(each, halves, bytes([each])) for each, halves in enumerate((6, 4, 4, 2, 0))]
    assert swiss.cheapest(rest)[-1] == (4, None)
    rested = [*rest[:4], Entrant(4, 0, b"\4", byes=1)]
    assert swiss.cheapest(rested)[-1] == (3, None)


def test_the_upper_half_meets_the_lower_and_equals_meet_equals() -> None:
    group = [Entrant(each, 2, bytes([each])) for each in range(4)]
    below = [Entrant(each, 0, bytes([each])) for each in range(4, 8)]
    found = {frozenset(pair) for pair in swiss.cheapest([*below, *group])}
    assert found == {frozenset(pair) for pair in ((0, 2), (1, 3), (4, 6), (5, 7))}


def test_the_player_with_fewer_starts_starts_and_then_the_one_who_did_not_last() -> None:
    often = Entrant(1, 0, b"a", starts=(True, True, False))
    seldom = Entrant(2, 0, b"b", starts=(False, False, True))
    assert swiss.cheapest([often, seldom]) == ((2, 1),)
    last = Entrant(1, 0, b"a", starts=(False, True))
    other = Entrant(2, 0, b"b", starts=(True, False))
    assert swiss.cheapest([last, other]) == ((2, 1),)


def test_two_who_have_started_too_often_do_not_meet_if_others_are_as_good() -> None:
    starts = ((True, True), (True, True), (False, False), (False, False))
    four = [Entrant(each, 0, bytes([each]), starts=starts[each]) for each in range(4)]
    # The custom of halves alone would pair 0 with 2 and 1 with 3 here; so the order is another one.
    turned = [Entrant(each, 0, bytes([each]), starts=starts[each // 2 + each % 2 * 2]) for each in range(4)]
    for entrants in (four, turned):
        for one, other in swiss.cheapest(entrants):
            assert other is not None
            assert entrants[one].balance * entrants[other].balance < 0


@settings(max_examples=settings().max_examples // 3)  # of whole tournaments
@given(st.integers(3, 12), st.randoms(use_true_random=False))
def test_rounds_continue_as_players_come_and_go(players: int, random: Random) -> None:
    club = Club(players, format="swiss", rounds=6, pause=0)
    club.start()
    while club.tournament.status == "playing" and len(club.tournament.players) < MOST_NUMBERS:
        for each in random.sample(range(1, players + 4), 2):
            club.come_or_go(random, f"p{each}")
        tournament = club.play_round(lambda game: ("won", "lost"))
        paired = [each for game in tournament.in_round(tournament.round) for each in game.players]
        assert len(paired) == len(set(paired))
    assert club.tournament.status == "ended"

"""Team matches: line-ups, points, pairings and standings."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.club.tournament.teams.match import Board, Match, Team, boards_of
from quincunx.club.tournament.teams.pairing import circle_pairs, swiss_pairs
from quincunx.club.tournament.teams.standings import team_standings

REDS = Team(1, "Reds", (11, 12, 13, 14))


def test_substitutes_move_up_and_the_last_boards_stay_empty() -> None:
    assert REDS.captain == 11
    assert REDS.lineup(3, ()) == (11, 12, 13)
    assert REDS.lineup(3, {12}) == (11, 13, 14)
    assert REDS.lineup(3, {12, 14}) == (11, 13, None)
    assert REDS.lineup(2, {11, 12, 13, 14}) == (None, None)


def test_the_home_team_starts_at_odd_boards_and_a_single_player_wins_without_a_game() -> None:
    assert boards_of((1, 2, 3), (4, 5, None)) == (Board(1, 1, 4), Board(2, 5, 2), Board(3, 3, None))
    assert boards_of((1, None), (None, None)) == (Board(1, 1, None),)


@pytest.mark.parametrize(
    ("halves", "points"),
    [((5, 3), (2, 0)), ((4, 4), (1, 1)), ((1, 7), (0, 2)), ((0, 0), (0, 0)), (None, (0, 0))],
)
def test_match_points(halves: tuple[int, int] | None, points: tuple[int, int]) -> None:
    match = Match(1, 7, 8, halves)
    assert (match.points_of(7), match.points_of(8)) == points


def test_a_bye_is_worth_a_drawn_match() -> None:
    bye = Match(1, 7, None)
    assert (bye.points_of(7), bye.halves_of(7, 4)) == (1, 4)


def test_board_points_decide_between_equals_and_then_their_match() -> None:
    matches = [
        Match(1, 1, 2, (3, 1)),
        Match(1, 3, 4, (4, 0)),
        Match(2, 1, 4, (2, 2)),
        Match(2, 3, 2, (1, 3)),
        Match(3, 4, 2, (2, 2)),
        Match(3, 1, 3, (2, 2)),
    ]
    found = team_standings((1, 2, 3, 4), matches, 2)
    assert [(each.place, each.team, each.points, each.halves) for each in found] == [
        (1, 1, 4, 7),
        (2, 3, 3, 7),
        (3, 2, 3, 6),
        (4, 4, 2, 4),
    ]
    even = [Match(1, 1, 2, (3, 1)), Match(2, 3, 1, (3, 1)), Match(2, 2, 4, (3, 1)), Match(1, 3, 4, (0, 4))]
    assert [each.team for each in team_standings((1, 2, 3, 4), even, 2)][:1] == [4]


def reckoned(teams: range, matches: list[Match], boards: int) -> dict[int, int]:
    """The places, worked out in another way, by the text of the rules."""
    points, board_points = dict.fromkeys(teams, 0), dict.fromkeys(teams, Fraction(0))
    for match in matches:
        if match.away is None:
            points[match.home] += 1
            board_points[match.home] += Fraction(boards, 2)
        elif match.halves is not None:
            for team, own, other in ((match.home, *match.halves), (match.away, *match.halves[::-1])):
                board_points[team] += Fraction(own, 2)
                points[team] += 2 if own > other else int(own == other > 0)
    keys: dict[int, tuple[object, ...]] = {}
    for team in teams:
        tied = [
            each for each in teams if (points[each], board_points[each]) == (points[team], board_points[team])
        ]
        between = [each for each in matches if each.halves is not None and set(each.teams) <= set(tied)]
        met = {frozenset(each.teams) for each in between}
        is_whole = all(frozenset(pair) in met for pair in combinations(tied, 2))
        own = sum(each.points_of(team) for each in between if team in each.teams) if is_whole else 0
        keys[team] = points[team], board_points[team], own
    return {team: 1 + sum(keys[other] > keys[team] for other in teams) for team in teams}  # type: ignore[operator]


@given(st.integers(3, 12), st.booleans(), st.integers(0, 10**6))
def test_teams_meet_once_and_places_are_what_a_second_reckoning_finds(
    count: int, is_swiss: bool, seed: int
) -> None:
    random = Random(seed)
    boards = random.randint(2, 5)
    teams = range(1, count + 1)
    lots = {team: random.randbytes(8) for team in teams}
    order = sorted(teams, key=lots.__getitem__)
    matches: list[Match] = []
    rounds = (count + 1) // 2 if is_swiss else count - 1 + count % 2
    for number in range(1, rounds + 1):
        pairs = (
            swiss_pairs(teams, matches, lots, number == rounds) if is_swiss else circle_pairs(order, number)
        )
        seated = [each for pair in pairs for each in pair if each is not None]
        assert sorted(seated) == list(teams)
        for home, away in pairs:
            one = random.randint(0, 2 * boards)
            matches.append(Match(number, home, away, None if away is None else (one, 2 * boards - one)))
        found = team_standings(teams, matches, boards)
        assert {each.team: each.place for each in found} == reckoned(teams, matches, boards)
    met = Counter(frozenset(each.teams) for each in matches if each.away is not None)
    assert set(met.values()) == {1}
    byes = Counter(each.home for each in matches if each.away is None)
    assert max(byes.values(), default=0) <= 1


def test_the_opponent_of_a_team_that_has_withdrawn_has_a_bye() -> None:
    whole = {pair for number in (1, 2, 3) for pair in circle_pairs((1, 2, 3, 4), number)}
    assert len(whole) == 6
    left = [circle_pairs((1, 2, None, 4), number) for number in (1, 2, 3)]
    assert all(sum(away is None for _, away in pairs) == 1 for pairs in left)

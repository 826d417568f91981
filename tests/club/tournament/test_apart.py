"""Players whom hosts keep apart: who may name them, what the formats keep, and what hosts see."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx.club.tournament.apart import MOST_GROUPS, MOST_NAMED
from quincunx.club.tournament.pairing import swiss
from quincunx.club.tournament.pairing.entrant import Entrant
from quincunx.club.tournament.state import Apart
from quincunx.club.tournament.view import view
from quincunx.club.tournament.wire import (
    JoinTournament,
    KeepApart,
    LeaveTournament,
    LetMeet,
    RemovePlayer,
    TournamentApart,
    TournamentBreach,
)
from quincunx.core.game import encode
from quincunx.core.reason import Refusal
from quincunx.games.cinqo.types import CinqoOptions
from tests.club.tournament.support import WON, Club, meetings


def refused(club: Club, command: Any, *people: str) -> str:
    with pytest.raises(Refusal) as caught:
        club.do(command, *people)
    return caught.value.reason.code


def test_hosts_name_groups_once_and_nobody_else_sees_them() -> None:
    club = Club(5)
    assert refused(club, KeepApart((1, 2)), "p1") == "tournament-not-host"
    assert refused(club, LetMeet((1, 2)), "p1") == "tournament-not-host"
    assert club.do(KeepApart((3, 1, 1))).apart == (Apart((1, 3), 1),)
    assert club.do(KeepApart((1, 3))).apart == (Apart((1, 3), 1),)
    assert view(club.tournament, ("host",), 0).you.apart == (TournamentApart((1, 3)),)
    for other in (("p1",), ()):
        assert view(club.tournament, other, 0).you.apart == ()
    club.start()
    assert club.do(KeepApart((4, 5))).apart[1] == Apart((4, 5), 2)
    after = club.do(LetMeet((3, 1)))
    assert after.apart == (Apart((4, 5), 2),)
    assert club.do(LetMeet((3, 1))) is after


def test_names_given_by_hosts_are_bounded() -> None:
    club = Club(30)
    assert refused(club, KeepApart((1,))) == refused(club, KeepApart((1, 1))) == "tournament-apart"
    assert refused(club, KeepApart((1, 2) * 32 + (1,))) == "tournament-apart"
    assert refused(club, KeepApart((1, 99))) == "tournament-no-player"
    pairs = list(combinations(range(1, 31), 2))
    for pair in pairs[:MOST_GROUPS]:
        club.do(KeepApart(pair * 32))
    assert refused(club, KeepApart(pairs[MOST_GROUPS])) == "tournament-apart-most"
    club = Club(30)
    for left_out in range(1, 9):
        club.do(KeepApart(tuple(each for each in range(1, 27) if each != left_out)))
    assert sum(len(each.players) for each in club.tournament.apart) == MOST_NAMED
    assert refused(club, KeepApart((1, 2))) == "tournament-apart-most"


def test_formats_that_cannot_keep_players_apart_say_so() -> None:
    for format in ("round_robin", "double_round_robin"):
        assert refused(Club(4, format=format), KeepApart((1, 2))) == "tournament-all-meet"
    tables = Club(4, format="table_round_robin", options=encode(CinqoOptions(players=4)))
    assert refused(tables, KeepApart((1, 2))) == "tournament-all-meet"
    club = Club(4, format="knockout")
    club.start()
    assert refused(club, KeepApart((1, 2))) == "tournament-apart-late"


def test_a_player_who_leaves_before_the_start_and_joins_again_is_still_kept_apart() -> None:
    club = Club(4)
    club.do(KeepApart((2, 4)))
    club.do(LeaveTournament(), "p4")
    club.do(LeaveTournament(), "p3")
    assert [each.number for each in club.tournament.players] == [1, 2, 4]
    assert [each.player for each in view(club.tournament, (), 0).standings] == [1, 2]
    assert view(club.tournament, ("p4",), 0).you.player is None
    club.do(JoinTournament(), "p5")
    assert [each.player for each in view(club.tournament, (), 0).standings] == [1, 2, 5]
    club.do(JoinTournament(), "p4")
    assert (club.tournament.kept_from(4), club.tournament.kept_from(5)) == ({2}, set())
    club.do(RemovePlayer(4))
    assert [each.player for each in view(club.tournament, (), 0).standings] == [1, 2, 4, 5]


@settings(max_examples=settings().max_examples // 3)  # of whole tournaments
@given(st.integers(9, 16), st.integers(0, 10**6))
def test_in_a_swiss_tournament_they_never_meet(players: int, seed: int) -> None:
    club = Club(players, f"tournament-{seed}", rounds=3, pause=0)
    random = Random(seed)
    group = random.sample(range(1, players + 1), 3)
    club.do(KeepApart(tuple(group)))
    club.play(random)
    met = meetings(club.tournament)
    assert not {frozenset(pair) for pair in combinations(group, 2)} & set(met)
    assert len(met) == len(set(met))
    assert view(club.tournament, ("host",), 0).you.breaches == ()


@given(st.integers(2, 9), st.randoms(use_true_random=False))
def test_as_few_as_possible_meet_who_must_not(people: int, random: Random) -> None:
    """Compared with all pairings."""
    pairs = list(combinations(range(people), 2))
    apart = {frozenset(pair) for pair in random.sample(pairs, random.randint(0, len(pairs)))}
    met = {frozenset(pair) for pair in random.sample(pairs, random.randint(0, len(pairs)))}

    @cache
    def least(left: frozenset[int], rests: bool) -> int:
        if not left:
            return 0
        one = min(left)
        found = [
            (frozenset((one, other)) in apart) + least(left - {one, other}, rests) for other in left - {one}
        ]
        return min([*found, least(left - {one}, False)] if rests else found)

    def others(pairs: set[frozenset[int]], each: int) -> frozenset[int]:
        return frozenset(other for pair in pairs if each in pair for other in pair - {each})

    entrants = [
        Entrant(
            each,
            random.randint(0, 8),
            bytes([each]),
            tuple(others(met, each)),
            byes=random.randint(0, 1),
            kept_from=others(apart, each),
        )
        for each in range(people)
    ]
    found = sum(frozenset(pair) in apart for pair in swiss.cheapest(entrants))
    assert found == least(frozenset(range(people)), people % 2 == 1)


def test_the_host_is_told_of_a_pairing_that_nothing_avoids() -> None:
    club = Club(4, rounds=2, pause=0)
    club.start()
    paired = club.tournament.games[0].players
    club.do(KeepApart(paired))  # it holds from the next round on
    assert view(club.tournament, ("host",), 0).you.breaches == ()
    club.do(KeepApart((1, 2, 3, 4)))
    club.play_round(lambda game: WON)
    told = view(club.tournament, ("host",), 0).you.breaches
    assert told == tuple(
        TournamentBreach(2, game.board, game.players) for game in club.tournament.in_round(2)
    )
    assert view(club.tournament, ("p1",), 0).you.breaches == ()


@settings(max_examples=settings().max_examples // 3)
@given(st.integers(3, 20), st.integers(0, 10**6))
def test_the_draw_of_a_knockout_keeps_them_apart_and_changes_no_more_than_it_must(
    players: int, seed: int
) -> None:
    plain = Club(players, f"tournament-{seed}", format="knockout")
    drawn = {game.players for game in plain.start().in_round(1)}
    one, other = next(iter(sorted(pair for pair in drawn if len(pair) == 2)))
    club = Club(players, f"tournament-{seed}", format="knockout")
    club.do(KeepApart((one, other)))
    if players > 3:
        third = next(each for each in range(1, players + 1) if each not in (one, other))
        club.do(KeepApart((one, third)))
    games = club.start().in_round(1)
    assert sorted(each for game in games for each in game.players) == list(range(1, players + 1))
    assert not {frozenset((one, other))} & set(meetings(club.tournament))
    assert len({frozenset(game.players) for game in games} - {frozenset(pair) for pair in drawn}) <= 3
    boards = {frozenset(game.players): game.board for game in plain.tournament.games}
    for game in games:
        assert boards.get(frozenset(game.players), game.board) == game.board, (
            "a pair that stays has its place"
        )
    assert sum(len(game.players) == 1 for game in games) == sum(len(pair) == 1 for pair in drawn)
    # With nobody kept apart, the draw is the lot's.
    plain = Club(players, f"tournament-{seed}", format="knockout")
    assert {game.players for game in plain.start().in_round(1)} == drawn

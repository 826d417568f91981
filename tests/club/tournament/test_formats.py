"""All formats, from the start to the end: pairings by their rules, and places by a second program."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.club.tournament.commands import may_join
from quincunx.club.tournament.rules import rounds_of
from quincunx.club.tournament.state import Game, Tournament
from quincunx.club.tournament.view import round_view, view
from quincunx.club.tournament.wire import Format, JoinTournament, LeaveTournament, SetResult
from quincunx.core.reason import Refusal
from tests.club.tournament.recount import goes_on, places
from tests.club.tournament.support import DREW, LOST, WON, Club, Endings, byes, meetings, plan

BOTH_LEFT: Endings = ("left", "left")
OF_TWO = [each for each in get_args(Format) if not each.startswith(("table", "team", "ladder"))]


def games_of(tournament: Tournament) -> list[dict[str, Any]]:
    """The games of all rounds, as anyone can read them."""
    rounds = (round_view(tournament, number) for number in range(1, tournament.round + 1))
    return [
        {"round": each.round, **msgspec.to_builtins(game)}
        for each in rounds
        if each is not None
        for game in each.games
    ]


def recounted(tournament: Tournament) -> dict[int, int]:
    players = [each.number for each in tournament.players]
    return places(tournament.settings.format, tournament.rounds or 0, players, games_of(tournament))


def placed(tournament: Tournament) -> dict[int, int]:
    return {line.player: line.place for line in view(tournament, (), 0).standings}


@given(st.sampled_from(OF_TWO), st.integers(3, 9), st.integers(0, 10**6), st.booleans())
def test_places_are_what_a_second_program_finds(format: str, players: int, seed: int, some_go: bool) -> None:
    random = Random(seed)
    club = Club(players, f"tournament-{seed}", format=format, pause=0)
    club.start()
    while club.tournament.status == "playing":
        if some_go and random.random() < 0.4:
            club.do(LeaveTournament(), f"p{random.randint(1, players)}")
        if some_go and random.random() < 0.4:
            game = random.choice(club.tournament.games)
            if game.second is not None:
                club.do(SetResult(game.round, game.board, random.choice([(1, 0), (0.5, 0.5), (0, 0), None])))
        club.play_round(lambda game: random.choice([WON, LOST, DREW, BOTH_LEFT]))
        assert placed(club.tournament) == recounted(club.tournament)


# ---- double round robin ----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 7])
def test_in_a_double_round_robin_each_starts_once_against_every_other(players: int) -> None:
    club = Club(players, format="double_round_robin", pause=0)
    played = club.play(Random(players))
    starts = Counter((game.first, game.second) for game in played.games if game.second is not None)
    every = range(1, players + 1)
    assert starts == Counter((one, other) for one in every for other in every if one != other)
    assert set(Counter(byes(played)).values()) <= {2}
    assert played.rounds == rounds_of(plan(format="double_round_robin"), players)


# ---- knockout --------------------------------------------------------------------------------------------


def knockout(players: int) -> Club:
    club = Club(players, f"cup-{players}", format="knockout", pause=0)
    club.start()
    return club


def board(tournament: Tournament, number: int, board: int) -> Game:
    return next(game for game in tournament.in_round(number) if game.board == board)


@pytest.mark.parametrize(
    ("players", "rounds", "free"), [(3, 2, 1), (4, 2, 0), (5, 3, 3), (8, 3, 0), (33, 6, 31), (64, 6, 0)]
)
def test_a_draw_of_a_knockout_has_byes_in_the_first_round_alone(players: int, rounds: int, free: int) -> None:
    club = knockout(players)
    assert (club.tournament.rounds, len(byes(club.tournament))) == (rounds, free)
    assert all(game.board <= 2 ** (rounds - 1) for game in club.tournament.games)
    played = club.tournament
    while played.status == "playing":
        played = club.play_round(lambda _: WON)
    later = [game for game in played.games if game.second is None and game.round > 1]
    # With three, the loser of the one semi-final is third without a game.
    assert len(later) == int(players == 3)
    assert len(meetings(played)) == players - 1 + int(players > 3)


@given(st.integers(3, 16), st.integers(0, 10**6))
def test_a_winner_meets_the_winner_of_the_next_board(players: int, seed: int) -> None:
    random = Random(seed)
    club = knockout(players)
    while club.tournament.status == "playing":
        club.play_round(lambda game: random.choice([WON, LOST, DREW]))
    rounds = club.tournament.rounds or 0
    games = games_of(club.tournament)
    on = {(game["round"], game["board"]): goes_on(game) for game in games}
    for game in games:
        if game["round"] > 1 and not (game["round"] == rounds and game["board"] == 2):
            beside = [(game["round"] - 1, 2 * game["board"] - part) for part in (1, 0)]
            assert set(game["players"]) == {on[each] for each in beside}
    lines = view(club.tournament, (), 0).standings
    assert [line.place for line in lines[:4]] == [1, 2, 3, 4][: len(lines)]
    assert lines[0].player == on[rounds, 1]
    assert lines[2].player == on[rounds, 2]


def test_after_a_draw_the_player_who_did_not_start_goes_on() -> None:
    club = knockout(4)
    first = board(club.tournament, 1, 1)
    club.play_round(lambda _: DREW)
    assert first.second in board(club.tournament, 2, 1).players
    assert first.first in board(club.tournament, 2, 2).players


def test_where_both_have_left_or_one_withdraws_the_next_opponent_goes_on() -> None:
    club = knockout(4)
    alone = board(club.tournament, 1, 2).first
    assert club.play_round(lambda game: BOTH_LEFT if game.board == 1 else WON).status == "ended"
    assert [player for player, place in placed(club.tournament).items() if place == 1] == [alone]

    club = knockout(8)
    winner = board(club.tournament, 1, 1).first
    for game in club.tournament.games:
        assert game.table is not None
        club.count(game.table, WON)
    club.do(LeaveTournament(), f"p{winner}")
    club.act()
    club.act()
    assert board(club.tournament, 2, 1).players == (board(club.tournament, 1, 2).first,)


def test_a_player_whose_game_is_on_stands_between_those_who_have_won_and_lost() -> None:
    club = knockout(4)
    over, running = club.tournament.games
    assert over.table is not None
    club.count(over.table, WON)
    winner, loser = over.players
    assert placed(club.tournament) == {winner: 1, **dict.fromkeys(running.players, 2), loser: 4}


def test_where_both_losers_of_the_semi_finals_withdraw_there_is_only_the_final() -> None:
    club = knockout(4)
    losers = [game.second for game in club.tournament.games]
    for game in club.tournament.games:
        assert game.table is not None
        club.count(game.table, WON)
    for loser in losers:
        club.do(LeaveTournament(), f"p{loser}")
    club.act()
    club.act()
    assert [game.board for game in club.tournament.in_round(2)] == [1]


def test_no_player_joins_a_knockout_after_its_start_or_comes_back() -> None:
    club = knockout(4)
    for person in ("late", "p1"):
        if person == "p1":
            club.do(LeaveTournament(), person)
        assert not may_join(club.tournament, (person,), 0)
        with pytest.raises(Refusal) as caught:
            club.do(JoinTournament(), person)
        assert caught.value.reason.code == "tournament-started"

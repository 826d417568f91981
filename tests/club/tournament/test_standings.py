"""Standings, computed by hand and by a second implementation."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from quincunx.club.tournament.scores import Score, SeatEnd, score_of
from quincunx.club.tournament.standings import standings
from quincunx.club.tournament.state import Game, Tournament
from quincunx.core.game import encode
from quincunx.games.cinqo.types import CinqoOptions
from tests.club.tournament.support import DREW, LOST, WON, Club

LEFT: tuple[str, str] = ("left", "lost")


def reckoned(tournament: Tournament) -> dict[int, tuple[Fraction, Fraction, int, int]]:
    """Points, Buchholz, wins and games of all players, computed from the games alone in another way."""
    points = {each.number: Fraction(0) for each in tournament.players}
    met: dict[int, list[int]] = {number: [] for number in points}
    wins, games = dict.fromkeys(points, 0), dict.fromkeys(points, 0)
    for game in tournament.games:
        if game.second is None:
            points[game.first] += 1
            met[game.first].append(game.first)
        elif game.score is not None:
            for seat, (one, other) in enumerate(((game.first, game.second), (game.second, game.first))):
                points[one] += Fraction(game.score.halves[seat], 2)
                met[one].append(other)
                wins[one] += game.score.halves[seat] == 2
                games[one] += 1
    return {
        number: (
            points[number],
            sum((points[other] for other in met[number]), Fraction(0)),
            wins[number],
            games[number],
        )
        for number in points
    }


def among(tournament: Tournament, player: int, has: dict[int, Any]) -> int:
    """Half points against those with as many points and as much Buchholz, if all of them have met all."""
    equal = {number for number in has if has[number][:2] == has[player][:2]}
    games = [game for game in tournament.games if game.score is not None and set(game.players) <= equal]
    if len({frozenset(game.players) for game in games}) < len(equal) * (len(equal) - 1) // 2:
        return 0
    return sum(game.halves_of(player) for game in games if player in game.players)


@given(st.integers(3, 11), st.sampled_from(["swiss", "round_robin"]), st.integers(0, 10**6), st.booleans())
def test_points_and_buchholz_are_what_a_second_reckoning_finds(
    players: int, format: str, seed: int, some_leave: bool
) -> None:
    random = Random(seed)
    club = Club(players, f"tournament-{seed}", format=format, pause=0, rounds=4)
    club.start()
    while club.tournament.status == "playing":
        if some_leave:
            club.come_or_go(random, f"p{random.randint(1, players)}")
        club.play_round(lambda game: random.choice([WON, LOST, DREW, LEFT]))
        expected = reckoned(club.tournament)
        found = standings(club.tournament)
        assert {
            each.player: (Fraction(each.halves, 2), Fraction(each.buchholz, 2), each.wins, each.games)
            for each in found
        } == expected
        keys = [(each.halves, each.buchholz) for each in found]
        assert keys == sorted(keys, reverse=True)
        key = {
            number: (*expected[number][:2], among(club.tournament, number, expected), expected[number][2])
            for number in expected
        }
        assert [key[each.player] for each in found] == sorted(key.values(), reverse=True)
        assert [each.place for each in found] == [
            1 + sum(key[other] > key[each.player] for other in key) for each in found
        ]


def test_the_points_of_a_game() -> None:
    assert score_of(WON) == Score((2, 0), (False, False))
    assert score_of(LOST) == Score((0, 2), (False, False))
    assert score_of(DREW) == Score((1, 1), (False, False))
    # Both have won: results counted by an earlier version say so of a shared win.
    assert score_of(("won", "won")) == Score((1, 1), (False, False))
    # A player who has left has lost, whatever the result of the bot in their seat.
    assert score_of(("left", "lost")) == Score((0, 2), (True, False))
    assert score_of(("won", "left")) == Score((2, 0), (False, True))
    assert score_of(("left", "left")) == Score((0, 0), (True, True))


def round_robin(results: dict[frozenset[int], int | None]) -> Tournament:
    """Of four: who has won each game, by their numbers; ``None`` is a draw."""
    club = Club(4, format="round_robin", pause=0)
    club.start()
    while club.tournament.status == "playing":
        winners = {game.table: results[frozenset(game.players)] for game in club.tournament.games}
        club.play_round(
            lambda game, winners=winners: (
                DREW if winners[game.table] is None else WON if winners[game.table] == game.first else LOST
            )
        )
    return club.tournament


def test_a_circle_of_three_who_are_equal_decides_nothing_and_they_share_a_place() -> None:
    wins = ((3, 1), (1, 4), (4, 3), (1, 2), (3, 2), (4, 2))
    lines = standings(round_robin({frozenset(pair): pair[0] for pair in wins}))
    assert [(each.player, each.halves, each.place) for each in lines] == [
        (1, 4, 1),
        (3, 4, 1),
        (4, 4, 1),
        (2, 0, 4),
    ]


def test_between_two_equals_their_game_decides() -> None:
    tournament = round_robin(
        {
            frozenset((1, 2)): 2,
            frozenset((1, 3)): 1,
            frozenset((1, 4)): 1,
            frozenset((2, 3)): 2,
            frozenset((2, 4)): 4,
            frozenset((3, 4)): 3,
        }
    )
    assert [(each.player, each.halves, each.place) for each in standings(tournament)] == [
        (2, 4, 1),
        (1, 4, 2),
        (3, 2, 3),
        (4, 2, 4),
    ]


def test_a_player_who_has_not_met_all_equals_gains_nothing_by_direct_encounter() -> None:
    club = Club(6, rounds=1)
    tournament = club.start()
    for game in tournament.games:
        assert game.table is not None
        club.count(game.table, WON)
    lines = standings(club.tournament)
    assert [each.place for each in lines] == [1, 1, 1, 4, 4, 4]
    assert [each.player for each in lines[:3]] == sorted(game.first for game in tournament.games)


def test_at_a_table_of_three_the_others_count_for_buchholz_with_their_mean() -> None:
    club = Club(3, format="table_swiss", options=encode(CinqoOptions(players=3)), rounds=1)
    (game,) = club.start().games
    assert game.table is not None
    club.count(game.table, tuple(SeatEnd("won" if seat == 0 else "lost", seat, -seat) for seat in range(3)))
    assert [(each.halves, each.buchholz, each.wins) for each in standings(club.tournament)] == [
        (12, 3, 1),
        (6, 6, 0),
        (0, 9, 0),
    ]


def test_of_equals_who_has_met_those_who_did_better_stands_first() -> None:
    won = Score((2, 0), (False, False))
    pairs = [(1, 1, 1, 2), (1, 2, 4, 3), (2, 1, 1, 4), (2, 2, 3, 2)]
    games = tuple(Game(*pair, f"table-{n}", 0, True, won) for n, pair in enumerate(pairs))
    lines = standings(replace(Club(4, rounds=2).start(), games=games))
    assert [(each.player, each.place, each.halves, each.buchholz) for each in lines] == [
        (1, 1, 4, 2),
        (4, 2, 2, 6),
        (3, 3, 2, 2),
        (2, 4, 0, 6),
    ]


def test_wins_decide_last_and_byes_are_none() -> None:
    club = Club(3, format="round_robin", pause=0)
    club.start()
    club.play_round(lambda game: DREW)
    club.play_round(lambda game: DREW)
    tournament = club.play_round(lambda game: DREW)
    assert [(each.place, each.halves, each.wins, each.games) for each in standings(tournament)] == [
        (1, 4, 0, 2)
    ] * 3


def test_of_two_who_are_equal_and_have_drawn_who_has_won_more_stands_first() -> None:
    drawn = {frozenset(pair): None for pair in ((1, 2), (1, 3), (1, 4), (3, 4))}
    tournament = round_robin({**drawn, frozenset((2, 3)): 2, frozenset((2, 4)): 4})
    lines = standings(tournament)
    assert [(each.player, each.halves, each.wins) for each in lines] == [
        (4, 4, 1),
        (2, 3, 1),
        (1, 3, 0),
        (3, 2, 0),
    ]
    assert lines[1].buchholz == lines[2].buchholz
    assert [each.place for each in lines] == [1, 2, 3, 4]


def test_a_shared_win_counts_half_a_point_and_no_win() -> None:
    club = Club(3, format="round_robin", pause=0)
    club.start()
    for _ in range(3):
        club.play_round(lambda game: ("won", "won"))
    assert club.tournament.status == "ended"
    assert [(each.place, each.halves, each.buchholz, each.wins) for each in standings(club.tournament)] == [
        (1, 4, 12, 0)
    ] * 3


def test_a_bye_counts_for_buchholz_as_a_player_with_as_many_points() -> None:
    club = Club(3, rounds=1)
    tournament = club.start()
    table = next(game.table for game in tournament.games if game.table is not None)
    club.count(table, WON)
    rested = next(game.first for game in tournament.games if game.second is None)
    lines = {each.player: each for each in standings(club.tournament)}
    assert (lines[rested].halves, lines[rested].buchholz, lines[rested].games) == (2, 2, 0)

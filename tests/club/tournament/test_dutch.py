"""FIDE's Dutch system: our pairings are those of a program that FIDE has endorsed."""

from __future__ import annotations

from itertools import combinations
from random import Random

from msgspec.structs import replace

from quincunx.club.tournament.pairing import dutch, swiss
from quincunx.club.tournament.pairing.entrant import Entrant, Float
from quincunx.club.tournament.state import Game, Tournament
from quincunx.club.tournament.wire import KeepApart
from tests.club.tournament import bbp
from tests.club.tournament.support import DREW, LOST, WON, Club


def test_rounds_are_paired_as_by_bbp_pairings() -> None:
    rounds = bbp.read()
    assert [asked for asked in rounds if bbp.ours(asked) != (set(asked.pairs) if asked.pairs else None)] == []
    # The file has byes, the last rounds of tournaments, players kept apart, and a round without a pairing.
    assert len(rounds) > 90
    assert {asked.is_last for asked in rounds} == {True, False}
    assert any(asked.pairs is None for asked in rounds)
    assert any(other == 0 for asked in rounds for _, other in asked.pairs or ())
    assert any(each.kept_from for asked in rounds for each in asked.entrants)


def test_a_first_round_pairs_the_halves_and_alternates_who_starts() -> None:
    eight = [Entrant(each, 0, bytes([each]), place=each) for each in range(1, 9)]
    assert dutch.pair(eight, 0, False) == ((1, 5), (6, 2), (3, 7), (8, 4))
    assert dutch.pair(eight[:7], 0, False) == ((1, 4), (5, 2), (3, 6), (7, None))
    assert dutch.pair([], 0, False) == ()


def test_without_a_pairing_by_the_system_the_nearest_one_is_made() -> None:
    both = [Entrant(1, 2, b"a", met=(2,)), Entrant(2, 0, b"b", met=(1,))]
    assert dutch.pair(both, 1, False) is None
    assert swiss.pair(both, 1, False) == ((1, 2),)
    rested = [Entrant(each, 2, bytes([each]), byes=1) for each in range(3)]
    assert dutch.pair(rested, 1, False) is None
    assert len(swiss.pair(rested, 1, False)) == 2


def test_only_topscorers_of_the_last_round_may_start_a_third_time_in_a_row() -> None:
    two = [Entrant(each, 4, bytes([each]), starts=(True, True)) for each in (1, 2)]
    assert dutch.pair(two, 2, False) is None
    assert dutch.pair(two, 2, True) == ((2, 1),)  # the higher-ranked one's wish is granted
    assert dutch.pair([replace(each, halves=2) for each in two], 2, True) is None


def test_of_two_exchanges_as_near_the_one_of_the_highest_player_comes_first() -> None:
    """All others are kept apart, so 6 and 9 or 7 and 8 must move to the upper half: 6 is the highest."""
    possible = {(1, 4), (2, 5), (3, 6), (3, 8), (6, 7), (7, 9), (8, 10), (9, 10)}
    ten: list[Entrant] = []
    for one in range(1, 11):
        opponents = {each for pair in possible if one in pair for each in pair}
        ten.append(Entrant(one, 0, bytes([one]), kept_from=frozenset(range(1, 11)) - opponents))
    found = dutch.pair(ten, 0, False)
    assert found is not None
    assert {tuple(sorted(pair)) for pair in found} == {(1, 4), (2, 5), (3, 8), (6, 7), (9, 10)}


def history(tournament: Tournament, player: int, number: int) -> Entrant:
    """The player before the round of this number, from nothing but the games before it."""
    games = [game for game in tournament.games if game.round < number]

    def points(each: int, before: int) -> int:
        return sum(game.halves_of(each) for game in games if each in game.players and game.round < before)

    def floated(game: Game) -> Float | None:
        if game.second is None:
            return "down"
        other = game.second if player == game.first else game.first
        more = points(player, game.round) - points(other, game.round)
        return None if not more else "down" if more > 0 else "up"

    own = [game for game in games if player in game.players]
    floats = {game.round: floated(game) for game in own}
    return Entrant(
        number=player,
        halves=points(player, number),
        lot=tournament.drawn_lot(player),
        place=sorted(map(tournament.drawn_lot, range(1, 12))).index(tournament.drawn_lot(player)) + 1,
        met=tuple(each for game in own for each in game.players if each != player),
        starts=tuple(game.first == player for game in own if game.second is not None),
        byes=sum(game.second is None for game in own),
        kept_from=frozenset({1: {2}, 2: {1}}.get(player, ())),
        floats=(floats.get(number - 1), floats.get(number - 2)),
    )


def test_rounds_of_a_tournament_follow_from_the_games_before() -> None:
    club = Club(11, rounds=5, pause=0)
    club.do(KeepApart((1, 2)))
    random = Random(6)  # by which some would have had a second bye
    club.start()
    paired = []
    while club.tournament.status == "playing":
        number = club.tournament.round
        entrants = [history(club.tournament, each, number) for each in range(1, 12)]
        games = club.tournament.in_round(number)
        paired.append(tuple((game.first, game.second) for game in games))
        assert paired[-1] == dutch.pair(entrants, number - 1, number == 5)
        club.play_round(lambda game: random.choice((WON, LOST, DREW)))
    met = [frozenset(pair) for pairs in paired for pair in pairs]
    assert len(paired) == 5
    assert len(met) == len(set(met))
    assert not set(map(frozenset, combinations((1, 2), 2))) & set(met)

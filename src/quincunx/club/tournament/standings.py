"""Standings: points, then Buchholz, then the games among equals, then wins; of a knockout the round that a
player has reached. At tables of three or four no games among equals count. Pure.

``docs/tournaments.md`` has the rules with examples.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

import msgspec

from quincunx.club.tournament.ladder.order import ladder_of
from quincunx.club.tournament.pairing import knockout
from quincunx.club.tournament.scores import TABLE_FORMATS, win_of
from quincunx.club.tournament.state import Game, Tournament


class Standing(msgspec.Struct, frozen=True):
    """A player's standing. Points are counted in halves."""

    place: int
    player: int
    halves: int
    buchholz: Fraction
    """Also in halves."""
    wins: int
    games: int


def standings(tournament: Tournament) -> tuple[Standing, ...]:
    """The standings, best first. Players equal in everything share a place and are sorted by number."""
    games = _games_of(tournament)
    halves = {player: sum(game.halves_of(player) for game in played) for player, played in games.items()}
    buchholz = {player: _buchholz(player, played, halves) for player, played in games.items()}
    win = win_of(tournament.settings.format)
    wins = {player: sum(_has_won(game, player, win) for game in played) for player, played in games.items()}
    counted = {player: sum(game.counted is not None for game in played) for player, played in games.items()}
    among = dict.fromkeys(games, 0)
    if tournament.settings.format not in TABLE_FORMATS:
        among = _among_equals(games, {player: (halves[player], buchholz[player]) for player in games})
    if tournament.settings.format == "ladder":
        order = ladder_of(tournament).order
        # Players who are not on the ladder come last.
        places = {player: order.index(player) if player in order else len(order) for player in games}
        keys: Mapping[int, tuple[int | Fraction, ...]] = {player: (places[player],) for player in games}
    elif tournament.settings.format == "knockout":
        keys = knockout.ranks(tournament)
    else:
        keys = {
            player: (-halves[player], -buchholz[player], -among[player], -wins[player]) for player in games
        }
    place = 1
    found: list[Standing] = []
    for _, group in groupby(sorted(games, key=lambda player: (keys[player], player)), key=keys.__getitem__):
        equal = list(group)
        found += [
            Standing(place, each, halves[each], buchholz[each], wins[each], counted[each]) for each in equal
        ]
        place += len(equal)
    return tuple(found)


def _games_of(tournament: Tournament) -> dict[int, list[Game]]:
    """Each player's games, in the order of rounds."""
    found: dict[int, list[Game]] = {each.number: [] for each in tournament.listed_players}
    for game in tournament.games:
        for player in game.players:
            found[player].append(game)
    return found


def _buchholz(player: int, played: Sequence[Game], halves: dict[int, int]) -> Fraction:
    """The sum of the points of all opponents; of several at one table their mean. A bye counts as an opponent
    with the player's own points."""
    met = (game.met(player) or (player,) for game in played if game.is_over)
    return sum((Fraction(sum(halves[each] for each in others), len(others)) for others in met), Fraction())


def _has_won(game: Game, player: int, win: int) -> bool:
    return game.counted is not None and game.halves_of(player) == win


def _among_equals(games: dict[int, list[Game]], keys: dict[int, tuple[int, Fraction]]) -> dict[int, int]:
    """Each player's points in the games among players equal so far. In a group in which not all have met each
    other it is 0 for all, since it would depend on the luck of the pairings."""
    found = dict.fromkeys(games, 0)
    for _, group in groupby(sorted(keys, key=keys.__getitem__), key=keys.__getitem__):
        equal = set(group)
        results = {player: list(_against(games[player], player, equal)) for player in equal}
        if all({other for other, _ in results[player]} == equal - {player} for player in equal):
            for player in equal:
                found[player] = sum(halves for _, halves in results[player])
    return found


def _against(played: Sequence[Game], player: int, others: set[int]) -> Iterator[tuple[int, int]]:
    """The opponents among ``others`` whom the player has met, and the player's points against each."""
    for game in played:
        other = game.other(player)
        if game.counted is not None and other is not None and other in others:
            yield other, game.halves_of(player)

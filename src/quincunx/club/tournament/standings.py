"""What everybody has: points, then Buchholz, then the games among those who are equal, then wins. Pure.

``docs/tournaments.md`` has the rules with examples.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import msgspec

from quincunx.club.tournament.state import WIN, Evening, Game


class Standing(msgspec.Struct, frozen=True):
    """What a player has. Points are halves."""

    place: int
    player: int
    halves: int
    buchholz: int
    """Also in halves."""
    wins: int
    games: int


def standings(evening: Evening) -> tuple[Standing, ...]:
    """The best first; who is equal in everything shares a place, in the order of their numbers."""
    games = _games_of(evening)
    halves = {player: sum(game.halves_of(player) for game in played) for player, played in games.items()}
    buchholz = {player: _buchholz(player, played, halves) for player, played in games.items()}
    wins = {player: sum(_has_won(game, player) for game in played) for player, played in games.items()}
    counted = {player: sum(game.score is not None for game in played) for player, played in games.items()}
    among = _among_equals(games, {player: (halves[player], buchholz[player]) for player in games})
    keys = {player: (-halves[player], -buchholz[player], -among[player], -wins[player]) for player in games}
    place = 1
    found: list[Standing] = []
    for _, group in groupby(sorted(games, key=lambda player: (keys[player], player)), key=keys.__getitem__):
        equal = list(group)
        found += [
            Standing(place, each, halves[each], buchholz[each], wins[each], counted[each]) for each in equal
        ]
        place += len(equal)
    return tuple(found)


def _games_of(evening: Evening) -> dict[int, list[Game]]:
    """Each player's, in the order of rounds."""
    found: dict[int, list[Game]] = {each.number: [] for each in evening.players}
    for game in evening.games:
        for player in game.players:
            found[player].append(game)
    return found


def _buchholz(player: int, played: Sequence[Game], halves: dict[int, int]) -> int:
    """What all have whom the player has met. A bye counts as an opponent who has as much as the player."""
    met = (game.other(player) if game.second is not None else player for game in played if game.is_over)
    return sum(halves[each] for each in met if each is not None)


def _has_won(game: Game, player: int) -> bool:
    return game.score is not None and game.halves_of(player) == WIN


def _among_equals(games: dict[int, list[Game]], keys: dict[int, tuple[int, int]]) -> dict[int, int]:
    """What each has of the games against those who are equal so far; 0 for all of a group in which not
    everybody has met everybody, since it would be luck whom one has met."""
    found = dict.fromkeys(games, 0)
    for _, group in groupby(sorted(keys, key=keys.__getitem__), key=keys.__getitem__):
        equal = set(group)
        results = {player: list(_against(games[player], player, equal)) for player in equal}
        if all({other for other, _ in results[player]} == equal - {player} for player in equal):
            for player in equal:
                found[player] = sum(halves for _, halves in results[player])
    return found


def _against(played: Sequence[Game], player: int, others: set[int]) -> Iterator[tuple[int, int]]:
    """Whom of these the player has met, and what the player has for it."""
    for game in played:
        other = game.other(player)
        if game.score is not None and other is not None and other in others:
            yield other, game.halves_of(player)

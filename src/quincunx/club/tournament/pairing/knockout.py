"""Knockout: the winner of each game goes on, and the losers of the semi-finals play for third place. Pure.

``docs/tournaments.md`` has the rules. Boards are numbered by their place in the draw. The players who go on
from boards 1 and 2 meet at board 1 of the next round, those from boards 3 and 4 at board 2, and so on. In the
last round, board 1 is the final and board 2 the match for third place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from quincunx.club.tournament.pairing.matching import cheapest_pairs
from quincunx.club.tournament.state import Game, Tournament

FINAL: Final = 1
THIRD: Final = 2
"""The board of the match for third place, in the last round."""


class Meeting(NamedTuple):
    """Two players who meet; ``None``: a bye for the first."""

    board: int
    one: int
    other: int | None


def rounds_for(players: int) -> int:
    """The number of rounds for this many players."""
    return (players - 1).bit_length()


def meetings(tournament: Tournament, number: int) -> tuple[Meeting, ...]:
    """The meetings of a round. Those that have withdrawn are left out; their opponents have a bye."""
    if number == 1:
        return _first_round(tournament)
    found = _meetings(tournament, number, [_through(game) for game in _boards(tournament, number - 1)])
    if number != tournament.rounds or number == 1:
        return found
    losers = [_out(game) for game in _boards(tournament, number - 1)]
    third = _meeting(tournament, THIRD, losers)
    return found if third is None else (*found, third)


def is_decided(tournament: Tournament, number: int, found: tuple[Meeting, ...]) -> bool:
    """True if nothing is left to be played in this round or after it."""
    if number == tournament.rounds:
        return all(each.other is None for each in found)
    return sum(1 if each.other is None else 2 for each in found) < 2


def ranks(tournament: Tournament) -> Mapping[int, tuple[int, int, int]]:
    """Each player's rank; the least is the best, and equal ones share a place. It is the last round that they
    reached, whether they have won there, and whether they have won the match for third place."""
    found = {each.number: (0, 0, 0) for each in tournament.players}
    for game in tournament.games:
        is_third = game.round == tournament.rounds and game.board == THIRD and game.round > 1
        through = _through(game)
        for player in game.players:
            if is_third:
                reached, state, _ = found[player]
                found[player] = reached, state, -int(through == player)
            else:
                state = 1 if not game.is_over else 2 if through == player else 0
                found[player] = -game.round, -state, 0
    return found


def _first_round(tournament: Tournament) -> tuple[Meeting, ...]:
    """The draw, by lot. A bye never meets a bye, and players whom a host keeps apart do not meet as far as
    another draw is possible."""
    drawn = sorted(
        (each.number for each in tournament.players if each.since and not each.is_out),
        key=tournament.drawn_lot,
    )
    places = [1]
    while len(places) < len(drawn):
        places = [each for place in places for each in (place, 2 * len(places) + 1 - place)]
    size = len(places)
    pairs = {top: (top, size - 1 - top) for top in range(size // 2)}
    apart = {each: tournament.kept_from(each) for each in drawn}

    def must_not_meet(one: int, other: int) -> bool:
        return other < len(drawn) and drawn[other] in apart[drawn[one]]

    if any(must_not_meet(*pair) for pair in pairs.values()):
        pairs = _redrawn(size, len(drawn), must_not_meet)
    at = (each for place in places[::2] for each in pairs[place - 1])
    return _meetings(tournament, 1, [drawn[each] if each < len(drawn) else None for each in at])


def _redrawn(
    size: int, players: int, must_not_meet: Callable[[int, int], bool]
) -> dict[int, tuple[int, int]]:
    """The pairs of places, under the higher place of the pair of the lot that each stands for. As few players
    as possible meet who must not, and as many pairs as possible stay. Places from ``players`` on are free."""

    def cost(one: int, other: int) -> int:
        are_both_free = one >= players
        return (
            int(one + other != size - 1)
            + (not are_both_free and must_not_meet(one, other)) * size
            + are_both_free * size * size
        )

    found = cheapest_pairs(size, cost)
    stay = {one: (one, other) for one, other in found if one + other == size - 1}
    free = (top for top in range(size // 2) if top not in stay)
    return stay | dict(zip(free, (each for each in found if each[0] not in stay), strict=True))


def _meetings(tournament: Tournament, number: int, seats: list[int | None]) -> tuple[Meeting, ...]:
    every = (
        _meeting(tournament, board, [*pair])
        for board, pair in enumerate(zip(seats[::2], seats[1::2], strict=True), 1)
    )
    return tuple(each for each in every if each is not None)


def _meeting(tournament: Tournament, board: int, players: list[int | None]) -> Meeting | None:
    present = [each for each in players if each is not None and not _has_withdrawn(tournament, each)]
    if not present:
        return None
    return Meeting(board, present[0], present[1] if len(present) > 1 else None)


def _has_withdrawn(tournament: Tournament, number: int) -> bool:
    player = tournament.player(number)
    return player is None or player.is_out


def _boards(tournament: Tournament, number: int) -> list[Game | None]:
    """The games of a round by their boards; ``None`` where no player was left."""
    rounds = tournament.rounds or number
    games = {game.board: game for game in tournament.in_round(number)}
    return [games.get(board) for board in range(1, 2 ** (rounds - number) + 1)]


def _through(game: Game | None) -> int | None:
    """The player who goes on: the winner, after a draw the player who did not start. ``None`` before the
    result, and if neither player has scored."""
    if game is None or game.second is None:
        return None if game is None else game.first
    if game.counted is None or not any(game.counted.halves):
        return None
    one, other = game.counted.halves
    return game.first if one > other else game.second


def _out(game: Game | None) -> int | None:
    """The player who does not go on, after a game in which one does."""
    through = _through(game)
    return None if game is None or through is None else game.other(through)

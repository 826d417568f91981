"""Rounds of a tournament with three or four at a table: groups, partners and seats. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from itertools import combinations, permutations

from quincunx.club.tournament.pairing.designs import perfect_round
from quincunx.club.tournament.pairing.grouping import Groups, Sitter, group, sizes_for
from quincunx.club.tournament.rules import seating_of, sides_of
from quincunx.club.tournament.state import Player, Tournament


def tables_of(tournament: Tournament) -> tuple[tuple[int, ...], ...]:
    """The tables of the next round, as the numbers of their players in the order of seats. Tables of the
    highest standings come first, smaller ones after full ones, and byes last."""
    full = seating_of(tournament.settings)
    playing = [each for each in tournament.players if each.since and not each.is_out]
    sitters = [_sitter(tournament, each) for each in playing]
    sizes = sizes_for(len(sitters), full.players, full.players != full.sides)
    seed = sha256(f"{tournament.id} {tournament.round + 1}".encode()).digest()
    is_swiss = tournament.settings.format == "table_swiss"
    groups = None if is_swiss else _perfect(sitters, full.players, tournament.round + 1)
    groups = group(sitters, sizes, is_swiss, seed) if groups is None else groups
    ordered = sorted(groups, key=lambda each: (-len(each), -sum(one.halves for one in each), each[0].lot))
    return tuple(seated(each, sides_of(tournament.settings, len(each))) for each in ordered if each)


def _perfect(sitters: Sequence[Sitter], seats: int, number: int) -> Groups | None:
    """The groups of a perfect schedule, by lot; ``None`` if there is none, or if players would meet again
    because some have been away."""
    found = perfect_round(len(sitters), seats, number)
    if found is None:
        return None
    drawn = sorted(sitters, key=lambda each: each.lot)
    groups = tuple(tuple(drawn[place] for place in table) for table in found)
    are_new = all(other.number not in one.met for each in groups for one, other in combinations(each, 2))
    return groups if are_new else None


def seated(sitters: Sequence[Sitter], sides: Sequence[int]) -> tuple[int, ...]:
    """The players in the order of seats. First, nobody has a former partner again, as far as possible. Then
    the strengths of sides are as equal as possible. Then the player starts who has started least often, and
    the others sit so that early and late seats are shared. Then the lot decides."""
    if len(sitters) == 1:
        return (sitters[0].number,)
    best = min(permutations(sitters), key=lambda order: _unfairness(order, sides))
    return tuple(each.number for each in best)


def _unfairness(order: Sequence[Sitter], sides: Sequence[int]) -> tuple[object, ...]:
    partners = [
        (one, other)
        for (one, at), (other, where) in combinations(zip(order, sides, strict=True), 2)
        if at == where
    ]
    points = [
        sum(each.halves for each, at in zip(order, sides, strict=True) if at == side) for side in set(sides)
    ]
    return (
        sum(one.partners.count(other.number) for one, other in partners),
        max(points) - min(points) if partners else 0,
        order[0].seats.count(0),
        sum((seat + sum(each.seats)) ** 2 for seat, each in enumerate(order)),
        [each.lot for each in order],
    )


def _sitter(tournament: Tournament, player: Player) -> Sitter:
    number = player.number
    played = [game for game in tournament.games if number in game.players]
    largest = {
        each: max(len(game.players) for game in tournament.in_round(each))
        for each in {game.round for game in played}
    }
    return Sitter(
        number=number,
        halves=sum(game.halves_of(number) for game in played),
        lot=tournament.drawn_lot(number),
        met=tuple(each for game in played for each in game.met(number)),
        partners=tuple(each for game in played for each in _partners(tournament, game.players, number)),
        seats=tuple(game.seat_of(number) for game in played if game.second is not None),
        byes=sum(game.second is None for game in played),
        small=sum(len(game.players) < largest[game.round] for game in played),
        kept_from=tournament.kept_from(number),
    )


def _partners(tournament: Tournament, players: tuple[int, ...], number: int) -> tuple[int, ...]:
    sides = sides_of(tournament.settings, len(players)) if len(players) > 1 else (0,)
    mine = sides[players.index(number)]
    return tuple(each for each, side in zip(players, sides, strict=True) if side == mine and each != number)

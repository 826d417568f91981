"""Pairings of teams: Swiss by match points, or round robin. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from quincunx.club.tournament.pairing import round_robin, swiss
from quincunx.club.tournament.pairing.entrant import Entrant, Float
from quincunx.club.tournament.pairing.round_robin import Seats
from quincunx.club.tournament.teams.match import Match


def swiss_pairs(
    teams: Sequence[int], matches: Sequence[Match], lots: Mapping[int, bytes], is_last: bool
) -> tuple[Seats, ...]:
    """The next round by FIDE's Dutch system, with match points in place of points. The first team of a pair
    is at home. ``teams`` are those that play on, ``lots`` those of all teams."""
    played = max((each.round for each in matches), default=0)
    return swiss.pair([_entrant(team, matches, lots, played) for team in teams], played, is_last)


def circle_pairs(places: Sequence[int | None], number: int) -> tuple[Seats, ...]:
    """A round of a round robin. ``places`` are the teams in the order of lots; ``None`` for one that has
    withdrawn, whose opponent has a bye."""
    pairs: list[Seats] = []
    for one, other in round_robin.circle(len(places), number):
        present = [
            each for each in (places[one], None if other is None else places[other]) if each is not None
        ]
        if present:
            pairs.append((present[0], present[1] if len(present) > 1 else None))
    return tuple(pairs)


def _entrant(team: int, matches: Sequence[Match], lots: Mapping[int, bytes], played: int) -> Entrant:
    mine = [each for each in matches if team in each.teams]
    return Entrant(
        number=team,
        halves=_points(team, matches, played),
        lot=lots[team],
        met=tuple(other for each in mine if (other := each.other(team)) is not None),
        starts=tuple(each.home == team for each in mine if each.away is not None),
        byes=sum(each.away is None for each in mine),
        floats=(_float(team, matches, played), _float(team, matches, played - 1)),
        place=1 + sum(lot < lots[team] for lot in lots.values()),
    )


def _points(team: int, matches: Sequence[Match], until: int) -> int:
    return sum(each.points_of(team) for each in matches if each.round <= until and team in each.teams)


def _float(team: int, matches: Sequence[Match], number: int) -> Float | None:
    match = next((each for each in matches if each.round == number and team in each.teams), None)
    if match is None:
        return None
    other = match.other(team)
    if other is None:
        return "down"
    own, others = (_points(each, matches, number - 1) for each in (team, other))
    return None if own == others else "down" if own > others else "up"

"""Standings of teams: match points, board points, then the matches among equals. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

import msgspec

from quincunx.club.tournament.teams.match import MATCH_WIN, Match


class TeamStanding(msgspec.Struct, frozen=True):
    """A team's standing. Board points are counted in halves."""

    place: int
    team: int
    points: int
    """Match points: 2 for a match won, 1 for one drawn or a bye."""
    halves: int
    wins: int
    matches: int
    """Matches that are over, without byes."""


def team_standings(teams: Iterable[int], matches: Sequence[Match], boards: int) -> tuple[TeamStanding, ...]:
    """The standings, best first. Teams equal in everything share a place and are sorted by number."""
    played = {team: [each for each in matches if team in each.teams] for team in teams}
    points = {team: sum(each.points_of(team) for each in some) for team, some in played.items()}
    halves = {team: sum(each.halves_of(team, boards) for each in some) for team, some in played.items()}
    among = _among_equals(played, {team: (points[team], halves[team]) for team in played})
    keys = {team: (-points[team], -halves[team], -among[team]) for team in played}
    found: list[TeamStanding] = []
    for _, group in groupby(sorted(played, key=lambda team: (keys[team], team)), key=keys.__getitem__):
        place = len(found) + 1
        for team in group:
            over = [each for each in played[team] if each.away is not None and each.halves is not None]
            wins = sum(each.points_of(team) == MATCH_WIN for each in over)
            found.append(TeamStanding(place, team, points[team], halves[team], wins, len(over)))
    return tuple(found)


def _among_equals(played: dict[int, list[Match]], keys: dict[int, tuple[int, int]]) -> dict[int, int]:
    """Each team's match points against teams equal so far; 0 if not all of them have met."""
    found = dict.fromkeys(played, 0)
    for _, group in groupby(sorted(keys, key=keys.__getitem__), key=keys.__getitem__):
        equal = set(group)
        between = {
            team: [each for each in played[team] if each.halves is not None and each.other(team) in equal]
            for team in equal
        }
        if all({each.other(team) for each in some} == equal - {team} for team, some in between.items()):
            for team, some in between.items():
                found[team] = sum(each.points_of(team) for each in some)
    return found

"""The standings of a tournament, worked out from its view alone by the text of ``docs/tournaments.md``.

This program shares nothing with the package but the messages that anyone with the link can read.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from typing import Any

Places = dict[int, int]


def places(format: str, rounds: int, players: Iterable[int], games: list[dict[str, Any]]) -> Places:
    """The place of each player. ``games`` are those of all rounds, each with its ``round``."""
    if format == "knockout":
        return _shared(_knockout(rounds, players, games))
    if format.startswith("table"):
        return _shared(_at_tables(players, games))
    return _shared(_by_points(players, games))


def _shared(keys: dict[int, Any]) -> Places:
    """The number of better players, and one."""
    return {player: 1 + sum(keys[other] > keys[player] for other in keys) for player in keys}


def _by_points(players: Iterable[int], games: list[dict[str, Any]]) -> dict[int, Any]:
    points = dict.fromkeys(players, 0.0)
    wins = dict.fromkeys(points, 0)
    for game in games:
        for player, scored in zip(game["players"], game["points"] or (), strict=False):
            points[player] += scored
            wins[player] += scored == 1 and len(game["players"]) == 2
    buchholz = dict.fromkeys(points, 0.0)
    for game in games:
        if game["points"] is not None:
            for player in game["players"]:
                others = [each for each in game["players"] if each != player] or [player]
                buchholz[player] += sum(points[each] for each in others)
    first = {player: (points[player], buchholz[player]) for player in points}
    mutual = {}
    for player in points:
        tied = {other for other in points if first[other] == first[player]}
        between = [game for game in games if game["points"] and len(game["players"]) == 2]
        between = [game for game in between if set(game["players"]) <= tied]
        met = {frozenset(game["players"]) for game in between}
        if all(frozenset(pair) in met for pair in combinations(tied, 2)):
            mutual[player] = sum(
                game["points"][game["players"].index(player)] for game in between if player in game["players"]
            )
        else:
            mutual[player] = 0.0
    return {player: (*first[player], mutual[player], wins[player]) for player in points}


def _at_tables(players: Iterable[int], games: list[dict[str, Any]]) -> dict[int, Any]:
    """At tables of three or four: points, the mean points of the others of each table, first places."""
    over = [game for game in games if game["points"] is not None]
    points = dict.fromkeys(players, Fraction(0))
    for game in over:
        for player, scored in zip(game["players"], game["points"], strict=True):
            points[player] += Fraction(scored)
    strength, wins = dict.fromkeys(points, Fraction(0)), dict.fromkeys(points, 0)
    for game in over:
        total = sum(points[each] for each in game["players"])
        for player, scored in zip(game["players"], game["points"], strict=True):
            alone = len(game["players"]) == 1
            others = 1 if alone else len(game["players"]) - 1
            strength[player] += points[player] if alone else (total - points[player]) / others
            wins[player] += scored == 6
    return {player: (points[player], strength[player], wins[player]) for player in points}


def _knockout(rounds: int, players: Iterable[int], games: list[dict[str, Any]]) -> dict[int, Any]:
    reached: dict[int, Any] = dict.fromkeys(players, (0, 0, 0))
    for game in sorted(games, key=lambda each: (each["round"], each["board"])):
        is_third = game["round"] == rounds and game["board"] == 2
        on = goes_on(game)
        for player in game["players"]:
            if is_third:
                reached[player] = (*reached[player][:2], int(player == on))
            elif game["points"] is None:
                reached[player] = (game["round"], 1, 0)
            else:
                reached[player] = (game["round"], 2 if player == on else 0, 0)
    return reached


def goes_on(game: dict[str, Any]) -> int | None:
    """The player who goes on from a game of a knockout."""
    if len(game["players"]) == 1:
        return int(game["players"][0])
    if game["points"] is None or not any(game["points"]):
        return None
    starts, other = game["points"]
    return int(game["players"][0] if starts > other else game["players"][1])

"""The worth of a turn's points in the present game, from the shipped solution, in plain Python.

As :mod:`quincunx.games.cinqo.bots.solver.prospects`, which describes what is exact and what is estimated.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from quincunx.games.cinqo.bots.plain import solution
from quincunx.games.cinqo.bots.turn_tables import MOST_POINTS
from quincunx.games.cinqo.bots.view_facts import ESTIMATE_ERROR, is_solved, turns_left
from quincunx.games.cinqo.state import HUNDRED
from quincunx.games.cinqo.types import CinqoView

POINTS: Final = range(MOST_POINTS + 1)


def win_rewards(view: CinqoView) -> list[float]:
    """Return the worth of each number of points to the seat to move: its chance to win, a tie shared; in
    solitaire minus the rounds still to come after this one. Entry 0 is unused."""
    players, seat = view.options.players, view.turn_of
    mine = view.scores[seat]
    if players == 1:
        return [-rounds for rounds in solution.alone()[mine : mine + MOST_POINTS + 1]]
    order = [(seat + step) % players for step in range(1, players)]
    others = [view.scores[other] for other in order]
    if view.options.goal == "hundred":
        return [_race(mine + points, others) if points else 0.0 for points in POINTS]
    leads = [mine - score for score in others]
    my_turns, turns = turns_left(view, seat) - 1, [turns_left(view, other) for other in order]
    if len(others) == 1:
        return [_chance_ahead(my_turns + turns[0], leads[0] + points) for points in POINTS]
    after = [[lead + points for lead in leads] for points in POINTS]
    return [0.0, *(_ahead_of_all(each, my_turns, turns) for each in after[1:])]


def error_of(view: CinqoView) -> float:
    """Return the standard error of a worth that follows from :func:`win_rewards`: 0 where the game is
    solved."""
    return 0.0 if is_solved(view, solution.has_three()) else ESTIMATE_ERROR


def _race(mine: int, others: list[int]) -> float:
    """Return the chance to reach 100 first of a seat that has just had a turn."""
    if mine >= HUNDRED:
        return 1.0
    if len(others) == 1:
        return 1.0 - solution.race()[others[0]][mine]
    if len(others) == 2 and solution.has_three():
        return solution.three(*others)[mine]
    within = solution.within()
    total = 0.0
    for before, after in pairwise(within):
        chance = after[mine] - before[mine]
        for score in others:
            chance *= 1.0 - after[score]
        total += chance
    return total


def _chance_ahead(turns: int, lead: int) -> float:
    """Return the chance to have more points than one other player, who is to move; ``turns`` are all that
    are left."""
    chances = solution.rounds(turns)
    most = len(chances) // 2
    return 1.0 - chances[most - max(-most, min(most, lead))]


def _ahead_of_all(leads: Sequence[int], my_turns: int, turns: Sequence[int]) -> float:
    """Return the chance to have more points than all others; a tie is shared."""
    if not any(turns):
        return 1.0 / (1 + leads.count(0)) if min(leads) >= 0 else 0.0
    limits: list[tuple[float, float, float]] = []
    for lead, theirs in zip(leads, turns, strict=True):
        own = my_turns / max(1, my_turns + theirs)
        row = solution.limits(my_turns, theirs)
        most = len(row) // 2
        limit = row[most + max(-most, min(most, lead))]
        limits.append((limit, math.sqrt(own), math.sqrt(2.0 * (1.0 - own))))
    total = 0.0
    for node, weight in zip(*solution.nodes(), strict=True):
        for limit, luck, spread in limits:
            weight *= 0.5 * math.erfc(-(limit + luck * node) / spread)
        total += weight
    return total

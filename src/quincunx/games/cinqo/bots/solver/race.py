"""Two players to 100: the exact chance to win from every pair of scores.

Every turn scores at least a point, so all later pairs have a greater sum of scores: pairs are solved in the
order of falling sums, those of one sum side by side.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from quincunx.games.cinqo.bots.kernels.encode import tables
from quincunx.games.cinqo.bots.kernels.turn import (
    FIVE_CHANCE,
    MOST_POINTS,
    first_rolls,
    new_levels,
    solve_turn,
)

GOAL: Final = 100
LANES: Final = 16


def race_rewards(wins: NDArray[np.float64], mine: int, theirs: int) -> NDArray[np.float64]:
    """Return ``[31]``: the mover's chance to win after a turn from these scores, by its points, when the
    opponent is to move. No turn brings 0 points."""
    rewards = np.ones(MOST_POINTS + 1)
    short = min(MOST_POINTS + 1, GOAL - mine)
    rewards[:short] -= wins[theirs, mine : mine + short]
    rewards[0] = 0.0
    return rewards


def solve() -> NDArray[np.float64]:
    """Return ``[100, 100]``: the chance to win of the player to move, by own score and the other's."""
    wins = np.zeros((GOAL, GOAL))
    levels, values = new_levels(1, LANES), np.empty((1, LANES))
    rewards = np.empty((MOST_POINTS + 1, 1, LANES))
    for total in range(2 * (GOAL - 1), -1, -1):
        low, high = max(0, total - GOAL + 1), min(GOAL - 1, total)
        for start in range(low, high + 1, LANES):
            for lane in range(LANES):
                mine = min(high, start + lane)
                rewards[:, 0, lane] = race_rewards(wins, mine, total - mine)
            solve_turn(tables(), rewards, 0, levels)
            first_rolls(tables(), levels, values)
            for lane in range(min(LANES, high + 1 - start)):
                mine = start + lane
                # After a five of a kind the same player takes another turn, with 10 points more (Q3, Q4).
                again = 1.0 if mine + 10 >= GOAL else wins[mine + 10, total - mine]
                wins[mine, total - mine] = values[0, lane] + FIVE_CHANCE * again
    return wins

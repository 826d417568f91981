"""Two players to 100: the exact chance to win from every pair of scores.

Every turn scores at least a point, so all later pairs have a greater sum of scores: pairs are solved in the
order of falling sums.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from quincunx.games.cinqo.bots.kernels.encode import tables
from quincunx.games.cinqo.bots.kernels.turn import (
    FIVE_CHANCE,
    MOST_POINTS,
    ROWS,
    first_rolls,
    solve_turn,
)

GOAL: Final = 100


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
    levels, value = np.zeros((6, 4, ROWS)), np.empty((1, 1))
    for total in range(2 * (GOAL - 1), -1, -1):
        for mine in range(max(0, total - GOAL + 1), min(GOAL, total + 1)):
            theirs = total - mine
            # One turn at a time, as in advice: the kernel for turns side by side takes seconds to compile.
            solve_turn(tables(), race_rewards(wins, mine, theirs), 0, levels)
            first_rolls(tables(), levels[..., None, None], value)
            # After a five of a kind the same player takes another turn, with 10 points more (Q3, Q4).
            again = 1.0 if mine + 10 >= GOAL else wins[mine + 10, theirs]
            wins[mine, theirs] = value[0, 0] + FIVE_CHANCE * again
    return wins

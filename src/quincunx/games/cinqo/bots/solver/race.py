"""Two players to 100: the exact chance to win from every pair of scores.

Every turn scores at least a point, so all later pairs have a greater sum of scores: pairs are solved in the
order of falling sums, those of one sum side by side.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.kernel_cache import kernel
from quincunx.games.cinqo.bots.kernels.encode import TurnTables, tables
from quincunx.games.cinqo.bots.kernels.turn import (
    FIVE_CHANCE,
    MOST_POINTS,
    Levels,
    first_rolls,
    new_levels,
    solve_turn,
)

GOAL: Final = 100
LANES: Final = 16


@kernel
def race_reward(wins: NDArray[np.float64], mine: int, theirs: int, points: int) -> float:
    """Return the mover's chance to win after a turn from these scores has brought ``points``, and the
    opponent is to move."""
    if mine + points >= GOAL:
        return 1.0
    return 1.0 - wins[theirs, mine + points]


@kernel
def solve_race(tables: TurnTables, wins: NDArray[np.float64], levels: Levels) -> None:
    """Fill ``wins`` (``[100, 100]``): the chance of the seat to move, by its score and the other's."""
    lanes = levels.shape[4]
    rewards = np.zeros((MOST_POINTS + 1, 1, lanes))
    values = np.empty((1, lanes))
    for total in range(2 * (GOAL - 1), -1, -1):
        low, high = max(0, total - GOAL + 1), min(GOAL - 1, total)
        for start in range(low, high + 1, lanes):
            for lane in range(lanes):
                mine = min(high, start + lane)
                for points in range(1, MOST_POINTS + 1):
                    rewards[points, 0, lane] = race_reward(wins, mine, total - mine, points)
            solve_turn(tables, rewards, 0, levels)
            first_rolls(tables, levels, values)
            for lane in range(min(lanes, high + 1 - start)):
                mine = start + lane
                # After a five of a kind the same player takes another turn, with 10 points more (Q3, Q4).
                again = 1.0 if mine + 10 >= GOAL else wins[mine + 10, total - mine]
                wins[mine, total - mine] = values[0, lane] + FIVE_CHANCE * again


def solve() -> NDArray[np.float64]:
    """Return ``[100, 100]``: the chance to win of the player to move, by own score and the other's."""
    wins = np.zeros((GOAL, GOAL))
    solve_race(tables(), wins, new_levels(1, LANES))
    return wins

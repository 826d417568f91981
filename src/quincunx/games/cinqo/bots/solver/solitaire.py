"""Playing alone: for as many points as a turn can bring, and to 100.

To 100: the fewest rounds on average, and for each number of rounds the best chance to be there by then. The
second turn after a five of a kind belongs to the same round (Q5).
"""

from __future__ import annotations

from functools import cache
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
from quincunx.games.cinqo.bots.solver.race import GOAL

MOST_ROUNDS: Final = 40
"""The largest number of rounds considered: with good play the chance of more is below 1e-12."""


def points_rewards() -> NDArray[np.float64]:
    """Return ``[31]``: points as their own worth."""
    return np.arange(MOST_POINTS + 1, dtype=np.float64)


@cache
def expected_points() -> float:
    """Return the mean score of a turn, the bonus turn after a five of a kind counted with the turn that
    earned it."""
    levels, value = new_levels(1, 1), np.zeros((1, 1))
    solve_turn(tables(), np.ascontiguousarray(points_rewards()[:, None, None]), 0, levels)
    first_rolls(tables(), levels, value)
    # E = value + chance · (10 + E)
    return float((value[0, 0] + FIVE_CHANCE * 10) / (1 - FIVE_CHANCE))


@cache
def expected_rounds() -> NDArray[np.float64]:
    """Return ``[131]``: the expected rounds still to come from each score at the start of a round; 0 from 100
    on."""
    after = np.zeros(GOAL + MOST_POINTS + 1)  # rounds to come at the start of a round
    levels, value = new_levels(1, 1), np.zeros((1, 1))
    for score in range(GOAL - 1, -1, -1):
        solve_turn(tables(), rounds_reward(after, score)[:, None, None], 0, levels)
        first_rolls(tables(), levels, value)
        # The second turn needs no further round: take this one's away again.
        again = after[score + 10] - 1 if score + 10 < GOAL else 0.0
        after[score] = 1 - value[0, 0] + FIVE_CHANCE * again
    return after


def rounds_reward(after: NDArray[np.float64], score: int) -> NDArray[np.float64]:
    """Return ``[31]``: minus the rounds still to come after a turn, by its points."""
    return -after[score : score + MOST_POINTS + 1].copy()


@cache
def best_probabilities() -> NDArray[np.float64]:
    """Return ``[41, 131]``: by rounds left and score, the best chance to reach 100 in time; 1 from 100 on."""
    within = np.zeros((MOST_ROUNDS + 1, GOAL + MOST_POINTS + 1))
    within[:, GOAL:] = 1.0
    levels, values = new_levels(1, GOAL), np.zeros((1, GOAL))
    for rounds in range(1, MOST_ROUNDS + 1):
        rewards = np.zeros((MOST_POINTS + 1, 1, GOAL))
        for score in range(GOAL):
            rewards[:, 0, score] = within[rounds - 1, score : score + MOST_POINTS + 1]
        solve_turn(tables(), rewards, 0, levels)
        first_rolls(tables(), levels, values)
        for score in range(GOAL - 1, -1, -1):
            within[rounds, score] = values[0, score] + FIVE_CHANCE * within[rounds, score + 10]
    return within


@cache
def rounds_probabilities() -> NDArray[np.float64]:
    """Return ``[41]``: the distribution of the rounds to 100 for a player who minimises their mean."""
    after = expected_rounds()
    within = np.zeros((MOST_ROUNDS + 1, GOAL + MOST_POINTS + 1))
    within[:, GOAL:] = 1.0
    turns = [_points_probabilities(rounds_reward(after, score)) for score in range(GOAL)]
    for rounds in range(1, MOST_ROUNDS + 1):
        for score in range(GOAL - 1, -1, -1):
            later = within[rounds - 1, score : score + MOST_POINTS + 1]
            within[rounds, score] = turns[score] @ later + FIVE_CHANCE * within[rounds, score + 10]
    probabilities = np.zeros(MOST_ROUNDS + 1)
    probabilities[1:] = np.diff(within[:, 0])
    return probabilities


def _points_probabilities(rewards: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return ``[31]``: the distribution of the points of a turn played for these rewards. The sum is less
    than 1 by the chance of a five of a kind."""
    # The first number is maximised; the others, one for each number of points, follow from its choices.
    numbers = np.column_stack([rewards, np.eye(MOST_POINTS + 1)])
    levels, values = new_levels(numbers.shape[1], 1), np.zeros((numbers.shape[1], 1))
    solve_turn(tables(), np.ascontiguousarray(numbers[:, :, None]), 0, levels)
    first_rolls(tables(), levels, values)
    probabilities: NDArray[np.float64] = values[1:, 0]
    return probabilities

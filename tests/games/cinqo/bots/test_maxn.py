"""The others' values when the mover takes the best choice for itself (max^n)."""

from __future__ import annotations

import numpy as np
import pytest

from quincunx.games.cinqo.bots.kernels.encode import tables
from quincunx.games.cinqo.bots.kernels.turn import FIVE_CHANCE, first_rolls, new_levels, solve_turn

LANES = 5


def rising(seed: int) -> np.ndarray:
    return np.cumsum(np.random.default_rng(seed).random((31, LANES)), axis=0)


def values_of(*rewards: np.ndarray) -> np.ndarray:
    """``[numbers, lanes]``: what turns are worth whose ends have these worths (``[31, lanes]`` each)."""
    lanes = rewards[0].shape[1]
    levels, values = new_levels(len(rewards), lanes), np.zeros((len(rewards), lanes))
    solve_turn(tables(), np.ascontiguousarray(np.stack(rewards, axis=1)), 0, levels)
    first_rolls(tables(), levels, values)
    return values


def test_the_movers_wish_is_the_worth_of_a_turn() -> None:
    wanted = rising(1)
    assert values_of(wanted, rising(2))[0] == pytest.approx(values_of(wanted)[0], abs=1e-12)


def test_chances_that_are_shared_out_stay_shared_out() -> None:
    parts = np.random.default_rng(3).random((3, 31, LANES))
    parts /= parts.sum(axis=0)
    assert values_of(*parts).sum(axis=0) == pytest.approx(np.full(LANES, 1 - FIVE_CHANCE), abs=1e-12)


def test_one_who_believes_the_truth_does_best() -> None:
    truth, belief = rising(4) ** 3, rising(5)
    misled = values_of(belief, truth)[1]
    informed = values_of(truth, belief)[0]
    assert (misled < informed).all()
    # A player who wants points alone scores as often as possible.
    points = np.broadcast_to(np.arange(31.0)[:, None], (31, LANES))
    assert (values_of(truth, points)[1] < values_of(points)[0]).all()


def test_turns_side_by_side_are_so_many_single_ones() -> None:
    rewards = np.random.default_rng(6).random((2, 31, 7))
    alone = [values_of(*rewards[:, :, turn : turn + 1])[:, 0] for turn in range(7)]
    together = values_of(*rewards).T
    assert together == pytest.approx(np.array(alone), abs=1e-12)

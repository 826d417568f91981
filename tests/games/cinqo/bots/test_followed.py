"""What becomes of others when who moves does what is best for himself."""

from __future__ import annotations

import numpy as np
import pytest

from quincunx.games.cinqo.bots.encode import tables
from quincunx.games.cinqo.bots.maxn import follow_first_rolls, follow_many, follow_turns, new_followed
from quincunx.games.cinqo.bots.turn import FIVE_CHANCE, first_rolls, new_levels, solve_turns

LANES = 5


def rising(seed: int) -> np.ndarray:
    return np.cumsum(np.random.default_rng(seed).random((31, LANES)), axis=0)


def follow(rewards: np.ndarray) -> np.ndarray:
    levels, values = new_followed(len(rewards), LANES), np.zeros((len(rewards), LANES))
    follow_turns(tables(), np.ascontiguousarray(rewards), levels)
    follow_first_rolls(tables(), levels, values)
    return values


def test_what_the_mover_wants_is_what_a_turn_is_worth() -> None:
    wanted = rising(1)
    plain, alone = new_levels(LANES), np.zeros(LANES)
    solve_turns(tables(), wanted, 0, plain)
    first_rolls(tables(), plain, alone)
    assert follow(np.stack([wanted, rising(2)]))[0] == pytest.approx(alone, abs=1e-12)


def test_chances_that_are_shared_out_stay_shared_out() -> None:
    parts = np.random.default_rng(3).random((3, 31, LANES))
    parts /= parts.sum(axis=0)
    assert follow(parts).sum(axis=0) == pytest.approx(np.full(LANES, 1 - FIVE_CHANCE), abs=1e-12)


def test_one_who_believes_the_truth_does_best() -> None:
    truth, belief = rising(4) ** 3, rising(5)
    misled = follow(np.stack([belief, truth]))[1]
    informed = follow(np.stack([truth, belief]))[0]
    assert (misled < informed).all()
    # Whoever wants nothing but points scores as often as anybody can.
    points = np.broadcast_to(np.arange(31.0)[:, None], (31, LANES))
    assert (follow(np.stack([truth, points]))[1] < follow(points[None])[0]).all()


def test_many_turns_are_so_many_single_ones() -> None:
    rewards = np.random.default_rng(6).random((2, 31, 7))
    together, alone = np.zeros((2, 7)), np.zeros((2, 7))
    follow_many(tables(), rewards, together, 3)
    for turn in range(7):
        one = np.zeros((2, 1))
        follow_many(tables(), np.ascontiguousarray(rewards[:, :, turn : turn + 1]), one, 1)
        alone[:, turn] = one[:, 0]
    assert together == pytest.approx(alone, abs=1e-12)

"""A part of a turn is solved as the whole turn is, to the last digit."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from quincunx.games.cinqo.bots.kernels.encode import CLASSES, tables
from quincunx.games.cinqo.bots.kernels.turn import MOST_POINTS, OPEN, new_levels, solve_turn
from quincunx.games.cinqo.bots.kernels.turn_part import new_part, no_places, reach, solve_part


@pytest.mark.parametrize("slack", range(4))
def test_a_turn_queried_in_parts_equals_the_whole_turn(slack: int) -> None:
    numbers = 5
    rewards = np.random.default_rng(slack).random((MOST_POINTS + 1, numbers)).round(1)
    levels = new_levels(numbers, 1)
    solve_turn(tables(), rewards[:, :, None].copy(), slack, levels)
    whole, part, done = levels[..., 0], new_part(tables(), rewards), no_places()
    assert np.array_equal(part[1:, :OPEN, CLASSES:], whole[1:, :OPEN, CLASSES:])
    random = Random(slack)
    for _ in range(30):
        roll, die = random.randint(1, 4 - slack), random.randint(0, OPEN)
        row = random.choice([row for row in range(CLASSES) if tables().sizes[row] >= roll + slack])
        todo = no_places()
        todo[roll, die, row] = True
        reach(tables(), slack, done, todo)
        solve_part(tables(), slack, todo, part)
        done |= todo
        assert np.array_equal(part[roll, die, row], whole[roll, die, row])
    assert np.array_equal(part[:, :, :CLASSES][done], whole[:, :, :CLASSES][done])
    assert not part[:, :, :CLASSES][~done].any(), "nothing else is solved"

"""Playing a turn for points, and nothing else."""

from __future__ import annotations

from functools import cache

import numpy as np

from quincunx.games.cinqo.bots.encode import tables
from quincunx.games.cinqo.bots.prospects import points_rewards
from quincunx.games.cinqo.bots.turn import FIVE_CHANCE, first_rolls, new_levels, solve_turns


@cache
def expected_points() -> float:
    """The points of a turn, the bonus turn after a five of a kind counted with the turn that earned it."""
    levels, value = new_levels(1), np.zeros(1)
    solve_turns(tables(), np.ascontiguousarray(points_rewards()[:, None]), 0, levels)
    first_rolls(tables(), levels, value)
    # E = value + chance · (10 + E)
    return float((value[0] + FIVE_CHANCE * 10) / (1 - FIVE_CHANCE))

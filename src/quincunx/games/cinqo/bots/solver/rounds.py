"""Fixed rounds for two: the chance to win, a tie counted as half.

The chance depends on the number of turns left and on the lead of the player to move. Leads are followed up to
:data:`MOST_LEAD` points either way; a greater one is treated as that. Within ten rounds it takes seven fives
of a kind in a row to get there at all, so the error is far below 1e-12.
"""

from __future__ import annotations

from functools import cache, partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.cached_tables import cached_table
from quincunx.games.cinqo.bots.kernels.encode import tables
from quincunx.games.cinqo.bots.kernels.turn import (
    FIVE_CHANCE,
    MOST_POINTS,
    first_rolls,
    new_levels,
    solve_turn,
)

MOST_LEAD: Final = 670
_LANES: Final = 64


def start(lead: int) -> float:
    """Return the worth of a lead when no turn is left."""
    return 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0


@cache
def probabilities(turns: int) -> NDArray[np.float64]:
    """Return ``[2 · MOST_LEAD + 1]``: the chance of the player to move with this many turns left in all (both
    players'), by lead + MOST_LEAD."""
    return cached_table(f"cinqo-rounds-{turns}", partial(_solve, turns))


def _solve(turns: int) -> NDArray[np.float64]:
    leads = np.arange(-MOST_LEAD, MOST_LEAD + 1)
    if turns == 0:
        return np.array([start(int(lead)) for lead in leads])
    result = np.zeros(len(leads))
    levels, values = new_levels(1, _LANES), np.zeros((1, _LANES))
    for first in range(0, len(leads), _LANES):
        some = leads[first : first + _LANES]
        padded = np.resize(some, _LANES)
        rewards = np.stack([reward(turns, int(lead)) for lead in padded], axis=1)[:, None]
        solve_turn(tables(), np.ascontiguousarray(rewards), 0, levels)
        first_rolls(tables(), levels, values)
        result[first : first + len(some)] = values[0, : len(some)]
    for lead in range(MOST_LEAD, -MOST_LEAD - 1, -1):
        result[lead + MOST_LEAD] += FIVE_CHANCE * result[min(lead + 10, MOST_LEAD) + MOST_LEAD]
    return result


def reward(turns: int, lead: int) -> NDArray[np.float64]:
    """Return ``[31]``: the mover's chance after a turn, by its points; ``turns`` includes that turn."""
    after = probabilities(turns - 1)
    theirs = np.clip(-(lead + np.arange(MOST_POINTS + 1)), -MOST_LEAD, MOST_LEAD)
    return 1.0 - after[theirs + MOST_LEAD]

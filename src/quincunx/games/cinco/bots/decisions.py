"""Decisions of all bots that use the network, with kernels or without: their search parameters, their
patience, and their errors."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import msgspec

from quincunx.engines.bot import Choice, Decision
from quincunx.games.cinco.actions import ACTIONS
from quincunx.games.cinco.types import CincoMove, CincoView, Play

PATIENCE: Final = 120
"""The number of turns after which bots no longer wait for a whole round."""

PREDICTED: Final = 2
"""One in this many of the others' turns, on average, is chosen by the search tree."""

REMAINING_ERROR: Final = 0.018
"""The standard error of a chance that more simulations do not lower: the moves in the tree change, too."""
SPREAD: Final = 0.15
"""The standard deviation of one simulation's result."""
NETWORK_WEIGHT: Final = 7.0
"""The number of simulations that tell as much as the network. ``python -m benchmarks.hint_errors`` compares
the errors that follow from the three numbers with those of searches ten times as long."""


class Effort(msgspec.Struct, frozen=True):
    """The search parameters of a bot. ``docs/bots.md`` has the values that were tried."""

    seconds: float = 1.0
    """The time for a move when the budget sets no limit."""
    c_puct: float = 1.0
    """The exploration constant of PUCT: the weight of the network's priors against the results of
    simulations."""
    temperature: float = 0.05
    """The temperature of the priors: how far a move's chance may lie below the best before its prior is much
    smaller."""


def must_place(view: CincoView) -> bool:
    """Return whether to place a token if possible: no rule ends a game in which all players wait (C7)."""
    return view.turn >= PATIENCE and not any(isinstance(move, Play) for move in view.recent)


def decision(
    moves: Sequence[int], values: Sequence[float], visits: Sequence[float] | None = None
) -> Decision[CincoMove]:
    """Return moves with their chances, best first, as a decision. ``visits`` counts the simulations of each
    move; without it the chances are the network's."""
    counts = [0.0] * len(moves) if visits is None else visits
    choices = tuple(
        Choice(ACTIONS.move_of(move), value, error_of(value, count))
        for move, value, count in zip(moves, values, counts, strict=True)
    )
    return Decision(choices[0].action, choices[0].value, choices, "chance", round(sum(counts)))


def error_of(value: float, visits: float) -> float:
    """Return the standard error of a chance after this many simulations; a sure win has none."""
    return 0.0 if value >= 1.0 else math.hypot(REMAINING_ERROR, SPREAD / math.sqrt(visits + NETWORK_WEIGHT))

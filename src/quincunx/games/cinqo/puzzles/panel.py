"""A panel of solvers who try a puzzle of Cinq-O, and the share of their tries that succeed.

The shares are computed, not sampled. Nothing in them depends on dice or on a puzzle's name.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from quincunx.games.cinqo.bots.greedy import plans
from quincunx.games.cinqo.puzzles.weigh import Weighed

LEVELS: Final = {"novice": 0.97, "casual": 0.91, "keen": 0.79, "skilled": 0.61, "expert": 0.38}
"""The levels' blunder rates (:mod:`quincunx.games.cinqo.bots.roster`)."""
POINTS: Final = (0.3, 0.8, 2.0)
"""The errors, in points, of solvers who play for points."""
WORTHS: Final = {"chance": (0.01, 0.03, 0.1), "rounds": (0.03, 0.09, 0.3)}
"""The errors of solvers who play to win."""
PLANS: Final = (0.3, 1.0)
"""The errors, in points, of solvers who follow the greedy bot's plan."""
RULES: Final = (0.7, 2.0)
"""The errors of solvers with a rule of thumb."""

Array = NDArray[np.float64]


def shares(found: Weighed) -> dict[str, float]:
    """Return the share of successful tries of each solver."""
    return dict(_shares(found))


def _shares(found: Weighed) -> Iterator[tuple[str, float]]:
    kinds = _kinds(found)
    right, worths, points = found.right[kinds], found.worths[kinds], found.points[kinds]
    for level, blunder_rate in LEVELS.items():
        yield f"level {level}", _overlooking(points, right, blunder_rate)
    for number, error in enumerate(POINTS):
        yield f"points {number}", _erring(points / error, right)
    for number, error in enumerate(WORTHS[found.scale]):
        yield f"worths {number}", _erring(worths / error, right)
    planned, ruled = plans_of(found)[kinds], _ruled(found)[kinds]
    for number, error in enumerate(PLANS):
        yield f"plan {number}", _erring(planned / error, right)
    for number, error in enumerate(RULES):
        yield f"rule {number}", _erring(ruled / error, right)


def _kinds(found: Weighed) -> NDArray[np.int64]:
    """Return one keep of each kind: those of the same worth and points are seen or overlooked together."""
    both = np.stack([found.worths.round(9), found.points.round(9)], axis=1)
    return np.unique(both, axis=0, return_index=True)[1]


def _overlooking(values: Array, right: NDArray[np.bool_], rate: float) -> float:
    """Return the chance of a solver who overlooks each keep at this rate, and takes the best one seen."""
    order = np.argsort(-values, kind="stable")
    seen = (1 - rate) * rate ** np.arange(len(values))
    return float(seen[right[order]].sum() + rate ** len(values) * right.mean())


def _erring(values: Array, right: NDArray[np.bool_]) -> float:
    """Return the chance of a solver who sees every keep and errs about its value."""
    weights = np.exp(values - values.max())
    return float(weights[right].sum() / weights.sum())


def plans_of(found: Weighed) -> Array:
    """Return the value of each keep by the greedy bot's plan."""
    values = plans(found.view)
    return np.array([values[put] for put in found.ways.puts])


def _ruled(found: Weighed) -> Array:
    """Return the value of each keep by a rule of thumb: keep the dice that suit the arrow, box a 3, and save
    dice for the Rack."""
    hilo = found.view.hilo
    assert hilo is not None
    side = 1 if hilo > 0 else -1
    values: list[float] = []
    for place, put in enumerate(found.ways.puts):
        boxes = (abs(hilo) - 2) * 3.0 if put.box else 0.0
        suit = sum(side * (die - 3.5) for die in found.kept(place))
        values.append(suit + boxes - 0.5 * (len(put.rack) + len(put.from_bank)))
    return np.array(values)

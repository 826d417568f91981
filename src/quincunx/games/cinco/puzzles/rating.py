"""The difficulty of a puzzle of Cinco, from the results of a panel of solvers.

``python -m benchmarks.puzzle_panels`` fits the panel to the collection, and says how well the difficulties
predict solvers that are left out. The middle of the collection is 1500 points, its standard deviation 320.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from quincunx.core.study import Study
from quincunx.engines.difficulty import Solver, difficulty
from quincunx.games.cinco.puzzles.panel import shares
from quincunx.games.cinco.state import CincoState
from quincunx.games.cinco.view import view

PANEL: Final[Mapping[str, Solver]] = {
    "network 0": Solver(2149, 1.03),
    "network 1": Solver(1623, 1.16),
    "network 2": Solver(1072, 0.67),
    "person 0": Solver(2056, 1.09),
    "person 1": Solver(1592, 1.04),
    "person 2": Solver(1682, 1.03),
    "person 3": Solver(1262, 0.61),
    "eyes 0": Solver(693, 0.20),
    "eyes 1": Solver(1654, 0.19),
    "eyes 2": Solver(2401, 0.31),
    "eyes 3": Solver(2614, 0.59),
    "greedy 0": Solver(1900, 0.51),
    "greedy 1": Solver(1251, 0.32),
    "lines 0": Solver(1424, 0.64),
}


def rating(study: Study, state: CincoState) -> float:
    """Return the rating of a person who would find it every other time."""
    return float(round(difficulty(PANEL, shares(study, view(state, state.seat)))))

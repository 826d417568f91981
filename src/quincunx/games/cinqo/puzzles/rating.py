"""The difficulty of a puzzle of Cinq-O, from the results of a panel of solvers.

``python -m benchmarks.puzzle_panels`` fits the panel to the collection, and says how well the difficulties
predict solvers that are left out. The middle of the collection is 1500 points, its standard deviation 320.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from quincunx.engines.difficulty import Solver, difficulty
from quincunx.games.cinqo.puzzles.panel import shares
from quincunx.games.cinqo.puzzles.weigh import weighed_at
from quincunx.games.cinqo.state import CinqoState

PANEL: Final[Mapping[str, Solver]] = {
    "level novice": Solver(958, 0.56),
    "level casual": Solver(941, 0.45),
    "level keen": Solver(991, 0.33),
    "level skilled": Solver(1263, 0.29),
    "level expert": Solver(1644, 0.37),
    "points 0": Solver(1860, 1.69),
    "points 1": Solver(1794, 1.24),
    "points 2": Solver(1575, 0.81),
    "worths 0": Solver(2629, 0.47),
    "worths 1": Solver(1764, 0.41),
    "worths 2": Solver(1222, 0.53),
    "plan 0": Solver(1355, 0.71),
    "plan 1": Solver(1294, 0.74),
    "rule 0": Solver(1251, 0.69),
    "rule 1": Solver(1119, 0.65),
}


def rating(states: Sequence[CinqoState]) -> float:
    """Return the rating of a person who would find it every other time."""
    return float(round(difficulty(PANEL, shares(weighed_at(states)))))

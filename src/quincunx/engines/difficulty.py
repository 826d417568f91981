"""The difficulty of a puzzle, from how often each solver of a panel finds it.

This is item response theory with two parameters. A solver has an ability, in rating points, and a slope: how
much its chance depends on the puzzle. At a slope of 1, 400 points more make its odds ten times as high.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

EASIEST: Final = 800.0
HARDEST: Final = 2400.0
"""The range of difficulties, in rating points."""
SPREAD: Final = 400.0
"""The difference in points that makes odds ten times as high, at a slope of 1."""
NARROW: Final = 0.25
"""The precision in points to which a difficulty is solved for."""


class Solver(NamedTuple):
    """A member of a panel."""

    ability: float
    slope: float

    def chance(self, difficulty: float) -> float:
        """Return the chance to find a puzzle of this difficulty."""
        return 1 / (1 + 10 ** (self.slope * (difficulty - self.ability) / SPREAD))


def difficulty(panel: Mapping[str, Solver], shares: Mapping[str, float]) -> float:
    """Return the most likely difficulty, given the share of tries in which each member found the puzzle."""
    wanted = sum(solver.slope * shares[name] for name, solver in panel.items())
    low, high = EASIEST, HARDEST
    while high - low > NARROW:
        middle = (low + high) / 2
        expected = sum(solver.slope * solver.chance(middle) for solver in panel.values())
        # If more is expected than was found, the puzzle is harder than that.
        low, high = (middle, high) if expected > wanted else (low, middle)
    return (low + high) / 2

"""The model of puzzle ratings: Glicko's step for each side, within bounds that no answers can leave. Pure.

Glickman, *Parameter estimation in large dynamic paired comparison experiments* (1999). Three bounds keep
ratings from running away:

* one answer moves a solver, and a puzzle, by a few points at most;
* a right answer lifts a solver no farther than :data:`REACH` above the puzzle, and a wrong one drops them no
  farther below it, so that easy puzzles prove little, however many are solved;
* a puzzle stays within :data:`FARTHEST` of its first rating.
"""

from __future__ import annotations

from math import log, pi, sqrt
from typing import Final, NamedTuple

from quincunx.club.results.ratings import MIDDLE, POINTS, POINTS_IN_THE_MIDDLE, Rating

SPREAD: Final = 400.0
"""The difference in points that makes odds ten times as high, as in :mod:`quincunx.engines.difficulty`."""
REACH: Final = 400.0
FARTHEST: Final = 400.0
LEAST: Final = 100.0
MOST: Final = 3000.0
"""The range of all ratings, in points."""
_Q: Final = log(10) / SPREAD


class Bounds(NamedTuple):
    """The bounds of one side, in points."""

    step: float
    """The largest change by one answer."""
    deviation: float
    """The smallest deviation: a rating that has been right for years can still change."""


SOLVER: Final = Bounds(100.0, 60.0)
PUZZLE: Final = Bounds(20.0, 40.0)


def expected(solver: Rating, puzzle: Rating) -> float:
    """Return the chance that a solver finds a puzzle, given both ratings and the puzzle's deviation."""
    return _chance(_points(solver) - _points(puzzle), _deviation(puzzle))


def meet(solver: Rating, puzzle: Rating, start: Rating, right: bool) -> tuple[Rating, Rating]:
    """Return both ratings after a first answer. ``start`` is the puzzle's rating before all answers."""
    mine, its = _points(solver), _points(puzzle)
    moved, sure = _step(solver, puzzle, float(right), SOLVER)
    after = min(moved, max(mine, its + REACH)) if right else max(moved, min(mine, its - REACH))
    pushed, known = _step(puzzle, solver, float(not right), PUZZLE)
    first = _points(start)
    return (
        _rating(min(max(after, LEAST), MOST), sure),
        _rating(min(max(pushed, first - FARTHEST, LEAST), first + FARTHEST, MOST), known),
    )


def _step(one: Rating, other: Rating, score: float, bounds: Bounds) -> tuple[float, float]:
    """Return one side's points and deviation after a meeting."""
    points, deviation = _points(one), _deviation(one)
    certain = _certainty(_deviation(other))
    chance = _chance(points - _points(other), _deviation(other))
    variance = 1 / (1 / deviation**2 + _Q**2 * certain**2 * chance * (1 - chance))
    change = _Q * variance * certain * (score - chance)
    return points + min(max(change, -bounds.step), bounds.step), max(sqrt(variance), bounds.deviation)


def _chance(difference: float, deviation: float) -> float:
    return 1 / (1 + 10 ** (-_certainty(deviation) * difference / SPREAD))


def _certainty(deviation: float) -> float:
    """Return how much a meeting says, at most 1: little if the other's rating is uncertain."""
    return 1 / sqrt(1 + 3 * (_Q * deviation / pi) ** 2)


def _points(rating: Rating) -> float:
    return POINTS_IN_THE_MIDDLE + POINTS * (rating.mu - MIDDLE)


def _deviation(rating: Rating) -> float:
    return POINTS * rating.sigma


def _rating(points: float, deviation: float) -> Rating:
    return Rating(MIDDLE + (points - POINTS_IN_THE_MIDDLE) / POINTS, deviation / POINTS)

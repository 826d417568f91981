"""Accuracy: a player's decisions in one game as a number from 0 to 100.

It follows from the mean loss of the player's judged decisions. A typical decision is worth more in one game
than in another. So each game names the mean losses of its bots, level by level
(:attr:`~quincunx.core.review.Reviewer.mean_losses`), and each level has the same mark in every game. Between
levels the accuracy is interpolated (``docs/review.md``, ``benchmarks/accuracy.py``).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from quincunx.core.review import NOT_JUDGED, Judged, Reviewer, Scale

MARKS: Final = (28.0, 46.0, 61.0, 74.0, 85.0, 95.0)
"""The accuracy at the mean loss of each level, weakest first; at no loss at all it is 100."""


def mean_loss(choices: Sequence[Judged]) -> float | None:
    """Return the mean loss of the judged decisions; ``None`` if there are none."""
    judged = [each.error for each in choices if each.verdict not in NOT_JUDGED]
    return sum(judged) / len(judged) if judged else None


def accuracy(reviewer: Reviewer, scale: Scale, loss: float | None) -> float | None:
    """Return the accuracy at a mean loss; ``None`` without decisions, or in a game that names no losses."""
    typical = reviewer.mean_losses.get(scale)
    if typical is None or loss is None:
        return None
    # A level that plays without loss has no mark of its own.
    points = [*(point for point in zip(typical, MARKS, strict=True) if point[0] > 0), (0.0, 100.0)]
    (worst, lowest), *_ = points
    if loss >= worst:
        return lowest * worst / loss
    for (more, low), (less, high) in pairwise(points):
        if loss >= less:
            return low + (high - low) * (more - loss) / (more - less)
    return 100.0

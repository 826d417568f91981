"""Chances of what the turn scores after a keep, from the plain turn: its numbers carry the chances along.

The worths are those of the game, so the chances are those of best play in it; with equal worths, more points.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from quincunx.games.cinqo.bots.counted import counted
from quincunx.games.cinqo.bots.plain.prospects import win_rewards
from quincunx.games.cinqo.bots.plain.turn import PlainTurn
from quincunx.games.cinqo.types import CinqoMove, CinqoView

MOST_POINTS = 30
TIE = 1e-10
"""The worth of a point beside that of the game."""


class Likely(float):
    """A worth, with the chance of each number of points."""

    chances: NDArray[np.float64]

    def __new__(cls, worth: float, chances: NDArray[np.float64]) -> Likely:
        made = super().__new__(cls, worth)
        made.chances = chances
        return made

    def __add__(self, other: float) -> Likely:
        return Likely(float(self) + float(other), self.chances + getattr(other, "chances", 0.0))

    def __mul__(self, share: float) -> Likely:
        return Likely(float(self) * float(share), self.chances * float(share))

    def __truediv__(self, number: float) -> Likely:
        return self * (1 / number)

    __radd__, __rmul__ = __add__, __mul__


@lru_cache(maxsize=4)
def _chances(view: CinqoView) -> dict[CinqoMove, NDArray[np.float64]]:
    worths = win_rewards(view)
    rewards = [Likely(worth + TIE * points, _certainly(points)) for points, worth in enumerate(worths)]
    keeps = counted(tuple(sorted(view.tray)), tuple(sorted(view.bank)), tuple(sorted(view.rack)), view.boxed)
    assert view.hilo is not None
    found = PlainTurn(rewards).worths(keeps, view.roll, view.hilo)
    return {
        put: each.chances for put, each in zip(keeps.puts, found, strict=True) if isinstance(each, Likely)
    }


def _certainly(points: int) -> NDArray[np.float64]:
    chances = np.zeros(MOST_POINTS + 1)
    chances[points] = 1.0
    return chances


def chance_of(view: CinqoView, put: CinqoMove, points: int) -> float:
    """Return the chance that the turn scores so many points or more after this keep."""
    return float(_chances(view)[put][points:].sum())

"""The exact consequences of a keep: the distribution of the turn's points in best play for the game.

The rest of the turn is solved once more, with the worth to the mover as the first number and the probability
of each number of points as the others. The mover maximises only the first, so the others are the
probabilities in best play.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quincunx.core.review import Next
from quincunx.games.cinqo.bots.advisor import ROUNDING
from quincunx.games.cinqo.bots.kernels.encode import CLASSES, tables
from quincunx.games.cinqo.bots.kernels.keeps import Keeps
from quincunx.games.cinqo.bots.kernels.turn import MOST_POINTS
from quincunx.games.cinqo.bots.kernels.turn_part import new_part, no_places, reach, solve_part
from quincunx.games.cinqo.review.solved import placed
from quincunx.games.cinqo.state import HUNDRED
from quincunx.games.cinqo.types import CinqoView

CODES: Final = ("ends", "average", "at-least", "reaches")
"""All codes."""
CERTAIN: Final = 1.0 - 1e-9
LEAST: Final = 1e-9
"""The smallest worth of points that matters."""
TIE: Final = 1e-10
"""The worth of a point beyond its effect on the game: of keeps with the same worth, the one with more points
is chosen, as the advisor does."""
_SEVERAL: Final = 6
"""The number of cached solutions: mistakes of one turn, and all keeps of a puzzle, come one after another."""

Probabilities = NDArray[np.float64]
"""``[31]``: the probability of each number of points."""
Continuations = tuple[tuple[Next, ...], tuple[Next, ...]]
"""The continuations of the chosen keep, and of the best one."""


def continuations(
    view: CinqoView, wanted: NDArray[np.float64], ways: Keeps, chosen: int, best: int
) -> Continuations:
    """Return the continuations of the chosen and the best of these keeps. ``wanted`` has the worth of each
    number of points to the mover. Both are described by the same number of points: the one that the better
    keep reaches, or exceeds, with the greatest advantage."""
    after_chosen, after_best = (_probabilities(view, wanted, ways, place) for place in (chosen, best))
    points = _most_gained(view, wanted, after_chosen, after_best)
    code = "reaches" if points == _missing(view) else "at-least"
    return _likely_end(after_chosen, code, points), _likely_end(after_best, code, points)


class Odds(NamedTuple):
    """The chances of two keeps to score some number of points, or more, in this turn."""

    points: int
    """The number that the better keep reaches with the greatest advantage; 0: it reaches none more often."""
    is_hundred: bool
    """True if the player then has 100 points in all."""
    chosen: float
    best: float


def odds(view: CinqoView, wanted: NDArray[np.float64], ways: Keeps, chosen: int, best: int) -> Odds:
    """Return the chances behind :func:`continuations`, also where a keep ends the turn."""
    after_chosen, after_best = (_probabilities(view, wanted, ways, place) for place in (chosen, best))
    points = _most_gained(view, wanted, after_chosen, after_best)
    some, more = (float(_or_more(after)[points]) for after in (after_chosen, after_best))
    return Odds(points, points == _missing(view), some, more)


def _missing(view: CinqoView) -> int:
    """Return the points that the player needs for 100, or more than a turn can score if that is not the
    goal."""
    return HUNDRED - view.scores[view.turn_of] if view.options.goal == "hundred" else MOST_POINTS + 1


def _most_gained(
    view: CinqoView, wanted: NDArray[np.float64], after_chosen: Probabilities, after_best: Probabilities
) -> int:
    """Return the points that the better keep reaches, or exceeds, with the greatest advantage; 0 if it
    reaches none more often. Only points that are worth more than fewer ones count: in the last turn, those
    that win or draw."""
    # Points beyond the hundredth have no value.
    most = min(MOST_POINTS, _missing(view))
    more = (_or_more(after_best) - _or_more(after_chosen))[: most + 1].round(ROUNDING)
    more[~_matters(wanted)[: most + 1]] = 0.0
    # Not every number of points is possible; of those with the same worth, use the highest possible one.
    return most - int(more[::-1].argmax()) if more.max() > 0 else 0


def _or_more(probabilities: Probabilities) -> Probabilities:
    return probabilities[::-1].cumsum()[::-1]


def _matters(wanted: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return for each number of points whether it is worth more than the next lower one that is possible."""
    possible = _possible()
    matters = np.ones(MOST_POINTS + 1, dtype=np.bool_)
    for fewer, points in pairwise(possible.tolist()):
        matters[fewer + 1 : points + 1] = wanted[points] > wanted[fewer] + LEAST
    return matters


def _likely_end(probabilities: Probabilities, code: str, points: int) -> tuple[Next, ...]:
    likeliest = int(probabilities.argmax())
    if probabilities[likeliest] >= CERTAIN:
        return (Next("ends", {"count": likeliest}),)
    average = Next("average", {"points": round(float(probabilities @ np.arange(MOST_POINTS + 1)), 1)})
    # By an estimate, the better keep may reach no number of points more often.
    if points == 0:
        return (average,)
    probability = round(float(_or_more(probabilities)[points]), ROUNDING)
    return (average, Next(code, {"count": points} if code == "at-least" else {}, probability))


def _probabilities(view: CinqoView, wanted: NDArray[np.float64], ways: Keeps, place: int) -> Probabilities:
    """Return the probability of each number of points after this keep."""
    assert view.hilo is not None
    places = placed(ways, np.array([place]), view.roll, view.hilo)
    (die,), (row,), (slack,) = (each.tolist() for each in places)
    found = np.zeros(MOST_POINTS + 1)
    found[_possible()] = _solution(wanted.tobytes(), slack).at(view.roll, die, row)[1:]
    return found


class _Solution:
    """A turn with this slack, solved as far as requested. Two threads may ask at once: both write the same
    values."""

    def __init__(self, wanted: NDArray[np.float64], slack: int) -> None:
        possible = _possible()
        rewards = np.zeros((MOST_POINTS + 1, 1 + len(possible)))
        rewards[:, 0] = wanted + TIE * np.arange(MOST_POINTS + 1)
        rewards[possible, 1 + np.arange(len(possible))] = 1.0
        self._slack = slack
        self._levels = new_part(tables(), rewards)
        self._placed = no_places()

    def at(self, roll: int, die: int, row: int) -> NDArray[np.float64]:
        """Return the worth to the mover, and the probability of each possible number of points."""
        if row < CLASSES and not self._placed[roll, die, row]:
            todo = no_places()
            todo[roll, die, row] = True
            reach(tables(), self._slack, self._placed, todo)
            solve_part(tables(), self._slack, todo, self._levels)
            self._placed |= todo
        return self._levels[roll, die, row]


@lru_cache(maxsize=_SEVERAL)
def _solution(wanted: bytes, slack: int) -> _Solution:
    return _Solution(np.frombuffer(wanted), slack)


@lru_cache(maxsize=1)
def _possible() -> NDArray[np.int64]:
    """Return the numbers of points that five dice can score."""
    return np.unique(np.outer(tables().numbers, (1, 2, 3)))

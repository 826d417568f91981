"""The criterion for puzzles: some keeps are as good as the best, and all others clearly worse."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quincunx.core.review import Why
from quincunx.games.cinqo.bots.kernels.keeps import Keeps, keeps_of
from quincunx.games.cinqo.card import DICE
from quincunx.games.cinqo.review.reasons import aims_at_straight
from quincunx.games.cinqo.review.solved import Turns, points_of
from quincunx.games.cinqo.state import CinqoState
from quincunx.games.cinqo.types import CinqoView
from quincunx.games.cinqo.view import view

LITTLE: Final = {"chance": 0.002, "rounds": 0.01}
"""The largest distance to the best at which a keep is also right."""
MARGIN: Final = {"chance": 0.02, "rounds": 0.06}
"""The smallest distance of a wrong keep to every right one."""
MORE_POINTS: Final = 0.25
"""The smallest mean gain of the keep with the most points, if another one wins more often."""
MOST_RIGHT: Final = 12
SIDE: Final = 2.0
"""The smallest difference in mean pips at which two keeps are for opposite sides of the score card."""
TEMPTING: Final = 4
"""The smallest number of dice towards a straight that tempt a solver who should not keep them."""
FEW: Final = 1
"""The largest number of dice of the roll that stay in puzzles about keeping few."""


class Weighed(NamedTuple):
    """The keeps after a roll with their worths to the seat, and which of them are right."""

    view: CinqoView
    wanted: NDArray[np.float64]
    """The worth of each number of points in this turn to the seat."""
    ways: Keeps
    worths: NDArray[np.float64]
    points: NDArray[np.float64]
    right: NDArray[np.bool_]

    @property
    def scale(self) -> str:
        return "rounds" if self.view.options.players == 1 else "chance"

    @property
    def margin(self) -> float:
        """The difference between the worst right keep and the best wrong one."""
        return float(self.worths[self.right].min() - self.worths[~self.right].max())

    @property
    def order(self) -> list[int]:
        """The keeps, best first; of those with the same worth, the one with the most points first."""
        found: NDArray[np.int64] = np.lexsort((-self.points.round(9), -self.worths.round(9)))
        listed: list[int] = found.tolist()
        return listed

    @property
    def nearest(self) -> int:
        """The best wrong keep."""
        return self.order[int(self.right.sum())]

    def kept(self, place: int) -> tuple[int, ...]:
        """Return all dice that a keep leaves unrolled, ascending."""
        put = self.ways.puts[place]
        return tuple(sorted((*self.view.rack, *self.view.bank, *put.rack, *put.bank)))


def weigh(solved: Turns, lane: int, seen: CinqoView) -> Weighed:
    """Return every keep of the seat to move, from the solved turn that it belongs to."""
    assert seen.hilo is not None  # a seat is to keep
    ways = keeps_of(tuple(sorted(seen.tray)), seen.bank, seen.rack, seen.boxed)
    every = np.arange(len(ways.puts))
    worths = np.asarray(solved.keeps(lane, ways, every, seen.roll, seen.hilo)[:, seen.turn_of])
    points = points_of(ways, seen.roll, seen.hilo)
    scale = "rounds" if seen.options.players == 1 else "chance"
    return Weighed(seen, solved.wanted(lane), ways, worths, points, worths >= worths.max() - LITTLE[scale])


def weighed_at(states: Sequence[CinqoState]) -> Weighed:
    """Return every keep in the last of these states, which lead to it from the beginning of a game."""
    state = states[-1]
    begun = next(each for each in states if len(each.history) == len(state.history))
    return weigh(Turns([view(begun, None)]), 0, view(state, state.seat))


def sort_of(found: Weighed) -> str | None:
    """Return the sort of puzzle by its right keeps and the nearest wrong one; ``None`` if it is not one."""
    right, scale = found.right, found.scale
    if right.all() or int(right.sum()) > MOST_RIGHT or found.margin < MARGIN[scale]:
        return None
    if scale == "chance" and found.points.max() - found.points[right].max() >= MORE_POINTS:
        return "win"
    boxed = {*found.ways.boxed[right].tolist()}
    if len(boxed) > 1:
        return None
    if found.ways.boxed[found.nearest] not in boxed:
        return "box-yes" if True in boxed else "box-no"
    return _sort_of_dice(found)


def _sort_of_dice(found: Weighed) -> str:
    """Return the sort of a puzzle about the five dice: the most special one whose difference separates every
    right keep from the nearest wrong one."""
    right = [found.kept(place) for place in found.order[: int(found.right.sum())]]
    wrong = found.kept(found.nearest)
    if all(kept == wrong for kept in right):
        return "bank"
    for sort, otherwise, has in DIFFERENCES:
        if not has(wrong) and all(map(has, right)):
            return sort
        if has(wrong) and len(wrong) >= TEMPTING and not any(map(has, right)):
            return otherwise
    if min(map(fmean, right)) - fmean(wrong) >= SIDE:
        return "side-high"
    if fmean(wrong) - max(map(fmean, right)) >= SIDE:
        return "side-low"
    return few_or_many(found)


def _is_full(dice: tuple[int, ...]) -> bool:
    return len(dice) == DICE


DIFFERENCES: Final[tuple[tuple[str, str, Callable[[tuple[int, ...]], bool]], ...]] = (
    ("stop-end", "stop-roll", _is_full),
    ("straight-go", "straight-leave", aims_at_straight),
)
"""Properties of kept dice, with the sort of puzzle where the right keeps have it, and where the nearest wrong
one has it."""


def few_or_many(found: Weighed) -> str:
    """Return the sort of a puzzle about what to keep."""
    best = found.ways.puts[found.order[0]]
    return "keep-few" if len(best.rack) + len(best.bank) <= FEW else "keep-many"


def compared(found: Weighed, place: int) -> Why:
    """Return the comparison of the keep's worth with the best one's."""
    best, other = float(found.worths.max()), float(found.worths[place])
    if found.scale == "rounds":
        return Why("takes-longer", {"rounds": round(best - other, 2)})
    return Why("wins-less", {"best": round(100 * best, 1), "chance": round(100 * other, 1)})

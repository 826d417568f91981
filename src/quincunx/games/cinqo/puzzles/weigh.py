"""The criterion for puzzles: some keeps are as good as the best, and all others clearly worse."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quincunx.core.review import Why
from quincunx.games.cinqo.bots.kernels.keeps import Keeps, keeps_of
from quincunx.games.cinqo.review.solved import Turns, points_of
from quincunx.games.cinqo.types import CinqoView

LITTLE: Final = {"chance": 0.002, "rounds": 0.01}
"""The largest distance to the best at which a keep is also right."""
MARGIN: Final = {"chance": 0.02, "rounds": 0.06}
"""The smallest distance of a wrong keep to every right one."""
MORE_POINTS: Final = 0.25
"""The smallest mean gain of the keep with the most points, if another one wins more often."""
MOST_RIGHT: Final = 12
FEW: Final = 1
"""The largest number of dice of the roll that stay in puzzles about keeping few."""


class Weighed(NamedTuple):
    """The keeps after a roll with their worths to the seat, and which of them are right."""

    view: CinqoView
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


def weigh(solved: Turns, lane: int, view: CinqoView) -> Weighed:
    """Return every keep of the seat to move, from the solved turn that it belongs to."""
    assert view.hilo is not None  # a seat is to keep
    ways = keeps_of(tuple(sorted(view.tray)), view.bank, view.rack, view.boxed)
    every = np.arange(len(ways.puts))
    worths = np.asarray(solved.keeps(lane, ways, every, view.roll, view.hilo)[:, view.turn_of])
    points = points_of(ways, view.roll, view.hilo)
    scale = "rounds" if view.options.players == 1 else "chance"
    return Weighed(view, ways, worths, points, worths >= worths.max() - LITTLE[scale])


def sort_of(found: Weighed) -> str | None:
    """Return the sort of puzzle; ``None`` if it is not one."""
    right, scale = found.right, found.scale
    if right.all() or int(right.sum()) > MOST_RIGHT or found.margin < MARGIN[scale]:
        return None
    if scale == "chance" and found.points.max() - found.points[right].max() >= MORE_POINTS:
        return "win"
    boxed = {*found.ways.boxed[right].tolist()}
    if len(boxed) > 1:
        return None
    nearest = found.order[int(right.sum())]
    if found.ways.boxed[nearest] not in boxed:
        return "box-yes" if True in boxed else "box-no"
    best = found.ways.puts[found.order[0]]
    return "keep-few" if len(best.rack) + len(best.bank) <= FEW else "keep-many"


def compared(found: Weighed, place: int) -> Why:
    """Return the comparison of the keep's worth with the best one's."""
    best, other = float(found.worths.max()), float(found.worths[place])
    if found.scale == "rounds":
        return Why("takes-longer", {"rounds": round(best - other, 2)})
    return Why("wins-less", {"best": round(100 * best, 1), "chance": round(100 * other, 1)})


def shape(view: CinqoView) -> str:
    """Return a key that equal puzzles share: Lo is Hi upside down, dice have no order, and slightly different
    scores count as the same."""
    assert view.hilo is not None
    places = [tuple(sorted(view.rack)), tuple(sorted(view.bank)), tuple(sorted(view.tray))]
    if view.hilo < 0:
        places = [tuple(sorted(7 - die for die in place)) for place in places]
    dice = " ".join("".join(map(str, place)) or "-" for place in places)
    mine = view.scores[view.turn_of]
    others = [score for seat, score in enumerate(view.scores) if seat != view.turn_of]
    stand = ",".join(str(score // 10) for score in (mine, *others))
    options = view.options
    goal = options.goal if options.goal == "hundred" else f"{options.rounds - view.round} left"
    return f"{goal} {stand} {view.roll} {dice} {abs(view.hilo)}{'b' if view.boxed else ''}"

"""What makes a keep a puzzle: some keeps are as good as the best, and all others clearly worse."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quincunx.core.review import Why
from quincunx.games.cinqo.bots.kernels.keeps import Keeps, keeps_of
from quincunx.games.cinqo.review.solved import Turns, points_of
from quincunx.games.cinqo.types import CinqoView

LITTLE: Final = {"chance": 0.002, "rounds": 0.01}
"""What is worse than the best by no more is right as well."""
MARGIN: Final = {"chance": 0.02, "rounds": 0.06}
"""What is wrong is worse by so much at least than anything that is right."""
MORE_POINTS: Final = 0.25
"""So much more the keep must bring on average that brings the most, where another one wins more often."""
MOST_RIGHT: Final = 12
FEW: Final = 1
"""So many dice of the roll stay, at most, where few are kept."""


class Weighed(NamedTuple):
    """The keeps after a roll, with their worths to who keeps, and which of them are right."""

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
        """How much worse the best wrong keep is than the worst right one."""
        return float(self.worths[self.right].min() - self.worths[~self.right].max())

    @property
    def order(self) -> list[int]:
        """The keeps, best first; of those that are worth the same the one that brings most."""
        found: NDArray[np.int64] = np.lexsort((-self.points.round(9), -self.worths.round(9)))
        listed: list[int] = found.tolist()
        return listed


def weigh(solved: Turns, lane: int, view: CinqoView) -> Weighed:
    """Every keep of the seat to move, by the solved turn that it belongs to."""
    assert view.hilo is not None  # somebody is to keep
    ways = keeps_of(tuple(sorted(view.tray)), view.bank, view.rack, view.boxed)
    every = np.arange(len(ways.puts))
    worths = np.asarray(solved.keeps(lane, ways, every, view.roll, view.hilo)[:, view.turn_of])
    points = points_of(ways, view.roll, view.hilo)
    scale = "rounds" if view.options.players == 1 else "chance"
    return Weighed(view, ways, worths, points, worths >= worths.max() - LITTLE[scale])


def sort_of(found: Weighed) -> str | None:
    """Which sort of puzzle it is; ``None`` if it is none."""
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
    """What the keep is worth beside the best one, in words."""
    best, other = float(found.worths.max()), float(found.worths[place])
    if found.scale == "rounds":
        return Why("takes-longer", {"rounds": round(best - other, 2)})
    return Why("wins-less", {"best": round(100 * best, 1), "chance": round(100 * other, 1)})


def shape(view: CinqoView) -> str:
    """Lo is Hi upside down, dice have no order, and a few points more or less make no other puzzle."""
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

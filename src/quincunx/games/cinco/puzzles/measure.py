"""The worths of the moves of a position: rough measurements first, then a confirmation by far more.

Every measurement deals the hidden cards anew. A candidate that cannot reach its margin any more is dropped
after the first measurement that shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from quincunx.core.review import Why
from quincunx.games.cinco.bots.kernels.measure import Worths, worths_of
from quincunx.games.cinco.bots.ranking import Root
from quincunx.games.cinco.review.worths import measured
from quincunx.games.cinco.types import CincoMove


class Effort(NamedTuple):
    """The simulations for a sort of puzzle, and the margin that they must show."""

    rough: tuple[int, ...] = (60, 300)
    """Simulations of each move in the rough measurements."""
    step: int = 500
    """Simulations of each right move, and of each of the nearest wrong ones, between two decisions whether
    the margin is confirmed."""
    least: int = 500
    most: int = 4_000
    """The smallest and the largest number of these simulations."""
    margin: float = 0.05
    """The smallest distance of a wrong move to every right one."""
    nearest: int = 2
    """The number of wrong moves that are measured again."""


EFFORTS: Final[Mapping[str, Effort]] = {
    # A right move and the nearest wrong one: 40,000 in all.
    "quiet": Effort((60, 300, 1_000), 2_000, 20_000, 20_000, 0.03, 1),
    "reach": Effort(step=1_000, most=8_000, margin=0.03),
    # It is certain that they are right.
    "win": Effort((60,), most=1_000),
}
LITTLE: Final = 0.02
"""The largest distance to the best at which a move of the same sort is also right."""
SURE: Final = 2.0
"""The smallest distance of a confirmed margin to the margin asked for, in standard errors."""
EARLY: Final = 4.0
"""The same before all simulations have been made: several looks at one margin need more caution."""
HOPELESS: Final = 1.5
"""The same for dropping a candidate: its margin lies so far below the one asked for."""
INSIDE: Final = 4
OUTSIDE: Final = 8
"""The largest number of moves of either kind in the first measurement; the network orders them."""


class Measured(NamedTuple):
    """The right moves, best first; the nearest wrong ones; their worths; and the margin between the two
    kinds."""

    right: tuple[CincoMove, ...]
    wrong: tuple[CincoMove, ...]
    worths: dict[CincoMove, float]
    margin: float

    def compared(self, move: CincoMove) -> Why:
        """Return the comparison of a wrong move's worth with the best one's."""
        best = max(self.worths[each] for each in self.right)
        return Why("wins-less", {"best": round(100 * best, 1), "chance": round(100 * self.worths[move], 1)})


def measure(
    root: Root,
    seat: int,
    moves: Sequence[CincoMove],
    is_inside: Callable[[CincoMove], bool],
    name: str,
    effort: Effort,
) -> Measured | None:
    """Measure whether the moves of one sort are better than all others; ``moves`` are in the network's order.
    Return ``None`` if the margin is too small."""
    inside = [move for move in moves if is_inside(move)][:INSIDE]
    outside = [move for move in moves if not is_inside(move)][:OUTSIDE]
    right, wrong = inside, outside
    means: dict[CincoMove, float] = {}
    for number, simulations in enumerate(effort.rough):
        if not inside or not outside:
            return None
        worths = _worths(root, seat, [*inside, *outside], f"{name} first {number}", simulations)
        means = {move: float(found.mean()) for move, found in worths.items()}
        best = max(inside, key=lambda move: means[move])
        right = [move for move in inside if means[best] - means[move] <= LITTLE]
        wrong = sorted((move for move in means if move not in right), key=lambda move: -means[move])
        if any(_is_hopeless(worths[best], worths[move], effort) for move in wrong):
            return None
        outside = [move for move in wrong if move in outside][: effort.nearest + 1]
    if means[right[-1]] - means[wrong[0]] < effort.margin / 2:
        return None
    return _confirmed(root, seat, right, wrong[: effort.nearest], name, effort)


def _is_hopeless(best: Worths, other: Worths, effort: Effort) -> bool:
    """Return whether a move is nearly surely not worse than the best by the margin, and not as good either:
    those of the same sort may be right, too."""
    mean, error = measured(best - other)
    return mean + HOPELESS * error < effort.margin


def _confirmed(
    root: Root, seat: int, right: Sequence[CincoMove], wrong: Sequence[CincoMove], name: str, effort: Effort
) -> Measured | None:
    """Confirm the measurement by far more simulations, with other deals."""
    every = [*right, *wrong]
    again: dict[CincoMove, Worths] = {move: np.empty(0) for move in every}
    for done in range(effort.step, effort.most + 1, effort.step):
        more = _worths(root, seat, every, f"{name} again {done}", effort.step)
        again = {move: np.concatenate([again[move], more[move]]) for move in every}
        margins = [measured(again[good] - again[bad]) for good in right for bad in wrong]
        if any(mean + HOPELESS * error < effort.margin for mean, error in margins):
            return None
        needed = SURE if done + effort.step > effort.most else EARLY
        if done >= effort.least and all(mean - needed * error >= effort.margin for mean, error in margins):
            means = {move: float(worths.mean()) for move, worths in again.items()}
            ordered = sorted(right, key=lambda move: -means[move])
            nearest = sorted(wrong, key=lambda move: -means[move])
            return Measured(tuple(ordered), tuple(nearest), means, min(mean for mean, _ in margins))
    return None


def _worths(
    root: Root, seat: int, moves: Sequence[CincoMove], name: str, simulations: int
) -> dict[CincoMove, Worths]:
    return {move: worths_of(root, seat, move, name, simulations) for move in moves}

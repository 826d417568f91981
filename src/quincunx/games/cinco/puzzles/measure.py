"""The worths of the moves of a position: a rough measurement, then a confirmation by far more simulations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from quincunx.core.review import Why
from quincunx.games.cinco.bots.kernels.measure import Worths, worths_of
from quincunx.games.cinco.bots.ranking import Root
from quincunx.games.cinco.review.worths import measured
from quincunx.games.cinco.types import CincoMove

FIRST: Final = 200
CONFIRM: Final = 4_000
"""Simulations for each move, at first and to confirm it."""
LITTLE: Final = 0.02
"""The largest distance to the best at which a move of the same sort is also right."""
MARGIN: Final = 0.05
"""The smallest distance of a wrong move to every right one."""
SURE: Final = 2.0
"""The same distance in standard errors of its measurement."""
INSIDE: Final = 4
OUTSIDE: Final = 5
"""The largest number of moves of either kind that are measured; the network orders them."""
NEAREST: Final = 3
"""The number of wrong moves that are measured again."""


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
    root: Root, seat: int, moves: Sequence[CincoMove], is_inside: Callable[[CincoMove], bool], name: str
) -> Measured | None:
    """Measure whether the moves of one sort are better than all others; ``moves`` are in the network's order.
    Return ``None`` if the margin is too small."""
    inside = [move for move in moves if is_inside(move)][:INSIDE]
    outside = [move for move in moves if not is_inside(move)][:OUTSIDE]
    if not inside or not outside:
        return None
    first = _worths(root, seat, [*inside, *outside], f"{name} first", FIRST)
    means = {move: measured(worths).mean for move, worths in first.items()}
    best = max(means, key=lambda move: means[move])
    if best not in inside:
        return None
    right = [move for move in inside if means[best] - means[move] <= LITTLE]
    wrong = sorted((move for move in means if move not in right), key=lambda move: -means[move])[:NEAREST]
    if means[right[-1]] - means[wrong[0]] < MARGIN:
        return None
    return _confirmed(root, seat, right, wrong, name)


def _confirmed(
    root: Root, seat: int, right: Sequence[CincoMove], wrong: Sequence[CincoMove], name: str
) -> Measured | None:
    """Confirm the measurement by far more simulations, with other deals."""
    again = _worths(root, seat, [*right, *wrong], f"{name} again", CONFIRM)
    means = {move: measured(worths).mean for move, worths in again.items()}
    margins: list[float] = []
    for good in right:
        for bad in wrong:
            mean, error = measured(again[good] - again[bad])
            if mean - SURE * error < MARGIN:
                return None
            margins.append(mean)
    ordered = sorted(right, key=lambda move: -means[move])
    nearest = sorted(wrong, key=lambda move: -means[move])
    return Measured(tuple(ordered), tuple(nearest), means, min(margins))


def _worths(
    root: Root, seat: int, moves: Sequence[CincoMove], name: str, simulations: int
) -> dict[CincoMove, Worths]:
    return {move: worths_of(root, seat, move, name, simulations) for move in moves}

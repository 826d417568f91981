"""What the moves of a position are worth, first roughly, and then by far more simulations."""

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
"""What is worse than the best by no more is right as well, if it is of the same sort."""
MARGIN: Final = 0.05
"""What is wrong is worse by so much at least than anything that is right …"""
SURE: Final = 2.0
"""… and by so many standard errors of measuring it more."""
INSIDE: Final = 4
OUTSIDE: Final = 5
"""So many moves of either kind are measured; the network has them in order."""
NEAREST: Final = 3
"""So many wrong moves are measured again."""


class Measured(NamedTuple):
    """The right moves, best first; the wrong ones that are nearest to them; what they are worth; and the
    margin between the two."""

    right: tuple[CincoMove, ...]
    wrong: tuple[CincoMove, ...]
    worths: dict[CincoMove, float]
    margin: float

    def compared(self, move: CincoMove) -> Why:
        """What a wrong move is worth beside the best one, in words."""
        best = max(self.worths[each] for each in self.right)
        return Why("wins-less", {"best": round(100 * best, 1), "chance": round(100 * self.worths[move], 1)})


def measure(
    root: Root, seat: int, moves: Sequence[CincoMove], is_inside: Callable[[CincoMove], bool], name: str
) -> Measured | None:
    """Whether some moves of one sort are better than all others, which the network has in order; ``None`` if
    not by enough."""
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
    """The same by far more simulations, with other deals."""
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

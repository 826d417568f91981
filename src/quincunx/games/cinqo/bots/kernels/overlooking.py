"""The turn of a player who overlooks keeps, as a Markov chain: kernels.

Such a player sees each keep with a fixed probability, independently, and plays the best for points of those
that it sees; if it sees none, it plays any. Keeps with the same mean points are seen or overlooked together.
So plays :class:`~quincunx.games.cinqo.bots.advisor.AdvisedCinqo` below ``master``, apart from keeps that
differ in worth but not in points.

Unlike perfect players, these may rack more dice than necessary, so the number of racked dice is part of the
state.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.kernel_cache import kernel
from quincunx.games.cinqo.bots.kernels.encode import CLASSES, FINALS, TurnTables
from quincunx.games.cinqo.bots.kernels.turn import MOST_POINTS, OPEN, ROWS

SAME: Final = 5e-13
"""The largest difference of mean points that counts as none."""
MOST_KEEPS: Final = 512
"""An upper bound of the different keeps of one roll."""

Distributions = NDArray[np.float64]
"""``[6, 6, 4, ROWS, 31]``: the distribution of the turn's points, by rolls made, racked dice, the Hi/Lo die
and the kept class. Final classes end the turn and count as five racked dice."""


def new_distributions() -> Distributions:
    """Return a buffer for :func:`follow`."""
    return np.zeros((6, 6, 4, ROWS, MOST_POINTS + 1))


@kernel
def weigh(
    points: NDArray[np.float64],
    count: int,
    blunder_rate: float,
    order: NDArray[np.int64],
    weights: NDArray[np.float64],
) -> None:
    """Write the probability of each of ``count`` different keeps into ``weights``; ``order`` is a buffer.
    Keeps with the same points share theirs."""
    _sort(points, count, order)
    kinds, start = 0, 0
    while start < count:
        end = start + 1
        while end < count and points[order[start]] - points[order[end]] < SAME:
            end += 1
        kinds += 1
        start = end
    none_seen = blunder_rate**kinds / kinds
    better_unseen, start = 1.0, 0
    while start < count:
        end = start + 1
        while end < count and points[order[start]] - points[order[end]] < SAME:
            end += 1
        share = (better_unseen * (1.0 - blunder_rate) + none_seen) / (end - start)
        for place in range(start, end):
            weights[order[place]] = share
        better_unseen *= blunder_rate
        start = end


@kernel
def _sort(points: NDArray[np.float64], count: int, order: NDArray[np.int64]) -> None:
    """Write the places of ``points`` into ``order``, most points first: Shell's sort, which numba compiles
    much faster than ``argsort``."""
    for place in range(count):
        order[place] = place
    for gap in (57, 23, 10, 4, 1):
        for place in range(gap, count):
            moved, at = order[place], place
            while at >= gap and points[order[at - gap]] < points[moved]:
                order[at] = order[at - gap]
                at -= gap
            order[at] = moved


@kernel
def follow(
    tables: TurnTables,
    levels: NDArray[np.float64],
    blunder_rate: float,
    found: Distributions,
    first: NDArray[np.float64],
) -> None:
    """Fill ``found``, and ``first`` (``[31]``) with the points of a whole turn, a first roll of five of a
    kind left out. ``levels``, ``[5, 6, 4, ROWS]``, has the mean points of every keep, by slack, if the rest
    is played for points."""
    for roll in range(1, 6):
        for h in range(3):
            for final in range(FINALS):
                found[roll, 5, h, CLASSES + final, tables.numbers[final] * (h + 1)] = 1.0
    opened = np.zeros((3, CLASSES + 1, MOST_POINTS + 1))
    for made in range(4, -1, -1):
        # At least one die is racked after every roll, and a fifth one ends the turn.
        for racked in range(made, 5 if made else 1):
            opened[:] = 0.0
            for row in range(CLASSES if made else CLASSES + 1):
                if (made == 0 and row < CLASSES) or (made and tables.sizes[row] < racked):
                    continue
                for h in range(3):
                    _roll(tables, levels, blunder_rate, found, made, racked, row, h, True, opened[h, row])
                    if made:
                        total = found[made, racked, h, row]
                        _roll(tables, levels, blunder_rate, found, made, racked, row, h, False, total)
            for h in range(3):
                # Sums are written out: a sum of arrays takes numba seconds.
                if made == 0:
                    for number in range(len(first)):
                        first[number] += opened[h, CLASSES, number] / 3.0
                    continue
                for row in range(CLASSES):
                    # The die shows Hi or Lo; Lo is Hi upside down.
                    mirror, total = tables.mirror[row], found[made, racked, OPEN, row]
                    for number in range(len(total)):
                        total[number] += (opened[h, row, number] + opened[h, mirror, number]) / 6.0


@kernel
def _roll(
    tables: TurnTables,
    levels: NDArray[np.float64],
    blunder_rate: float,
    found: Distributions,
    made: int,
    racked: int,
    row: int,
    h: int,
    is_open: bool,
    total: NDArray[np.float64],
) -> None:
    """Add the points of rolling on to ``total``, with the Hi/Lo die in its box as ``h``, or falling as
    ``h``."""
    roll = made + 1
    points, weights = np.empty(MOST_KEEPS), np.empty(MOST_KEEPS)
    order, after = np.empty(MOST_KEEPS, np.int64), np.empty((MOST_KEEPS, 3), np.int64)
    for outcome in range(tables.first[row], tables.first[row + 1]):
        count = 0
        for choice in range(tables.choices[outcome, racked + 1], tables.choices[outcome, 6]):
            target = tables.targets[choice]
            if target >= CLASSES:
                points[count] = levels[0, roll, h, target]
                after[count, 0], after[count, 1], after[count, 2] = 5, h, target
                count += 1
                continue
            for racks in range(racked + 1, tables.sizes[target] + 1):
                for place in (h, OPEN):
                    if place == OPEN and not is_open:
                        continue
                    points[count] = levels[racks - roll, roll, place, target]
                    after[count, 0], after[count, 1], after[count, 2] = racks, place, target
                    count += 1
        weigh(points, count, blunder_rate, order, weights)
        for keep in range(count):
            chance = tables.chance[outcome] * weights[keep]
            then = found[roll, after[keep, 0], after[keep, 1], after[keep, 2]]
            for number in range(len(total)):
                total[number] += chance * then[number]

"""A turn of Cinq-O by a plain method, on multisets of dice, for ``benchmarks/cinqo_race.py``."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.kernel_cache import kernel
from quincunx.games.cinqo.bots.kernels.encode import outcomes, sub_multisets
from quincunx.games.cinqo.card import HILO_FACES, read


class Plain(NamedTuple):
    size: NDArray[np.int64]
    """The number of dice in each multiset of 1 to 5."""
    first: NDArray[np.int64]
    chance: NDArray[np.float64]
    start: NDArray[np.int64]
    target: NDArray[np.int64]
    points: NDArray[np.int64]
    """``[multisets, 6]``: the points of five dice, by the face of the Hi/Lo die."""


def plain_tables() -> Plain:
    kept = [dice for count in range(1, 6) for dice in combinations_with_replacement(range(1, 7), count)]
    number = {dice: i for i, dice in enumerate(kept)}
    first, chance, start, target = [0], [], [0], []
    for dice in [*(each for each in kept if len(each) < 5), ()]:
        for roll, probability in outcomes(5 - len(dice)):
            if not dice and len(set(roll)) == 1:
                continue
            target += [number[tuple(sorted(dice + pick))] for pick in sub_multisets(roll) if dice or pick]
            chance.append(probability)
            start.append(len(target))
        first.append(len(chance))
    points = [[read(dice, h) * abs(h) if len(dice) == 5 else 0 for h in HILO_FACES] for dice in kept]
    return Plain(
        np.array([len(dice) for dice in kept]),
        np.array(first),
        np.array(chance),
        np.array(start),
        np.array(target),
        np.array(points),
    )


@kernel
def plain_turn(tables: Plain, rewards: NDArray[np.float64]) -> float:
    """The value of a turn; a first roll of five of a kind counts as 0."""
    count = tables.size.shape[0]
    partial = tables.first.shape[0] - 2
    value = np.zeros((6, 7, count))
    for row in range(partial, count):
        for h in range(6):
            for made in range(1, 6):
                value[made, h, row] = rewards[tables.points[row, h]]
    for made in range(4, -1, -1):
        for row in range(partial + 1):
            if row < partial and (made == 0 or tables.size[row] < made):
                continue
            if row == partial and made > 0:
                continue
            for boxed in range(7):
                if made == 0 and boxed < 6:
                    continue
                total = 0.0
                for outcome in range(tables.first[row], tables.first[row + 1]):
                    for face in range(6):
                        if boxed < 6 and face != boxed:
                            continue
                        best = -1.0
                        for i in range(tables.start[outcome], tables.start[outcome + 1]):
                            after = tables.target[i]
                            if tables.size[after] < made + 1:
                                continue
                            best = max(best, value[made + 1, face, after])
                            if boxed == 6 and tables.size[after] < 5:
                                best = max(best, value[made + 1, 6, after])
                        total += tables.chance[outcome] * best * (1.0 if boxed < 6 else 1.0 / 6.0)
                if made == 0:
                    return total
                value[made, boxed, row] = total
    return 0.0

"""Turns in which the mover does what is best for himself, and what follows from that for others: kernels.

Like :mod:`quincunx.games.cinqo.bots.turn`, with several numbers for each end of the turn: the first is what
the mover wants most of; the others go along with his choices. So the chances of all seats are found at once,
and what a policy that believes one thing is worth in a world where another is true.

Of keeps that are equally good for the mover, the one that keeps fewest dice is taken, and the Hi/Lo die is
rather boxed.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.kernel_cache import kernel
from quincunx.games.cinqo.bots.encode import CLASSES, FINALS, TurnTables
from quincunx.games.cinqo.bots.turn import OPEN, ROWS

FollowedLevels = NDArray[np.float64]
"""``[numbers, 6, 4, ROWS, lanes]``: for each number what :mod:`quincunx.games.cinqo.bots.turn` has for
one."""


@kernel
def follow_turns(tables: TurnTables, rewards: NDArray[np.float64], levels: FollowedLevels) -> None:
    """Fill ``levels`` for rolls 1 to 5 of turns that are played from their beginning. ``rewards`` is
    ``[numbers, 31, lanes]``."""
    numbers, lanes = rewards.shape[0], rewards.shape[2]
    for each in range(numbers):
        for h in range(3):
            for final in range(FINALS):
                points = tables.numbers[final] * (h + 1)
                for made in range(1, 6):
                    for lane in range(lanes):
                        levels[each, made, h, CLASSES + final, lane] = rewards[each, points, lane]
    better = np.empty((numbers, ROWS, lanes))
    open_value = np.empty((numbers, CLASSES, lanes))
    best = np.empty(lanes)
    best_open = np.empty(lanes)
    who = np.empty(lanes, np.int64)
    who_open = np.empty(lanes, np.int64)
    boxed_sum = np.empty((numbers, lanes))
    open_sum = np.empty((numbers, lanes))
    for made in range(4, 0, -1):
        open_value[:] = 0.0
        for h in range(3):
            source = levels[0, made + 1, h]
            opened = levels[0, made + 1, OPEN]
            # To box or not to box: settled once for each kept class, for all numbers.
            for row in range(CLASSES):
                if tables.sizes[row] > made:
                    for each in range(numbers):
                        for lane in range(lanes):
                            boxed = levels[each, made + 1, h, row, lane]
                            rolled = levels[each, made + 1, OPEN, row, lane]
                            better[each, row, lane] = (
                                boxed if source[row, lane] >= opened[row, lane] else rolled
                            )
            for each in range(numbers):
                for row in range(CLASSES, ROWS):
                    for lane in range(lanes):
                        better[each, row, lane] = levels[each, made + 1, h, row, lane]
            for row in range(CLASSES):
                if tables.sizes[row] < made:
                    continue
                boxed_sum[:] = 0.0
                open_sum[:] = 0.0
                for outcome in range(tables.first[row], tables.first[row + 1]):
                    start = tables.choices[outcome, made + 1]
                    target = tables.targets[start]
                    for lane in range(lanes):
                        best[lane] = source[target, lane]
                        best_open[lane] = better[0, target, lane]
                        who[lane] = target
                        who_open[lane] = target
                    for choice in range(start + 1, tables.choices[outcome, 6]):
                        target = tables.targets[choice]
                        for lane in range(lanes):
                            value = source[target, lane]
                            who[lane] = target if value > best[lane] else who[lane]
                            best[lane] = max(best[lane], value)
                            value = better[0, target, lane]
                            who_open[lane] = target if value > best_open[lane] else who_open[lane]
                            best_open[lane] = max(best_open[lane], value)
                    chance = tables.chance[outcome]
                    for each in range(numbers):
                        for lane in range(lanes):
                            boxed_sum[each, lane] += chance * levels[each, made + 1, h, who[lane], lane]
                            open_sum[each, lane] += chance * better[each, who_open[lane], lane]
                for each in range(numbers):
                    for lane in range(lanes):
                        levels[each, made, h, row, lane] = boxed_sum[each, lane]
                        open_value[each, row, lane] += open_sum[each, lane]
        for each in range(numbers):
            for row in range(CLASSES):
                other = tables.mirror[row]
                for lane in range(lanes):
                    levels[each, made, OPEN, row, lane] = (
                        open_value[each, row, lane] + open_value[each, other, lane]
                    ) / 6.0


@kernel
def follow_first_rolls(tables: TurnTables, levels: FollowedLevels, values: NDArray[np.float64]) -> None:
    """What whole turns are worth, into ``values`` (``[numbers, lanes]``), a first roll of five of a kind
    counted as 0."""
    numbers, lanes = values.shape
    best = np.empty(lanes)
    who = np.empty(lanes, np.int64)
    where = np.empty(lanes, np.int64)
    values[:] = 0.0
    for h in range(3):
        for outcome in range(tables.first[CLASSES], tables.first[CLASSES + 1]):
            best[:] = -1e300
            for choice in range(tables.choices[outcome, 1], tables.choices[outcome, 6]):
                target = tables.targets[choice]
                for lane in range(lanes):
                    value = levels[0, 1, h, target, lane]
                    if value > best[lane]:
                        best[lane], who[lane], where[lane] = value, target, h
                if target < CLASSES:
                    for lane in range(lanes):
                        value = levels[0, 1, OPEN, target, lane]
                        if value > best[lane]:
                            best[lane], who[lane], where[lane] = value, target, OPEN
            for each in range(numbers):
                for lane in range(lanes):
                    # Lo brings as much as Hi: every roll has its mirror image.
                    values[each, lane] += (
                        tables.chance[outcome] * levels[each, 1, where[lane], who[lane], lane] / 3.0
                    )


def new_followed(numbers: int, lanes: int) -> FollowedLevels:
    """Room for :func:`follow_turns`."""
    return np.zeros((numbers, 6, 4, ROWS, lanes))


@kernel
def follow_many(
    tables: TurnTables, rewards: NDArray[np.float64], values: NDArray[np.float64], lanes: int
) -> None:
    """Many turns, so many side by side: ``rewards`` is ``[numbers, 31, turns]``, ``values`` ``[numbers,
    turns]``, with a first roll of five of a kind counted as 0."""
    numbers, ends, turns = rewards.shape
    levels = np.zeros((numbers, 6, 4, ROWS, lanes))
    some = np.zeros((numbers, ends, lanes))
    found = np.zeros((numbers, lanes))
    for start in range(0, turns, lanes):
        size = min(lanes, turns - start)
        for each in range(numbers):
            for points in range(ends):
                for lane in range(size):
                    some[each, points, lane] = rewards[each, points, start + lane]
        follow_turns(tables, some, levels)
        follow_first_rolls(tables, levels, found)
        for each in range(numbers):
            for lane in range(size):
                values[each, start + lane] = found[each, lane]

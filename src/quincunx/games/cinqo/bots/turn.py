"""The turn of Cinq-O as an exact decision process: kernels.

A turn ends with some number of points, and what those are worth is given: points themselves, a chance to win,
rounds still to come. Whoever may choose takes what is worth most; the dice are averaged over. Values are
worked out backwards from the fifth roll. Many turns that differ only in what points are worth are solved side
by side (*lanes*), for all of them ask the same questions.

At least one die must be racked after every roll, and a banked die never comes back into play; so of two
players with the same dice kept, the one with fewer of them racked can do whatever the other can. Hence nobody
loses by racking one die a roll and banking the rest, and *slack*, the number of dice racked beyond that,
never changes within a turn. A turn that is played from its beginning has slack 0; others are needed only
to say what a keep that racks too much would cost.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.kernel_cache import kernel
from quincunx.games.cinqo.bots.encode import CLASSES, FINALS, TurnTables

ROWS: Final = CLASSES + FINALS
MOST_POINTS: Final = 30
FIVE_CHANCE: Final = 1 / 1296
"""How often the first roll is a five of a kind."""

OPEN: Final = 3
"""The Hi/Lo die is not in its box; 0, 1, 2 stand for 1↑, 2↑, 3↑ in the box."""

Levels = NDArray[np.float64]
"""``[6, 4, ROWS, lanes]``: by rolls made, the Hi/Lo die, what is kept: the worth of rolling on. Final classes
have the worth of ending there. Only classes with at least as many dice as were racked have a meaning."""


@kernel
def solve_turns(tables: TurnTables, rewards: NDArray[np.float64], slack: int, levels: Levels) -> None:
    """Fill ``levels`` for rolls 1 to 5. ``rewards`` is ``[31, lanes]``: what each number of points is
    worth."""
    lanes = rewards.shape[1]
    for h in range(3):
        for final in range(FINALS):
            for lane in range(lanes):
                levels[5, h, CLASSES + final, lane] = rewards[tables.numbers[final] * (h + 1), lane]
    better = np.empty((ROWS, lanes))
    open_value = np.empty((CLASSES, lanes))
    best = np.empty(lanes)
    best_open = np.empty(lanes)
    boxed_sum = np.empty(lanes)
    open_sum = np.empty(lanes)
    for made in range(4, 0, -1):
        racked = made + slack
        after = levels[made + 1]
        for row in range(CLASSES):
            for lane in range(lanes):
                open_value[row, lane] = 0.0
        for h in range(3):
            source = after[h]
            for row in range(CLASSES):
                if tables.sizes[row] > racked:
                    for lane in range(lanes):
                        better[row, lane] = max(source[row, lane], after[OPEN, row, lane])
            for row in range(CLASSES, ROWS):
                for lane in range(lanes):
                    better[row, lane] = source[row, lane]
                    levels[made, h, row, lane] = source[row, lane]
            for row in range(CLASSES):
                if tables.sizes[row] < racked:
                    continue
                for lane in range(lanes):
                    boxed_sum[lane] = 0.0
                    open_sum[lane] = 0.0
                for outcome in range(tables.first[row], tables.first[row + 1]):
                    start = tables.choices[outcome, racked + 1]
                    target = tables.targets[start]
                    for lane in range(lanes):
                        best[lane] = source[target, lane]
                        best_open[lane] = better[target, lane]
                    for choice in range(start + 1, tables.choices[outcome, 6]):
                        target = tables.targets[choice]
                        for lane in range(lanes):
                            best[lane] = max(best[lane], source[target, lane])
                            best_open[lane] = max(best_open[lane], better[target, lane])
                    chance = tables.chance[outcome]
                    for lane in range(lanes):
                        boxed_sum[lane] += chance * best[lane]
                        open_sum[lane] += chance * best_open[lane]
                for lane in range(lanes):
                    levels[made, h, row, lane] = boxed_sum[lane]
                    open_value[row, lane] += open_sum[lane]
        for row in range(CLASSES):
            other = tables.mirror[row]
            for lane in range(lanes):
                levels[made, OPEN, row, lane] = (open_value[row, lane] + open_value[other, lane]) / 6.0


@kernel
def solve_turn(tables: TurnTables, rewards: NDArray[np.float64], slack: int, levels: Levels) -> None:
    """The same for one turn alone: ``rewards`` is ``[31]``, ``levels`` ``[6, 4, ROWS]``. Without lanes it
    takes half the time, and that is what advice waits for."""
    for h in range(3):
        for final in range(FINALS):
            levels[5, h, CLASSES + final] = rewards[tables.numbers[final] * (h + 1)]
    better = np.empty(ROWS)
    open_value = np.empty(CLASSES)
    for made in range(4, 0, -1):
        racked = made + slack
        after = levels[made + 1]
        open_value[:] = 0.0
        for h in range(3):
            source = after[h]
            for row in range(CLASSES):
                if tables.sizes[row] > racked:
                    better[row] = max(source[row], after[OPEN, row])
            for row in range(CLASSES, ROWS):
                better[row] = source[row]
                levels[made, h, row] = source[row]
            for row in range(CLASSES):
                if tables.sizes[row] < racked:
                    continue
                boxed_sum, open_sum = 0.0, 0.0
                for outcome in range(tables.first[row], tables.first[row + 1]):
                    start = tables.choices[outcome, racked + 1]
                    target = tables.targets[start]
                    best, best_open = source[target], better[target]
                    for choice in range(start + 1, tables.choices[outcome, 6]):
                        target = tables.targets[choice]
                        best = max(best, source[target])
                        best_open = max(best_open, better[target])
                    chance = tables.chance[outcome]
                    boxed_sum += chance * best
                    open_sum += chance * best_open
                levels[made, h, row] = boxed_sum
                open_value[row] += open_sum
        for row in range(CLASSES):
            other = tables.mirror[row]
            levels[made, OPEN, row] = (open_value[row] + open_value[other]) / 6.0


@kernel
def first_rolls(tables: TurnTables, levels: Levels, values: NDArray[np.float64]) -> None:
    """What a whole turn is worth, into ``values`` (``[lanes]``), a first roll of five of a kind counted as 0:
    that is followed by another turn, and happens with :data:`FIVE_CHANCE`. ``levels`` has slack 0."""
    lanes = values.shape[0]
    best = np.empty(lanes)
    for lane in range(lanes):
        values[lane] = 0.0
    for h in range(3):
        for outcome in range(tables.first[CLASSES], tables.first[CLASSES + 1]):
            for lane in range(lanes):
                best[lane] = -1e300
            for choice in range(tables.choices[outcome, 1], tables.choices[outcome, 6]):
                target = tables.targets[choice]
                for lane in range(lanes):
                    best[lane] = max(best[lane], levels[1, h, target, lane])
                if target < CLASSES:
                    for lane in range(lanes):
                        best[lane] = max(best[lane], levels[1, OPEN, target, lane])
            for lane in range(lanes):
                # Lo brings as much as Hi: every roll has its mirror image.
                values[lane] += tables.chance[outcome] * best[lane] / 3.0


def new_levels(lanes: int) -> Levels:
    """Room for :func:`solve_turns`."""
    return np.zeros((6, 4, ROWS, lanes))

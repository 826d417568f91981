"""Kernels that solve only the part of a turn reachable from some keeps, as
:mod:`quincunx.games.cinqo.bots.kernels.turn` solves all of it, number by number.

After most keeps little remains, and much of that is shared with the next keep of the same turn. So levels are
filled incrementally: :func:`reach` finds the missing places, :func:`solve_part` fills them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.kernel_cache import kernel
from quincunx.games.cinqo.bots.kernels.encode import CLASSES, TurnTables
from quincunx.games.cinqo.bots.kernels.turn import OPEN, ROWS

PartLevels = NDArray[np.float64]
"""``[6, 4, ROWS, numbers]``, as :data:`~quincunx.games.cinqo.bots.kernels.turn.Levels` for one turn."""
Places = NDArray[np.bool_]
"""``[6, 4, CLASSES]``: a set of places, by rolls made, the Hi/Lo die and the kept class."""


def new_part(tables: TurnTables, rewards: NDArray[np.float64]) -> PartLevels:
    """Return levels with only the ends of the turn filled. ``rewards``, ``[31, numbers]``, has the worth of
    each number of points."""
    levels = np.zeros((6, 4, ROWS, rewards.shape[1]))
    for h in range(3):
        levels[1:, h, CLASSES:] = rewards[tables.numbers * (h + 1)]
    return levels


def no_places() -> Places:
    """Return an empty set of places."""
    return np.zeros((6, 4, CLASSES), dtype=np.bool_)


@kernel
def reach(tables: TurnTables, slack: int, done: Places, todo: Places) -> None:
    """Add to ``todo`` everything that its places depend on, except what is ``done``."""
    for made in range(1, 5):
        for h in range(4):
            for row in range(CLASSES):
                if todo[made, h, row]:
                    _reach_from(tables, row, made + slack + 1, h, done[made + 1], todo[made + 1])
                    if h == OPEN:
                        # The die may show Lo, which is Hi upside down.
                        mirror = tables.mirror[row]
                        _reach_from(tables, mirror, made + slack + 1, h, done[made + 1], todo[made + 1])


@kernel
def _reach_from(tables: TurnTables, row: int, racked: int, h: int, done: Places, todo: Places) -> None:
    for outcome in range(tables.first[row], tables.first[row + 1]):
        for choice in range(tables.choices[outcome, racked], tables.choices[outcome, 6]):
            target = tables.targets[choice]
            if target >= CLASSES:
                continue
            if h != OPEN:
                todo[h, target] = not done[h, target]
            else:
                for each in range(4):
                    todo[each, target] = not done[each, target]


@kernel
def solve_part(tables: TurnTables, slack: int, todo: Places, levels: PartLevels) -> None:
    """Fill the places of ``todo``; those that they depend on must be filled already, or be among them."""
    numbers = levels.shape[3]
    total, rolled = np.empty(numbers), np.empty((CLASSES, numbers))
    for made in range(4, 0, -1):
        for h in range(3):
            for row in range(CLASSES):
                if todo[made, h, row]:
                    _boxed(tables, levels[made + 1, h], row, made + slack + 1, levels[made, h, row])
        known = np.zeros(CLASSES, dtype=np.bool_)
        for row in range(CLASSES):
            if not todo[made, OPEN, row]:
                continue
            mirror = tables.mirror[row]
            for each in (row, mirror):
                if not known[each]:
                    known[each] = True
                    rolled[each] = 0.0
                    for h in range(3):
                        _opened(tables, levels[made + 1], h, each, made + slack + 1, total)
                        # The sum is written out: a sum of arrays takes numba seconds to compile.
                        for number in range(numbers):
                            rolled[each, number] += total[number]
            for number in range(numbers):
                levels[made, OPEN, row, number] = (rolled[row, number] + rolled[mirror, number]) / 6.0


@kernel
def _boxed(
    tables: TurnTables,
    boxed: NDArray[np.float64],
    row: int,
    racked: int,
    total: NDArray[np.float64],
) -> None:
    """Write the worth of rolling on with the Hi/Lo die in its box into ``total``."""
    total[:] = 0.0
    for outcome in range(tables.first[row], tables.first[row + 1]):
        start = tables.choices[outcome, racked]
        best = tables.targets[start]
        for choice in range(start + 1, tables.choices[outcome, 6]):
            target = tables.targets[choice]
            if boxed[target, 0] > boxed[best, 0]:
                best = target
        for number in range(len(total)):
            total[number] += tables.chance[outcome] * boxed[best, number]


@kernel
def _opened(
    tables: TurnTables,
    after: NDArray[np.float64],
    h: int,
    row: int,
    racked: int,
    total: NDArray[np.float64],
) -> None:
    """Write the same if the Hi/Lo die falls as ``h``, and may be boxed or not after each roll."""
    total[:] = 0.0
    for outcome in range(tables.first[row], tables.first[row + 1]):
        place, best, worth = h, -1, 0.0
        for choice in range(tables.choices[outcome, racked], tables.choices[outcome, 6]):
            target = tables.targets[choice]
            which = h
            # Boxing the die is preferred; at the end of a turn it lies in its box.
            if target < CLASSES and after[OPEN, target, 0] > after[h, target, 0]:
                which = OPEN
            if best < 0 or after[which, target, 0] > worth:
                place, best, worth = which, target, after[which, target, 0]
        for number in range(len(total)):
            total[number] += tables.chance[outcome] * after[place, best, number]

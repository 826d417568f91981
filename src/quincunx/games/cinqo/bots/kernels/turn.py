"""The turn of Cinq-O as an exact decision process: kernels.

A turn ends with a number of points, and the worth of each number is given: the points themselves, a chance to
win, or rounds still to come. A choice maximises the worth; a roll averages over the dice. Worths are computed
backwards from the fifth roll. Many turns that differ only in the worths of points can be solved side by side,
each together with the chances of the other seats (:mod:`quincunx.games.cinqo.bots.kernels.worth`).

At least one die must be racked after every roll, and a banked die never comes back into play. So of two
players with the same dice kept, the one with fewer of them racked can do whatever the other can. Racking one
die a roll and banking the rest is therefore never worse, and *slack*, the number of dice racked beyond that,
never changes within a turn. A turn that is played from its beginning has slack 0; others are needed only for
the cost of a keep that racks too much.

Of keeps with the same worth, the one with the fewest dice is chosen, and boxing the Hi/Lo die is preferred:
the choice does not matter to the mover, but may matter to others.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.kernel_cache import inlined, kernel
from quincunx.games.cinqo.bots.kernels.encode import CLASSES, FINALS, TurnTables
from quincunx.games.cinqo.bots.kernels.worth import Table, add, clear, divide, nothing, put, take, take_better
from quincunx.games.cinqo.bots.turn_tables import MOST_POINTS as MOST_POINTS
from quincunx.games.cinqo.bots.turn_tables import OPEN as OPEN

ROWS: Final = CLASSES + FINALS
FIVE_CHANCE: Final = 1 / 1296
"""The probability of five of a kind in the first roll."""

Levels = NDArray[np.float64]
"""``[6, 4, ROWS]``, or ``[6, 4, ROWS, numbers, lanes]``: the worth of rolling on, by rolls made, the Hi/Lo
die and the kept class. Final classes have the worth of ending there. Only classes with at least as many dice
as were racked are meaningful."""


def new_levels(numbers: int, lanes: int) -> Levels:
    """Return a buffer for :func:`solve_turn`, for several turns side by side."""
    return np.zeros((6, 4, ROWS, numbers, lanes))


@kernel
def solve_turn(tables: TurnTables, rewards: Table, slack: int, levels: Levels) -> None:
    """Fill ``levels`` for rolls 1 to 5. ``rewards``, ``[31]`` or ``[31, numbers, lanes]``, has the worth of
    each number of points."""
    worth, mirrored = nothing(rewards), nothing(rewards)
    for made in range(1, 6):
        for h in range(3):
            for final in range(FINALS):
                worth = take(worth, rewards, tables.numbers[final] * (h + 1))
                put(levels[made, h], CLASSES + final, worth)
    better = np.empty_like(levels[0, 0])
    rolled = np.empty_like(levels[0, 0])
    for made in range(4, 0, -1):
        rolled[:CLASSES] = 0.0
        for h in range(3):
            boxed, opened = levels[made + 1, h], levels[made + 1, OPEN]
            box_or_not(tables, boxed, opened, made + slack, better)
            roll_on(tables, boxed, better, made + slack, levels[made, h], rolled)
        for row in range(CLASSES):
            # The die shows Hi or Lo; Lo is Hi upside down. The sum is written out: a sum of arrays takes
            # numba seconds.
            worth = take(worth, rolled, row)
            mirrored = take(mirrored, rolled, tables.mirror[row])
            put(levels[made, OPEN], row, divide(add(worth, 1.0, mirrored), 6.0))


@inlined
def box_or_not(tables: TurnTables, boxed: Table, opened: Table, racked: int, better: Table) -> None:
    """Write the worth of kept dice into ``better``, while the Hi/Lo die may still be boxed."""
    worth = nothing(boxed)
    for row in range(ROWS):
        if row >= CLASSES:
            put(better, row, take(worth, boxed, row))
        elif tables.sizes[row] > racked:
            put(better, row, take_better(take(worth, boxed, row), opened, row))


@inlined
def roll_on(
    tables: TurnTables, boxed: Table, better: Table, racked: int, result: Table, rolled: Table
) -> None:
    """Compute the worth of rolling on with kept dice: with the Hi/Lo die boxed into ``result``, and added to
    ``rolled`` with the die just rolled outside its box."""
    best, best_open = nothing(boxed), nothing(boxed)
    boxed_sum, open_sum, before = nothing(boxed), nothing(boxed), nothing(boxed)
    for row in range(CLASSES):
        if tables.sizes[row] < racked:
            continue
        boxed_sum, open_sum = clear(boxed_sum), clear(open_sum)
        for outcome in range(tables.first[row], tables.first[row + 1]):
            start = tables.choices[outcome, racked + 1]
            target = tables.targets[start]
            best, best_open = take(best, boxed, target), take(best_open, better, target)
            for choice in range(start + 1, tables.choices[outcome, 6]):
                target = tables.targets[choice]
                best = take_better(best, boxed, target)
                best_open = take_better(best_open, better, target)
            chance = tables.chance[outcome]
            boxed_sum = add(boxed_sum, chance, best)
            open_sum = add(open_sum, chance, best_open)
        put(result, row, boxed_sum)
        put(rolled, row, add(take(before, rolled, row), 1.0, open_sum))


@kernel
def first_rolls(tables: TurnTables, levels: Levels, values: NDArray[np.float64]) -> None:
    """Write the worth of whole turns into ``values`` (``[numbers, lanes]``), with a first roll of five of a
    kind counted as 0: another turn follows it, with the probability :data:`FIVE_CHANCE`. ``levels`` has slack
    0."""
    best = np.empty_like(values)
    values[:] = 0.0
    for h in range(3):
        for outcome in range(tables.first[CLASSES], tables.first[CLASSES + 1]):
            best[:] = -1e300
            for choice in range(tables.choices[outcome, 1], tables.choices[outcome, 6]):
                target = tables.targets[choice]
                take_better(best, levels[1, h], target)
                if target < CLASSES:
                    take_better(best, levels[1, OPEN], target)
            chance = tables.chance[outcome]
            for number in range(values.shape[0]):
                for lane in range(values.shape[1]):
                    # Lo is worth as much as Hi: every roll has its mirror image.
                    values[number, lane] += chance * best[number, lane] / 3.0

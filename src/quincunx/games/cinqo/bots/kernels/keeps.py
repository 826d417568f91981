"""The keeps of a roll in numbers, with the class that each leads to.

The first roll has up to 422 keeps, far more than any later one; :func:`ready` computes all of these ahead.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quincunx.games.cinqo.bots.kernels.encode import Dice, class_of
from quincunx.games.cinqo.card import DICE
from quincunx.games.cinqo.moves import ways_to_put
from quincunx.games.cinqo.types import Put


class Keeps(NamedTuple):
    """Every keep of a roll; the arrays are parallel to ``puts``, fewest racked first."""

    puts: tuple[Put, ...]
    rows: NDArray[np.int64]
    """The class of all dice that are then kept."""
    racked: NDArray[np.int64]
    """The number of them in the Rack."""
    boxed: NDArray[np.bool_]
    """True if the Hi/Lo die is then in its box."""


def keeps_of(tray: Dice, bank: Dice, rack: Dice, boxed: bool) -> Keeps:
    """Return the keeps of a roll ``tray`` with the dice kept before, all dice ascending."""
    return _first(tray) if len(tray) == DICE and not boxed else _later(tray, bank, rack, boxed)


@cache
def _first(tray: Dice) -> Keeps:
    return _counted(tray, (), (), False)


# People look at one position for a while, and return to it.
@lru_cache(maxsize=256)
def _later(tray: Dice, bank: Dice, rack: Dice, boxed: bool) -> Keeps:
    return _counted(tray, bank, rack, boxed)


def _counted(tray: Dice, bank: Dice, rack: Dice, boxed: bool) -> Keeps:
    puts = ways_to_put(tray, bank, boxed)
    rows: dict[Dice, int] = {}
    for put in puts:
        picked = put.rack + put.bank
        if picked not in rows:
            rows[picked] = class_of(tuple(sorted(rack + bank + picked)))
    return Keeps(
        puts,
        np.array([rows[put.rack + put.bank] for put in puts]),
        np.array([len(rack) + len(put.rack) + len(put.from_bank) for put in puts]),
        np.array([boxed or put.box for put in puts]),
    )


def ready() -> None:
    """Compute the keeps of every first roll: a tenth of a second."""
    for tray in combinations_with_replacement(range(1, 7), DICE):
        _first(tray)

"""The keeps of a roll (:mod:`quincunx.games.cinqo.bots.counted`) as arrays.

The first roll has up to 422 keeps, far more than any later one; :func:`ready` computes all of these ahead.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quincunx.games.cinqo.bots.counted import counted
from quincunx.games.cinqo.bots.turn_tables import Dice
from quincunx.games.cinqo.card import DICE
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
    puts, *rest = counted.__wrapped__(tray, bank, rack, boxed)  # the arrays are cached instead
    return Keeps(puts, *map(np.array, rest))


def ready() -> None:
    """Compute the keeps of every first roll: a tenth of a second."""
    for tray in combinations_with_replacement(range(1, 7), DICE):
        _first(tray)

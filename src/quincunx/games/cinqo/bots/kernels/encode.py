"""The tables of a turn (:mod:`quincunx.games.cinqo.bots.turn_tables`) as arrays, for kernels."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quincunx.games.cinqo.bots.turn_tables import CLASSES as CLASSES
from quincunx.games.cinqo.bots.turn_tables import FINALS as FINALS
from quincunx.games.cinqo.bots.turn_tables import Dice as Dice
from quincunx.games.cinqo.bots.turn_tables import class_of as class_of
from quincunx.games.cinqo.bots.turn_tables import outcomes as outcomes
from quincunx.games.cinqo.bots.turn_tables import sub_multisets as sub_multisets
from quincunx.games.cinqo.bots.turn_tables import turn_lists


class TurnTables(NamedTuple):
    """The transitions of every roll. Rolls that leave the same choices are one *outcome*."""

    sizes: NDArray[np.int64]
    """``[CLASSES]``: the number of dice of a class."""
    mirror: NDArray[np.int64]
    """``[CLASSES + FINALS]``: the class of the dice turned upside down."""
    first: NDArray[np.int64]
    """``[CLASSES + 2]``: the start of a class's outcomes; ``CLASSES`` stands for nothing kept, the first
    roll."""
    chance: NDArray[np.float64]
    """``[outcomes]``: the chance of each. Those of the first roll lack the five of a kind."""
    choices: NDArray[np.int64]
    """``[outcomes, 7]``: the start of the choices with at least 0, 1 … 5 dice kept; the last is their end."""
    targets: NDArray[np.int64]
    """The classes to choose from."""
    numbers: NDArray[np.int64]
    """``[27]``: the reading of the card on the Hi side for each final class."""


@cache
def tables() -> TurnTables:
    """Return the tables, which are computed once."""
    lists = turn_lists()
    return TurnTables(
        np.array(lists.sizes, np.int64),
        np.array(lists.mirror, np.int64),
        np.array(lists.first, np.int64),
        np.array(lists.chance),
        np.array(lists.choices, np.int64),
        np.array(lists.targets, np.int64),
        np.array(lists.numbers, np.int64),
    )

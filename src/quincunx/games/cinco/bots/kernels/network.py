"""The network that evaluates positions: its features and its weights.

A position after a move (an *afterstate*) is seen from the point of view of the seat that has moved. Every
active feature adds its row of ``units`` numbers to a sum. The sum goes through a leaky rectifier and one more
layer, which gives each team's chance to win. This is an n-tuple network with the 126 windows as its tuples,
in the efficiently updatable form of chess programs (NNUE): the windows' part of the sum, the *accumulator*,
is stored beside the position, once for each team's point of view, and a token changes at most fifteen
windows.

A window's feature depends on the window and its contents, with teams counted from the one whose point of view
it is. The features of hands, threats and time are listed in
:mod:`quincunx.games.cinco.bots.layout`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quincunx.games.cinco.bots.layout import SMALL_FEATURES
from quincunx.games.cinco.bots.lines import WINDOW_COUNT, codes

UNITS: Final = 32


class Network(NamedTuple):
    """Weights for one seating, with an output for each team, in the order of play from the one whose point of
    view it is."""

    windows: NDArray[np.float32]
    """``[126, codes, units]``; codes as in
    :func:`~quincunx.games.cinco.bots.lines.codes`."""
    small: NDArray[np.float32]
    """``[SMALL_FEATURES, units]``; for open hands ``[OPEN_FEATURES, units]``."""
    bias: NDArray[np.float32]
    """``[units]``."""
    out: NDArray[np.float32]
    """``[teams, units]``."""
    out_bias: NDArray[np.float32]
    """``[teams]``."""


def fresh(teams: int, seed: int, units: int = UNITS, features: int = SMALL_FEATURES) -> Network:
    """Return a network with random weights, for this number of features other than windows."""
    random = np.random.default_rng(seed)

    def noise(size: float, *shape: int) -> NDArray[np.float32]:
        return (random.standard_normal(shape) * size).astype(np.float32)

    return Network(
        noise(0.01, WINDOW_COUNT, codes(teams), units),
        noise(0.01, features, units),
        noise(0.1, units) + np.float32(0.1),
        noise(0.3, teams, units),
        np.zeros(teams, np.float32),
    )

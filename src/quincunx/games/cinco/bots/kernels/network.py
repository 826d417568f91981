"""The network that evaluates positions: its features and its weights.

A position after a move (an *afterstate*) is seen from the point of view of the seat that has moved. Every
active feature adds its row of ``units`` numbers to a sum. The sum goes through a leaky rectifier and one more
layer, which gives each team's chance to win. This is an n-tuple network with the 126 windows as its tuples,
in the efficiently updatable form of chess programs (NNUE): the windows' part of the sum, the *accumulator*,
is stored beside the position, once for each team's point of view, and a token changes at most fifteen
windows.

A window's feature depends on the window and its contents, with teams counted from the one whose point of view
it is. The features of hands, threats and time are listed in this file.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quincunx.games.cinco.bots.kernels.encode import PATTERNS, WINDOW_COUNT

UNITS: Final = 32

# ---- the features other than windows': the first of each block, and its size ----------------------------

CARD_FEATURES: Final = 0
"""``4 × 91``: the card that is the 1st, 2nd … lowest in the known hand; 0 if there is none."""
UNKNOWN_FEATURES: Final = CARD_FEATURES + 4 * 91
"""``5``: the number of cards drawn by the move and not known yet (0, 1, 4)."""
OTHER_SIZE_FEATURES: Final = UNKNOWN_FEATURES + 5
"""``6 × 5``: the number of cards that the 1st, 2nd … next seat holds."""
OTHER_WIN_FEATURES: Final = OTHER_SIZE_FEATURES + 6 * 5
"""``6 × 12``: the likelihood that the 1st, 2nd … next seat holds a card that wins at once, in eleven steps;
0: no card does."""
OWN_WIN_FEATURES: Final = OTHER_WIN_FEATURES + 6 * 12
"""``15``: the hand reaches no winning space (0: there is none, 1: there is one); it reaches one, which an
opponent can take with this likelihood, in eleven steps (from 2); it reaches several (14)."""
BLOCK_FEATURES: Final = OWN_WIN_FEATURES + 15
"""``5``: no other team has a winning space; one that the hand reaches or not; several, all reached or not."""
TIME_FEATURES: Final = BLOCK_FEATURES + 5
"""``16``: the number of tokens on the board before the move, in steps of six."""
JOKER_FEATURE: Final = TIME_FEATURES + 16
"""``1``: the joker variant."""
LINE_FEATURES: Final = JOKER_FEATURE + 1
"""``5 × 4``: the numbers (0, 1, 2, 3 or more) of windows of five kinds. Three own tokens and nothing else:
the hand reaches both empty spaces, or one. Three tokens of another team: the hand reaches both empty spaces,
the higher one, or none."""
SMALL_FEATURES: Final = LINE_FEATURES + 5 * 4

MOST_ACTIVE: Final = 4 + 1 + 5 + 5 + 1 + 1 + 1 + 1 + 5
"""The largest number of these features that can be active at once."""


class Network(NamedTuple):
    """Weights for one seating, with an output for each team, in the order of play from the one whose point of
    view it is."""

    windows: NDArray[np.float32]
    """``[126, codes, units]``; codes as in :func:`codes`."""
    small: NDArray[np.float32]
    """``[SMALL_FEATURES, units]``."""
    bias: NDArray[np.float32]
    """``[units]``."""
    out: NDArray[np.float32]
    """``[teams, units]``."""
    out_bias: NDArray[np.float32]
    """``[teams]``."""


def codes(teams: int) -> int:
    """Return the number of possible contents of a window: nothing, 31 patterns of each team, or tokens of
    several."""
    return 1 + teams * PATTERNS + 1


def fresh(teams: int, seed: int, units: int = UNITS) -> Network:
    """Return a network with random weights."""
    random = np.random.default_rng(seed)

    def noise(size: float, *shape: int) -> NDArray[np.float32]:
        return (random.standard_normal(shape) * size).astype(np.float32)

    return Network(
        noise(0.01, WINDOW_COUNT, codes(teams), units),
        noise(0.01, SMALL_FEATURES, units),
        noise(0.1, units) + np.float32(0.1),
        noise(0.3, teams, units),
        np.zeros(teams, np.float32),
    )

"""The evaluation's shape: what it looks at, and the weights that it keeps.

A position after a move (an *afterstate*) is seen from the seat that has moved: every feature below that
applies adds its row of ``units`` numbers to a sum; what is left of it after a leaky rectifier makes, with
one more layer, each team's chance to win. That is an n-tuple network with the 126 windows as its tuples,
in the efficiently updated form that chess programs use (NNUE): the windows' part of the sum is kept
beside the position, once for each team's point_of_view, and a token changes fifteen rows of it at most.

A window's row depends on which window it is and on what lies in it, teams being counted from the one that
looks. The rows of hands, threats and time are listed in this file.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quincunx.games.cinco.bots.encode import PATTERNS, WINDOW_COUNT

UNITS: Final = 32

# ---- rows beside the windows', in the order of their blocks ----------------------------------------------

CARD_ROWS: Final = 0
"""``4 × 91``: the card that is the 1st, 2nd … lowest in the hand that is known; 0 where there is none."""
UNKNOWN_ROWS: Final = CARD_ROWS + 4 * 91
"""``5``: how many cards have been drawn and not been seen yet (0, 1, 4)."""
OTHER_SIZE_ROWS: Final = UNKNOWN_ROWS + 5
"""``6 × 5``: how many cards the 1st, 2nd … next seat holds."""
OTHER_WIN_ROWS: Final = OTHER_SIZE_ROWS + 6 * 5
"""``6 × 12``: how likely the 1st, 2nd … next seat holds a card that wins at once, in twelfths; 0: none
can."""
OWN_WIN_ROWS: Final = OTHER_WIN_ROWS + 6 * 12
"""``15``: the hand reaches no winning space, though there may be one (1); it reaches one, and this is how
likely an opponent can take it, in twelfths (from 2); it reaches several (14)."""
BLOCK_ROWS: Final = OWN_WIN_ROWS + 15
"""``5``: no other team has a winning space; one that the hand reaches or not; several, all reached or not."""
TIME_ROWS: Final = BLOCK_ROWS + 5
"""``16``: how full the board was before the move, in steps of six tokens."""
JOKER_ROW: Final = TIME_ROWS + 16
"""``1``: with the joker."""
LINE_ROWS: Final = JOKER_ROW + 1
"""``5 × 4``: how many windows (0, 1, 2, 3 or more) hold three own tokens and nothing else, of which the hand
reaches both empty spaces, or one; and three tokens of another team, of which the hand reaches both empty
spaces, the higher one, or none."""
SMALL_ROWS: Final = LINE_ROWS + 5 * 4

SMALL_ACTIVE: Final = 4 + 1 + 5 + 5 + 1 + 1 + 1 + 1 + 5
"""How many of those rows apply at once, at most."""


class Network(NamedTuple):
    """Weights for one seating: ``teams`` outputs, from the team that looks on in the order of play."""

    windows: NDArray[np.float32]
    """``[126, codes, units]``; codes as in :func:`codes`."""
    small: NDArray[np.float32]
    """``[SMALL_ROWS, units]``."""
    bias: NDArray[np.float32]
    """``[units]``."""
    out: NDArray[np.float32]
    """``[teams, units]``."""
    out_bias: NDArray[np.float32]
    """``[teams]``."""


def codes(teams: int) -> int:
    """How many things can lie in a window: nothing, 31 patterns of each team, or tokens of several."""
    return 1 + teams * PATTERNS + 1


def fresh(teams: int, seed: int, units: int = UNITS) -> Network:
    """A network that knows nothing."""
    random = np.random.default_rng(seed)

    def noise(size: float, *shape: int) -> NDArray[np.float32]:
        return (random.standard_normal(shape) * size).astype(np.float32)

    return Network(
        noise(0.01, WINDOW_COUNT, codes(teams), units),
        noise(0.01, SMALL_ROWS, units),
        noise(0.1, units) + np.float32(0.1),
        noise(0.3, teams, units),
        np.zeros(teams, np.float32),
    )

"""A position of Cinco as one array of integers, for kernels.

Everything about a game is in one ``int8`` array of :data:`SIZE` numbers, so that a copy is one small block
of memory. Numbers that a byte cannot hold are *words* of eight bytes, which kernels read by
:func:`quincunx.engines.kernels.arrays.word`. Spaces and teams count from 0 here, cards from 1 as they are
printed; the constants below are the indices. :mod:`quincunx.games.cinco.bots.kernels.rules` applies the same
rules to such positions as :mod:`quincunx.games.cinco.rules`, which is the oracle of the tests.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from quincunx.games.cinco.board import SPACES
from quincunx.games.cinco.bots import lines
from quincunx.games.cinco.bots.lines import DEAD as DEAD
from quincunx.games.cinco.bots.lines import MOST_TEAMS as MOST_TEAMS
from quincunx.games.cinco.bots.lines import PATTERNS as PATTERNS
from quincunx.games.cinco.bots.lines import WINDOW_COUNT as WINDOW_COUNT
from quincunx.games.cinco.state import HAND, TOKENS
from quincunx.games.cinco.types import CincoOptions

Table = NDArray[np.int16]
"""The type of tables: small, so that all of them stay in the nearest cache."""

Position = NDArray[np.int8]
"""``int8[SIZE]``, laid out as below."""

# ---- the lines -------------------------------------------------------------------------------------

CARDS: Final = SPACES
"""The number of cards, the same as of spaces; a card's number less 1 is the lowest space that it reaches."""
LINES: Final[Table] = np.array(lines.LINES, np.int16)
"""``[126, 5]``: the spaces of each window, from end to end."""


def _windows_through() -> tuple[Table, Table, Table]:
    counts = np.zeros(SPACES, np.int16)
    windows = np.zeros((SPACES, 15), np.int16)
    places = np.zeros((SPACES, 15), np.int16)
    for space, through in enumerate(lines.THROUGH):
        counts[space] = len(through)
        for i, (window, place) in enumerate(through):
            windows[space, i], places[space, i] = window, place
    return counts, windows, places


_THROUGH: Final = _windows_through()
THROUGH_COUNT: Final[Table] = _THROUGH[0]
"""``[90]``: the number of windows through each space; 15 at most."""
THROUGH: Final[Table] = _THROUGH[1]
"""``[90, 15]``: those windows."""
THROUGH_PLACE: Final[Table] = _THROUGH[2]
"""``[90, 15]``: the place of the space in each of those windows, 0 to 4."""

BITS: Final[Table] = np.array(lines.BITS, np.int16)
"""``[32]``: the number of tokens of a pattern."""
LAST_EMPTY: Final[Table] = np.array(lines.LAST_EMPTY, np.int16)
"""``[32]``: the lowest place that a pattern leaves empty."""
GAPS: Final[Table] = np.array(lines.GAPS, np.int16)
"""``[126, 32, 2]``: the lowest and the highest space that a pattern leaves empty in a window."""

# ---- the indices of a position -------------------------------------------------------------------------

MOST_PLAYERS: Final = 6

WORD: Final = 8
"""The number of bytes of a word."""

# Words.
FREE_LOW: Final = 0
FREE_HIGH: Final = FREE_LOW + WORD
"""The free spaces as two bit sets: 0 to 44, and 45 to 89."""
WINS: Final = FREE_HIGH + WORD
"""By team, two bit sets: the spaces where it would complete a line."""
TURN: Final = WINS + 2 * WORD * MOST_TEAMS
RESHUFFLES: Final = TURN + WORD

# Bytes.
SEAT: Final = RESHUFFLES + WORD
"""The seat to move; when the game is over, the seat that ended it."""
PLAYERS: Final = SEAT + 1
TEAMS: Final = PLAYERS + 1
JOKER: Final = TEAMS + 1
FREE: Final = JOKER + 1
"""The number of free spaces."""
WINNER: Final = FREE + 1
"""The winning team, :data:`GOING_ON` or :data:`DRAWN`."""
PILE: Final = WINNER + 1
"""The number of cards in the draw pile."""
QUIET: Final = PILE + 1
"""Turns since the last token was placed; kernels stop at 100 (C7), so a byte holds them."""
LAST: Final = QUIET + 1
"""The space of the last token, or -1."""
LOOSE: Final = LAST + 1
"""The number of cards, from the bottom of the draw pile, that are not in order yet: they are shuffled only as
they are drawn."""
TOKENS_LEFT: Final = LOOSE + 1  # by team
HAND_SIZE: Final = TOKENS_LEFT + MOST_TEAMS  # by seat
HANDS: Final = HAND_SIZE + MOST_PLAYERS  # by seat, four each, ascending, then 0
MISSED: Final = HANDS + MOST_PLAYERS * HAND  # by seat, see below
DREW: Final = MISSED + MOST_PLAYERS  # by seat: cards drawn in its last turn (0, 1, 4)
BOARD: Final = DREW + MOST_PLAYERS  # by space: 0 free, else team + 1
CODES: Final = BOARD + SPACES  # by window: its contents (:mod:`quincunx.games.cinco.bots.lines`)
DECK: Final = CODES + WINDOW_COUNT  # the draw pile; its top is the last of its PILE cards
GONE: Final = DECK + SPACES  # by card - 1: 1 if it lies on a discard pile
SIZE: Final = (GONE + SPACES + WORD - 1) // WORD * WORD
"""Whole words, so that those of a batch's positions are aligned."""

# MISSED is what a seat's last turn reveals about its hand: the highest space on which it could have won, or
# kept another team from winning, without placing a token there; -1 if there was none. A sensible player held
# no card as low as that space, so only a card drawn in that turn may be. MISSED and DREW belong to the belief
# (:mod:`quincunx.games.cinco.bots.belief`); the rules do not read them.

# The values of WINNER while no team has won.
GOING_ON: Final = -1
DRAWN: Final = -2

HALF: Final = 45
"""The number of spaces in each of the two bit sets."""

NEXT_CODE: Final[Table] = np.array([list(after) for after in lines.NEXT_CODE], np.int16)
"""``[95, 15]``: the contents of a window after a token of team t is placed at its place p, by ``5 t + p``."""
CODE_TOKENS: Final[Table] = np.array(list(lines.CODE_TOKENS), np.int16)
"""``[95]``: the number of tokens in a code's window if one team alone has any; 0 if it cannot be
completed."""


def empty(options: CincoOptions) -> Position:
    """Return a position with no cards dealt and no tokens placed."""
    position = np.zeros(SIZE, np.int8)
    position[SEAT] = options.first or 0
    position[PLAYERS] = options.players
    position[TEAMS] = options.teams
    position[JOKER] = options.joker
    position[FREE] = SPACES
    position[WINNER] = GOING_ON
    position[LAST] = -1
    position[MISSED : MISSED + MOST_PLAYERS] = -1
    words(position)[[FREE_LOW // WORD, FREE_HIGH // WORD]] = (1 << HALF) - 1
    position[TOKENS_LEFT : TOKENS_LEFT + options.teams] = TOKENS
    return position


def words(position: Position) -> NDArray[np.int64]:
    """Return a view of a position's words. The word at an index ``i`` is number ``i // WORD``."""
    return position[:SEAT].view(np.int64)


def set_hand(position: Position, seat: int, hand: tuple[int, ...]) -> None:
    """Give a seat these cards."""
    position[HAND_SIZE + seat] = len(hand)
    at = HANDS + HAND * seat
    position[at : at + HAND] = 0
    position[at : at + len(hand)] = sorted(hand)

"""Cinco's moves as numbers, for kernels, weights and frameworks; they never change.

0 draws a card, 1 exchanges the hand, and ``card * 91 + space`` plays a card; space 0 means that the card is
spent without a token. There is no card 0, so the numbers from 2 to 90 stand for nothing.

For learning there are 366 compact numbers, relative to a view: 0 draws, 1 exchanges, and ``2 + 91 * place +
space`` plays the card at a place of the hand, which is ascending.
"""

from __future__ import annotations

from typing import Final

from quincunx.games.cinco.board import SPACES
from quincunx.games.cinco.state import HAND
from quincunx.games.cinco.types import CincoMove, CincoView, Draw, Exchange, Play

DRAW: Final = 0
EXCHANGE: Final = 1
PLAY_BASE: Final = SPACES + 1
COUNT: Final = (SPACES + 1) * PLAY_BASE

FIRST_COMPACT_PLAY: Final = 2
COMPACT_COUNT: Final = FIRST_COMPACT_PLAY + HAND * PLAY_BASE


class CincoActions:
    """Implements :class:`quincunx.core.game.Actions`."""

    @property
    def count(self) -> int:
        """The number of actions."""
        return COUNT

    def number_of(self, move: CincoMove) -> int:
        """Return the number of a move."""
        match move:
            case Play(card=card, space=space):
                return card * PLAY_BASE + (space or 0)
            case Draw():
                return DRAW
            case Exchange():
                return EXCHANGE

    def move_of(self, number: int) -> CincoMove:
        """The inverse of :meth:`number_of`. Raises ``ValueError`` for a number without a move."""
        if number == DRAW:
            return Draw()
        if number == EXCHANGE:
            return Exchange()
        if not PLAY_BASE <= number < self.count:
            raise ValueError(f"No move of Cinco has the number {number}.")
        card, space = divmod(number, PLAY_BASE)
        return Play(card, space or None)


ACTIONS: Final = CincoActions()


class CincoCompact:
    """Implements :class:`quincunx.core.game.CompactActions`."""

    @property
    def count(self) -> int:
        """The number of actions."""
        return COMPACT_COUNT

    def number_of(self, view: CincoView, move: CincoMove) -> int:
        """Return the number of a move. Raises ``ValueError`` for a card that the viewer does not hold."""
        match move:
            case Draw():
                return DRAW
            case Exchange():
                return EXCHANGE
            case Play(card=card, space=space):
                if card not in view.hand:
                    raise ValueError(f"Card {card} is not in the hand.")
                return FIRST_COMPACT_PLAY + view.hand.index(card) * PLAY_BASE + (space or 0)

    def move_of(self, view: CincoView, number: int) -> CincoMove:
        """The inverse of :meth:`number_of`. Raises ``ValueError`` for a number without a move here."""
        if number == DRAW:
            return Draw()
        if number == EXCHANGE:
            return Exchange()
        place, space = divmod(number - FIRST_COMPACT_PLAY, PLAY_BASE)
        if not 0 <= place < len(view.hand):
            raise ValueError(f"No move of Cinco has the compact number {number} here.")
        return Play(view.hand[place], space or None)


COMPACT: Final = CincoCompact()

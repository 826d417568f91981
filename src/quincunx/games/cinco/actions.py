"""Cinco's moves as numbers, for kernels, weights and frameworks; they never change.

0 draws a card, 1 exchanges the hand, and ``card * 91 + space`` plays a card; space 0 means that the card is
spent without a token. There is no card 0, so the numbers from 2 to 90 stand for nothing.
"""

from __future__ import annotations

from typing import Final

from quincunx.games.cinco.board import SPACES
from quincunx.games.cinco.types import CincoMove, Draw, Exchange, Play

DRAW: Final = 0
EXCHANGE: Final = 1
PLAY_BASE: Final = SPACES + 1


COUNT: Final = (SPACES + 1) * PLAY_BASE


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

"""Trio's moves as numbers: 0 passes, and a card's own number plays it."""

from __future__ import annotations

from typing import Final

from tests.third.game.state import PACK
from tests.third.game.types import Pass, Play, TrioMove


class TrioActions:
    """Implements :class:`quincunx.core.game.Actions`."""

    @property
    def count(self) -> int:
        """The number of actions."""
        return len(PACK) + 1

    def number_of(self, move: TrioMove) -> int:
        """The number of a move."""
        return move.card if isinstance(move, Play) else 0

    def move_of(self, number: int) -> TrioMove:
        """The inverse of :meth:`number_of`. Raises ``ValueError`` outside ``range(count)``."""
        if not 0 <= number < self.count:
            raise ValueError(f"No move of Trio has the number {number}.")
        return Play(number) if number else Pass()


ACTIONS: Final = TrioActions()

"""From what a person or a program types to a move."""

from __future__ import annotations

from typing import Any, Final

from quincunx.core.chance import ChanceMove
from quincunx.core.game import AnyGame
from quincunx.core.reason import Unparseable

COMMON: Final = (("help", "terminal.help"), ("quit", "terminal.quit"))
"""What may be typed in every game, and the catalogue's keys for what it does."""


class ChanceTyped(Unparseable):
    """A shuffle, roll or lot was typed: here chance moves by itself."""


def tidy(game: AnyGame, text: str) -> str:
    """The same move in the strict notation, where a person's meaning is plain; else the text as it is."""
    return game.text.tidy(" ".join(text.lower().split()))


def read_move(game: AnyGame, text: str) -> Any:
    """The player's move that this line says. Raises :class:`Unparseable`."""
    move = game.text.parse_move(text)
    if isinstance(move, ChanceMove):
        raise ChanceTyped("Chance moves by itself here.", text)
    return move

"""Parsing what a person or a program types as a move."""

from __future__ import annotations

from typing import Any, Final

from quincunx.core.chance import ChanceMove
from quincunx.core.game import AnyGame
from quincunx.core.reason import Unparseable
from quincunx.core.sentence import sentence

COMMON: Final = (("help", "terminal.help"), ("quit", "terminal.quit"))
"""The inputs of every game, and the catalogue's keys of their explanations."""


class ChanceTyped(Unparseable):
    """A shuffle, roll or lot was typed; in this game chance moves by itself."""


def normalize_move(game: AnyGame, text: str) -> str:
    """Return the move in the strict notation if its meaning is clear; otherwise the text unchanged."""
    return game.text.normalize_move(" ".join(text.lower().split()))


def read_move(game: AnyGame, text: str) -> Any:
    """Return the player's move in this line. Raises :class:`Unparseable`."""
    move = game.text.parse_move(text)
    if isinstance(move, ChanceMove):
        raise ChanceTyped(sentence("Cards and dice are drawn automatically here."), text)
    return move

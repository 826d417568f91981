"""From what a person types to what a game's notation knows."""

from __future__ import annotations

import re
from typing import Final

from quincunx.core.game import Picked, Rolled, Shuffled, Unparseable
from quincunx.games import GAMES, Move

_SPACED_PLAY: Final = re.compile(r"([0-9]{1,2})(?: ?(?:>|-|→|to) ?| )([0-9]{1,2})")
_SHORT: Final = {"d": "draw", "x": "exchange"}
_BETWEEN_DICE: Final = re.compile(r"(?<=[1-6])[ ,-]+(?=[1-6])")

FORMS: Final = {
    "cinco": (
        ("57>63", "play card 57, token on 63 (“57 63” will do)"),
        ("88>-", "spend card 88, which has no free space"),
        ("draw", "draw a card, with fewer than four in hand (or “d”)"),
        ("exchange", "discard all four cards and draw four (or “x”)"),
        ("hand", "where each of your cards may go"),
    ),
    "cinqo": (
        ("rack 66", "two sixes of this roll go to the Rack"),
        ("bank 5", "a five of this roll goes to the Bank"),
        ("from 3", "a three goes from the Bank to the Rack"),
        ("box", "the Hi/Lo die goes into its box"),
        ("rack 66 bank 5 from 3 box", "all of it at once; the rest is rolled again"),
    ),
}
"""What may be typed, by game: the form and what it does."""
COMMON: Final = (("help", "this list"), ("quit", "leave the game"))


def tidy(game: str, text: str) -> str:
    """The same move in the strict notation, where a person's meaning is plain; else the text as it is."""
    text = " ".join(text.lower().split())
    if game == "cinco":
        match = _SPACED_PLAY.fullmatch(text)
        return f"{match[1]}>{match[2]}" if match else _SHORT.get(text, text)
    return _BETWEEN_DICE.sub("", text)


def read_move(game: str, text: str) -> Move:
    """The move that this line says. Raises :class:`Unparseable`, also for what only chance may do."""
    move: object = GAMES[game].parse_move(text)
    if isinstance(move, Picked | Rolled | Shuffled):
        raise Unparseable("Chance moves by itself here.", text)
    assert isinstance(move, Move)
    return move

"""Cinco's moves as short text: ``57>63``, ``88>-`` (spent), ``draw``, ``exchange``."""

from __future__ import annotations

import re

from quincunx.core.chance import ChanceMove, is_chance, parse_chance, write_chance
from quincunx.core.reason import Unparseable
from quincunx.core.sentence import sentence
from quincunx.games.cinco.types import CincoMove, Draw, Exchange, Play

_PLAY = re.compile(r"([0-9]{1,2})>([0-9]{1,2}|-)")


def write_move(move: CincoMove | ChanceMove) -> str:
    """Return the move in short notation."""
    match move:
        case Play(card=card, space=None):
            return f"{card}>-"
        case Play(card=card, space=space):
            return f"{card}>{space}"
        case Draw():
            return "draw"
        case Exchange():
            return "exchange"
        case _:
            return write_chance(move)


def parse_move(text: str) -> CincoMove | ChanceMove:
    """The inverse of :func:`write_move`. Raises :class:`Unparseable`."""
    if text == "draw":
        return Draw()
    if text == "exchange":
        return Exchange()
    if is_chance(text):
        return parse_chance(text)
    match = _PLAY.fullmatch(text)
    if match is None:
        raise Unparseable(
            sentence(
                "“{{1}}” isn’t a move in Cinco; moves look like 57>63, 88>-, draw or exchange.", text[:40]
            ),
            text,
        )
    card, space = match.groups()
    play = Play(int(card), None if space == "-" else int(space))
    if write_move(play) != text:
        raise Unparseable(sentence("“{{1}}” is written “{{2}}”.", text, write_move(play)), text)
    return play

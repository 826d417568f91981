"""Trio's moves as short text: ``play 7``, ``pass``."""

from __future__ import annotations

import re

from quincunx.core.chance import ChanceMove, is_chance, parse_chance, write_chance
from quincunx.core.reason import Unparseable
from tests.third.game.types import Pass, Play, TrioMove

_PLAY = re.compile(r"play ([1-9][0-9]?)", re.ASCII)


def write_move(move: TrioMove | ChanceMove) -> str:
    """The move in short notation."""
    match move:
        case Play(card=card):
            return f"play {card}"
        case Pass():
            return "pass"
        case _:
            return write_chance(move)


def parse_move(text: str) -> TrioMove | ChanceMove:
    """The inverse of :func:`write_move`. Raises :class:`Unparseable`."""
    if text == "pass":
        return Pass()
    if is_chance(text):
        return parse_chance(text)
    match = _PLAY.fullmatch(text)
    if match is None:
        raise Unparseable(f"“{text[:40]}” is not a move of Trio; moves look like play 7 or pass.", text)
    return Play(int(match[1]))

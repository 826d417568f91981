"""Cinq-O's moves as short text: ``rack 66 bank 5 from 3 box``; empty parts are left out."""

from __future__ import annotations

import re

from quincunx.core.chance import ChanceMove, is_chance, parse_chance, write_chance
from quincunx.core.reason import Unparseable
from quincunx.core.sentence import sentence
from quincunx.games.cinqo.types import CinqoMove, Put

_DICE = re.compile(r"[1-6]{1,5}")
_WORDS = ("rack", "bank", "from")


def write_move(move: CinqoMove | ChanceMove) -> str:
    """Return the move in short notation; ``nothing`` for an empty one, which the rules refuse."""
    if not isinstance(move, Put):
        return write_chance(move)
    parts = [
        f"{word} {''.join(map(str, sorted(values)))}"
        for word, values in (("rack", move.rack), ("bank", move.bank), ("from", move.from_bank))
        if values
    ]
    if move.box:
        parts.append("box")
    return " ".join(parts) or "nothing"


def parse_move(text: str) -> CinqoMove | ChanceMove:
    """The inverse of :func:`write_move`. Raises :class:`Unparseable`."""
    if is_chance(text):
        return parse_chance(text)
    if text == "nothing":
        return Put()
    words = text.split(" ")
    values: dict[str, tuple[int, ...]] = {}
    box = words[-1] == "box"
    if box:
        words.pop()
    for word, dice in zip(words[::2], words[1::2], strict=False):
        if word in _WORDS and word not in values and _DICE.fullmatch(dice):
            values[word] = tuple(sorted(map(int, dice)))
    # The count lacks any text that was not understood above.
    if 2 * len(values) != len(words) or not (values or box):
        raise Unparseable(
            sentence(
                "“{{1}}” isn’t a move in Cinq-O; moves look like: rack 66 bank 5 from 3 box.", text[:40]
            ),
            text,
        )
    put = Put(values.get("rack", ()), values.get("bank", ()), values.get("from", ()), box)
    if write_move(put) != text:
        raise Unparseable(sentence("“{{1}}” is written “{{2}}”.", text, write_move(put)), text)
    return put

"""How nature's moves are written, in both games: ``lot 2``, ``shuffle 57 3 12``, ``roll 1 2 3 4 5 6``."""

from __future__ import annotations

import re

from quincunx.games.core import NatureMove, Picked, Rolled, Shuffled, Unparseable

_WORDS = {"lot", "shuffle", "roll"}
_NUMBER = re.compile(r"[0-9]{1,3}")


def is_nature(text: str) -> bool:
    """Whether the text claims to be a move of nature."""
    return text.split(" ", 1)[0] in _WORDS


def write_nature(move: NatureMove) -> str:
    """A move of nature in words; a lot is counted from 1, as seats are for people."""
    match move:
        case Picked(number=number):
            return f"lot {number + 1}"
        case Shuffled(cards=cards):
            return "shuffle " + " ".join(map(str, cards))
        case Rolled(faces=faces):
            return "roll " + " ".join(map(str, faces))


def parse_nature(text: str) -> NatureMove:
    """The inverse of :func:`write_nature`. Raises :class:`Unparseable`."""
    word, *rest = text.split(" ")
    numbers: list[int] = []
    position = len(word) + 1
    for part in rest:
        if not _NUMBER.fullmatch(part):
            raise Unparseable(f"“{part[:20]}” is not a number.", text, position)
        numbers.append(int(part))
        position += len(part) + 1
    if not numbers:
        raise Unparseable(f"“{word[:20]}” needs numbers after it.", text, len(text))
    if word == "shuffle":
        return Shuffled(tuple(numbers))
    if word == "roll":
        return Rolled(tuple(numbers))
    if word == "lot" and len(numbers) == 1 and numbers[0] > 0:
        return Picked(numbers[0] - 1)
    raise Unparseable(f"“{text[:40]}” is not a move of chance.", text, 0)

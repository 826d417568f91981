"""Chance is a player: what it is asked, what it answers, and how its moves are written.

Rules never draw. Whenever a shuffle, a roll or a draw of lots is needed, the game waits for :data:`CHANCE`,
says what it asks, and the answer enters the game as a recorded move. Replay therefore needs no random
numbers, a test writes the dice that it wants, and a search may sample its own.

In records chance's moves are written ``lot 2``, ``shuffle 57 3 12``, ``roll 1 2 3 4 5 6``, in every game.
"""

from __future__ import annotations

import re
from random import Random
from typing import Final

import msgspec

from quincunx.core.reason import Unparseable

CHANCE: Final = -1
"""Who is to move when the game waits for a shuffle, a roll or a lot."""


class Shuffle(msgspec.Struct, frozen=True, tag="shuffle"):
    """Chance is asked for these cards in a random order. ``cards`` is ascending."""

    cards: tuple[int, ...]


class Roll(msgspec.Struct, frozen=True, tag="roll"):
    """Chance is asked to roll dice; ``sides[i]`` is the number of faces of die *i*."""

    sides: tuple[int, ...]


class Pick(msgspec.Struct, frozen=True, tag="pick"):
    """Chance is asked to draw a lot: a number in ``range(count)``."""

    count: int


class Shuffled(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="shuffled"):
    """The cards in their new order; the first is the top of the pile."""

    cards: tuple[int, ...]


class Rolled(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="rolled"):
    """The faces that the dice show, each from 1 to its number of sides."""

    faces: tuple[int, ...]


class Picked(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="picked"):
    """The lot that was drawn."""

    number: int


Question = Shuffle | Roll | Pick
ChanceMove = Shuffled | Rolled | Picked

_WORDS: Final = {"lot", "shuffle", "roll"}
NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,2}")
"""How a number is spelled in a record."""
PADDED: Final = re.compile(r"0+(0|[1-9][0-9]{0,2})")
"""The same number with zeros in front, which is refused with a word on how it is written."""


def answer(question: Question, random: Random) -> ChanceMove:
    """An answer from a generator that nobody needs to check; :mod:`quincunx.core.randomness` has the
    other."""
    match question:
        case Pick(count=count):
            return Picked(random.randrange(count))
        case Shuffle(cards=cards):
            return Shuffled(tuple(random.sample(cards, len(cards))))
        case Roll(sides=sides):
            return Rolled(tuple(random.randint(1, each) for each in sides))


def is_chance(text: str) -> bool:
    """Whether the text claims to be a move of chance."""
    return text.partition(" ")[0] in _WORDS


def write_chance(move: ChanceMove) -> str:
    """A move of chance in words; a lot is counted from 1, as seats are for people."""
    match move:
        case Picked(number=number):
            return f"lot {number + 1}"
        case Shuffled(cards=cards):
            return "shuffle " + " ".join(map(str, cards))
        case Rolled(faces=faces):
            return "roll " + " ".join(map(str, faces))


def parse_chance(text: str) -> ChanceMove:
    """The inverse of :func:`write_chance`. Raises :class:`Unparseable`."""
    word, *rest = text.split(" ")
    numbers: list[int] = []
    position = len(word) + 1
    for part in rest:
        if not NUMBER.fullmatch(part):
            padded = PADDED.fullmatch(part)
            said = f"is written “{padded[1]}”" if padded else "is not a number"
            raise Unparseable(f"“{part[:20]}” {said}.", text, position)
        numbers.append(int(part))
        position += len(part) + 1
    if not numbers:
        raise Unparseable(f"“{word[:20]}” needs numbers after it.", text, len(text))
    if word == "shuffle":
        return Shuffled(tuple(numbers))
    if word == "roll":
        return Rolled(tuple(numbers))
    if word == "lot" and len(numbers) == 1:
        if not numbers[0]:
            raise Unparseable("Lots are counted from 1.", text, len(word) + 1)
        return Picked(numbers[0] - 1)
    raise Unparseable(f"“{text[:40]}” is not a move of chance.", text, 0)

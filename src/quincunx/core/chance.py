"""Chance as a player: its questions, its answers, and the notation of its moves.

Rules never draw at random. When a game needs a shuffle, a roll or a lot, it waits for :data:`CHANCE` and
states the question; the answer enters the game as a recorded move. Replay therefore needs no random numbers,
a test can write the dice it wants, and a search can sample its own.

In the records of every game, chance's moves are written ``lot 2``, ``shuffle 57 3 12``, ``roll 1 2 3 4 5 6``.
"""

from __future__ import annotations

import re
from random import Random
from typing import Final

import msgspec

from quincunx.core.reason import Unparseable
from quincunx.core.sentence import sentence

CHANCE: Final = -1
"""The player to move while the game waits for a shuffle, a roll or a lot."""


class Shuffle(msgspec.Struct, frozen=True, tag="shuffle"):
    """A question to chance: these cards in a random order. ``cards`` is ascending."""

    cards: tuple[int, ...]


class Roll(msgspec.Struct, frozen=True, tag="roll"):
    """A question to chance: a roll of dice. ``sides[i]`` is the number of faces of die *i*."""

    sides: tuple[int, ...]


class Pick(msgspec.Struct, frozen=True, tag="pick"):
    """A question to chance: a lot, that is, a number in ``range(count)``."""

    count: int


class Shuffled(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="shuffled"):
    """The cards in their new order; the first is the top of the pile."""

    cards: tuple[int, ...]


class Rolled(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="rolled"):
    """The faces shown by the dice, each from 1 to its number of sides."""

    faces: tuple[int, ...]


class Picked(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="picked"):
    """The lot that was drawn."""

    number: int


Question = Shuffle | Roll | Pick
ChanceMove = Shuffled | Rolled | Picked

_WORDS: Final = {"lot", "shuffle", "roll"}
NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,2}")
"""The spelling of a number in a record."""
PADDED: Final = re.compile(r"0+(0|[1-9][0-9]{0,2})")
"""The same with leading zeros, which the parser refuses with a hint at the right spelling."""


def resolve_chance(question: Question, random: Random) -> ChanceMove:
    """Answer a question from an ordinary generator. :mod:`quincunx.core.randomness` has the verifiable
    one."""
    match question:
        case Pick(count=count):
            return Picked(random.randrange(count))
        case Shuffle(cards=cards):
            return Shuffled(tuple(random.sample(cards, len(cards))))
        case Roll(sides=sides):
            return Rolled(tuple(random.randint(1, each) for each in sides))


def is_chance(text: str) -> bool:
    """Return whether the text claims to be a move of chance."""
    return text.partition(" ")[0] in _WORDS


def write_chance(move: ChanceMove) -> str:
    """Write a move of chance in words. Lots count from 1, as seats do for people."""
    match move:
        case Picked(number=number):
            return f"lot {number + 1}"
        case Shuffled(cards=cards):
            return "shuffle " + " ".join(map(str, cards))
        case Rolled(faces=faces):
            return "roll " + " ".join(map(str, faces))


def parse_chance(text: str) -> ChanceMove:
    """Parse the output of :func:`write_chance`. Raises :class:`Unparseable`."""
    word, *rest = text.split(" ")
    numbers: list[int] = []
    position = len(word) + 1
    for part in rest:
        if not NUMBER.fullmatch(part):
            padded = PADDED.fullmatch(part)
            if padded:
                said = sentence("“{{1}}” is written “{{2}}”.", part[:20], padded[1])
            else:
                said = sentence("“{{1}}” isn’t a number.", part[:20])
            raise Unparseable(said, text, position)
        numbers.append(int(part))
        position += len(part) + 1
    if not numbers:
        raise Unparseable(sentence("“{{1}}” needs numbers after it.", word[:20]), text, len(text))
    if word == "shuffle":
        return Shuffled(tuple(numbers))
    if word == "roll":
        return Rolled(tuple(numbers))
    if word == "lot" and len(numbers) == 1:
        if not numbers[0]:
            raise Unparseable(sentence("Lots are counted from 1."), text, len(word) + 1)
        return Picked(numbers[0] - 1)
    raise Unparseable(sentence("“{{1}}” isn’t a chance move.", text[:40]), text, 0)

"""A study: a position with a question, and a comment on every answer.

Lessons, puzzles and *try again from here* are lists of studies in different settings. A study does not depend
on its reader and stores nothing: each time, the real rules replay its position and judge an answer.

A position is everything that has happened, chance's moves included, in the game's own notation. It is
therefore always a legal one, and :attr:`~quincunx.core.game.Game.view` decides what its viewer may see.
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from quincunx.core.review import Why
from quincunx.core.values import OptionsData

LONGEST_LINE: Final = 24
"""The largest number of steps shown after an answer."""
MOST_STEPS: Final = 2_000
"""The largest number of steps that lead to a position."""

LONGEST_MOVE: Final = 400
"""The largest number of characters of a move or a pattern of moves."""

Move = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_MOVE)]
Code = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9.-]{0,59}$")]


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position of a game: its options, and every step since. A shuffle may name only its first cards; the
    others follow in ascending order. A roll may name more dice than are rolled; the first ones count."""

    options: OptionsData
    steps: Annotated[tuple[Move, ...], msgspec.Meta(max_length=MOST_STEPS)] = ()


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An answer, which stands for one or more moves, and the comment on them."""

    move: Move
    """A move in the game's notation; or a pattern, in which ``*`` stands for any characters, ``?`` for one,
    and ``|`` separates alternatives: ``57>*|draw``."""
    right: bool = False
    say: Code | None = None
    """The key of the comment: ``study.say.<code>`` in the game's catalogue. The right answer of a puzzle
    needs none."""
    why: tuple[Why, ...] = ()
    """The reasons why it is right, or why the right answer is better."""
    line: Annotated[tuple[Move, ...], msgspec.Meta(max_length=LONGEST_LINE)] = ()
    """A possible continuation: the steps after it, chance's included. It is an illustration, not a proof."""


class Study(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position and a question to the seat that is to move there; the position is shown as this seat sees
    it."""

    id: Code
    """Its permanent name, unique among the game's studies."""
    position: Position
    ask: Code
    """The key of the question: ``study.ask.<code>`` in the game's catalogue."""
    answers: Annotated[tuple[Answer, ...], msgspec.Meta(min_length=1, max_length=400)]
    """The answers in order; the first one that matches a move applies. A move that matches none is wrong."""
    theme: Code | None = None
    """The theme of the puzzle: ``study.theme.<code>`` in the game's catalogue."""
    margin: float | None = None
    """The margin of the right answers over the best wrong one, in the scale of the game's reviews; ``None``
    if a rule decides and nothing was measured."""
    rating: float | None = None
    """Its difficulty in rating points; ``None`` if it is not rated."""
    marks: tuple[int, ...] = ()
    """The places that the question speaks of, by the game's own numbers: a board shows them with it."""

"""What a study is: a position with a question, and what is said to every answer.

Lessons, puzzles and *try again from here* are lists of studies in different frames. A study knows nothing of
who looks at it and keeps nothing: the real rules play its position again and judge an answer each time.

A position is all that has happened, chance's moves among it, in the game's own notation; so it is always one
that the game allows, and what its viewer may see is what :attr:`~quincunx.core.game.Game.view` shows them.
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from quincunx.core.review import Why
from quincunx.core.values import OptionsData

LONGEST_LINE: Final = 24
"""So many steps are shown of what an answer leads to, at most."""
MOST_STEPS: Final = 2_000
"""So many steps may lead to a position."""

LONGEST_MOVE: Final = 400
"""So many characters a move may have, or a pattern of moves."""

Move = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_MOVE)]
Code = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9.-]{0,59}$")]


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a game stands: how it is set up, and every step since. A shuffle may name the first cards alone;
    the others follow in ascending order. A roll may name more dice than are rolled: the first ones count."""

    options: OptionsData
    steps: Annotated[tuple[Move, ...], msgspec.Meta(max_length=MOST_STEPS)] = ()


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Some moves that may be answered, and what is said to them."""

    move: Move
    """A move in the game's notation; or a pattern, in which ``*`` stands for any characters, ``?`` for one,
    and ``|`` parts alternatives: ``57>*|draw``."""
    right: bool = False
    say: Code | None = None
    """What is said to it: ``study.say.<code>`` among the game's words. A right answer of a puzzle needs
    none."""
    why: tuple[Why, ...] = ()
    """Why it is right, or why what is right is better."""
    line: Annotated[tuple[Move, ...], msgspec.Meta(max_length=LONGEST_LINE)] = ()
    """What it may lead to: the steps after it, chance's too. To be shown, and no proof."""


class Study(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position and a question to the seat that is to move there, whose point of view it is seen from."""

    id: Code
    """Its name for ever, among all of its game's."""
    position: Position
    ask: Code
    """What is asked: ``study.ask.<code>`` among the game's words."""
    answers: Annotated[tuple[Answer, ...], msgspec.Meta(min_length=1, max_length=400)]
    """In order: the first one that a move fits says what is said to it. What fits none is wrong."""
    theme: Code | None = None
    """What sort of thing is to be found: ``study.theme.<code>`` among the game's words."""
    margin: float | None = None
    """How much better the right answers are than the best wrong one, in the scale of the game's reviews;
    ``None`` where a rule decides, and nobody has measured."""
    rating: float | None = None
    """How hard it is, in points as people have them; ``None`` where that is no question."""

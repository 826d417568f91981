"""The values that all games share: seats, turns, outcomes, phrases, steps; a game's own values as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

import msgspec

Seat = int
"""A place at the table, counted from 0 in the order of play."""


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended.

    ``termination`` names the reason, as the game's rules have it; a table adds ``agreed`` and a program that
    plays by itself ``truncated``. ``winners`` are the seats that won, in order; it is empty for a draw.
    """

    termination: str
    winners: tuple[Seat, ...]


class Turn(msgspec.Struct, frozen=True):
    """A turn's number, from 1, and whose it is; number 0 is the set-up, which is nobody's."""

    number: int
    seat: Seat | None


class Seating(msgspec.Struct, frozen=True):
    """So many players on so many sides."""

    players: int
    sides: int


class Phrase(msgspec.Struct, frozen=True):
    """Something to be said in the reader's language: a key of the catalogue and the values in it.

    A value may be a phrase itself, or several of anything, which the language joins to a list.
    """

    key: str
    params: Mapping[str, Any] = {}


Say = Callable[[Phrase], str]
"""Puts a phrase into a language."""


class Highlight(msgspec.Struct, frozen=True):
    """The characters from ``start`` to before ``end`` of a text stand out in this style (a terminal's:
    ``bold``, ``dim``, a colour). Nothing is said by it alone."""

    start: int
    end: int
    style: str


class Step(msgspec.Struct, frozen=True):
    """One move; ``seat`` is :data:`CHANCE` for chance's."""

    seat: Seat
    move: Any
    """A move of the record's game, or a :data:`~quincunx.core.chance.ChanceMove`."""


class Ply(msgspec.Struct, frozen=True):
    """One step of a record with the game's states on either side; ``number`` counts from 1."""

    number: int
    step: Step
    before: Any
    after: Any


# A game's values on their way through rooms that do not know the game. ``extra`` names the union of all
# games' types of that kind, for the client's generated types.
OptionsData = Annotated[msgspec.Raw, msgspec.Meta(extra={"union": "Options"})]
"""Options as JSON, with the game's name in the field ``game``."""
MoveData = Annotated[msgspec.Raw, msgspec.Meta(extra={"union": "Move"})]
"""A move as JSON. Only the table's own game can say which; two games may use the same tag."""
AnyMove = Annotated[Any, msgspec.Meta(extra={"union": "Move"})]
AnyView = Annotated[Any, msgspec.Meta(extra={"union": "View"})]
AnyEvent = Annotated[Any, msgspec.Meta(extra={"union": "PlayEvent"})]

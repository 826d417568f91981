"""The values shared by all games: seats, turns, outcomes, phrases, steps; and a game's own values as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

import msgspec

Seat = int
"""A place at the table, counted from 0 in the order of play."""


class Outcome(msgspec.Struct, frozen=True):
    """The end of a game.

    ``termination`` names the reason by the game's rules; a table adds ``agreed``, and a program that plays by
    itself ``truncated``. ``winners`` are the seats that won, in order; it is empty for a draw.
    """

    termination: str
    winners: tuple[Seat, ...]


class Turn(msgspec.Struct, frozen=True):
    """A turn's number, from 1, and the seat that it belongs to. Number 0 is the set-up, which belongs to no
    seat."""

    number: int
    seat: Seat | None


class Seating(msgspec.Struct, frozen=True):
    """A number of players and of sides."""

    players: int
    sides: int


class Clauses(tuple[Any, ...]):
    """Clauses of one sentence, the values of a phrase: not every language joins them like words."""

    __slots__ = ()


class Phrase(msgspec.Struct, frozen=True):
    """A text to be translated: a key of the catalogue and the values in it.

    A value may itself be a phrase, or a sequence, which the language joins to a list.
    """

    key: str
    params: Mapping[str, Any] = {}


Say = Callable[[Phrase], str]
"""Translates a phrase into a language."""


class Highlight(msgspec.Struct, frozen=True):
    """A style (a terminal's: ``bold``, ``dim``, a colour) for the characters of a text from ``start`` to
    before ``end``. It carries no information of its own."""

    start: int
    end: int
    style: str


class Step(msgspec.Struct, frozen=True):
    """One move; ``seat`` is :data:`CHANCE` for a move of chance."""

    seat: Seat
    move: Any
    """A move of the record's game, or a :data:`~quincunx.core.chance.ChanceMove`."""


class Ply(msgspec.Struct, frozen=True):
    """One step of a record with the game's states on either side; ``number`` counts from 1."""

    number: int
    step: Step
    before: Any
    after: Any


# A game's values in packages that do not know the game. ``extra`` names the union of all games' types of that
# kind, for the client's generated types.
OptionsData = Annotated[msgspec.Raw, msgspec.Meta(extra={"union": "Options"})]
"""Options as JSON, with the game's name in the field ``game``."""
MoveData = Annotated[msgspec.Raw, msgspec.Meta(extra={"union": "Move"})]
"""A move as JSON. Only the table's own game can decode it; two games may use the same tag."""
AnyMove = Annotated[Any, msgspec.Meta(extra={"union": "Move"})]
AnyView = Annotated[Any, msgspec.Meta(extra={"union": "View"})]
AnyEvent = Annotated[Any, msgspec.Meta(extra={"union": "PlayEvent"})]

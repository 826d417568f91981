"""What every game offers, and the few things that all games share.

A game is a :class:`Game`: an object without state of its own whose functions take an immutable
state and give back another one. **Nature is a seat**: rules never draw. Whenever a shuffle, a roll
or the choice of a starting player is needed, ``to_move`` answers :data:`NATURE`, ``asks`` says what
is wanted, and the answer enters the game as a recorded move. Replay therefore needs no random
numbers, a test writes the dice that it wants, and a search may sample its own.
"""

from __future__ import annotations

from typing import Any, Final, Protocol, TypeVar

import msgspec

Seat = int
"""A place at the table, counted from 0 in the order of play."""

NATURE: Final = -1
"""Who is to move when the game waits for a shuffle, a roll or a lot."""


class Shuffle(msgspec.Struct, frozen=True, tag="shuffle"):
    """Nature is asked for these cards in a random order."""

    cards: tuple[int, ...]


class Roll(msgspec.Struct, frozen=True, tag="roll"):
    """Nature is asked to roll dice; ``sides[i]`` is the number of faces of die *i*."""

    sides: tuple[int, ...]


class Pick(msgspec.Struct, frozen=True, tag="pick"):
    """Nature is asked to draw a lot: a number in ``range(count)``."""

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
NatureMove = Shuffled | Rolled | Picked


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended.

    ``termination`` names the reason (``five``, ``tokens``, ``board``, ``hundred``, ``rounds``; a
    table adds ``agreed``, a program that plays by itself ``truncated``). ``winners`` are the seats
    that won, in order; it is empty for a draw.
    """

    termination: str
    winners: tuple[Seat, ...]


class GameError(ValueError):
    """Anything that a game refuses. The text is a whole sentence for people."""


class Unparseable(GameError):
    """Text or data that does not say a move at all."""

    def __init__(self, sentence: str, text: str = "", position: int = 0) -> None:
        super().__init__(sentence)
        self.text = text
        self.position = position


class Forbidden(GameError):
    """A move that can be understood and that a rule refuses; nothing has changed.

    ``rule`` is the number of the rule in the rules page (``4.2``, ``C2`` …), ``code`` a stable name
    for translations, ``params`` the values that the sentence mentions.
    """

    def __init__(self, rule: str, code: str, sentence: str, **params: int | str) -> None:
        super().__init__(sentence)
        self.rule = rule
        self.code = code
        self.sentence = sentence
        self.params: dict[str, int | str] = params


class BadOptions(Forbidden):
    """A game that cannot be set up like this."""


OptionsT = TypeVar("OptionsT", contravariant=True)
StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")
ViewT = TypeVar("ViewT")
StoryT = TypeVar("StoryT", covariant=True)


class Game(Protocol[OptionsT, StateT, MoveT, ViewT, StoryT]):
    """One game's rules. All functions are pure; states, moves and views are immutable values."""

    @property
    def name(self) -> str:
        """The short name by which registry, records and addresses know the game."""
        ...

    def check(self, options: OptionsT) -> None:
        """Raise :class:`BadOptions` if no game can be played like this."""
        ...

    def players(self, options: OptionsT) -> int:
        """How many seats the game has."""
        ...

    def initial(self, options: OptionsT) -> StateT:
        """The state before anything has happened. Raises :class:`BadOptions`."""
        ...

    def to_move(self, state: StateT) -> Seat | None:
        """The seat that must move, :data:`NATURE`, or ``None`` when the game is over."""
        ...

    def asks(self, state: StateT) -> Question:
        """What nature is asked. Only when ``to_move`` is :data:`NATURE`; else ``ValueError``."""
        ...

    def legal_moves(self, state: StateT) -> tuple[MoveT, ...]:
        """Every move of the seat to move, without repetition, in a fixed order; empty for nature and
        when the game is over."""
        ...

    def apply(self, state: StateT, move: MoveT | NatureMove) -> StateT:
        """The state after the move of whoever is to move. Raises :class:`Forbidden`."""
        ...

    def outcome(self, state: StateT) -> Outcome | None:
        """How the game ended, or ``None`` while it goes on."""
        ...

    def view(self, state: StateT, viewer: Seat | None) -> ViewT:
        """All that a seat, or a spectator (``None``), may know: the only gate for hidden information."""
        ...

    def reveal(self, state: StateT) -> ViewT:
        """Everything, for games that have ended and for their replay. Never sent while a game runs."""
        ...

    def story(
        self, before: StateT, move: MoveT | NatureMove, after: StateT, viewer: Seat | None
    ) -> tuple[StoryT, ...]:
        """What the viewer is told of this move: nothing that ``view`` would not show them."""
        ...

    def write_move(self, move: MoveT | NatureMove) -> str:
        """The move in the game's short notation, without spaces at either end."""
        ...

    def parse_move(self, text: str) -> MoveT | NatureMove:
        """The inverse of ``write_move``. Raises :class:`Unparseable`."""
        ...

    def tell(self, story: Any, names: tuple[str, ...]) -> str:
        """One story item as an English sentence; ``names[seat]`` are the players' names."""
        ...

    def draw(self, view: ViewT, names: tuple[str, ...]) -> str:
        """The view as plain text for a terminal, at most 80 columns."""
        ...

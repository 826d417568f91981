"""What a game is to the rest of the program: one value of :class:`Game`.

Rooms outside a game's folder know it by this value alone. Its functions are pure: they take an immutable
state and give back another one; :data:`~quincunx.core.chance.CHANCE` is a player like the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Generic, Protocol, TypeVar

import msgspec

from quincunx.core.chance import ChanceMove, Question
from quincunx.core.day import DayDeal
from quincunx.core.picture import Picture
from quincunx.core.puzzle import Puzzler
from quincunx.core.reason import Reason, Unparseable
from quincunx.core.review import Reviewer
from quincunx.core.values import Highlight, Outcome, Phrase, Say, Seat, Seating, Turn

OptionsT = TypeVar("OptionsT")
StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")
ViewT = TypeVar("ViewT")
EventT = TypeVar("EventT")
OptionsT_co = TypeVar("OptionsT_co", covariant=True)
MoveT_co = TypeVar("MoveT_co", covariant=True)
ViewT_contra = TypeVar("ViewT_contra", contravariant=True)


class Flags(Protocol[OptionsT_co]):
    """A game's options as flags of the command line: a dataclass whose fields all have defaults."""

    def options(self) -> OptionsT_co:
        """The options that the flags name. Raises :class:`~quincunx.core.reason.Refusal`."""
        ...


class Actions(Protocol[MoveT]):
    """A game's moves as numbers, for frameworks that want them; the numbers never change."""

    @property
    def count(self) -> int:
        """Every number is in ``range(count)``."""
        ...

    def number_of(self, move: MoveT) -> int:
        """The number of a move."""
        ...

    def move_of(self, number: int) -> MoveT:
        """The inverse of :meth:`number_of`. Raises ``ValueError`` outside ``range(count)``."""
        ...


class Bots(Protocol[ViewT_contra, MoveT_co]):
    """A game's bots. Naming them is cheap; making one may import and compile kernels."""

    @property
    def levels(self) -> tuple[str, ...]:
        """The bots that people choose from, weakest first."""
        ...

    @property
    def baselines(self) -> tuple[str, ...]:
        """Plain bots that others are measured by. They need no kernels; the last one is the strongest."""
        ...

    @property
    def points(self) -> Mapping[str, Mapping[str, int]]:
        """For each kind of seating (:attr:`Game.rating_kind`) the levels' ratings in points, as measured in
        the arena; 1500 is the middle."""
        ...

    def bot(self, name: str) -> Any:
        """The :class:`~quincunx.engines.bot.Bot` of this name. Raises ``KeyError``."""
        ...

    def choices(self, view: ViewT_contra, /) -> tuple[MoveT_co, ...]:
        """Every legal move of the seat whose view this is, whose turn it must be."""
        ...

    def precompile(self) -> None:
        """Load and compile whatever the levels need; seconds the first time, then an instant."""
        ...


@dataclass(frozen=True, kw_only=True)
class Text(Generic[OptionsT, MoveT, ViewT, EventT]):
    """A game in words, for records and terminals.

    Phrases name keys of the shared catalogue, or of the game's own (:attr:`Game.texts`) after the game's name
    and a dot: ``chess.event.castled``.
    """

    describe_options: Callable[[OptionsT], tuple[Phrase, ...]]
    """How the game is set up, in a few words each: so many players, this variant."""
    write_move: Callable[[MoveT | ChanceMove], str]
    """The move in the game's short notation, without spaces at either end."""
    parse_move: Callable[[str], MoveT | ChanceMove]
    """The inverse of ``write_move``: one spelling for each move. Raises :class:`Unparseable`."""
    say_move: Callable[[MoveT], Phrase]
    """The move in words, as they stand within a sentence."""
    describe: Callable[[EventT, tuple[str, ...]], Phrase]
    """One public event; ``names[seat]`` are the players' names."""
    draw: Callable[[ViewT, tuple[str, ...], Say], str]
    """The view as plain text for a terminal, at most 80 columns."""
    highlight: Callable[[ViewT, str], Iterable[Highlight]]
    """What stands out in a text that ``draw`` made of this view."""
    tidy: Callable[[str], str]
    """What a person typed, in the strict notation where its meaning is plain; else as it is."""
    forms: tuple[tuple[str, str], ...]
    """What may be typed: an example, and the catalogue's key for what it does."""
    asides: Mapping[str, Callable[[ViewT, Say], str]]
    """Words that may be typed instead of a move, and what is printed in answer."""


@dataclass(frozen=True, kw_only=True)
class GameCommand:
    """A command of a game's own: ``quincunx NAME GAME …``. It is imported only when it is called."""

    name: str
    target: str
    """Where its function is: ``package.module:function``. It returns an exit code."""
    help: str
    """What it does, in a sentence; in English, as all help on the command line."""


LONGEST_SMALL: Final = 200
"""Lists carry it for each table, and again after each move."""


@dataclass(frozen=True, kw_only=True)
class Game(Generic[OptionsT, StateT, MoveT, ViewT, EventT]):
    """One game. All functions are pure; options, states, moves, views and events are immutable values."""

    name: str
    """The short name by which registry, records and addresses know the game; the tag of options and views."""
    title: str
    """The name that people know it by."""
    has_secrets: bool
    """Whether seats hold what others may not see, so that one device must be covered between turns."""
    seatings: tuple[Seating, ...]
    """Every number of players and sides that can play."""

    options_type: type[OptionsT]
    """A struct tagged with the game's name, of numbers below 1000, truth values and words. It has fields
    ``players`` and ``first``: the seat that starts, or ``None`` for a lot."""
    move_type: Any
    """A tagged struct, or a union of them."""
    view_type: type[ViewT]
    """A struct tagged with the game's name. It has fields ``viewer``, the seat that it is seen from, and
    ``to_move``, the seat to move: ``None`` while chance is asked, and when the game is over."""
    event_type: Any
    """What everybody or one viewer is told: a tagged struct, or a union of them."""

    # ---- the rules ------------------------------------------------------------------------------------
    check: Callable[[OptionsT], None]
    """Raises :class:`~quincunx.core.reason.Refusal` if no game can be played like this."""
    players: Callable[[OptionsT], int]
    """How many seats the game has."""
    sides: Callable[[OptionsT], tuple[int, ...]]
    """Each seat's side, from 0: seats of one side win and lose together."""
    initial: Callable[[OptionsT], StateT]
    """The state before anything has happened. Raises as ``check`` does."""
    to_move: Callable[[StateT], Seat | None]
    """The seat that must move, :data:`~quincunx.core.chance.CHANCE`, or ``None`` when the game is over."""
    asks: Callable[[StateT], Question]
    """What chance is asked. ``ValueError`` when it is not to move."""
    legal_moves: Callable[[StateT], tuple[MoveT, ...]]
    """Every move of the seat to move, without repetition, in a fixed order; empty for chance and when the
    game is over."""
    apply: Callable[[StateT, MoveT | ChanceMove], StateT]
    """The state after the move of whoever is to move: exactly the moves that ``legal_moves`` lists are taken.
    Raises :class:`~quincunx.core.reason.Refusal`, ``Unparseable`` for what is no move of this game."""
    outcome: Callable[[StateT], Outcome | None]
    """How the game ended, or ``None`` while it goes on."""
    view: Callable[[StateT, Seat | None], ViewT]
    """All that a seat, or a spectator (``None``), may know: the only gate for hidden information."""
    reveal: Callable[[StateT], ViewT]
    """Everything, for games that have ended and for their replay. Never sent while a game runs."""
    public_events: Callable[[StateT, MoveT | ChanceMove, StateT, Seat | None], tuple[EventT, ...]]
    """What the viewer is told of the move that led from one state to the other: nothing that ``view`` would
    not show them."""
    turn: Callable[[StateT], Turn]
    """The turn that the next move belongs to, chance's too; in the set-up it is nobody's."""
    idle_turns: Callable[[StateT], int]
    """How many turns in a row have brought the end no nearer (C7); always 0 in a game whose turns all do."""
    not_your_turn: Reason
    """Why a seat may not move while another is to move."""
    is_over: Reason
    """Why nobody may move any more."""
    no_draws: Reason | None
    """Why no draw may be offered; ``None`` where one may."""
    rematch: Callable[[OptionsT], OptionsT]
    """The options with which the same people meet again."""
    rating_kind: Callable[[OptionsT], str | None]
    """A short name of the kind of seating by which people are rated; ``None`` for a game that is played
    alone."""
    facts: Callable[[StateT, Seat], Mapping[str, int]]
    """Numbers about how a seat has played, at the end of a game, for records and statistics; the names are
    the game's own, and never change their meaning."""

    # ---- everything else --------------------------------------------------------------------------------
    flags: type[Flags[OptionsT]]
    text: Text[OptionsT, MoveT, ViewT, EventT]
    texts: Path
    """The folder of the game's words: ``en.json`` and one such file for each other language, as i18next has
    them. ``refusal.<code>`` translates the game's reasons."""
    actions: Actions[MoveT]
    bots: Bots[ViewT, MoveT]
    small: Callable[[ViewT], str] | None = None
    """The position in a few characters, at most :data:`LONGEST_SMALL`, as the game's own client draws it in
    small in lists: made of what a spectator sees. ``None``: lists show the picture on its box."""
    picture: Callable[[ViewT], Picture] | None = None
    """The position as shapes, for pictures that people share; ``None``: those do without."""
    phrases: tuple[str, ...] = ()
    """Codes of what people may say to each other at this game, besides what they may say at all;
    ``phrase.<code>`` among the game's words. Partners may say them, so they must tell nothing of hands and
    plans."""
    commands: tuple[GameCommand, ...] = ()
    """What the command line can do for this game alone."""
    reviewer: Reviewer | None = None
    """What tells luck from play in a game that is over; ``None``: games of this kind are not reviewed."""
    day: DayDeal[OptionsT, StateT] | None = None
    """The deal that everybody can play once a day; ``None``: the game has none."""
    studies: Path | None = None
    """The folder of the game's studies (:mod:`quincunx.core.study`): ``lessons.json`` and ``puzzles.json``,
    as far as there are any."""
    puzzler: Puzzler | None = None
    """What finds puzzles in games of this kind; ``None``: nothing looks for any."""

    def decode_move(self, data: bytes | msgspec.Raw) -> MoveT:
        """A move from JSON. Raises :class:`Unparseable` for anything else."""
        try:
            return self._moves.decode(data)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise Unparseable(f"That is not a move of {self.title}: {str(error)[:200]}.") from error

    @cached_property
    def _moves(self) -> msgspec.json.Decoder[MoveT]:
        # Making one takes twenty times as long as reading a move.
        return msgspec.json.Decoder(self.move_type)


def encode(value: Any) -> msgspec.Raw:
    """A move or options as the JSON that journals and sockets carry."""
    return msgspec.Raw(msgspec.json.encode(value))


# Rooms that hold games of any kind know no narrower types; each game's own module is fully typed.
AnyGame = Game[Any, Any, Any, Any, Any]


def name_in(options: msgspec.Struct) -> str:
    """The name of the game that these options (or this view) belong to: their tag."""
    return str(options.__struct_config__.tag)


class _Named(msgspec.Struct):
    game: str


def decode_options(games: Mapping[str, AnyGame], data: bytes | msgspec.Raw) -> Any:
    """Options from JSON, by the name in them. Raises :class:`Unparseable` for anything else.

    Whether a game can be played like this is for its ``check`` to say.
    """
    try:
        name = msgspec.json.decode(data, type=_Named).game
        if name not in games:
            raise Unparseable(f"There is no game “{name[:40]}”; there are {', '.join(games)}.")
        return msgspec.json.decode(data, type=games[name].options_type)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Unparseable(f"These are no options of a game: {str(error)[:200]}.") from error

"""The interface of a game to the rest of the program: one value of :class:`Game`.

Packages outside a game's folder know the game only by this value. Its functions are pure: they take an
immutable state and return a new one. :data:`~quincunx.core.chance.CHANCE` is a player like the others.
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
from quincunx.core.sentence import sentence
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
        """Return the options named by the flags. Raises :class:`~quincunx.core.reason.Refusal`."""
        ...


class Actions(Protocol[MoveT]):
    """A game's moves as numbers, for machine-learning frameworks; the numbers never change."""

    @property
    def count(self) -> int:
        """The number of actions; each action is in ``range(count)``."""
        ...

    def number_of(self, move: MoveT) -> int:
        """Return the number of a move."""
        ...

    def move_of(self, number: int) -> MoveT:
        """Return the move with this number. Raises ``ValueError`` outside ``range(count)``."""
        ...


class CompactActions(Protocol[ViewT_contra, MoveT]):
    """A game's moves as few numbers, relative to a view; the numbers never change."""

    @property
    def count(self) -> int:
        """The number of actions; each action is in ``range(count)``."""
        ...

    def number_of(self, view: ViewT_contra, move: MoveT, /) -> int:
        """Return the number of a move for this view. Raises ``ValueError`` for a move that this viewer can
        never make here."""
        ...

    def move_of(self, view: ViewT_contra, number: int, /) -> MoveT:
        """Return the move with this number for this view, whether it is legal or not. Each move has one
        number. Raises ``ValueError`` for a number without a move here."""
        ...


class Bots(Protocol[ViewT_contra, MoveT_co]):
    """A game's bots. Naming them is cheap; creating one may import and compile kernels."""

    @property
    def levels(self) -> tuple[str, ...]:
        """The names of the bots that people choose from, weakest first."""
        ...

    @property
    def baselines(self) -> tuple[str, ...]:
        """Plain bots that serve as a baseline for others. They need no kernels; the last one is the
        strongest."""
        ...

    @property
    def points(self) -> Mapping[str, Mapping[str, int]]:
        """The levels' ratings in points as measured in the arena, by kind of seating
        (:attr:`Game.rating_kind`); 1500 is the middle."""
        ...

    @property
    def control(self) -> Callable[[Any], Any]:
        """Imports what creates control variates of games with these options
        (:data:`quincunx.engines.control.Control`); ``None`` if there are none."""
        ...

    @property
    def has_quick_control(self) -> bool:
        """True if control variates take less time than the games that they save."""
        ...

    @property
    def plain(self) -> Mapping[str, Callable[[], Any]]:
        """Constructors of the levels that decide the same in plain Python, where nothing is compiled."""
        ...

    def bot(self, name: str) -> Any:
        """Return the :class:`~quincunx.engines.bot.Bot` of this name. Raises ``KeyError``."""
        ...

    def choices(self, view: ViewT_contra, /) -> tuple[MoveT_co, ...]:
        """Return every legal move of the view's own seat, which must be to move."""
        ...

    def precompile(self) -> None:
        """Load and compile the kernels of all levels. This takes seconds the first time and almost nothing
        later."""
        ...


@dataclass(frozen=True, kw_only=True)
class Text(Generic[OptionsT, MoveT, ViewT, EventT]):
    """A game in words, for records and terminals.

    A phrase names a key of the shared catalogue, or one of the game's own catalogue (:attr:`Game.texts`)
    prefixed with the game's name and a dot: ``chess.event.castled``.
    """

    describe_options: Callable[[OptionsT], tuple[Phrase, ...]]
    """Describe the options in a few words each: the number of players, the variant."""
    write_move: Callable[[MoveT | ChanceMove], str]
    """Write the move in the game's short notation, without spaces at either end."""
    parse_move: Callable[[str], MoveT | ChanceMove]
    """Parse the output of ``write_move``; each move has one spelling. Raises :class:`Unparseable`."""
    say_move: Callable[[MoveT], Phrase]
    """The move in words, to be used inside a sentence."""
    describe: Callable[[EventT, tuple[str, ...]], Phrase]
    """Describe one public event; ``names[seat]`` is the name of each player."""
    draw: Callable[[ViewT, tuple[str, ...], Say], str]
    """Draw the view as plain text for a terminal, at most 80 columns wide."""
    highlight: Callable[[ViewT, str], Iterable[Highlight]]
    """Highlights for the text that ``draw`` returned for this view."""
    normalize_move: Callable[[str], str]
    """Convert typed input to the strict notation where its meaning is clear; otherwise return it
    unchanged."""
    forms: tuple[tuple[str, str], ...]
    """The forms of input: an example of each, and the catalogue's key of its explanation."""
    asides: Mapping[str, Callable[[ViewT, Say], str]]
    """Words that may be typed instead of a move, and the functions that return the text printed in answer."""


@dataclass(frozen=True, kw_only=True)
class GameCommand:
    """A command that one game adds: ``quincunx NAME GAME …``. Its module is imported only when it is
    called."""

    name: str
    target: str
    """The location of its function: ``package.module:function``. The function returns an exit code."""
    help: str
    """A one-sentence description in English, as in all help on the command line."""


LONGEST_SMALL: Final = 200
"""The longest :attr:`Game.small`, in characters. Lists carry one for each table, and again after each
move."""


@dataclass(frozen=True, kw_only=True)
class Game(Generic[OptionsT, StateT, MoveT, ViewT, EventT]):
    """One game. All functions are pure; options, states, moves, views and events are immutable values."""

    name: str
    """The short name of the game in the registry, records and addresses; also the tag of its options and
    views."""
    title: str
    """The name shown to people."""
    has_secrets: bool
    """True if seats hold hidden information, so that a shared device must be covered between turns."""
    seatings: tuple[Seating, ...]
    """Every supported number of players and sides."""

    options_type: type[OptionsT]
    """A struct of numbers below 1000, truth values and words, tagged with the game's name. It has the fields
    ``players`` and ``first``: the seat that starts, or ``None`` to draw a lot."""
    move_type: Any
    """A tagged struct, or a union of them."""
    view_type: type[ViewT]
    """A struct tagged with the game's name. It has the fields ``viewer``, the seat whose view it is, and
    ``to_move``, the seat to move: ``None`` while chance is asked, and when the game is over; and the property
    ``moves``, the viewer's legal moves."""
    event_type: Any
    """A tagged struct, or a union of them: an event as shown to all or to one viewer."""

    # ---- the rules ------------------------------------------------------------------------------------
    check: Callable[[OptionsT], None]
    """Raise :class:`~quincunx.core.reason.Refusal` if no game can be played with these options."""
    players: Callable[[OptionsT], int]
    """Return the number of seats."""
    sides: Callable[[OptionsT], tuple[int, ...]]
    """Return each seat's side, from 0. Seats of one side win and lose together."""
    seated: Callable[[OptionsT, Seating], OptionsT]
    """Return the same options for another of the ``seatings``."""
    initial: Callable[[OptionsT], StateT]
    """Return the state before anything has happened. Raises as ``check`` does."""
    to_move: Callable[[StateT], Seat | None]
    """Return the seat to move, :data:`~quincunx.core.chance.CHANCE`, or ``None`` when the game is over."""
    asks: Callable[[StateT], Question]
    """Return the question to chance. Raises ``ValueError`` when chance is not to move."""
    legal_moves: Callable[[StateT], tuple[MoveT, ...]]
    """Return every move of the seat to move, without repetition, in a fixed order. The tuple is empty for
    chance and when the game is over."""
    apply: Callable[[StateT, MoveT | ChanceMove], StateT]
    """Return the state after a move of the player to move. Exactly the moves listed by ``legal_moves`` are
    accepted. Raises :class:`~quincunx.core.reason.Refusal`, or ``Unparseable`` for a value that is not a move
    of this game."""
    outcome: Callable[[StateT], Outcome | None]
    """Return how the game ended, or ``None`` if it has not ended."""
    view: Callable[[StateT, Seat | None], ViewT]
    """Return everything that a seat, or a spectator (``None``), may know: the only gate for hidden
    information."""
    reveal: Callable[[StateT], ViewT]
    """Return everything, for ended games and their replay. Never sent while a game runs."""
    public_events: Callable[[StateT, MoveT | ChanceMove, StateT, Seat | None], tuple[EventT, ...]]
    """Return what the viewer is told about the move from the first state to the second. It contains nothing
    that ``view`` would hide from that viewer."""
    turn: Callable[[StateT], Turn]
    """Return the turn that the next move (chance's too) belongs to; in the set-up it is no seat's."""
    idle_turns: Callable[[StateT], int]
    """Return the number of consecutive turns that have brought the end no nearer (C7); always 0 in a game in
    which every turn does."""
    not_your_turn: Reason
    """The reason given to a seat that moves while another is to move."""
    is_over: Reason
    """The reason given for any move after the end."""
    no_draws: Reason | None
    """The reason why draws may not be offered; ``None`` if they may."""
    rematch: Callable[[OptionsT], OptionsT]
    """Return the options for a rematch of the same people."""
    rating_kind: Callable[[OptionsT], str | None]
    """A short name of the kind of seating that has ratings of its own; ``None`` for a game played alone."""
    facts: Callable[[StateT, Seat], Mapping[str, int]]
    """Return numbers about a seat's play in an ended game, for records and statistics. The names belong to
    the game and never change their meaning."""
    rank_fact: str | None = None
    """The one of the ``facts`` by which the sides that have not won rank; more is better. ``None``: they are
    equal."""

    # ---- everything else --------------------------------------------------------------------------------
    flags: type[Flags[OptionsT]]
    text: Text[OptionsT, MoveT, ViewT, EventT]
    texts: Path
    """The folder of the game's catalogues: ``en.json`` and one such file for each other language, in the
    format of i18next. ``refusal.<code>`` translates the game's reasons."""
    actions: Actions[MoveT]
    compact: CompactActions[ViewT, MoveT] | None = None
    """Few numbers for learning, relative to a view; ``None``: the game has only :attr:`actions`."""
    learning: Callable[[], Any] | None = None
    """Imports what the game offers to programs that learn (:class:`quincunx.engines.learning.Learning`);
    ``None``: nothing."""
    bots: Bots[ViewT, MoveT]
    small: Callable[[ViewT], str] | None = None
    """The position of a spectator's view in at most :data:`LONGEST_SMALL` characters, drawn by the game's
    client as a preview in lists. ``None``: lists show the game's box picture."""
    picture: Callable[[ViewT], Picture] | None = None
    """The position as shapes, for shared pictures; ``None``: no pictures are shared."""
    drawing: Callable[[ViewT, tuple[str, ...], Say], Picture] | None = None
    """Everything that the view holds as shapes, for notebooks and files: numbers, hand, last move.
    ``names[seat]`` is the name of each player. ``None``: the game is drawn only as text."""
    phrases: tuple[str, ...] = ()
    """Codes of the phrases that people may say to each other at this game, besides the common ones;
    ``phrase.<code>`` in the game's catalogue. Partners may use them, so they must reveal nothing of hands and
    plans."""
    commands: tuple[GameCommand, ...] = ()
    """The commands that this game adds to the command line."""
    reviewer: Reviewer | None = None
    """The reviewer, which tells luck from play in an ended game; ``None``: this game has no reviews."""
    day: DayDeal[OptionsT, StateT] | None = None
    """The daily challenge; ``None``: the game has none."""
    studies: Path | None = None
    """The folder of the game's studies (:mod:`quincunx.core.study`): ``lessons.json`` and ``puzzles.json``,
    if there are any."""
    puzzler: Puzzler | None = None
    """The finder of puzzles in this game; ``None``: the game has none."""

    def decode_move(self, data: bytes | msgspec.Raw) -> MoveT:
        """Decode a move from JSON. Raises :class:`Unparseable` for anything else."""
        try:
            return self._moves.decode(data)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise Unparseable(
                sentence("That isn’t a move in {{1}}: {{2}}.", self.title, str(error)[:200])
            ) from error

    @cached_property
    def _moves(self) -> msgspec.json.Decoder[MoveT]:
        # Creating a decoder takes twenty times as long as decoding a move.
        return msgspec.json.Decoder(self.move_type)


def encode(value: Any) -> msgspec.Raw:
    """Encode a move or options as JSON for journals and sockets."""
    return msgspec.Raw(msgspec.json.encode(value))


# Packages that handle games of any kind know no narrower types; each game's own module is fully typed.
AnyGame = Game[Any, Any, Any, Any, Any]


def name_in(options: msgspec.Struct) -> str:
    """Return the name of the game that these options (or this view) belong to: their tag."""
    return str(options.__struct_config__.tag)


class _Named(msgspec.Struct):
    game: str


def decode_options(games: Mapping[str, AnyGame], data: bytes | msgspec.Raw) -> Any:
    """Decode options from JSON, by the game's name in them. Raises :class:`Unparseable` for anything else.

    The game's ``check`` must still be called on the result.
    """
    try:
        name = msgspec.json.decode(data, type=_Named).game
        if name not in games:
            raise Unparseable(sentence("Unknown game “{{1}}”. Choose from {{2}}.", name[:40], tuple(games)))
        return msgspec.json.decode(data, type=games[name].options_type)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Unparseable(sentence("These aren’t options of a game: {{1}}.", str(error)[:200])) from error

"""A game being played, as an object: legal moves, moves made and taken back, views, pictures, advice."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast

from quincunx.api.errors import IllegalMove
from quincunx.core.chance import CHANCE
from quincunx.core.game import Game
from quincunx.core.randomness import SEED_BYTES, Randomness
from quincunx.core.reason import Reason, Refusal
from quincunx.core.values import Outcome, Seat, Step

if TYPE_CHECKING:
    from typing import Self

    from quincunx.api.level_bot import Advice, LevelBot
    from quincunx.core.record import Record

OptionsT = TypeVar("OptionsT")
StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")
ViewT = TypeVar("ViewT")

Seed = int | str | bytes


class LiveGame(ABC, Generic[OptionsT, StateT, MoveT, ViewT]):
    """A game being played.

    Chance (shuffles, rolls, lots) moves by itself, so a seat is always to move until the end; only positions
    taken from a record may wait for chance. Positions are immutable, so taking back and copying are cheap.
    """

    __slots__ = ("_before", "_is_own", "_moves", "_options", "_questions", "_randomness", "_seed", "_state")

    _game: ClassVar[Game[Any, Any, Any, Any, Any]]

    def __init__(self, options: OptionsT, seed: Seed | None) -> None:
        """Set up a game; without a seed its chance is fresh entropy of this machine."""
        seed = os.urandom(SEED_BYTES).hex() if seed is None else seed
        entropies = (b"",) * self._game.players(options)
        randomness = Randomness(seed_bytes(seed), entropies)
        self.__setstate__((options, seed, True, randomness, 0, [], [], self._game.initial(options)))
        self._let_chance_move()

    def __getstate__(self) -> tuple[Any, ...]:
        return (
            self._options,
            self._seed,
            self._is_own,
            self._randomness,
            self._questions,
            self._before,
            self._moves,
            self._state,
        )

    def __setstate__(self, parts: tuple[Any, ...]) -> None:
        options, seed, is_own, randomness, questions, before, made, state = parts
        self._options: OptionsT = options
        self._seed: Seed = seed
        self._is_own: bool = is_own  # its chance follows from its seed alone
        self._randomness: Randomness = randomness
        self._questions: int = questions
        self._before: list[StateT] = list(before)
        self._moves: list[object] = list(made)
        self._state: StateT = state

    # ---- the position ---------------------------------------------------------------------------------

    @property
    def options(self) -> OptionsT:
        """The options of the game: players, variant."""
        return self._options

    @property
    def seed(self) -> Seed:
        """The seed of the game's chance: the same seed and moves give the same game."""
        return self._seed

    @property
    def position(self) -> StateT:
        """The whole position, hidden cards included; an immutable value. Bots get a view instead."""
        return self._state

    @property
    def seat(self) -> Seat | None:
        """The seat to move, counted from 0; ``None`` when the game is over, or waits for chance."""
        seat = self._game.to_move(self._state)
        return None if seat == CHANCE else seat

    @property
    def turn(self) -> int:
        """The number of the turn being played, from 1."""
        return self._game.turn(self._state).number

    @property
    def players(self) -> int:
        """The number of seats."""
        return self._game.players(self._options)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended: its termination and the winners' seats; ``None`` while it runs."""
        return self._game.outcome(self._state)

    @property
    def is_over(self) -> bool:
        """True when the game has ended."""
        return self._game.outcome(self._state) is not None

    @property
    def result(self) -> str:
        """The outcome as records write it, seats counted from 1: ``won by 1 (five)``, ``unfinished``."""
        from quincunx.core.record.model import write_result

        return write_result(self.outcome)

    @property
    def moves(self) -> tuple[MoveT, ...]:
        """All moves made so far, without those of chance."""
        to_move = self._game.to_move
        made = zip(self._before, self._moves, strict=True)
        return cast("tuple[MoveT, ...]", tuple(move for state, move in made if to_move(state) != CHANCE))

    @property
    def plies(self) -> int:
        """The number of plies so far: moves, and all that chance did."""
        return len(self._moves)

    # ---- moves ----------------------------------------------------------------------------------------

    @property
    def legal_moves(self) -> tuple[MoveT, ...]:
        """Every legal move of the seat to move, in a fixed order; empty when the game is over."""
        moves: tuple[MoveT, ...] = self._game.legal_moves(self._state)
        return moves

    def push(self, move: MoveT | str | int) -> None:
        """Make a move of the seat to move: a move, its text (``57>63``), or its action number.

        Raises :class:`IllegalMove`, and ``Unparseable`` for anything that is no move of this game.
        """
        if move.__class__ is str or move.__class__ is int:
            move = self.parse_move(move)
        before = self._state
        try:
            after = self._game.apply(before, move)
        except Refusal as refusal:
            raise IllegalMove(self._text(move), refusal.reason) from None
        self._before.append(before)
        self._moves.append(move)
        self._state = after
        if self._game.to_move(after) == CHANCE:
            self._let_chance_move()

    def pop(self) -> MoveT:
        """Take the last move back, with all that chance did after it, and return it. The same move then leads
        to the same chance. Raises ``IndexError`` if no move has been made."""
        at = len(self._moves) - 1
        while at >= 0 and self._game.to_move(self._before[at]) == CHANCE:
            at -= 1
        if at < 0:
            raise IndexError("No move has been made.")
        move = self._moves[at]
        self._state = self._before[at]
        self._questions -= len(self._moves) - 1 - at
        del self._moves[at:], self._before[at:]
        return cast("MoveT", move)

    def is_legal(self, move: MoveT | str | int) -> bool:
        """Return whether the move is legal now. Raises ``Unparseable`` as :meth:`push` does."""
        return self.why_not(move) is None

    def why_not(self, move: MoveT | str | int) -> Reason | None:
        """Return the reason, with its rule, why the move is illegal now; ``None`` if it is legal."""
        try:
            self._game.apply(self._state, self.parse_move(move))
        except Refusal as refusal:
            return refusal.reason
        return None

    def parse_move(self, move: MoveT | str | int) -> MoveT:
        """Return a move from its text, JSON or action number, whether it is legal or not. Raises
        ``Unparseable``."""
        from quincunx.engines.answers import parse_answer

        return cast("MoveT", parse_answer(self._game, move))

    def copy(self) -> Self:
        """Return an independent game at the same position, with the same moves and the same future chance."""
        twin = type(self).__new__(type(self))
        twin.__setstate__(self.__getstate__())
        return twin

    def restarted(self, seed: Seed | None = None) -> Self:
        """Return a new game with the same options."""
        fresh = type(self).__new__(type(self))
        LiveGame.__init__(fresh, self._options, seed)  # pyright: ignore[reportUnknownMemberType]  # of any game
        return fresh

    def _let_chance_move(self) -> None:
        game, state = self._game, self._state
        while game.to_move(state) == CHANCE:
            move = self._randomness.chance_move(self._questions, game.asks(state))
            self._questions += 1
            self._before.append(state)
            self._moves.append(move)
            state = game.apply(state, move)
        self._state = state

    def _text(self, move: object) -> str:
        try:
            return self._game.text.write_move(move)
        except (AttributeError, TypeError, ValueError):
            return repr(move)

    # ---- what is seen -----------------------------------------------------------------------------------

    def view(self, seat: Seat | None = None) -> ViewT:
        """Return everything that a seat may know, or a spectator (``None``): all that a bot is given."""
        self._check_seat(seat)
        return self._typed_view(self._game.view(self._state, seat))

    def events(
        self,
        seat: Seat | None = None,
        *,
        since: int = 0,
        language: str = "en",
        names: Sequence[str] | None = None,
    ) -> tuple[str, ...]:
        """Return sentences: what a seat, or a spectator (``None``), was told of all plies after the first
        ``since``. They reveal no more than :meth:`view` does. ``names`` are the players', by seat. Raises
        ``ValueError`` for an unknown seat or language."""
        from quincunx.api.views import catalogue_of, names_for

        self._check_seat(seat)
        game, catalogue = self._game, catalogue_of(language)
        names = names_for(self.players, names, catalogue)
        states = (*self._before[since:], self._state)
        told: list[str] = []
        for before, move, after in zip(states, self._moves[since:], states[1:], strict=False):
            events = game.public_events(before, move, after, seat)
            told += (catalogue.translate(game.text.describe(event, names)) for event in events)
        return tuple(told)

    def reveal(self) -> ViewT:
        """Return everything, all hands included, but the order of the pile."""
        return self._typed_view(self._game.reveal(self._state))

    def _check_seat(self, seat: Seat | None) -> None:
        if seat is not None and not 0 <= seat < self.players:
            raise ValueError(f"There is no seat {seat}; seats are numbered from 0 to {self.players - 1}.")

    @abstractmethod
    def _typed_view(self, view: Any) -> ViewT:
        """Return the game's view in the type that the public interface documents."""

    def _present(self) -> Any:
        """Return the view that is printed and drawn: that of the seat to move, or everything at the end."""
        seat = self.seat
        return self.reveal() if seat is None else self.view(seat)

    def svg(self, seat: Seat | None = None, *, language: str = "en") -> str:
        """Draw the position as SVG: as the seat sees it; by default the seat to move, or everything at the
        end."""
        view: Any = self._present() if seat is None else self.view(seat)
        drawn: str = view.svg(language)
        return drawn

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        """Draw the position as text, as the seat to move sees it; everything at the end."""
        drawn: str = self._present().text()
        return f"{drawn}\n  {self.result}" if self.is_over else drawn

    def __repr__(self) -> str:
        where = self.result if self.is_over else f"turn {self.turn}, seat {self.seat} to move"
        return f"<{type(self).__name__}: {where}>"

    # ---- bots and records -------------------------------------------------------------------------------

    def advice(self, n: int = 3, *, simulations: int | None = None) -> tuple[Advice[MoveT], ...]:
        """Return up to ``n`` moves that the strongest bot considers, best first. It knows only what the seat
        to move may know. Empty when the game is over. Without the extra ``quincunx[bots]`` it raises
        :class:`~quincunx.core.extras.MissingExtra`."""
        from quincunx.api.level_bot import advise

        return () if self.seat is None else advise(self._game, self.view(self.seat), n, simulations)

    def bot(self, level: str) -> LevelBot[ViewT, MoveT]:
        """Return the bot of a level: a function from a view to a move. Raises ``ValueError`` for an unknown
        one."""
        from quincunx.api.level_bot import level_bot

        return level_bot(self._game, level)

    @classmethod
    def from_record(cls, record: Record, number: int) -> Self:
        """Return the game as it was after this number of steps of a record."""
        from quincunx.core.record import replay

        seed = os.urandom(SEED_BYTES).hex() if record.seed is None else record.seed
        is_known = record.seed is not None and record.day is None
        entropies = tuple(map(bytes.fromhex, record.entropies)) if is_known else ()
        randomness = Randomness(seed_bytes(seed), entropies, record.version if is_known else 1)
        state: Any = cls._game.initial(record.options)
        before: list[Any] = []
        made: list[Any] = []
        questions = 0
        for ply in replay(record):
            if ply.number > number:
                break
            before.append(ply.before)
            made.append(ply.step.move)
            questions += ply.step.seat == CHANCE
            state = ply.after
        game = cls.__new__(cls)
        game.__setstate__((record.options, seed, False, randomness, questions, before, made, state))
        return game

    def _record(self, names: Sequence[str] | None, outcome: Outcome | None) -> Record:
        """Return the record of the game so far."""
        from quincunx.core.randomness import commitment
        from quincunx.core.record import Record

        game, seed = self._game, seed_bytes(self._seed)
        made = zip(self._before, self._moves, strict=True)
        return Record(
            game=game,
            options=self._options,
            names=seat_names(self.players) if names is None else tuple(names),
            steps=tuple(Step(cast("int", game.to_move(state)), move) for state, move in made),
            outcome=self.outcome or outcome,
            commitment=commitment(seed) if self._is_own else None,
            seed=seed.hex() if self._is_own else None,
            entropies=("",) * self.players if self._is_own else (),
        )


def seed_bytes(seed: Seed) -> bytes:
    """Return the 32 bytes that a seed stands for: itself, or its hexadecimal digits, if it has this length;
    otherwise its SHA-256."""
    if isinstance(seed, bytes) and len(seed) == SEED_BYTES:
        return seed
    if isinstance(seed, str) and len(seed) == 2 * SEED_BYTES:
        try:
            return bytes.fromhex(seed)
        except ValueError:
            pass
    return sha256(seed if isinstance(seed, bytes) else str(seed).encode()).digest()


def seat_names(players: int) -> tuple[str, ...]:
    """Return the names of seats without people: ``Seat 1`` and so on."""
    return tuple(f"Seat {seat + 1}" for seat in range(players))

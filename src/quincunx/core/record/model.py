"""The record of a game, and its replay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from quincunx.core.chance import CHANCE
from quincunx.core.game import AnyGame
from quincunx.core.reason import GameError, GameReason, Refusal, Unparseable
from quincunx.core.sentence import Sentence, Spoken, SpokenError, sentence
from quincunx.core.values import Outcome, Ply, Seat, Step, Turn

TABLE_ENDS: Final = frozenset({"agreed", "truncated", "resigned", "abandoned"})
"""Endings outside the rules of any game: a draw by agreement (C7), a truncated program's game, a side that
resigned, a game abandoned by its players."""
NO_RESULT: Final = frozenset({"truncated", "resigned", "abandoned"})
"""Endings without a winner that are not draws: a truncated game, a resignation in a game played alone, an
abandoned game."""


class RecordError(SpokenError, GameError):
    """A record that cannot be read, or that does not describe a possible game.

    ``line`` and ``column`` count from 1; they are 0 when the record was not read from a text. ``fault`` is
    the sentence without the place. ``str`` has both, and no character that could manipulate a terminal.
    """

    def __init__(self, fault: Spoken, line: int = 0, column: int = 0) -> None:
        place = sentence("line {{1}}, column {{2}}: {{3}}", line, column, fault)
        super().__init__(place if line else fault)
        self.fault = fault
        self.line = line
        self.column = column


class Record(msgspec.Struct, frozen=True):
    """A game from its options to its end, or as far as it was played.

    ``signature`` is 128 lower-case hex digits: a server's Ed25519 signature of the text of this record
    without it (UTF-8); ``None`` if there is none. ``outcome`` is ``None`` for a game that has not ended.
    ``commitment`` and ``seed`` are 64 lower-case hex digits, ``None`` where unknown; ``entropies`` are hex,
    one for each seat, or ``()`` where unknown.

    ``commitments`` are those of the seats' devices, made before any entropy was revealed: 64 hex digits or
    ``""`` each. They are ``()`` in games without commitments: those without a server, and in version 1 of the
    format. ``left_out`` and ``voided`` belong to them: the people's seats that added nothing, and for each
    void round the seats that did not reveal. ``bot_moves`` is the number of moves that a bot made in place of
    each seat's person, ``()`` if there are none. ``day`` is the date of a daily challenge (``2026-11-22``);
    then the seed is that day's.
    """

    game: AnyGame
    options: Any
    names: tuple[str, ...]
    steps: tuple[Step, ...]
    outcome: Outcome | None = None
    commitment: str | None = None
    seed: str | None = None
    entropies: tuple[str, ...] = ()
    signature: str | None = None
    commitments: tuple[str, ...] = ()
    left_out: tuple[Seat, ...] = ()
    voided: tuple[tuple[Seat, ...], ...] = ()
    bot_moves: tuple[int, ...] = ()
    day: str | None = None

    @property
    def version(self) -> int:
        """The lowest format version that can express this record, and the version of the game's chance."""
        if self.day is not None:
            return 3
        return 2 if self.commitments else 1


def replay(record: Record) -> Iterator[Ply]:
    """Replay the record. Raises :class:`RecordError` at the first illegal step.

    It is also raised at the end if the moves do not lead to the record's outcome.
    """
    try:
        state = record.game.initial(record.options)
    except Refusal as error:
        raise RecordError(by_rule(record.game, error)) from error
    for number, step in enumerate(record.steps, 1):
        try:
            after = apply_step(record.game, state, step)
        except RecordError as error:
            raise RecordError(sentence("Move {{1}}: {{2}}", number, error.fault)) from error
        yield Ply(number, step, state, after)
        state = after
    check_outcome(record, state)


def by_rule(game: AnyGame, refusal: Refusal) -> Sentence:
    """Return the sentence of a refusal, with the number of its rule."""
    return sentence("{{1}} (rule {{2}})", GameReason(refusal.reason, game.name), refusal.reason.rule)


def apply_step(game: AnyGame, state: Any, step: Step) -> Any:
    """Return the state after one step. Raises :class:`RecordError`."""
    turn = game.to_move(state)
    if turn is None:
        raise RecordError(sentence("The game is over before this move."))
    if turn != step.seat:
        raise RecordError(_wrong_seat(turn, step.seat))
    try:
        return game.apply(state, step.move)
    except Refusal as error:
        raise RecordError(by_rule(game, error)) from error
    except Unparseable as error:
        raise RecordError(error.sentence) from error


def _wrong_seat(turn: Seat, moved: Seat) -> Sentence:
    if turn == CHANCE:
        return sentence("Chance moves here, not seat {{1}}.", moved + 1)
    if moved == CHANCE:
        return sentence("It’s seat {{1}}’s move here, not chance’s.", turn + 1)
    return sentence("It’s seat {{1}}’s move here, not seat {{2}}’s.", turn + 1, moved + 1)


def check_outcome(record: Record, state: Any) -> None:
    """Raise :class:`RecordError` unless the game may have ended like this in this last state."""
    reached = record.game.outcome(state)
    claimed = record.outcome
    if reached == claimed:
        return
    if reached is not None:
        raise RecordError(sentence("By the rules the game ended like this: {{1}}.", write_result(reached)))
    if claimed is not None and not _is_table_ending(record, claimed):
        raise RecordError(sentence("The game isn’t over after the last move, so it can’t have this result."))
    if claimed is not None and claimed.termination == "agreed" and record.game.no_draws is not None:
        raise RecordError(GameReason(record.game.no_draws, record.game.name))


def _is_table_ending(record: Record, outcome: Outcome) -> bool:
    """Return whether a table may have ended an unfinished game like this."""
    if outcome.termination not in TABLE_ENDS:
        return False
    if outcome.termination != "resigned":
        return not outcome.winners
    sides = record.game.sides(record.options)
    # One whole side has lost to the other, or a player alone has given up.
    others = (tuple(seat for seat, side in enumerate(sides) if side != lost) for lost in set(sides))
    return len(set(sides)) <= 2 and outcome.winners in others


def label(turn: Turn) -> str:
    """Return the label at the start of a turn's line: ``0. set-up``, ``12. seat 3``."""
    return f"{turn.number}. set-up" if turn.seat is None else f"{turn.number}. seat {turn.seat + 1}"


def write_result(outcome: Outcome | None) -> str:
    """Write an outcome: ``won by 1 3 (five)``, ``drawn (tokens)``, ``resigned``, ``truncated``,
    ``abandoned``, ``unfinished``."""
    if outcome is None:
        return "unfinished"
    if outcome.termination in NO_RESULT and not outcome.winners:
        return outcome.termination
    if outcome.winners:
        return f"won by {' '.join(str(seat + 1) for seat in outcome.winners)} ({outcome.termination})"
    return f"drawn ({outcome.termination})"

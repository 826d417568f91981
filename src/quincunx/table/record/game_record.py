"""Conversion of a table's journal to the record of its game."""

from __future__ import annotations

from quincunx.core.chance import CHANCE
from quincunx.core.randomness import commitment
from quincunx.core.reason import refused
from quincunx.core.record import Record
from quincunx.core.values import Step
from quincunx.table.chance.day import date_of, is_closed
from quincunx.table.events import ChanceMoved, Entry, Moved
from quincunx.table.state import TableState


def names_of(state: TableState) -> tuple[str, ...]:
    """The names of the seats in records; bots are named by their levels."""
    return tuple(seat.name or f"bot: {seat.level}" for seat in state.seats)


def record_of(entries: tuple[Entry, ...], state: TableState, now: int = 0) -> Record:
    """The record of a game that has ended. Raises ``ValueError`` while the game runs, or while the day of its
    daily challenge is not over at ``now`` (milliseconds since 1970): the record would reveal everything."""
    if state.status != "ended" or is_closed(state, now):
        raise ValueError("a game that is not open yet is not recorded")
    game = state.game
    steps = [
        Step(event.seat, game.decode_move(event.move))
        if isinstance(event, Moved)
        else Step(CHANCE, event.move)
        for entry in entries
        for event in entry.events
        if isinstance(event, Moved | ChanceMoved)
    ]
    bot_moves = tuple(seat.bot_moves for seat in state.seats)
    return Record(
        game=game,
        options=state.options,
        names=names_of(state),
        steps=tuple(steps),
        outcome=state.outcome,
        commitment=commitment(bytes.fromhex(state.seed)),
        seed=state.seed,
        entropies=state.entropies,
        commitments=tuple(seat.commitment for seat in state.seats) if state.chance == 2 else (),
        left_out=state.left_out() if state.chance == 2 else (),
        voided=state.commit_reveal.voided,
        bot_moves=bot_moves if any(bot_moves) else (),
        day=None if state.of_day is None else date_of(state.of_day.day),
    )


def check_over(state: TableState) -> None:
    """Raise :class:`~quincunx.core.reason.Refusal` unless a game has been played here to its end."""
    if state.status != "ended":
        raise refused("conflict", "not-over", "The game is not over yet.")
    if state.position is None:
        raise refused("conflict", "never-began", "That game never started.")

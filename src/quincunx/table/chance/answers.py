"""Automatic consequences of an event: the start of the game, the moves of chance, the end. Pure."""

from __future__ import annotations

from typing import Final

from quincunx.core.chance import CHANCE
from quincunx.core.randomness import VERSION
from quincunx.core.record import MOST_TURNS
from quincunx.core.values import Outcome
from quincunx.table.events import ChanceMoved, Ended, Event, Started
from quincunx.table.state import Step, TableState, answer_due, evolve, follow

LONGEST_GAME: Final = MOST_TURNS
"""The most turns that a game may have. A longer game is aborted as truncated, which is no result (C7)."""


def start(state: TableState) -> tuple[Event, ...]:
    """The start of the game and everything that follows from it. Every seat is taken, and the commit–reveal
    is complete."""
    started = Started(tuple(seat.entropy for seat in state.seats), VERSION)
    return (started, *(step.event for step in carry_on(evolve(state, started))))


def carry_on(state: TableState) -> tuple[Step, ...]:
    """The moves of chance until a seat is to move or the game is over."""
    steps: list[Step] = []
    game = state.game
    while game.to_move(state.position) == CHANCE and not _is_too_long(state):
        # The answer is computed only here, because most moves ask chance nothing.
        steps += follow(state, (ChanceMoved(answer_due(state)),))
        state = steps[-1].after
    outcome = game.outcome(state.position)
    if outcome is None and _is_too_long(state):
        outcome = Outcome("truncated", ())
    if outcome is not None:
        steps += follow(state, (Ended(outcome),))
    return tuple(steps)


def _is_too_long(state: TableState) -> bool:
    """True if the next move, of a seat or of chance, would begin a turn above ``LONGEST_GAME``."""
    return state.game.turn(state.position).number > LONGEST_GAME

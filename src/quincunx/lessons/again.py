"""*Try again from here*: a position of a finished game as a study, judged by its review.

The solver sees what the seat to move saw. The review has measured the best and the chosen move. Any other
move is compared by an engine's values now; it is right if it is as good, as far as can be measured. If the
engine does not value a move, the answer only says that the review found another one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from quincunx.core.game import AnyGame
from quincunx.core.record import Record
from quincunx.core.record.model import apply_step
from quincunx.core.review import Judged, Why
from quincunx.core.values import Seat, Step
from quincunx.engines.plain.availability import is_installed
from quincunx.lessons.judge import Frame, Judgement, Opened, discreet_reasons, lacking
from quincunx.lessons.position import BadStudy

ASK: Final = "tried"
EVERY: Final = 64
"""The number of steps between cached positions of a game."""
ERRORS: Final = 2.0
"""The largest difference, in standard errors, between moves that count as equally good."""
LEAST: Final = 1e-6
"""The same where worths are exact."""


class Cut(msgspec.Struct, frozen=True):
    """A game, cut before one of its steps, which a seat took."""

    id: str
    game: AnyGame
    options: Any
    state: Any
    seat: Seat
    taken: str
    """The move that was played, in the game's notation."""


class Walk(msgspec.Struct, frozen=True):
    """A game with its position before every :data:`EVERY`-th step, so that every other position is near
    one."""

    game: AnyGame
    options: Any
    steps: tuple[Step, ...]
    states: tuple[Any, ...]


def replay_once(record: Record) -> Walk:
    """Replay a game once from beginning to end."""
    game, state = record.game, record.game.initial(record.options)
    states = []
    for number, step in enumerate(record.steps):
        if number % EVERY == 0:
            states.append(state)
        state = apply_step(game, state, step)
    return Walk(game, record.options, tuple(record.steps), tuple(states))


def cut(walked: Walk, ply: int, id: str) -> Cut:
    """Return the position before this step, counted from 1. Raises :class:`BadStudy` where no seat was to
    move."""
    if not 1 <= ply <= len(walked.steps):
        raise BadStudy(f"The game has {len(walked.steps)} steps.")
    step = walked.steps[ply - 1]
    if step.seat < 0:
        raise BadStudy("Chance was to move there.")
    game, near = walked.game, (ply - 1) // EVERY
    state = walked.states[near]
    for before in walked.steps[near * EVERY : ply - 1]:
        state = apply_step(game, state, before)
    return Cut(id, game, walked.options, state, step.seat, game.text.write_move(step.move))


def opened(at: Cut) -> Opened:
    """Return the position as its seat saw it."""
    view = at.game.view(at.state, at.seat)
    return Opened(at.id, at.game.name, at.game.players(at.options), at.seat, view, ASK, None, None)


def known_judgement(at: Cut, judged: Judged, move: Any) -> Judgement | None:
    """Return the review's own judgement on a move; ``None`` if it has not measured the move."""
    text = at.game.text.write_move(move)
    if text == judged.best.text:
        return _judgement_on(at, move, "best")
    if text != judged.chosen.text:
        return None
    if judged.verdict != "mistake":
        return _judgement_on(at, move, "good")
    return _judgement_on(at, move, "same", judged)


def measured(at: Cut, judged: Judged, move: Any, values: Mapping[str, float]) -> Judgement:
    """Return the judgement on any other move; ``values`` are an engine's values of moves, by their notation
    and in the review's scale."""
    found = values.get(at.game.text.write_move(move))
    margin = max(LEAST, ERRORS * judged.uncertainty)
    if found is not None and max(values.values()) - found <= margin:
        return _judgement_on(at, move, "good")
    # If the engine has not valued the move, it is not known to be worse.
    return _judgement_on(at, move, "unmeasured" if found is None else "other", judged)


def best_judgement(at: Cut, judged: Judged) -> Judgement:
    """Return the best move and the reasons for it."""
    best = at.game.text.parse_move(judged.best.text)
    return replace(_judgement_on(at, best, "best"), why=judged.reasons)


def _judgement_on(at: Cut, move: Any, how: str, judged: Judged | None = None) -> Judgement:
    """Return a judgement; pass ``judged``, which has the better move, if the move is not right."""
    game, after = at.game, at.game.apply(at.state, move)
    view = game.view(at.state, at.seat)
    frame = Frame(game.public_events(at.state, move, after, at.seat), game.view(after, at.seat))
    why: tuple[Why, ...] = ()
    if judged is not None and game.reviewer is not None and is_installed():
        why = game.reviewer.reasons(view, game.text.parse_move(judged.best.text), move)
    right, told = judged is None, discreet_reasons(game, why)
    solution = move if right else None
    return Judgement(at.id, right, f"tried.{how}", told, (frame,), solution, lacking(game, why))

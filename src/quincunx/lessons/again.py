"""*Try again from here*: a position of a finished game as a study, judged by what its review has found.

Whoever tries sees what the seat to move saw. The review has measured what was best and what was chosen; any
other move is held against what an engine finds now, and is right where it is as good as far as can be
measured. Of a move that the engine does not value the answer says only that the review found another one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from quincunx.core.game import AnyGame
from quincunx.core.record import Record
from quincunx.core.record.model import take
from quincunx.core.review import Judged, Why
from quincunx.core.values import Seat, Step
from quincunx.lessons.judge import Frame, Judgement, Opened
from quincunx.lessons.position import BadStudy

ASK: Final = "tried"
EVERY: Final = 64
"""Steps between the positions of a game that are kept."""
ERRORS: Final = 2.0
"""So many standard errors may lie between two moves that are taken for equally good."""
LEAST: Final = 1e-6
"""And so much where worths are exact."""


class Cut(msgspec.Struct, frozen=True):
    """A game, cut before one of its steps, which some seat took."""

    id: str
    game: AnyGame
    options: Any
    state: Any
    seat: Seat
    taken: str
    """What was done then, in the game's notation."""


class Walk(msgspec.Struct, frozen=True):
    """A game with its position before every :data:`EVERY`-th step, so that none is far from any other."""

    game: AnyGame
    options: Any
    steps: tuple[Step, ...]
    states: tuple[Any, ...]


def walk(record: Record) -> Walk:
    """Play a game once from its beginning to its end."""
    game, state = record.game, record.game.initial(record.options)
    states = []
    for number, step in enumerate(record.steps):
        if number % EVERY == 0:
            states.append(state)
        state = take(game, state, step)
    return Walk(game, record.options, tuple(record.steps), tuple(states))


def cut(walked: Walk, ply: int, id: str) -> Cut:
    """The position before this step, from 1. Raises :class:`BadStudy` where no seat was to move."""
    if not 1 <= ply <= len(walked.steps):
        raise BadStudy(f"The game has {len(walked.steps)} steps.")
    step = walked.steps[ply - 1]
    if step.seat < 0:
        raise BadStudy("Chance was to move there.")
    game, near = walked.game, (ply - 1) // EVERY
    state = walked.states[near]
    for before in walked.steps[near * EVERY : ply - 1]:
        state = take(game, state, before)
    return Cut(id, game, walked.options, state, step.seat, game.text.write_move(step.move))


def opened(at: Cut) -> Opened:
    """The position as its seat saw it."""
    view = at.game.view(at.state, at.seat)
    return Opened(at.id, at.game.name, at.game.players(at.options), at.seat, view, ASK, None, None)


def known(at: Cut, judged: Judged, move: Any) -> Judgement | None:
    """What the review itself says of a move; ``None`` if it has not measured it."""
    text = at.game.text.write_move(move)
    if text == judged.best.text:
        return _said(at, move, "best")
    if text != judged.chosen.text:
        return None
    if judged.verdict != "mistake":
        return _said(at, move, "good")
    return _said(at, move, "same", judged)


def measured(at: Cut, judged: Judged, move: Any, values: Mapping[str, float]) -> Judgement:
    """What is said of any other move; ``values`` are what an engine takes moves for, by their notation and in
    the review's scale."""
    found = values.get(at.game.text.write_move(move))
    margin = max(LEAST, ERRORS * judged.uncertainty)
    if found is not None and max(values.values()) - found <= margin:
        return _said(at, move, "good")
    # Where the engine has not valued the move, nobody knows that it is worse.
    return _said(at, move, "unmeasured" if found is None else "other", judged)


def shown(at: Cut, judged: Judged) -> Judgement:
    """What was best, and why."""
    best = at.game.text.parse_move(judged.best.text)
    return replace(_said(at, best, "best"), why=judged.reasons)


def _said(at: Cut, move: Any, how: str, judged: Judged | None = None) -> Judgement:
    """``judged`` for a move that is not right: it has what was better."""
    game, after = at.game, at.game.apply(at.state, move)
    view = game.view(at.state, at.seat)
    frame = Frame(game.public_events(at.state, move, after, at.seat), game.view(after, at.seat))
    why: tuple[Why, ...] = ()
    if judged is not None and game.reviewer is not None:
        why = game.reviewer.reasons(view, game.text.parse_move(judged.best.text), move)
    right = judged is None
    return Judgement(at.id, right, f"tried.{how}", why, (frame,), move if right else None)

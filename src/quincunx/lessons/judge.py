"""A study as its solver sees it, and the judgement on an answer."""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from itertools import chain
from typing import Any, Final

import msgspec

from quincunx.core.chance import CHANCE
from quincunx.core.game import AnyGame
from quincunx.core.review import Why
from quincunx.core.study import Answer, Study
from quincunx.core.values import AnyEvent, AnyMove, AnyView, Seat
from quincunx.lessons.position import BadStudy, Reached, follow, reach

_WILD: Final = frozenset("*?[")


class Opened(msgspec.Struct, frozen=True):
    """A study as its solver sees it: it contains nothing that gives the answer away."""

    id: str
    game: str
    players: int
    """The number of seats."""
    viewer: Seat
    view: AnyView
    ask: str
    theme: str | None
    rating: float | None
    marks: tuple[int, ...] = ()
    """The places that the question speaks of (:attr:`~quincunx.core.study.Study.marks`)."""


class Frame(msgspec.Struct, frozen=True):
    """One step of the continuation: the events that the solver sees, and the view after it."""

    events: tuple[AnyEvent, ...]
    view: AnyView


class Judgement(msgspec.Struct, frozen=True):
    """The judgement on an answer."""

    id: str
    right: bool
    say: str | None
    """The comment, ``study.say.<code>`` in the game's catalogue; ``None``: only right or wrong can be
    said."""
    why: tuple[Why, ...]
    frames: tuple[Frame, ...]
    """The answer itself, and its possible continuation."""
    solution: AnyMove | None
    """A right answer, once one has been given or asked for. Nothing else in the judgement on a
    wrong answer to a puzzle gives it away."""
    lacks: tuple[Why, ...] = ()
    """The lack of a wrong answer, ``review.lacks.<code>`` in the game's catalogue: the weightiest reason
    against it, without its parameters that would give the right answer away."""


def open_study(study: Study, games: Mapping[str, AnyGame]) -> Opened:
    """Return the study with its position reached. Raises :class:`BadStudy`."""
    reached = reach(study.position, games)
    seat = _seat_to_move(reached)
    game = reached.game
    view, players = game.view(reached.state, seat), game.players(reached.options)
    said = study.ask, study.theme, study.rating, study.marks
    return Opened(study.id, game.name, players, seat, view, *said)


def judge(study: Study, move: bytes | msgspec.Raw, games: Mapping[str, AnyGame]) -> Judgement:
    """Judge a move (as JSON) by the real game. Raises :class:`~quincunx.core.reason.Refusal` with the rule
    that forbids it, and ``Unparseable`` if it is not a move at all."""
    reached = reach(study.position, games)
    chosen = reached.game.decode_move(move)
    after = reached.game.apply(reached.state, chosen)
    answer = fitting(study, reached.game.text.write_move(chosen))
    if answer is None:
        # The reasons compare other answers with this one, whose value is unknown.
        frames = _frames(reached, chosen, after, ())
        return Judgement(study.id, right=False, say=None, why=(), frames=frames, solution=None)
    if answer.right:
        frames = _frames(reached, chosen, after, answer.line)
        return Judgement(study.id, True, answer.say, answer.why, frames, chosen)
    # A puzzle's refutation and most reasons name what the solver is still to find.
    frames = _frames(reached, chosen, after, () if study.theme else answer.line)
    why, lacks = discreet_reasons(reached.game, answer.why), lacking(reached.game, answer.why)
    return Judgement(study.id, False, answer.say, why, frames, None, lacks)


def discreet_reasons(game: AnyGame, why: tuple[Why, ...]) -> tuple[Why, ...]:
    """Return the reasons that do not give the better choice away."""
    codes = frozenset[str]() if game.reviewer is None else game.reviewer.discreet_reasons
    return tuple(each for each in why if each.code in codes)


def lacking(game: AnyGame, why: tuple[Why, ...]) -> tuple[Why, ...]:
    """Return what the worse choice lacks by the weightiest of these reasons that has words for it."""
    told = {} if game.reviewer is None else game.reviewer.lacks
    for each in why:
        if each.code in told:
            params = {name: value for name, value in each.params.items() if name in told[each.code]}
            return (Why(each.code, params),)
    return ()


def solve(study: Study, games: Mapping[str, AnyGame], instead_of: bytes | None = None) -> Judgement:
    """Return the judgement of :func:`judge` on the answer that is shown when the solver gives up.

    It is the first legal move among the alternatives of the first right answer: authors put the model answer
    first. A move that an earlier answer matches does not belong to this answer. After a wrong answer,
    ``instead_of`` (as JSON), the reasons are those why this one is better than it, if they are known.
    """
    reached = reach(study.position, games)
    game = reached.game
    moves = {game.text.write_move(move): move for move in game.legal_moves(reached.state)}
    said = {text: fitting(study, text) for text in moves}
    for answer in study.answers:
        for pattern in answer.move.split("|") if answer.right else ():
            for text, move in moves.items():
                if said[text] is answer and _is_like(pattern, text):
                    after = game.apply(reached.state, move)
                    frames = _frames(reached, move, after, answer.line)
                    why = reasons_against(study, game, instead_of, answer.why) or answer.why
                    return Judgement(study.id, True, answer.say, why, frames, move)
    raise BadStudy("No move is a right answer.")


def reasons_against(
    study: Study, game: AnyGame, move: bytes | None, general: tuple[Why, ...]
) -> tuple[Why, ...]:
    """Return the reasons why the right answer is better than this one; empty if it is right, or unknown.

    Averages alone explain nothing: what the right answer has in itself, by its ``general`` reasons, comes
    before them.
    """
    answer = None if move is None else fitting(study, game.text.write_move(game.decode_move(move)))
    if answer is None or answer.right:
        return ()
    # Figures speak of the worse choice itself.
    figures = discreet_reasons(game, answer.why)
    against = tuple(each for each in answer.why if each not in figures)
    if not all("points" in each.params for each in against):
        return against
    return (
        (*(each for each in general if not {"points", "count"} & each.params.keys()), *against)
        if against
        else ()
    )


def fitting(study: Study, move: str) -> Answer | None:
    """Return the first answer that matches this move."""
    return next((answer for answer in study.answers if fits(answer, move)), None)


def fits(answer: Answer, move: str) -> bool:
    """Return whether the answer's pattern matches this move, in the game's notation."""
    return any(_is_like(pattern, move) for pattern in answer.move.split("|"))


def _is_like(pattern: str, move: str) -> bool:
    """Return whether this alternative matches the move. Most are moves themselves, and compiling a pattern
    costs more."""
    return pattern == move or (not _WILD.isdisjoint(pattern) and fnmatchcase(move, pattern))


def check(study: Study, games: Mapping[str, AnyGame]) -> None:
    """Raise :class:`BadStudy` unless a seat is to move, some move is right, every answer matches some move,
    and every line can be played."""
    reached = reach(study.position, games)
    game, state = reached.game, reached.state
    _seat_to_move(reached)
    moves = {game.text.write_move(move): move for move in game.legal_moves(state)}
    said = {text: fitting(study, text) for text in moves}
    if not any(answer is not None and answer.right for answer in said.values()):
        raise BadStudy("No move is a right answer.")
    for answer in study.answers:
        fit = [text for text, other in said.items() if other is answer]
        if not fit:
            raise BadStudy(f"No move is “{answer.move[:40]}”, or another answer says all to it.")
        for text in fit[:1] if not answer.line else fit:
            list(follow(game, game.apply(state, moves[text]), answer.line))


def _seat_to_move(reached: Reached) -> Seat:
    """Return the seat to move."""
    seat = reached.game.to_move(reached.state)
    if seat is None or seat == CHANCE:
        raise BadStudy("Nobody is asked: the game is over there, or chance is to move.")
    return seat


def _frames(reached: Reached, move: Any, after: Any, line: tuple[str, ...]) -> tuple[Frame, ...]:
    """Return what the solver sees of a move and of its continuation, through the game's own views."""
    game, seat, state = reached.game, _seat_to_move(reached), reached.state
    frames: list[Frame] = []
    for step, then in chain([(move, after)], follow(game, after, line)):
        frames.append(Frame(game.public_events(state, step, then, seat), game.view(then, seat)))
        state = then
    return tuple(frames)

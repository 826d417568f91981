"""The explanation of each answer of a puzzle, for that very move and by the present reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from quincunx.core.puzzle import group_answers
from quincunx.core.review import Why
from quincunx.core.study import Answer, Study
from quincunx.games.cinco.bots.roster import choices
from quincunx.games.cinco.notation import parse_move, write_move
from quincunx.games.cinco.review.position import Position
from quincunx.games.cinco.review.reasons import reasons_at
from quincunx.games.cinco.state import CincoState
from quincunx.games.cinco.types import CincoMove, CincoView
from quincunx.games.cinco.view import view

MOST_WHYS: Final = 2
COMPARED: Final = "wins-less"
"""The explanation of a move that was measured: its worth compared with the best one's."""

Lines = Mapping[CincoMove, tuple[str, ...]]


def answers(
    seen: CincoView,
    right: Sequence[CincoMove],
    wrong: Mapping[CincoMove, Why],
    lines: Lines,
    rest: tuple[str, ...],
) -> tuple[Answer, ...]:
    """Return the explanation of each move that the seat may choose.

    ``right`` has the best one first. ``wrong`` has the measured wrong moves, the nearest first, each with its
    comparison. ``rest`` explains every other move.
    """
    facts, best, nearest = Position(seen), right[0], next(iter(wrong))
    found = [Answer(write_move(best), right=True, why=_why(facts, best, nearest), line=lines[best])]
    also = ((write_move(move), _why_right(facts, best, move, nearest)) for move in right[1:])
    found += group_answers(also, right=True)
    found += [
        Answer(write_move(move), why=(compared, *_why(facts, best, move)), line=lines[move])
        for move, compared in wrong.items()
    ]
    others = (move for move in choices(seen) if move not in right and move not in wrong)
    return (
        *found,
        *group_answers(((write_move(move), _why(facts, best, move)) for move in others), line=rest),
    )


def revised(study: Study, state: CincoState) -> Study:
    """Revise a study as :meth:`quincunx.core.puzzle.Puzzler.revised` does."""
    lines: dict[CincoMove, tuple[str, ...]] = {}
    right: list[CincoMove] = []
    wrong: dict[CincoMove, Why] = {}
    rest: tuple[str, ...] = ()
    for answer in study.answers:
        moves: list[CincoMove] = [] if answer.move == "*" else list(map(_parsed, answer.move.split("|")))
        if answer.right:
            right += moves
        elif answer.why and answer.why[0].code == COMPARED:
            wrong[moves[0]] = answer.why[0]
        else:
            rest = answer.line
            continue
        lines |= dict.fromkeys(moves, answer.line)
    return replace(study, answers=answers(view(state, state.seat), right, wrong, lines, rest))


def _parsed(text: str) -> CincoMove:
    move: CincoMove = parse_move(text)  # type: ignore[assignment]  # chance answers no puzzle
    return move


def _why(facts: Position, best: CincoMove, other: CincoMove) -> tuple[Why, ...]:
    return reasons_at(facts, best, other)[:MOST_WHYS]


def _why_right(facts: Position, best: CincoMove, move: CincoMove, nearest: CincoMove) -> tuple[Why, ...]:
    """Explain a right move: what a higher card would save if this is a lower one for the same space;
    otherwise why the move is right."""
    saved = _why(facts, best, move)
    return saved if any(why.code == "same-space" for why in saved) else _why(facts, move, nearest)

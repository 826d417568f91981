"""Trio's :class:`~quincunx.core.puzzle.Puzzler`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from quincunx.core.game import encode
from quincunx.core.puzzle import Found, Wanted, group_answers
from quincunx.core.study import Answer, Position, Study
from quincunx.core.values import Ply
from tests.third.game.notation import write_move
from tests.third.game.review.reasons import reasons
from tests.third.game.review.worths import by_move
from tests.third.game.state import HAND, TrioState
from tests.third.game.types import Pass, TrioMove, TrioOptions, TrioView
from tests.third.game.view import view

LITTLE: Final = 0.002
"""The largest distance to the best at which a move is also right."""
MARGIN: Final = 0.05
"""The smallest distance of a wrong move to every right one."""
EASIEST: Final = 600.0
HARDEST: Final = 1800.0
A_MARGIN: Final = 4000.0
"""The rating of a puzzle is lower by so much times its margin."""


class TrioPuzzler:
    """Compares every move of a game. A theme says how many cards are left, which gives no answer away."""

    themes: tuple[str, ...] = ("three", "fewer")
    sorts: Mapping[str, tuple[str, ...]] = {
        "three": ("three-play", "three-pass"),
        "fewer": ("fewer-play", "fewer-pass"),
    }
    shares: Mapping[str, float] = {"three": 0.5, "fewer": 0.5}
    levels: tuple[str, ...] = ()
    tables: tuple[TrioOptions, ...] = (TrioOptions(first=0), TrioOptions(most_passes=2, first=1))

    def find_puzzles(
        self, plies: Sequence[Ply], options: TrioOptions, wanted: Wanted, seed: str
    ) -> Iterator[Found]:
        for place, ply in enumerate(plies):
            if ply.step.seat < 0:
                continue
            seen = view(ply.before, ply.before.seat)
            worths = by_move(seen)
            sort = _sort(seen, worths)
            if len(worths) == 1 or _margin(worths) < MARGIN or not wanted(sort):
                continue
            study = Study(
                id="new",
                position=Position(
                    encode(options), tuple(write_move(each.step.move) for each in plies[:place])
                ),
                ask="puzzle",
                answers=_answers(seen, worths),
                theme=sort.partition("-")[0],
                margin=round(_margin(worths), 4),
            )
            yield Found(study, sort, _shape(seen))

    def sort(self, study: Study, states: Sequence[TrioState]) -> str:
        seen = view(states[-1], states[-1].seat)
        return _sort(seen, by_move(seen))

    def shape(self, study: Study, states: Sequence[TrioState]) -> str:
        return _shape(view(states[-1], states[-1].seat))

    def revised(self, study: Study, states: Sequence[TrioState]) -> Study:
        seen = view(states[-1], states[-1].seat)
        return replace(study, answers=_answers(seen, by_move(seen)))

    def rating(self, study: Study, states: Sequence[TrioState]) -> float | None:
        """Estimate the difficulty: the smaller the margin, the harder the puzzle."""
        assert study.margin is not None
        return max(EASIEST, float(round(HARDEST - A_MARGIN * study.margin)))


def _right(worths: Mapping[TrioMove, float]) -> list[TrioMove]:
    best = max(worths.values())
    return sorted((move for move in worths if worths[move] >= best - LITTLE), key=lambda move: -worths[move])


def _margin(worths: Mapping[TrioMove, float]) -> float:
    """Return the difference between the worst right move and the best wrong one; 0 if all are right."""
    right = _right(worths)
    wrong = [worths[move] for move in worths if move not in right]
    return worths[right[-1]] - max(wrong) if wrong else 0.0


def _sort(seen: TrioView, worths: Mapping[TrioMove, float]) -> str:
    theme = "three" if len(seen.hand) == HAND else "fewer"
    return f"{theme}-{'pass' if isinstance(_right(worths)[0], Pass) else 'play'}"


def _answers(seen: TrioView, worths: Mapping[TrioMove, float]) -> tuple[Answer, ...]:
    right = _right(worths)
    wrong = [move for move in worths if move not in right]
    nearest = max(wrong, key=lambda move: worths[move])
    said = [(write_move(move), reasons(seen, right[0], move)) for move in wrong]
    model = Answer(write_move(right[0]), right=True, why=reasons(seen, right[0], nearest))
    others = group_answers(((write_move(move), ()) for move in right[1:]), right=True)
    return (model, *others, *group_answers(said))


def _shape(seen: TrioView) -> str:
    """Return a key that equal puzzles share: what the seat holds and sees, whichever seat it is."""
    assert seen.viewer is not None
    first = seen.viewer
    seats = [*range(first, len(seen.totals)), *range(first)]
    others = [(seen.hand_sizes[seat], seen.passes_left[seat], seen.totals[seat]) for seat in seats]
    return f"{seen.hand} {seen.die} {others}"


PUZZLER: Final = TrioPuzzler()

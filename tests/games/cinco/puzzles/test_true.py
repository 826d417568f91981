"""Explanations of puzzle answers hold for the answer given: for every legal move.

One puzzle in two hundred is tried at once, all of them each night.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from quincunx.core.review import Why
from quincunx.core.study import Study
from quincunx.games import GAMES
from quincunx.games.cinco.game import GAME
from quincunx.games.cinco.puzzles.answers import COMPARED
from quincunx.games.cinco.puzzles.puzzler import PUZZLER
from quincunx.games.cinco.types import CincoMove, CincoView, Play
from quincunx.lessons.judge import fitting
from quincunx.lessons.library import puzzles
from quincunx.lessons.position import reach
from tests.games.cinco.review.facts import false

PARTS = [pytest.param(0, 200, id="few"), *(pytest.param(n, 12, marks=pytest.mark.nightly) for n in range(12))]
"""Which puzzles, in steps of how many."""


def said(study: Study, view: CincoView, moves: tuple[CincoMove, ...]) -> Iterator[tuple[CincoMove, Why]]:
    """The false statements about each move."""
    texts = {GAME.text.write_move(move): move for move in moves}
    best = texts[study.answers[0].move]
    nearest = next(texts[each.move] for each in study.answers if each.why and each.why[0].code == COMPARED)
    judged = [(move, fitting(study, text)) for text, move in texts.items()]
    for move, answer in judged:
        assert answer is not None, study.id
        if not answer.right:
            why = tuple(each for each in answer.why if each.code != COMPARED)
            # A worth is said of the one move that was measured.
            assert why == answer.why or answer.move == GAME.text.write_move(move), study.id
            yield from ((move, each) for each in false(view, best, move, why))
        elif any(each.code == "same-space" and is_lower(each, move) for each in answer.why):
            yield from ((move, each) for each in false(view, best, move, answer.why))
        else:
            yield from ((move, each) for each in false(view, move, nearest, answer.why))


def is_lower(why: Why, move: CincoMove) -> bool:
    """True if it says that a card higher than this move's would do."""
    return isinstance(move, Play) and why.params["kept"] == move.card


@pytest.mark.parametrize(("first", "step"), PARTS)
@pytest.mark.parametrize("theme", PUZZLER.themes)
def test_every_answer_hears_only_what_is_so_of_it(theme: str, first: int, step: int) -> None:
    studies = [each for each in puzzles(GAMES["cinco"]) if each.theme == theme][first::step]
    assert studies
    for study in studies:
        state = reach(study.position, GAMES).state
        wrong = list(said(study, GAME.view(state, state.seat), GAME.legal_moves(state)))
        assert not wrong, (study.id, wrong[:3])

"""Ratings correlate with the results of solvers that do not use the formula."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from benchmarks.puzzle_ratings import SOLVERS, correlation, results
from quincunx.games import GAMES
from quincunx.lessons.grade import grade
from quincunx.lessons.library import puzzles

LEAST = {
    ("mixed", "win"): 0.45,
    ("mixed", "block"): 0.45,
    ("line reader", "win"): 0.2,
    ("line reader", "block"): 0.2,
    ("random trier", "win"): 0.2,
    ("random trier", "block"): 0.2,
    ("network", "threats"): 0.4,
    ("network", "choose"): 0.3,
}
"""Correlation of 0.24: 75 puzzles rated by chance reach it in one case of fifty."""
GAME = GAMES["cinco"]


@pytest.mark.parametrize(
    ("solver", "theme"),
    [pytest.param(*each, marks=() if each[0] == "mixed" else pytest.mark.nightly) for each in LEAST],
)
def test_what_is_rated_higher_is_found_later(solver: str, theme: str) -> None:
    pairs = list(results(puzzles(GAME), solver, theme))
    assert len(pairs) >= 75
    assert correlation(pairs) > LEAST[solver, theme]


def test_every_solver_is_tried_on_its_themes() -> None:
    assert set(LEAST) == {(solver, theme) for solver, (_, themes) in SOLVERS.items() for theme in themes}


def test_the_ratings_that_come_with_the_game_are_those_of_today() -> None:
    for study in puzzles(GAME):
        assert study.rating == grade(study, GAME), study.id
        # Nothing in the name of a puzzle, and no dice, has a part in it.
        assert grade(replace(study, id="other"), GAME) == study.rating

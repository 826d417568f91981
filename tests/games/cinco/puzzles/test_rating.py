"""Ratings are those of the panel, and predict solvers that had no part in them."""

from __future__ import annotations

from typing import Final

import pytest
from msgspec.structs import replace

from benchmarks.puzzle_panels import left_out, results
from quincunx.games import GAMES
from quincunx.games.cinco.puzzles.panel import shares
from quincunx.games.cinco.puzzles.rating import PANEL
from quincunx.lessons.grade import grade
from quincunx.lessons.library import puzzles
from quincunx.lessons.position import reach

GAME: Final = GAMES["cinco"]
EVERY: Final = 16
LEAST: Final = {"network": 0.6, "person": 0.6, "greedy": 0.35, "lines": 0.45, "eyes": 0.15}
"""The least rank correlation between difficulties and the results of a family that was left out."""
MOST: Final = 0.1
"""The largest calibration error, as a share of puzzles found."""


@pytest.mark.parametrize("part", [0, *(pytest.param(n, marks=pytest.mark.nightly) for n in range(1, EVERY))])
def test_the_ratings_that_come_with_the_game_are_those_of_today(part: int) -> None:
    for study in puzzles(GAME)[part::EVERY]:
        assert study.rating == pytest.approx(grade(study, GAME), abs=1), study.id
        # Nothing in the name of a puzzle, and no dice, has a part in it.
        assert grade(replace(study, id="other"), GAME) == grade(study, GAME)


def test_each_solver_of_the_panel_finds_a_share() -> None:
    study = puzzles(GAME)[0]
    state = reach(study.position, GAMES).state
    found = shares(study, GAME.view(state, state.seat))
    assert set(found) == set(PANEL)
    assert all(0 <= share <= 1 for share in found.values())


@pytest.mark.nightly
def test_difficulties_predict_solvers_left_out() -> None:
    names, found = results("cinco", puzzles(GAME))
    for name, rank, error in left_out(names, found):
        assert rank > LEAST[name.split()[0]], name
        assert error < MOST, name

"""The difficulty of a puzzle lies where a panel's results put it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.engines.difficulty import EASIEST, HARDEST, Solver, difficulty

PANEL = {"weak": Solver(1000, 0.8), "middling": Solver(1500, 1.0), "strong": Solver(2000, 1.5)}


@given(st.floats(EASIEST + 1, HARDEST - 1))
def test_the_curves_are_met(truth: float) -> None:
    shares = {name: solver.chance(truth) for name, solver in PANEL.items()}
    assert difficulty(PANEL, shares) == pytest.approx(truth, abs=0.5)


@given(st.lists(st.floats(0, 1), min_size=3, max_size=3), st.floats(0, 1))
def test_a_puzzle_that_is_found_more_often_is_never_harder(some: list[float], more: float) -> None:
    shares = dict(zip(PANEL, some, strict=True))
    easier = {name: share + (1 - share) * more for name, share in shares.items()}
    assert EASIEST <= difficulty(PANEL, easier) <= difficulty(PANEL, shares) <= HARDEST


def test_a_difference_of_400_points_makes_odds_ten_times_as_high() -> None:
    solver = Solver(1500, 1.0)
    assert solver.chance(1500) == 0.5
    assert solver.chance(1900) == pytest.approx(1 / 11)

"""Difficulty of puzzles, from the solvers' rates of success."""

from __future__ import annotations

import pytest

from quincunx.lessons.grade import EASIEST, HARDEST, rating

LEVELS = (700.0, 1000.0, 1300.0, 1600.0, 1900.0)


def found(*shares: float) -> list[tuple[float, float]]:
    return list(zip(LEVELS, shares, strict=True))


def test_skill_orders_easy_and_impossible_puzzles() -> None:
    assert rating(found(1, 1, 1, 1, 1)) == EASIEST
    assert rating(found(0, 0, 0, 0, 0)) == HARDEST


def test_it_lies_where_they_begin_to_find_it() -> None:
    assert rating(found(0.5, 0.5, 0.5, 0.5, 0.5)) == pytest.approx(1300, abs=1)
    hard, easy = rating(found(0, 0, 0, 0.5, 1)), rating(found(0, 0.5, 1, 1, 1))
    assert 1500 < hard < 1700
    assert 900 < easy < 1100


def test_the_curve_is_met() -> None:
    shares = [(points, 1 / (1 + 10 ** ((1450 - points) / 400))) for points in LEVELS]
    assert rating(shares) == pytest.approx(1450, abs=1)

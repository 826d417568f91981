"""Ratings, intervals, and when enough has been played."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.arena.ratings import expected_share, odds_points, rate, score, sequential_test


@given(st.floats(-800, 800), st.sampled_from([2, 3, 6]))
def test_points_and_shares_are_inverse(points: float, sides: int) -> None:
    assert odds_points(expected_share(points, sides), sides) == pytest.approx(points, abs=1e-3)


def test_four_hundred_points_are_ten_to_one() -> None:
    assert expected_share(400, 2) == pytest.approx(10 / 11)
    assert expected_share(0, 3) == pytest.approx(1 / 3)


def deals(share: float, count: int, seed: int) -> list[float]:
    random = Random(seed)
    return [sum(random.random() < share for _ in range(2)) / 2 for _ in range(count)]


@pytest.mark.nightly
def test_true_ratings_lie_in_the_intervals() -> None:
    true = {"a": 150.0, "b": 0.0, "c": -150.0}
    names, pairs = list(true), [(0, 1), (0, 2), (1, 2)]
    hits = 0
    for seed in range(20):
        scores = [
            deals(expected_share(true[names[a]] - true[names[b]], 2), 200, 31 * seed + a + 7 * b)
            for a, b in pairs
        ]
        hits += sum(each.low <= true[each.name] <= each.high for each in rate(names, pairs, scores, 2, seed))
    assert hits >= 50  # 57 expected of 60


def test_ratings_do_not_depend_on_the_order_of_names() -> None:
    scores = [deals(0.7, 100, 1), deals(0.8, 100, 2), deals(0.6, 100, 3)]
    one = {r.name: r.points for r in rate(["a", "b", "c"], [(0, 1), (0, 2), (1, 2)], scores, 2)}
    other = {r.name: r.points for r in rate(["c", "a", "b"], [(1, 2), (1, 0), (2, 0)], scores, 2)}
    assert one == pytest.approx(other, abs=1e-6)
    assert sum(one.values()) == pytest.approx(0, abs=1e-6)


def test_a_clean_sweep_has_a_finite_rating_and_an_honest_interval() -> None:
    best, worst = rate(["a", "b"], [(0, 1)], [[1.0] * 50], 2)
    assert 300 < best.points - worst.points < 3000
    assert best.low < best.points - 20
    assert worst.high > worst.points + 20
    assert score([1.0] * 50).margin > 0.01
    assert score([]).margin == 1.0


def test_intervals_are_of_deals_and_not_of_games() -> None:
    """Deals that always split tell that two are equal, exactly."""
    assert score([0.5] * 40).margin == pytest.approx(0)
    assert score([0.0, 1.0] * 20).margin > 0.15


@pytest.mark.parametrize(("share", "verdict"), [(0.65, "better"), (0.5, "not better")])
def test_the_sequential_test_decides_rightly(share: float, verdict: str) -> None:
    right = 0
    for seed in range(20):
        some = deals(share, 3000, seed)
        for count in range(8, 3000, 8):
            found = sequential_test(some[:count], 0, 50, 2)
            if found.accepted:
                right += found.accepted == verdict
                break
    assert right >= 17


def test_the_sequential_test_waits_for_eight_deals() -> None:
    assert sequential_test([1.0] * 7, 0, 10, 2).accepted is None

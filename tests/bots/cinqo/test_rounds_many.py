"""Fixed rounds between three and more: the estimate."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.bots.cinqo import rounds
from quincunx.bots.cinqo.points import expected_points
from quincunx.bots.cinqo.rounds_many import chances_alone, estimate, total_points, turn_points

leads = st.lists(st.integers(-150, 150), min_size=2, max_size=5)


def test_turns_played_for_points_bring_what_they_bring_on_average() -> None:
    assert turn_points().sum() == pytest.approx(1)
    assert turn_points()[0] == 0  # any turn scores a point
    assert turn_points() @ np.arange(51) == pytest.approx(expected_points(), abs=1e-6)
    total = total_points(4)
    assert total @ np.arange(len(total)) == pytest.approx(4 * expected_points(), abs=1e-5)


def test_a_tie_is_shared_by_all_who_have_the_most() -> None:
    assert chances_alone([-5], 0, [0])[4:7] == pytest.approx([0, 1 / 2, 1])
    assert chances_alone([-5, -5], 0, [0, 0])[4:7] == pytest.approx([0, 1 / 3, 1])
    assert chances_alone([-5, -3, -5, -5], 0, [0] * 4)[3:7] == pytest.approx([0, 0, 1 / 4, 1])


def test_playing_alone_is_counted_out() -> None:
    """Against every way in which one more turn of each of three can end."""
    mine, following, last = np.meshgrid(*[np.arange(51)] * 3, indexing="ij")
    chance = turn_points()[mine] * turn_points()[following] * turn_points()[last]
    found = chances_alone([-4, 7], 1, [1, 1])
    for points in (0, 9, 30):
        scores = np.stack([points + mine, following + 4, last - 7])
        best = scores == scores.max(axis=0)
        assert found[points] == pytest.approx((chance * best[0] / best.sum(axis=0)).sum(), abs=1e-9)


@pytest.mark.parametrize(("mine", "theirs"), [(0, 1), (2, 2), (4, 5)])
def test_between_two_the_estimate_is_the_solution(mine: int, theirs: int) -> None:
    for lead in (-40, -7, 0, 25):
        solved = rounds.reward(mine + theirs + 1, lead)
        assert estimate([lead], mine, [theirs])[1:] == pytest.approx(solved[1:], abs=1e-9)


@given(leads, st.integers(0, 9), st.integers(0, 5))
def test_the_estimate_is_a_chance_and_more_points_never_hurt(ahead: list[int], left: int, later: int) -> None:
    turns = [left + 1] * min(later, len(ahead)) + [left] * max(0, len(ahead) - later)
    chances = estimate(ahead, left, turns)
    assert (chances >= 0).all()
    assert (chances <= 1).all()
    assert (np.diff(chances) >= -1e-9).all()

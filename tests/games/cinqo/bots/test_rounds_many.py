"""Fixed rounds between three and more: the estimate."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.games.cinqo.bots.solver import rounds
from quincunx.games.cinqo.bots.solver.rounds_many import estimate

leads = st.lists(st.integers(-150, 150), min_size=2, max_size=5)


def test_after_the_last_turn_a_tie_is_shared_by_all_who_have_the_most() -> None:
    assert estimate([-5, -5], 0, [0, 0])[4:7] == pytest.approx([0, 1 / 3, 1])
    assert estimate([-5, -3, -5, -5], 0, [0] * 4)[3:7] == pytest.approx([0, 0, 1 / 4, 1])


@pytest.mark.parametrize(("mine", "theirs"), [(0, 0), (0, 1), (2, 2), (4, 5)])
def test_between_two_the_estimate_is_the_solution(mine: int, theirs: int) -> None:
    for lead in (-40, -7, 0, 25):
        solved = rounds.reward(mine + theirs + 1, lead)
        assert estimate([lead], mine, [theirs]) == pytest.approx(solved, abs=1e-9)


def test_with_no_turn_of_ones_own_left_the_others_are_independent() -> None:
    both = estimate([10, 3], 0, [1, 1])
    assert both == pytest.approx(estimate([10], 0, [1]) * estimate([3], 0, [1]), abs=1e-9)


def test_a_player_who_beats_one_is_likely_to_beat_the_other_too() -> None:
    """For both depends on the same own dice to come."""
    alone = estimate([-15], 3, [4])
    both = estimate([-15, -15], 3, [4, 4])
    assert (both > alone * alone + 0.02).any()
    assert (both < alone).all()


@given(leads, st.integers(0, 9), st.integers(0, 5))
def test_the_estimate_is_a_chance_and_more_points_never_hurt(ahead: list[int], left: int, later: int) -> None:
    turns = [left + 1] * min(later, len(ahead)) + [left] * max(0, len(ahead) - later)
    chances = estimate(ahead, left, turns)
    assert (chances >= 0).all()
    assert (chances <= 1 + 1e-12).all()
    assert (np.diff(chances) >= -1e-12).all()

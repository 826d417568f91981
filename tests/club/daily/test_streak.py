"""Days in a row."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.club.daily.streak import Streak, streak


@pytest.mark.parametrize(
    ("days", "current", "longest"),
    [
        ((), 0, 0),
        ((100,), 1, 1),
        ((99,), 1, 1),
        ((98,), 0, 1),
        ((100, 99, 98), 3, 3),
        ((99, 98), 2, 2),
        ((100, 98, 97, 96), 1, 3),
        ((90, 91, 92, 93, 99, 100), 2, 4),
        ((100, 100, 99, 99), 2, 2),
        ((101, 100), 1, 1),
    ],
)
def test_how_many_in_a_row(days: tuple[int, ...], current: int, longest: int) -> None:
    assert streak(days, 100) == Streak(current, longest)


@given(days=st.lists(st.integers(80, 100)), missed=st.integers(1, 100))
def test_it_is_what_one_counts_going_back(days: list[int], missed: int) -> None:
    back = 100 if 100 in days else 99
    count = 0
    while back - count in days:
        count += 1
    found = streak(days, 100)
    assert found.current == count <= found.longest <= len(set(days))
    # Order does not matter, and it is over when a whole day was missed.
    assert streak(sorted(days), 100) == found
    assert streak(days, 100 + 1 + missed).current == 0

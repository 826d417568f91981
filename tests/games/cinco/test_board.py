"""The computed board against the facts of the printed one."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

from quincunx.games.cinco.board import AXES, COORDINATES, NUMBERS, WINDOWS, bit, line_through

FACTS = Path(__file__).parents[3] / "testdata" / "cinco_board.json"
LINES = {frozenset(window) for window in WINDOWS}


def test_every_number_lies_where_the_printed_board_has_it():
    printed = {int(number): tuple(at) for number, at in json.loads(FACTS.read_text()).items()}
    assert dict(enumerate(COORDINATES, 1)) == printed


def test_consecutive_numbers_are_neighbours():
    steps = {(q * sign, r * sign) for q, r in AXES for sign in (1, -1)}
    for (q, r), (next_q, next_r) in pairwise(COORDINATES):
        assert (next_q - q, next_r - r) in steps


def test_each_ring_runs_against_the_one_inside_it():
    def turning(first: int, second: int) -> bool:
        (q, r), (s, t) = COORDINATES[first - 1], COORDINATES[second - 1]
        return q * t - r * s > 0

    assert [turning(1, 2), turning(7, 8), turning(19, 20), turning(37, 38), turning(61, 62)] == [
        True,
        False,
        True,
        False,
        True,
    ]


def test_there_are_126_lines_of_five():
    assert len(WINDOWS) == len(LINES) == 126
    assert all(len(set(window)) == 5 for window in WINDOWS)


def test_the_rule_books_two_sample_lines():
    assert frozenset({12, 11, 30, 44, 81}) in LINES
    assert frozenset({30, 10, 5, 6, 18}) in LINES


def test_no_line_crosses_the_centre():
    assert (0, 0) not in NUMBERS
    assert not any({6, 3} <= line or {1, 4} <= line or {2, 5} <= line for line in LINES)


def test_a_line_is_measured_both_ways_and_the_centre_breaks_it():
    row = (37, 36, 18, 1, 2)
    tokens = sum(bit(space) for space in row)
    assert line_through(tokens, 18) == 5
    assert line_through(tokens & ~bit(36), 18) == 3
    # 35-7-6 and 3-13 lie on one row with the centre between them.
    assert line_through(sum(bit(space) for space in (35, 7, 3, 13)), 6) == 3


def test_a_line_is_measured_in_every_direction_up_to_the_first_gap():
    for window in WINDOWS:
        for gap in range(5):
            tokens = sum(bit(space) for at, space in enumerate(window) if at != gap)
            # The space that is asked about counts as taken.
            assert line_through(tokens, window[0]) == (gap or 5)
            assert line_through(tokens, window[-1]) == (4 - gap or 5)
            assert line_through(tokens, window[gap]) == 5

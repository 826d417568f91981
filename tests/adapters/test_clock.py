"""The server's clock: even, whatever is done to the system's."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from quincunx.adapters.clock import EARLIEST, Slew, SteadyClock, check_plausible
from quincunx.node.ports import JournalUnavailable

SECOND = 1_000_000_000
HOUR = 3_600 * SECOND
START = 1_800_000_000 * SECOND

readings = st.lists(st.tuples(st.integers(-2 * HOUR, 2 * HOUR), st.integers(0, HOUR)), max_size=50)
"""Readings: the present error of the wall clock, and the time since the last reading."""


@given(readings)
def test_it_never_goes_back_and_its_rate_is_within_a_hundredth(steps: list[tuple[int, int]]) -> None:
    slew, steady, before = Slew(START, 0), 0, START
    for error, passed in steps:
        steady += passed
        now = slew.advance(START + steady + error, steady)
        assert abs(now - before - passed) * 100 <= passed
        assert now >= before
        before = now


@given(st.integers(-2 * HOUR, 2 * HOUR))
def test_it_meets_the_wall_clock_in_the_end_and_stays_there(error: int) -> None:
    slew, enough = Slew(START, 0), 101 * abs(error)
    assert slew.advance(START + enough + error, enough) == START + enough + error
    assert slew.advance(START + enough + error + SECOND, enough + SECOND) == START + enough + error + SECOND


def test_reading_often_corrects_no_more_than_reading_seldom() -> None:
    often, seldom = Slew(START, 0), Slew(START, 0)
    for steady in range(0, 10 * SECOND, SECOND // 100):
        often.advance(START + HOUR, steady)
    assert abs(often.advance(START + HOUR, 10 * SECOND) - seldom.advance(START + HOUR, 10 * SECOND)) < 1_000


def test_a_steady_clock_that_seems_to_go_back_stands() -> None:
    slew = Slew(START, 5 * SECOND)
    assert slew.advance(START, 4 * SECOND) == START
    assert slew.advance(START + SECOND, 6 * SECOND) == START + SECOND


@pytest.mark.parametrize("step", [HOUR, -HOUR])
def test_a_step_of_an_hour_is_no_step(step: int) -> None:
    wall, steady = START, 0
    clock = SteadyClock(lambda: wall, lambda: steady)
    first = clock.now()
    wall, steady = START + step + 60 * SECOND, 60 * SECOND
    assert abs(clock.now() - first - 60_000) <= 600


def test_it_begins_where_it_is_told() -> None:
    steady = 0
    clock = SteadyClock(lambda: START, lambda: steady)
    clock.begin_at(START // 1_000_000 + 40_000)
    steady = SECOND
    assert clock.now() == START // 1_000_000 + 40_990


def test_a_clock_that_was_never_set_is_refused() -> None:
    with pytest.raises(JournalUnavailable, match="clock isn’t set"):
        check_plausible(86_400_000)
    check_plausible(EARLIEST)


async def test_a_system_clock_that_was_set_by_far_is_in_the_log() -> None:
    wall, steady = START, 0
    clock = SteadyClock(lambda: wall, lambda: steady)
    for step, expected in ((59 * SECOND, []), (-HOUR, [-3600]), (HOUR, [3600])):
        wall, steady = START + steady + step, steady
        with capture_logs() as logs:
            await clock.warn()
        assert [(line["event"], line["seconds"]) for line in logs] == [
            ("system_clock_was_set", seconds) for seconds in expected
        ]

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
        half, whole = steady + passed // 2, steady + passed
        for reading, since in ((half, steady), (whole, half)):
            now = slew.at(reading)
            assert abs(now - before - (reading - since)) * 100 <= reading - since + 100
            assert now >= before
            before = now
        steady = whole
        slew.measure(START + steady + error, steady)
        assert slew.at(steady) == now, "measuring changes no time"


@given(st.integers(-2 * HOUR, 2 * HOUR))
def test_it_meets_the_wall_clock_in_the_end_and_stays_there(error: int) -> None:
    slew, enough = Slew(START, 0), 101 * abs(error)
    slew.measure(START + error, 0)
    assert slew.at(enough) == START + enough + error
    slew.measure(START + enough + error, enough)
    assert slew.at(enough + SECOND) == START + enough + error + SECOND


def test_measuring_often_corrects_no_more_than_measuring_seldom() -> None:
    often, seldom = Slew(START, 0), Slew(START, 0)
    seldom.measure(START + HOUR, 0)
    for steady in range(0, 10 * SECOND, SECOND // 100):
        often.measure(START + HOUR, steady)
    assert abs(often.at(10 * SECOND) - seldom.at(10 * SECOND)) < 1_000


def test_a_steady_clock_that_seems_to_go_back_stands() -> None:
    slew = Slew(START, 5 * SECOND)
    assert slew.at(4 * SECOND) == START
    slew.measure(START, 4 * SECOND)
    assert slew.at(5 * SECOND) == START
    assert slew.at(6 * SECOND) == START + SECOND


@pytest.mark.parametrize("step", [HOUR, -HOUR])
def test_a_step_of_an_hour_is_no_step(step: int) -> None:
    wall, steady = START, 0
    clock = SteadyClock(lambda: wall, lambda: steady)
    first = clock.now()
    wall, steady = START + step + 60 * SECOND, 60 * SECOND
    assert abs(clock.now() - first - 60_000) <= 600
    wall, steady = wall + 60 * SECOND, 120 * SECOND
    assert abs(clock.now() - first - 120_000 - step // HOUR * 600) <= 1


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

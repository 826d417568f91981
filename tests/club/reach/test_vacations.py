"""Days of vacation: how they are counted, and when the next one may start."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.club.reach import vacations
from quincunx.club.reach.vacations import DAY
from quincunx.core.reason import Refusal
from quincunx.table.parts import Vacation

HOUR = DAY // 24
JANUARY = int(datetime(2027, 1, 1, tzinfo=UTC).timestamp() * 1000)


def refused(known: list[Vacation], asked: int, now: int, days: int = 20) -> str:
    with pytest.raises(Refusal) as caught:
        vacations.start(known, asked, days, now)
    return caught.value.reason.code


def test_a_vacation_takes_its_days_and_gives_unused_ones_back() -> None:
    known = [vacations.start([], 5, 20, JANUARY)]
    assert known == [Vacation(JANUARY, JANUARY + 5 * DAY)]
    assert vacations.days_left(known, 20, JANUARY) == 15
    for hours, cost in ((0, 1), (1, 1), (24, 1), (25, 2), (49, 3), (119, 5)):
        ended = vacations.end(known, JANUARY + hours * HOUR)
        assert ended is not None
        assert vacations.cost_of(ended) == cost
    assert vacations.end(known, JANUARY + 5 * DAY) is None


def test_the_next_vacation_starts_a_day_after_the_last() -> None:
    known = [Vacation(JANUARY, JANUARY + 2 * HOUR)]
    assert refused(known, 1, JANUARY + HOUR) == "vacation-runs"
    assert refused(known, 1, JANUARY + 2 * HOUR) == "vacation-soon"
    assert refused(known, 1, JANUARY + 2 * HOUR + DAY - 1) == "vacation-soon"
    assert vacations.start(known, 1, 20, JANUARY + 2 * HOUR + DAY).since == JANUARY + 2 * HOUR + DAY
    assert vacations.view(known, 20, JANUARY + 3 * HOUR).next_at == JANUARY + 2 * HOUR + DAY


def test_no_more_days_than_are_left() -> None:
    assert refused([], 21, JANUARY) == "vacation-days"
    assert refused([], 0, JANUARY) == "vacation-days"
    assert refused([], 1, JANUARY, days=0) == "vacation-off"
    known = [Vacation(JANUARY, JANUARY + 18 * DAY)]
    assert refused(known, 3, JANUARY + 30 * DAY) == "vacation-days"
    assert vacations.start(known, 2, 20, JANUARY + 30 * DAY)


def test_each_year_has_its_own_days() -> None:
    december = JANUARY - 3 * DAY
    known = [vacations.start([], 20, 20, december)]
    assert vacations.days_left(known, 20, december) == 0
    assert vacations.days_left(known, 20, JANUARY) == 20
    assert vacations.view(known, 20, JANUARY).until == december + 20 * DAY


@given(st.integers(1, 30), st.lists(st.tuples(st.booleans(), st.integers(0, 40), st.integers(1, 25))))
def test_whatever_a_person_tries_their_clock_rests_no_longer_than_the_days_of_a_year(
    days: int, tries: list[tuple[bool, int, int]]
) -> None:
    now, known = JANUARY, list[Vacation]()
    for starts, hours, asked in tries:
        now = min(now + hours * HOUR, JANUARY + 364 * DAY)
        if starts:
            try:
                known.append(vacations.start(known, asked, days, now))
            except Refusal:
                continue
        elif (ended := vacations.end(known, now)) is not None:
            known[-1] = ended
        view = vacations.view(known, days, now)
        assert view.left == days - sum(map(vacations.cost_of, known)) >= 0
        assert (view.until is not None) == (known[-1:] != [] and known[-1].until > now)
    assert sum(each.until - each.since for each in known) <= days * DAY
    assert len(known) <= days
    for before, after in pairwise(known):
        assert after.since >= before.until + DAY

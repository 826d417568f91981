"""The settings of a tournament at their limits."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from quincunx.club.tournament.rules import AHEAD_MILLISECONDS, LATE_MILLISECONDS, check, check_beginning
from quincunx.core.reason import Refusal
from quincunx.table.events import DailyPace
from tests.club.tournament.support import plan

NOW = 1_800_000_000_000
WITHIN: list[tuple[str, tuple[Any, Any], tuple[Any, Any], str, dict[str, int]]] = [
    ("name", ("x", "x" * 60), ("x" * 61, "x" * 5_000), "tournament-name", {"most": 60}),
    ("most", (3, 64), (2, 65), "tournament-most", {"fewest": 3, "most": 64}),
    ("rounds", (1, 20), (0, 21), "tournament-rounds", {"most": 20}),
    ("wait", (5, 3_600), (4, 3_601), "tournament-times", {}),
    ("pause", (0, 3_600), (-1, 3_601), "tournament-times", {}),
]


@pytest.mark.parametrize(("field", "good", "bad", "code", "params"), WITHIN, ids=lambda each: str(each)[:20])
def test_the_ends_of_each_span_are_in_it(
    field: str, good: tuple[Any, Any], bad: tuple[Any, Any], code: str, params: dict[str, int]
) -> None:
    for value in good:
        assert getattr(check(replace(plan(), **{field: value})), field) == value
    for value in bad:
        with pytest.raises(Refusal) as caught:
            check(replace(plan(), **{field: value}))
        reason = caught.value.reason
        assert (reason.kind, reason.code, reason.params) == ("malformed", code, params)


@pytest.mark.parametrize(("field", "good", "bad"), [("wait", 604_800, 3_599), ("pause", 604_800, 604_801)])
def test_by_the_day_waits_and_pauses_are_longer(field: str, good: int, bad: int) -> None:
    daily = plan(pace=DailyPace(24), wait=3_600)
    assert getattr(check(replace(daily, **{field: good})), field) == good
    with pytest.raises(Refusal) as caught:
        check(replace(daily, **{field: bad}))
    assert caught.value.reason.code == "tournament-days"


@pytest.mark.parametrize("begins", [None, NOW - LATE_MILLISECONDS, NOW, NOW + AHEAD_MILLISECONDS])
def test_a_tournament_is_announced_for_now_or_the_next_month(begins: int | None) -> None:
    check_beginning(replace(plan(), begins=begins), NOW)


@pytest.mark.parametrize("begins", [0, NOW - LATE_MILLISECONDS - 1, NOW + AHEAD_MILLISECONDS + 1])
def test_and_for_no_other_moment(begins: int) -> None:
    with pytest.raises(Refusal) as caught:
        check_beginning(replace(plan(), begins=begins), NOW)
    reason = caught.value.reason
    assert (reason.kind, reason.code, reason.params) == ("malformed", "tournament-begins", {"days": 30})

"""Finished turns: a list that grows without copying, and compares like one."""

from __future__ import annotations

from functools import reduce
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.games.cinqo.history import History
from quincunx.games.cinqo.types import TurnResult

results = st.builds(
    TurnResult,
    seat=st.integers(0, 5),
    round=st.integers(1, 3),
    rack=st.just((1, 1, 1, 1, 1)),
    hilo=st.just(1),
    total=st.just(5),
    number=st.just(1),
    points=st.integers(1, 3),
    kind=st.just("sum"),
)
turns = st.lists(results, max_size=12)


def of(results: list[TurnResult]) -> History:
    """A history of these turns."""
    return reduce(History.add, results, History())


@given(turns)
def test_it_is_a_list_oldest_first(played: list[TurnResult]) -> None:
    history = of(played)
    assert list(history) == played
    assert list(reversed(history)) == played[::-1]
    assert len(history) == len(played)
    if played:
        assert history.last == played[-1]


def test_without_turns_there_is_no_last_one() -> None:
    with pytest.raises(IndexError):
        _ = History().last


@given(turns, results, results)
def test_adding_changes_nothing_that_was_there(
    played: list[TurnResult], one: TurnResult, other: TurnResult
) -> None:
    """Two ways on from one position know nothing of each other."""
    before = of(played)
    left, right = before.add(one), before.add(other)
    assert list(before) == played
    assert list(left) == [*played, one]
    assert list(right) == [*played, other]


def test_earlier_history_is_shared_and_not_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    """Adding looks at no earlier turn, however many there are."""
    long = of([turn(number) for number in range(1_000)])
    for name in ("__iter__", "__reversed__", "__eq__", "__hash__"):
        monkeypatch.setattr(History, name, lambda *_, name=name: pytest.fail(f"History.{name}"))
    longer = long.add(turn(1_000))
    assert (len(longer), longer.last.points) == (1_001, 1_000)
    monkeypatch.undo()
    assert all(mine is theirs for mine, theirs in zip(long, longer, strict=False))


@given(turns, st.data())
def test_reading_shorter_and_longer_ones_in_any_order_gives_the_same(
    played: list[TurnResult], data: st.DataObject
) -> None:
    """Partial readings are cached, and dropped for longer ones, without any visible effect."""
    histories = list(accumulate(played, History.add, initial=History()))
    for _ in range(6):
        which = data.draw(st.integers(0, len(played)))
        assert histories[which].all() == tuple(played[:which])


def turn(points: int) -> TurnResult:
    return TurnResult(0, 1, (1, 1, 1, 1, 1), 1, 5, 1, points, "sum")


@given(turns, turns)
def test_equality_is_that_of_the_turns(one: list[TurnResult], other: list[TurnResult]) -> None:
    assert (of(one) == of(other)) == (one == other)
    assert of(one) == of(list(one))
    assert hash(of(one)) == hash(of(list(one)))
    assert of(one) != one, "a history is no list"


def test_histories_are_spread_by_their_hash() -> None:
    assert len({hash(of([turn(points)])) for points in range(100)}) > 90


def test_a_very_long_history_is_compared_hashed_and_let_go_without_recursion() -> None:
    one, other = (of([turn(number) for number in range(50_000)]) for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)
    assert one.add(turn(1)) != other.add(turn(2))
    del one, other


def test_it_is_shown_as_what_it_is() -> None:
    assert repr(of([turn(3)])) == f"History([{turn(3)!r}])"

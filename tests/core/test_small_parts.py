"""Shapes, answers of puzzles, and the extras of the package."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.core.extras import EXTRAS, MissingExtra, extra_of
from quincunx.core.picture import Polygon, rectangle
from quincunx.core.puzzle import group_answers
from quincunx.core.review import Why
from quincunx.core.study import LONGEST_MOVE


def test_a_rectangle_is_centred_on_its_point() -> None:
    corners = ((8.0, 15.0), (12.0, 15.0), (12.0, 25.0), (8.0, 25.0))
    assert rectangle(10, 20, 4, 10, "wood") == Polygon(corners, "wood", "wood", 0.0)
    assert rectangle(10, 20, 4, 10, "wood", 1.5) == Polygon(corners, "wood", "wood", 1.5)


BLOCKS, SCORES = Why("blocks", {"line": 3}), Why("scores", {"points": 2, "line": 3})


def test_moves_with_the_same_reasons_are_one_answer() -> None:
    same = Why("scores", {"line": 3, "points": 2})  # in another order
    other = Why("scores", {"line": 3, "points": 1})
    found = group_answers(
        [("a", (BLOCKS,)), ("b", (SCORES,)), ("c", (same,)), ("d", (BLOCKS,)), ("e", (other,)), ("f", ())],
        right=True,
        line=("g", "h"),
    )
    assert [(each.move, each.why) for each in found] == [
        ("a|d", (BLOCKS,)),
        ("b|c", (SCORES,)),
        ("e", (other,)),
        ("f", ()),
    ]
    assert all(each.right and each.line == ("g", "h") for each in found)
    (wrong,) = group_answers([("a", (BLOCKS,))])
    assert (wrong.right, wrong.line) == (False, ())


@given(st.lists(st.integers(1, LONGEST_MOVE).map(lambda length: "x" * length), max_size=12))
def test_an_answer_has_as_many_alternatives_as_fit(moves: list[str]) -> None:
    patterns = [each.move for each in group_answers((move, (BLOCKS,)) for move in moves)]
    assert [move for pattern in patterns for move in pattern.split("|")] == moves
    assert all(len(pattern) <= LONGEST_MOVE for pattern in patterns)
    for pattern, later in pairwise(patterns):
        assert len(pattern) + 1 + len(later.split("|")[0]) > LONGEST_MOVE


@pytest.mark.parametrize("extra", EXTRAS)
def test_a_missing_module_leads_to_the_extra_that_brings_it(extra: str) -> None:
    module = EXTRAS[extra][-1]
    first = next(name for name, modules in EXTRAS.items() if module in modules)
    assert extra_of(ImportError(name=module)) == first
    assert extra_of(ModuleNotFoundError(name=f"{module}.part")) == first
    missing = MissingExtra(extra)
    assert extra_of(missing) == missing.extra == extra
    assert f"pip install 'quincunx[{extra}]'" in str(missing)


@pytest.mark.parametrize("name", [None, "", "json", "quincunx.core"])
def test_other_modules_belong_to_no_extra(name: str | None) -> None:
    assert extra_of(ImportError(name=name)) is None

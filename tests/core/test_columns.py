"""Padded text ends in the same column, whatever its script."""

from __future__ import annotations

import pytest

from quincunx.core.columns import padded


@pytest.mark.parametrize(
    ("text", "there"),
    [("Rack", "Rack    "), ("Hi/Lo 盒", "Hi/Lo 盒"), ("托盘", "托盘    "), ("！", "！      "), ("", " " * 8)],
)
def test_letters_of_two_columns_count_twice(text: str, there: str) -> None:
    assert padded(text, 8) == there


def test_longer_text_is_not_cut() -> None:
    assert padded("Hi/Lo-Fach", 8) == "Hi/Lo-Fach"

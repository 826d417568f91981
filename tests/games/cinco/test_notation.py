"""Errors for text that is no move of Cinco, and other spellings of moves."""

from __future__ import annotations

import pytest

from quincunx.core.reason import Unparseable
from quincunx.games.cinco.notation import parse_move

NO_MOVE = "isn’t a move in Cinco; moves look like 57>63, 88>-, draw or exchange."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("57>", f"“57>” {NO_MOVE}"),
        ("1234>5", f"“1234>5” {NO_MOVE}"),
        ("x" * 41, f"“{'x' * 40}” {NO_MOVE}"),
        ("07>8", "“07>8” is written “7>8”."),
        ("7>08", "“7>08” is written “7>8”."),
        ("07>-", "“07>-” is written “7>-”."),
    ],
)
def test_invalid_moves_and_the_notation_of_moves(text: str, sentence: str) -> None:
    with pytest.raises(Unparseable) as caught:
        parse_move(text)
    assert (str(caught.value), caught.value.text, caught.value.position) == (sentence, text, 0)

"""What is said of text that is no move, or a move in another spelling."""

from __future__ import annotations

import pytest

from quincunx.core.reason import Unparseable
from quincunx.games import GAMES

CINCO = "is not a move of Cinco; moves look like 57>63, 88>-, draw or exchange."
CINQO = "is not a move of Cinq-O; moves look like: rack 66 bank 5 from 3 box."


@pytest.mark.parametrize(
    ("game", "text", "sentence"),
    [
        ("cinco", "57>", f"“57>” {CINCO}"),
        ("cinco", "1234>5", f"“1234>5” {CINCO}"),
        ("cinco", "x" * 41, f"“{'x' * 40}” {CINCO}"),
        ("cinco", "07>8", "“07>8” is written “7>8”."),
        ("cinco", "7>08", "“7>08” is written “7>8”."),
        ("cinco", "07>-", "“07>-” is written “7>-”."),
        ("cinqo", "rack", f"“rack” {CINQO}"),
        ("cinqo", "", f"“” {CINQO}"),
        ("cinqo", "rack 7", f"“rack 7” {CINQO}"),
        ("cinqo", "rack 6 rack 6", f"“rack 6 rack 6” {CINQO}"),
        ("cinqo", "rack 6 box bank 5", f"“rack 6 box bank 5” {CINQO}"),
        ("cinqo", "x" * 41, f"“{'x' * 40}” {CINQO}"),
        ("cinqo", "rack 65", "“rack 65” is written “rack 56”."),
        ("cinqo", "bank 5 rack 6", "“bank 5 rack 6” is written “rack 6 bank 5”."),
        (
            "cinqo",
            "from 66666 bank 55555 rack 44444 box",
            "“from 66666 bank 55555 rack 44444 box” is written “rack 44444 bank 55555 from 66666 box”.",
        ),
    ],
)
def test_what_is_no_move_and_how_a_move_is_written(game: str, text: str, sentence: str) -> None:
    with pytest.raises(Unparseable) as caught:
        GAMES[game].text.parse_move(text)
    assert (str(caught.value), caught.value.text, caught.value.position) == (sentence, text, 0)

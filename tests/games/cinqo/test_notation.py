"""Errors for text that is no move of Cinq-O, and other spellings of moves."""

from __future__ import annotations

import pytest

from quincunx.core.reason import Unparseable
from quincunx.games.cinqo.notation import parse_move, write_move
from quincunx.games.cinqo.types import Put

NO_MOVE = "isn’t a move in Cinq-O; moves look like: rack 66 bank 5 from 3 box."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("rack", f"“rack” {NO_MOVE}"),
        ("", f"“” {NO_MOVE}"),
        ("rack 7", f"“rack 7” {NO_MOVE}"),
        ("rack 6 rack 6", f"“rack 6 rack 6” {NO_MOVE}"),
        ("rack 6 box bank 5", f"“rack 6 box bank 5” {NO_MOVE}"),
        ("x" * 41, f"“{'x' * 40}” {NO_MOVE}"),
        ("rack 65", "“rack 65” is written “rack 56”."),
        ("bank 5 rack 6", "“bank 5 rack 6” is written “rack 6 bank 5”."),
        (
            "from 66666 bank 55555 rack 44444 box",
            "“from 66666 bank 55555 rack 44444 box” is written “rack 44444 bank 55555 from 66666 box”.",
        ),
    ],
)
def test_invalid_moves_and_the_notation_of_moves(text: str, sentence: str) -> None:
    with pytest.raises(Unparseable) as caught:
        parse_move(text)
    assert (str(caught.value), caught.value.text, caught.value.position) == (sentence, text, 0)


def test_an_empty_move_is_called_nothing() -> None:
    assert write_move(Put()) == "nothing"
    assert parse_move("nothing") == Put()

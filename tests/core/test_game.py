"""Moves and options on their way: what is no move of this game, or options of none, is said to be that."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.core.game import decode_options, encode, name_in
from quincunx.core.reason import Unparseable
from quincunx.games import GAMES, game_of
from tests.games.support import SETUPS, name_of

each_setup = pytest.mark.parametrize("options", SETUPS, ids=name_of)
BAD = [b"", b"null", b"[]", b"{", b'"cinco"', b'{"game":7}', b'{"game":"\xff"}', b"[" * 20_000]


@each_setup
def test_options_come_back_from_json(options: Any) -> None:
    assert decode_options(GAMES, encode(options)) == options
    assert GAMES[name_in(options)] is game_of(options)


@pytest.mark.parametrize("data", [*BAD, b'{"game":"chess"}', b'{"players":2}', b'{"game":"cinco","x":1}'])
def test_invalid_options_are_refused_in_a_sentence(data: bytes) -> None:
    with pytest.raises(Unparseable, match=r"\.$"):
        decode_options(GAMES, data)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
@pytest.mark.parametrize("data", [*BAD, b'{"type":"castle"}', b'{"type":"rolled","faces":[6]}'])
def test_an_invalid_move_is_refused_in_a_sentence(game: Any, data: bytes) -> None:
    with pytest.raises(Unparseable, match=r"\.$"):
        game.decode_move(data)


@given(st.binary(max_size=60))
def test_no_bytes_do_worse(data: bytes) -> None:
    for decode in (lambda: decode_options(GAMES, data), *(_decoder(game, data) for game in GAMES.values())):
        with pytest.raises(Unparseable):
            decode()


def _decoder(game: Any, data: bytes) -> Any:
    return lambda: game.decode_move(data)


def test_an_unknown_game_cannot_fill_a_log_with_its_name() -> None:
    with pytest.raises(Unparseable) as caught:
        decode_options(GAMES, b'{"game":"' + b"x" * 10_000 + b'"}')
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b'{"game":"chess"}', "Unknown game “chess”. Choose from cinco, cinqo."),
        (b'{"game":"' + b"x" * 41 + b'"}', f"Unknown game “{'x' * 40}”. Choose from cinco, cinqo."),
        (
            b'{"game":"cinco","players":"two"}',
            "These aren’t options of a game: Expected `int`, got `str` - at `$.players`.",
        ),
    ],
)
def test_faults_of_options(data: bytes, sentence: str) -> None:
    with pytest.raises(Unparseable) as caught:
        decode_options(GAMES, data)
    assert str(caught.value) == sentence


def test_faults_of_a_move() -> None:
    with pytest.raises(Unparseable) as caught:
        GAMES["cinco"].decode_move(b'{"type":"play","card":"one","space":1}')
    assert str(caught.value) == "That isn’t a move in Cinco: Expected `int`, got `str` - at `$.card`."


@pytest.mark.parametrize(
    ("decode", "start"),
    [
        (lambda data: decode_options(GAMES, data), b'{"game":"cinco","'),
        (GAMES["cinco"].decode_move, b'{"type":"draw","'),
    ],
)
def test_a_fault_is_not_described_at_length(decode: Any, start: bytes) -> None:
    """A message of msgspec's repeats what it was given."""
    with pytest.raises(Unparseable) as caught:
        decode(start + b"x" * 500 + b'":1}')
    assert str(caught.value).partition(": ")[2] == "Object contains unknown field `".ljust(200, "x") + "."

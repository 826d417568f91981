"""Moves of Cinco as numbers: one each, and the same for ever."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.games.cinco.actions import ACTIONS
from quincunx.games.cinco.rules import legal_moves
from quincunx.games.cinco.types import CincoMove, CincoOptions, Draw, Exchange, Play
from tests.games.support import CINCO_SETUPS, random_game

moves = st.one_of(
    st.builds(Play, st.integers(1, 90), st.one_of(st.none(), st.integers(1, 90))),
    st.builds(Draw),
    st.builds(Exchange),
)


@given(moves, moves)
def test_every_move_has_a_number_of_its_own(one: CincoMove, other: CincoMove) -> None:
    number = ACTIONS.number_of(one)
    assert 0 <= number < ACTIONS.count
    assert ACTIONS.move_of(number) == one
    assert (number == ACTIONS.number_of(other)) == (one == other)


@given(st.integers(-10, 8400))
def test_every_number_is_one_move_or_none(number: int) -> None:
    if number in (0, 1) or 91 <= number < ACTIONS.count:
        assert ACTIONS.number_of(ACTIONS.move_of(number)) == number
    else:
        with pytest.raises(ValueError, match=f"has the number {number}"):
            ACTIONS.move_of(number)


@given(st.sampled_from(CINCO_SETUPS), st.integers(0, 1000))
def test_every_legal_move_of_random_play_has_a_number(options: CincoOptions, seed: int) -> None:
    for _, state in random_game(options, seed, most=40):
        for move in legal_moves(state):
            assert ACTIONS.move_of(ACTIONS.number_of(move)) == move


def test_the_numbers_are_those_that_weights_and_records_elsewhere_use() -> None:
    found = [
        ACTIONS.number_of(move) for move in (Draw(), Exchange(), Play(1, None), Play(7, 30), Play(90, 90))
    ]
    assert found == [0, 1, 91, 667, 8280]
    assert ACTIONS.count == 8281
    with pytest.raises(ValueError, match="has the number 8281"):
        ACTIONS.move_of(8281)

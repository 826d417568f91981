"""Moves of Cinq-O as numbers: one each, and the same for ever."""

from __future__ import annotations

import hashlib

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.games.cinqo.actions import ACTIONS
from quincunx.games.cinqo.moves import ways_to_put
from quincunx.games.cinqo.rules import legal_moves
from quincunx.games.cinqo.types import CinqoOptions, Put
from tests.games.support import CINQO_SETUPS, random_game

numbers = st.integers(0, ACTIONS.count - 1)
die = st.integers(1, 6)


@given(numbers)
def test_every_number_is_one_move(number: int) -> None:
    assert ACTIONS.number_of(ACTIONS.move_of(number)) == number


@given(numbers)
def test_every_number_is_a_move_that_can_be_legal(number: int) -> None:
    """After the first roll, if nothing comes from the Bank; else after the second."""
    put = ACTIONS.move_of(number)
    kept = (*put.rack, *put.bank)
    rolled = 4 - len(put.from_bank) if put.from_bank else 5
    filler = 1 if set(kept) != {1} else 2  # so that no first roll is five of a kind
    tray = tuple(sorted((*kept, *(filler,) * (rolled - len(kept)))))
    assert len(tray) == rolled
    assert rolled < 5 or len(set(tray)) > 1
    assert put in ways_to_put(tray, put.from_bank, False)


@given(st.sampled_from(CINQO_SETUPS), st.integers(0, 1000))
def test_every_legal_move_of_random_play_has_a_number(options: CinqoOptions, seed: int) -> None:
    for _, state in random_game(options, seed, most=40):
        legal = legal_moves(state)
        found = [ACTIONS.number_of(move) for move in legal]
        assert [ACTIONS.move_of(number) for number in found] == list(legal)
        assert found == sorted(found)


@given(st.data())
def test_every_legal_move_of_any_position_has_a_number(data: st.DataObject) -> None:
    """Positions that random play seldom reaches, too: any dice in Bank and roll that a turn can bring."""
    racked = data.draw(st.integers(0, 4), "racked")
    banked = data.draw(st.integers(0, 4 - racked), "banked") if racked else 0
    bank = tuple(sorted(data.draw(st.lists(die, min_size=banked, max_size=banked), "bank")))
    size = 5 - racked - banked
    tray = tuple(sorted(data.draw(st.lists(die, min_size=size, max_size=size), "tray")))
    if size == 5 and len(set(tray)) == 1:
        return  # five of a kind: no choice
    assert all(0 <= ACTIONS.number_of(move) < ACTIONS.count for move in ways_to_put(tray, bank, False))


@pytest.mark.parametrize("number", [-1, ACTIONS.count])
def test_no_other_number_is_a_move(number: int) -> None:
    with pytest.raises(ValueError, match=f"has the number {number}"):
        ACTIONS.move_of(number)


@pytest.mark.parametrize(
    "put",
    [
        Put(),
        Put(bank=(3,)),
        Put(rack=(6,) * 5),
        Put(rack=(2, 1)),
        Put(rack=(7,)),
        Put(rack=(1, 2), bank=(3,), from_bank=(4, 5)),
        Put(from_bank=(1, 2, 3, 4)),
    ],
)
def test_a_move_that_is_never_legal_has_no_number(put: Put) -> None:
    with pytest.raises(ValueError, match="legal in no position"):
        ACTIONS.number_of(put)


def test_the_numbers_never_change() -> None:
    every = msgspec.json.encode([ACTIONS.move_of(number) for number in range(ACTIONS.count)])
    assert hashlib.sha256(every).hexdigest() == (
        "01278459ab9bac435a9d138b966f549905099d2e8c8a1a282ae1d6483d41a575"
    )

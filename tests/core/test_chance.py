"""Chance's moves in words: one spelling for each, and a sentence for every other."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.core.chance import (
    ChanceMove,
    Pick,
    Picked,
    Roll,
    Rolled,
    Shuffle,
    Shuffled,
    is_chance,
    parse_chance,
    resolve_chance,
    write_chance,
)
from quincunx.core.reason import Unparseable

numbers = st.lists(st.integers(0, 999), min_size=1, max_size=90).map(tuple)
moves = st.one_of(
    st.builds(Picked, st.integers(0, 998)), st.builds(Rolled, numbers), st.builds(Shuffled, numbers)
)


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (Picked(0), "lot 1"),
        (Picked(5), "lot 6"),
        (Rolled((1, 6, 3)), "roll 1 6 3"),
        (Shuffled((57, 3, 12)), "shuffle 57 3 12"),
    ],
)
def test_lots_rolls_and_shuffles(move: ChanceMove, text: str) -> None:
    assert write_chance(move) == text
    assert parse_chance(text) == move


@given(moves)
def test_a_written_value_is_read_back(move: ChanceMove) -> None:
    text = write_chance(move)
    assert is_chance(text)
    assert parse_chance(text) == move


@pytest.mark.parametrize(
    ("text", "sentence", "position"),
    [
        ("lot 0", "Lots are counted from 1.", 4),
        ("lot 1 2", "“lot 1 2” isn’t a chance move.", 0),
        ("lot", "“lot” needs numbers after it.", 3),
        ("roll 1 01", "“01” is written “1”.", 7),
        ("roll 1  2", "“” isn’t a number.", 7),
        ("roll 1 2 ", "“” isn’t a number.", 9),
        ("roll -1", "“-1” isn’t a number.", 5),
        ("roll 1000", "“1000” isn’t a number.", 5),
        ("roll 0001", "“0001” is written “1”.", 5),
        ("roll 000", "“000” is written “0”.", 5),
        ("roll ٣", "“٣” isn’t a number.", 5),
        ("shuffle 1 two", "“two” isn’t a number.", 10),
        ("rolls 1", "“rolls 1” isn’t a chance move.", 0),
        ("", "“” needs numbers after it.", 0),
    ],
)
def test_one_spelling_for_each_move(text: str, sentence: str, position: int) -> None:
    with pytest.raises(Unparseable) as caught:
        parse_chance(text)
    assert (str(caught.value), caught.value.position, caught.value.text) == (sentence, position, text)


@given(st.text(max_size=30) | st.lists(st.sampled_from(["lot", "roll", "0", "07", "7", ""])).map(" ".join))
def test_any_text_is_a_move_written_so_or_refused_in_a_sentence(text: str) -> None:
    error = _refusal(text)
    if error is None:
        assert write_chance(parse_chance(text)) == text
    else:
        assert str(error).endswith(".")
        assert 0 <= error.position <= len(text)


def _refusal(text: str) -> Unparseable | None:
    try:
        parse_chance(text)
    except Unparseable as error:
        return error
    return None


@given(st.integers(1, 50), st.lists(st.integers(1, 12)).map(tuple), st.integers())
def test_any_generator_can_answer(count: int, sides: tuple[int, ...], seed: int) -> None:
    random = Random(seed)
    lot = resolve_chance(Pick(count), random)
    assert isinstance(lot, Picked)
    assert 0 <= lot.number < count
    roll = resolve_chance(Roll(sides), random)
    assert isinstance(roll, Rolled)
    assert all(1 <= face <= side for face, side in zip(roll.faces, sides, strict=True))
    shuffled = resolve_chance(Shuffle(tuple(range(count))), random)
    assert isinstance(shuffled, Shuffled)
    assert sorted(shuffled.cards) == list(range(count))

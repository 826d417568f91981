"""The chance of a day's deal: its vectors, a second reading of ``docs/daily.md``, and what it must not do."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.core.chance import ChanceMove, Pick, Picked, Question, Roll, Rolled, Shuffle, Shuffled
from quincunx.core.day import DayChance, bot_seed
from quincunx.core.randomness import commitment

VECTORS: list[dict[str, Any]] = json.loads(Path("testdata/day.json").read_text("utf-8"))
SEED = bytes(range(32))
CARDS = tuple(range(1, 91))


def hmac_again(key: bytes, text: bytes) -> bytes:
    key = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + text).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()


def number_again(key: bytes, stream: int, at: int, most: int) -> tuple[int, int]:
    """The number below ``most`` that the words from this place on give, and the next place."""
    while True:
        block, word = divmod(at, 8)
        digest = hmac_again(key, stream.to_bytes(8, "big") + block.to_bytes(8, "big"))
        value = int.from_bytes(digest[4 * word : 4 * word + 4], "big")
        at += 1
        if value < 2**32 - 2**32 % most:
            return value % most, at


def answer_again(seed: bytes, game: str, streams: tuple[int, ...], question: Question) -> ChanceMove:
    key = hmac_again(seed, b"quincunx chance 3 " + game.encode())
    if isinstance(question, Pick):
        return Picked(number_again(key, streams[0], 0, question.count)[0])
    if isinstance(question, Roll):
        pairs = zip(streams, question.sides, strict=True)
        return Rolled(tuple(number_again(key, stream, 0, sides)[0] + 1 for stream, sides in pairs))
    order, at = list(question.cards), 0
    for place in range(len(order) - 1, 0, -1):
        other, at = number_again(key, streams[0], at, place + 1)
        order[place], order[other] = order[other], order[place]
    return Shuffled(tuple(order))


@pytest.mark.parametrize("vector", VECTORS, ids=lambda each: each["game"])
def test_the_published_vectors(vector: dict[str, Any]) -> None:
    seed = bytes.fromhex(vector["seed"])
    assert commitment(seed) == vector["commitment"]
    assert len(vector["answers"]) >= 2
    for each in vector["answers"]:
        question = msgspec.convert(each["question"], Question)
        expected = msgspec.convert(each["answer"], ChanceMove)
        streams = tuple(each["streams"])
        assert DayChance(seed, vector["game"]).chance_move(streams, question) == expected
        assert answer_again(seed, vector["game"], streams, question) == expected


@given(
    seed=st.binary(min_size=32, max_size=32),
    rolled=st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=6, unique=True),
    kept=st.sets(st.integers(0, 5)),
)
def test_a_die_shows_the_same_whatever_is_rolled_with_it(
    seed: bytes, rolled: list[int], kept: set[int]
) -> None:
    chance = DayChance(seed, "cinqo")
    every = chance.chance_move(tuple(rolled), Roll((6,) * len(rolled)))
    assert isinstance(every, Rolled)
    some = [at for at in range(len(rolled)) if at not in kept]
    if some:
        again = chance.chance_move(tuple(rolled[at] for at in some), Roll((6,) * len(some)))
        assert again == Rolled(tuple(every.faces[at] for at in some))


def test_games_days_and_streams_have_nothing_in_common() -> None:
    shuffles = {
        DayChance(seed, game).chance_move((stream,), Shuffle(CARDS))
        for seed in (SEED, bytes(32))
        for game in ("cinco", "cinqo")
        for stream in (0, 1)
    }
    assert len(shuffles) == 8


def test_each_number_has_a_stream() -> None:
    chance = DayChance(SEED, "cinqo")
    for streams, question in (((1,), Roll((6, 6))), ((1, 2), Pick(2)), ((), Shuffle(CARDS))):
        with pytest.raises(ValueError, match=r"^this question needs \d streams, not \d$"):
            chance.chance_move(streams, question)


def test_a_bot_decides_anew_in_each_position_and_the_same_for_all() -> None:
    seeds = {
        bot_seed(seed, game, turn, moves)
        for seed in (SEED, bytes(32))
        for game in ("cinco", "cinqo")
        for turn in (1, 2)
        for moves in (1, 2)
    }
    assert len(seeds) == 16
    assert bot_seed(SEED, "cinco", 1, 2) in seeds

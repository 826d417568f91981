"""Randomness: the published vectors, a second implementation from ``docs/chance.md``, and fairness."""

from __future__ import annotations

import hashlib
import hmac
import json
import pickle
import re
import struct
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.core.chance import ChanceMove, Pick, Picked, Question, Roll, Rolled, Shuffle, Shuffled
from quincunx.core.randomness import Key, Randomness, below, commitment, entropy_commitment, message, shuffle

VECTORS: dict[str, Any] = json.loads(Path("testdata/chance.json").read_text("utf-8"))
SEED = bytes(range(32))
CARDS = tuple(range(1, 91))


# ---- the specification once more, with nothing but SHA-256 ------------------------------------------


def hmac_again(key: bytes, text: bytes) -> bytes:
    """RFC 2104, for keys of at most 64 bytes."""
    key = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + text).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()


class Again:
    """``docs/chance.md`` implemented independently of the module."""

    def __init__(self, seed: bytes, entropies: tuple[bytes, ...], version: int) -> None:
        text = b"quincunx chance " + str(version).encode() + bytes([len(entropies)])
        for entropy in entropies:
            text += bytes([len(entropy)]) + entropy
        self.key = hmac_again(seed, text)

    def answer(self, index: int, question: Question) -> ChanceMove:
        self.index, self.place = index, 0
        if isinstance(question, Pick):
            return Picked(self.integer(question.count))
        if isinstance(question, Roll):
            return Rolled(tuple([self.integer(sides) + 1 for sides in question.sides]))
        order = list(question.cards)
        place = len(order)
        while place > 1:
            other = self.integer(place)
            place -= 1
            order[place], order[other] = order[other], order[place]
        return Shuffled(tuple(order))

    def integer(self, bound: int) -> int:
        while bound > 1:
            word = self.word()
            if word < 2**32 // bound * bound:
                return word % bound
        return 0

    def word(self) -> int:
        block, within = divmod(self.place, 8)
        self.place += 1
        text = self.index.to_bytes(8, "big") + block.to_bytes(8, "big")
        return int(hmac_again(self.key, text)[4 * within : 4 * within + 4].hex(), 16)


questions = st.one_of(
    st.builds(Shuffle, st.lists(st.integers(1, 90), max_size=90).map(tuple)),
    st.builds(Roll, st.lists(st.integers(1, 20), max_size=8).map(tuple)),
    st.builds(Pick, st.integers(1, 2**32)),
)
contributions = st.lists(st.one_of(st.just(b""), st.binary(max_size=64)), max_size=6).map(tuple)


@given(
    st.binary(min_size=32, max_size=32),
    contributions,
    st.integers(0, 2**64 - 1),
    questions,
    st.sampled_from([1, 2]),
)
def test_two_implementations_agree(
    seed: bytes, contributed: tuple[bytes, ...], index: int, question: Question, version: int
) -> None:
    expected = Again(seed, contributed, version).answer(index, question)
    assert Randomness(seed, contributed, version).chance_move(index, question) == expected


# ---- the published vectors --------------------------------------------------------------------------


@pytest.mark.parametrize("vector", VECTORS["vectors"], ids=lambda vector: vector["name"])
def test_vectors_of_games(vector: dict[str, Any]) -> None:
    seed = bytes.fromhex(vector["seed"])
    contributed = tuple(bytes.fromhex(entropy) for entropy in vector["entropies"])
    version = vector["version"]
    randomness, again = Randomness(seed, contributed, version), Again(seed, contributed, version)
    assert commitment(seed) == vector["commitment"]
    assert message(contributed, version).hex() == vector["message"]
    for entropy, promised in zip(vector["entropies"], vector.get("commitments", ()), strict=False):
        assert not entropy or entropy_commitment(entropy) == promised
        assert not entropy or hashlib.sha256(bytes.fromhex(entropy)).hexdigest() == promised
    assert again.key.hex() == vector["key"]
    words = vector["words_of_question_7"]
    assert list(islice(randomness.words(7), len(words))) == words
    for item in vector["answers"]:
        question: Question = msgspec.convert(item["question"], Question)
        answer = randomness.chance_move(item["index"], question)
        assert answer == msgspec.convert(item["answer"], ChanceMove), item["index"]


@pytest.mark.parametrize("vector", VECTORS["integers"], ids=str)
def test_vectors_of_integers(vector: dict[str, Any]) -> None:
    words = iter(vector["words"])
    assert below(words, vector["below"]) == vector["value"]
    assert len(list(words)) == len(vector["words"]) - vector["read"]


def test_document_shows_the_vectors() -> None:
    """The page prints the first vector."""
    page = re.sub(r"\s", "", Path("docs/chance.md").read_text("utf-8"))
    vector = VECTORS["vectors"][0]
    for field in ("seed", "commitment", "message", "key"):
        assert vector[field] in page, field
    for item in vector["answers"][:3]:
        answer = item["answer"].get("cards") or item["answer"].get("faces") or [item["answer"]["number"]]
        assert "".join(map(str, answer)) in page


# ---- what may be relied on ----------------------------------------------------------------------------


def test_answers_depend_on_the_number_of_the_question_alone() -> None:
    randomness = Randomness(SEED, (b"", bytes(32)))
    later = randomness.chance_move(7, Shuffle(CARDS))
    randomness.chance_move(0, Roll((6,) * 6))
    assert randomness.chance_move(7, Shuffle(CARDS)) == later
    assert randomness.chance_move(8, Shuffle(CARDS)) != later


def test_every_seat_counts() -> None:
    """Entropy changes everything, wherever it stands and even if two seats swap theirs."""
    one, two = b"\1" * 32, b"\2" * 32
    tables = [(b"", b""), (one, b""), (b"", one), (one, two), (two, one), (one, one), (b"", b"", b"")]
    assert len({Randomness(SEED, table).chance_move(0, Shuffle(CARDS)) for table in tables}) == len(tables)


def test_rejection_on_a_doctored_stream() -> None:
    """A word in the last, incomplete stretch is thrown away, not folded in."""
    top = 2**32 - 1
    limit = 2**32 - 2**32 % 6
    assert below(iter([limit, top, limit - 1]), 6) == 5
    assert below(iter([limit - 1, 0]), 6) == 5
    assert below(iter([top]), 2**32) == top
    assert below(iter([top]), 2) == 1
    assert below(iter([]), 1) == 0


def test_fisher_yates_on_a_doctored_stream() -> None:
    """From the top down: the last place is filled first."""
    assert shuffle(iter([0, 0, 0]), (1, 2, 3, 4)) == (2, 3, 4, 1)
    assert shuffle(iter([3, 2, 1]), (1, 2, 3, 4)) == (1, 2, 3, 4)
    assert shuffle(iter([]), (9,)) == (9,)
    assert shuffle(iter([]), ()) == ()


def test_roll_and_pick_ranges() -> None:
    randomness = Randomness(SEED, (b"",))
    assert randomness.chance_move(0, Roll((1, 1, 1))) == Rolled((1, 1, 1))
    assert randomness.chance_move(0, Pick(1)) == Picked(0)
    assert randomness.chance_move(2**64 - 1, Shuffle(())) == Shuffled(())


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33), b"00" * 32])
def test_wrong_seeds_are_refused(seed: bytes) -> None:
    with pytest.raises(ValueError, match="a seed has 32 bytes"):
        commitment(seed)
    with pytest.raises(ValueError, match="a seed has 32 bytes"):
        Randomness(seed, (b"",))


@pytest.mark.parametrize("contributed", [(bytes(65),), (b"", b"x" * 128), (b"",) * 256])
def test_wrong_entropies_are_refused(contributed: tuple[bytes, ...]) -> None:
    with pytest.raises(ValueError, match=r"at most 64 bytes|at most 255 seats"):
        Randomness(SEED, contributed)


@pytest.mark.parametrize("index", [-1, 2**64])
def test_wrong_numbers_are_refused(index: int) -> None:
    with pytest.raises(ValueError, match="numbered from 0"):
        Randomness(SEED, (b"",)).chance_move(index, Pick(2))


@pytest.mark.parametrize("bound", [0, -3, 2**32 + 1])
def test_wrong_bounds_are_refused(bound: int) -> None:
    with pytest.raises(ValueError, match="count must be"):
        Randomness(SEED, (b"",)).chance_move(0, Pick(bound))


# ---- fairness -----------------------------------------------------------------------------------------
# The seeds are fixed, so these never fail by chance. A χ² is as good as normal around its degrees of
# freedom here; five standard deviations is far outside anything that fair counts give.


def chi_square(counts: Counter[Any], cells: int) -> float:
    """(χ² - degrees of freedom) / standard deviation, against equal shares."""
    expected = counts.total() / cells
    total = sum((count - expected) ** 2 for count in counts.values()) / expected
    total += (cells - len(counts)) * expected
    return float((total - (cells - 1)) / (2 * (cells - 1)) ** 0.5)


def games(count: int) -> Iterator[Randomness]:
    random = Random(1)
    return (Randomness(random.randbytes(32), (random.randbytes(32), b"")) for _ in range(count))


def test_dice_are_fair() -> None:
    singles: Counter[int] = Counter()
    pairs: Counter[tuple[int, ...]] = Counter()
    for randomness in games(20):
        for index in range(500):
            answer = randomness.chance_move(index, Roll((6,) * 6))
            assert isinstance(answer, Rolled)
            singles.update(answer.faces)
            pairs.update([answer.faces[:2]])
    assert set(singles) == set(range(1, 7))
    assert chi_square(singles, 6) < 5
    assert chi_square(pairs, 36) < 5


def test_shuffles_are_fair() -> None:
    orders: Counter[tuple[int, ...]] = Counter()
    places: Counter[tuple[int, int]] = Counter()
    for randomness in games(20):
        for index in range(300):
            order = randomness.chance_move(index, Shuffle((1, 2, 3, 4, 5)))
            assert isinstance(order, Shuffled)
            orders[order.cards] += 1
        for index in range(300, 400):
            order = randomness.chance_move(index, Shuffle(CARDS))
            assert isinstance(order, Shuffled)
            assert sorted(order.cards) == list(CARDS)
            places.update(enumerate(order.cards))
    assert chi_square(orders, 120) < 5
    assert chi_square(places, 8100) < 5


def test_lots_are_fair() -> None:
    lots: Counter[int] = Counter()
    for randomness in games(5000):
        lot = randomness.chance_move(0, Pick(6))
        assert isinstance(lot, Picked)
        lots[lot.number] += 1
    assert chi_square(lots, 6) < 5


def test_as_many_seats_and_bytes_as_there_may_be() -> None:
    longest = b"\xff" * 64
    assert message((longest,)) == b"quincunx chance 1" + bytes([1, 64]) + longest
    assert message((b"",) * 255) == b"quincunx chance 1" + bytes([255]) + bytes(255)
    with pytest.raises(ValueError, match=r"^a seat adds at most 64 bytes$"):
        message((b"", longest + b"\0"))
    with pytest.raises(ValueError, match=r"^a game has at most 255 seats, not 256$"):
        message((b"",) * 256)


def test_a_rejected_word_is_skipped_in_a_roll(monkeypatch: pytest.MonkeyPatch) -> None:
    """No seed is known whose roll meets such a word: one in a billion is rejected."""
    blocks = [(2**32 - 1, 6, 2**32 - 4, 7, 8, 9, 10, 11), (12, 13, 14, 15, 16, 17, 18, 19)]
    monkeypatch.setattr(Key, "eight_words", lambda self, stream, block: blocks[block])
    assert Randomness(bytes(32), ()).chance_move(0, Roll((6,) * 7)) == Rolled((1, 2, 3, 4, 5, 6, 1))


def test_a_key_is_that_of_the_standard_library() -> None:
    for key in (b"", b"k", bytes(32), bytes(range(64))):
        words = Key(key).eight_words(3, 1)
        counters = (3).to_bytes(8, "big") + (1).to_bytes(8, "big")
        assert struct.pack(">8I", *words) == hmac.digest(key, counters, "sha256")
        assert pickle.loads(pickle.dumps(Key(key))).eight_words(3, 1) == words

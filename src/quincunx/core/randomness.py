"""Verifiable randomness. ``docs/chance.md`` specifies it for other languages.

A secret seed is fixed and its SHA-256 is published. Then each seat commits to entropy of its own, and only
after all have committed is any of it revealed. Every shuffle, roll and lot of the game follows from the seed
and the entropies. When the game has ended, the seed is revealed and anyone can derive everything again.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from itertools import count
from struct import Struct
from typing import Final

from quincunx.core.chance import ChanceMove, Pick, Picked, Question, Roll, Rolled, Shuffle, Shuffled

SEED_BYTES: Final = 32
MOST_ENTROPY: Final = 64
MOST_SEATS: Final = 255
VERSION: Final = 2
"""The present version: devices commit to their entropy before any is revealed. In version 1 they sent it at
once. The versions derive their keys with different prefixes, so no game can pass for one of the other
version."""
DOMAINS: Final = {1: b"quincunx chance 1", 2: b"quincunx chance 2"}
_WORDS: Final = 1 << 32
_EIGHT_WORDS: Final = Struct(">8I")
"""The digest of SHA-256 as integers."""
_COUNTERS: Final = Struct(">2Q")
_EIGHT: Final = 8
_HASH_BLOCK: Final = 64
_INNER: Final = bytes(byte ^ 0x36 for byte in range(256))
_OUTER: Final = bytes(byte ^ 0x5C for byte in range(256))


def commitment(seed: bytes) -> str:
    """Return the commitment published before the first card: SHA-256 of the seed, 64 lower-case hex
    digits."""
    return hashlib.sha256(checked_seed(seed)).hexdigest()


def checked_seed(seed: bytes) -> bytes:
    """Return the seed unchanged. Raises ``ValueError`` if it has another length than 32 bytes."""
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    return seed


def below(words: Iterator[int], count: int) -> int:
    """Return an unbiased integer in ``range(count)`` from uniform 32-bit words; 1 ≤ count ≤ 2³².

    Words at or above the largest multiple of ``count`` are rejected. A count of 1 takes no word.
    """
    if not 1 <= count <= _WORDS:
        raise ValueError(f"count must be from 1 to 2**32, not {count}")
    if count == 1:
        return 0
    limit = _WORDS - _WORDS % count
    while (word := next(words)) >= limit:
        pass
    return word % count


def shuffle(words: Iterator[int], cards: tuple[int, ...]) -> tuple[int, ...]:
    """Return the cards in a random order, by the Fisher–Yates shuffle from the last place down."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        chosen = below(words, last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def entropy_commitment(entropy: str) -> str:
    """Return a device's commitment to its entropy (in hex): SHA-256, 64 hex digits."""
    return hashlib.sha256(bytes.fromhex(entropy)).hexdigest()


def message(entropies: tuple[bytes, ...], version: int = 1) -> bytes:
    """Return the message that is signed with the seed. It includes all lengths, so no two tables share
    one."""
    if len(entropies) > MOST_SEATS:
        raise ValueError(f"a game has at most {MOST_SEATS} seats, not {len(entropies)}")
    if any(len(entropy) > MOST_ENTROPY for entropy in entropies):
        raise ValueError(f"a seat adds at most {MOST_ENTROPY} bytes")
    parts = [bytes([len(entropy)]) + entropy for entropy in entropies]
    return DOMAINS[version] + bytes([len(parts)]) + b"".join(parts)


class Key:
    """A key of HMAC-SHA-256 with its two padded blocks hashed once: each message then takes a quarter of the
    time that :func:`hmac.digest` takes."""

    __slots__ = ("_inner", "_key", "_outer")

    def __init__(self, key: bytes) -> None:
        self._key = key
        block = key.ljust(_HASH_BLOCK, b"\0")
        self._inner = hashlib.sha256(block.translate(_INNER))
        self._outer = hashlib.sha256(block.translate(_OUTER))

    def __reduce__(self) -> tuple[type[Key], tuple[bytes]]:
        return Key, (self._key,)

    def eight_words(self, stream: int, block: int) -> tuple[int, ...]:
        """Return one block of a stream: eight uniform 32-bit integers."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(_COUNTERS.pack(stream, block))
        outer.update(inner.digest())
        return _EIGHT_WORDS.unpack(outer.digest())

    def words(self, stream: int) -> Iterator[int]:
        """Yield the numbered stream of uniform 32-bit integers, without end."""
        for block in count():
            yield from self.eight_words(stream, block)


class Randomness:
    """The chance of one game: ``answer(index, question)`` depends on nothing but its arguments.

    ``entropies`` are the seats' contributions in seat order, 0 to 64 bytes each (bots add none); ``version``
    is one of :data:`DOMAINS`. Raises ``ValueError`` for a seed or an entropy of another length.
    """

    def __init__(self, seed: bytes, entropies: tuple[bytes, ...], version: int = 1) -> None:
        self._key = Key(hmac.digest(checked_seed(seed), message(entropies, version), "sha256"))

    def words(self, index: int) -> Iterator[int]:
        """Yield the stream of question number ``index``: uniform 32-bit integers without end."""
        return self._key.words(index)

    def chance_move(self, index: int, question: Question) -> ChanceMove:
        """Return chance's move for the game's question number ``index``, counted from 0."""
        if not 0 <= index < 1 << 64:
            raise ValueError(f"questions are numbered from 0, not {index}")
        match question:
            case Roll(sides=sides):
                return Rolled(self._rolled(index, sides))
            case Pick(count=count):
                return Picked(below(self.words(index), count))
            case Shuffle(cards=cards):
                return Shuffled(shuffle(self.words(index), cards))

    def _rolled(self, index: int, sides: tuple[int, ...]) -> tuple[int, ...]:
        # One block nearly always serves, since few words are rejected: the same faces, for less time.
        if 0 < len(sides) <= _EIGHT and min(sides) > 1:
            block = self._key.eight_words(index, 0)
            if max(block) <= _WORDS - max(sides):
                return tuple([1 + word % side for word, side in zip(block, sides, strict=False)])
        words = self.words(index)
        return tuple(1 + below(words, side) for side in sides)

"""Checkable chance: a secret seed and the seats' own entropy → every shuffle, roll and lot of a game.

The seed's SHA-256 is published before the first card, and each seat adds entropy after it has seen
it: so neither side can choose the cards, and once the seed is shown everyone can derive them again.
``docs/chance.md`` specifies all of this byte by byte, with test vectors; this module is pure, and
the same seed and entropies give the same answers for ever.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count
from typing import Final

from quincunx.games.core import NatureMove, Pick, Picked, Question, Roll, Rolled, Shuffle, Shuffled

SEED_BYTES: Final = 32
ENTROPY_BYTES: Final = 32
TAG: Final = b"quincunx chance 1"
WORD: Final = 1 << 32


def commitment(seed: bytes) -> str:
    """The SHA-256 of a seed as 64 hex digits: what is published before the game starts."""
    _check_seed(seed)
    return sha256(seed).hexdigest()


class Chance:
    """Everything that nature answers in one game.

    ``entropies`` are the seats' contributions in seat order: 32 bytes each, or none for a bot.
    Answers depend on the question's number and nothing else: they may be asked in any order, twice,
    or on another machine.
    """

    def __init__(self, seed: bytes, entropies: Sequence[bytes]) -> None:
        _check_seed(seed)
        self._key = hmac.digest(seed, message(entropies), sha256)

    def answer(self, index: int, question: Question) -> NatureMove:
        """Nature's answer to the question that is number ``index`` of its game, from 0."""
        if not 0 <= index < 1 << 64:
            raise ValueError(f"questions are numbered from 0, not {index}")
        stream = self._words(index)
        match question:
            case Shuffle(cards=cards):
                return Shuffled(shuffle(stream, cards))
            case Roll(sides=sides):
                return Rolled(tuple(1 + below(stream, side) for side in sides))
            case Pick(count=number):
                return Picked(below(stream, number))

    def _words(self, index: int) -> Iterator[int]:
        """The endless stream of 32-bit words that answers one question."""
        prefix = index.to_bytes(8, "big")
        for block in count():
            digest = hmac.digest(self._key, prefix + block.to_bytes(8, "big"), sha256)
            for at in range(0, len(digest), 4):
                yield int.from_bytes(digest[at : at + 4], "big")


def message(entropies: Sequence[bytes]) -> bytes:
    """What the seed signs: the tag, the number of seats, and each entropy after its length.

    No two lists of entropies have the same message, because every length is written down.
    """
    if not 1 <= len(entropies) <= 255:
        raise ValueError(f"a game has 1 to 255 seats, not {len(entropies)}")
    parts = [TAG, bytes([len(entropies)])]
    for entropy in entropies:
        if len(entropy) not in (0, ENTROPY_BYTES):
            raise ValueError(f"a seat's entropy is {ENTROPY_BYTES} bytes or none, not {len(entropy)}")
        parts += [bytes([len(entropy)]), entropy]
    return b"".join(parts)


def below(words: Iterator[int], bound: int) -> int:
    """An integer in ``range(bound)``, each equally likely if the words are. A bound of 1 reads no word."""
    if not 1 <= bound <= WORD:
        raise ValueError(f"a bound is from 1 to {WORD}, not {bound}")
    if bound == 1:
        return 0
    # The words at and above this multiple of the bound would favour the small remainders.
    limit = WORD - WORD % bound
    for word in words:
        if word < limit:
            return word % bound
    raise ValueError("the stream of words has ended")


def shuffle(words: Iterator[int], cards: Sequence[int]) -> tuple[int, ...]:
    """The cards in a random order, by Fisher and Yates from the last place down to the second."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        chosen = below(words, last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def _check_seed(seed: bytes) -> None:
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed is {SEED_BYTES} bytes, not {len(seed)}")

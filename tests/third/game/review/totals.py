"""The solution of Trio for points: the points that a hand will still score, and their probabilities.

Seats meet only when totals are compared. A hand alone is therefore solved by enumeration: for each face of
the die the seat takes the move after which it expects the most points.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Final

from tests.third.game.rules import moves_with
from tests.third.game.state import DIE, HAND, PACK, points
from tests.third.game.types import Play, TrioMove

SIZE: Final = sum(PACK[-HAND:]) + 1
"""One more than the highest total."""
FACES: Final = range(1, DIE + 1)

Hand = tuple[int, ...]
Chances = tuple[float, ...]
"""The probability of each total, from 0 to the highest."""


def mean(chances: Chances) -> float:
    """Return the mean of a total."""
    return sum(total * chance for total, chance in enumerate(chances))


def average(several: list[Chances]) -> Chances:
    """Return the probabilities if each of these is equally likely."""
    return tuple(sum(each) / len(several) for each in zip(*several, strict=True))


def added(chances: Chances, more: int) -> Chances:
    """Return the probabilities of a total that is higher by so much."""
    return ((0.0,) * more + chances)[:SIZE]


@cache
def to_come(hand: Hand, passes: int) -> Chances:
    """Return the probability of each number of points that a hand still scores, before its die is rolled."""
    if not hand:
        return (1.0, *(0.0,) * (SIZE - 1))
    return average(
        [
            max((after(hand, passes, face, each) for each in moves_with(hand, passes)), key=mean)
            for face in FACES
        ]
    )


def after(hand: Hand, passes: int, face: int, move: TrioMove) -> Chances:
    """Return the same once the die shows this face and the seat has made this move."""
    if not isinstance(move, Play):
        return to_come(hand, passes - 1)
    rest = tuple(card for card in hand if card != move.card)
    return added(to_come(rest, passes), points(move.card, face))


@cache
def unseen(cards: Hand, size: int, passes: int) -> Chances:
    """Return the same for a hand of this size, of which only the cards that may be in it are known."""
    return average([to_come(hand, passes) for hand in combinations(cards, size)])

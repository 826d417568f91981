"""The score card of Cinq-O and the Hi/Lo die (rule 4.1).

A value of the Hi/Lo die is a signed number: 1, 2, 3 for Hi (arrow up), -1, -2, -3 for Lo.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

DICE: Final = 5
ROLLS: Final = 5
HILO_FACES: Final = (1, 2, 3, -1, -2, -3)
"""The faces of the Hi/Lo die, face 1 first: 1↑ 2↑ 3↑ 1↓ 2↓ 3↓."""

_HI: Final = {30: 10, 29: 8, 28: 7, 27: 6, 26: 5, 25: 4, 24: 3, 23: 2}
STRAIGHT: Final = 10
FIVE_OF_A_KIND: Final = 10
_STRAIGHTS: Final = ({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6})


def is_straight(dice: Sequence[int]) -> bool:
    """Return whether five dice are 1-2-3-4-5 or 2-3-4-5-6 (4.2)."""
    return len(dice) == DICE and set(dice) in _STRAIGHTS


def may_be_straight(dice: Sequence[int]) -> bool:
    """Return whether these dice, with others still to fall, can become a straight."""
    return len(set(dice)) == len(dice) and any(set(dice) <= straight for straight in _STRAIGHTS)


def number_of(total: int, hi: bool) -> int:
    """Return the card's number for a total of 5 to 30 on the Hi or the Lo side."""
    # The Lo side mirrors the Hi side: 5 reads as 30 does, 12 as 23.
    return _HI.get(total if hi else 35 - total, 1)


def read(dice: Sequence[int], hilo: int) -> int:
    """Return the card's number for five dice on the side named by the arrow; a straight reads 10 (4.2)."""
    return STRAIGHT if is_straight(dice) else number_of(sum(dice), hilo > 0)


@cache
def best_points(kept: tuple[int, ...], boxed_hilo: int | None) -> int:
    """Return the highest possible score of a turn: ``kept`` dice, ascending, are fixed, the others may fall
    as they like.

    ``boxed_hilo`` is the Hi/Lo die if it is in its box. There are 462 ways to keep dice, so the result for
    each is cached.
    """
    free = DICE - len(kept)
    high = STRAIGHT if may_be_straight(kept) else number_of(sum(kept) + 6 * free, hi=True)
    low = STRAIGHT if may_be_straight(kept) else number_of(sum(kept) + free, hi=False)
    if boxed_hilo is None:
        return 3 * max(high, low)
    return abs(boxed_hilo) * (high if boxed_hilo > 0 else low)

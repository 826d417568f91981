"""A turn of Cinq-O in numbers: what can be kept, what can be rolled, and where each keep leads.

Dice that are kept (Rack and Bank together) matter by how many they are and by their sum; and as long as they
may become a straight, by which they are. That leaves :data:`CLASSES` kinds of *kept* dice out of 209, and
27 ways in which five dice can be read: 26 totals and the straight. Both are numbered in one row, kept
classes first, by ascending number of dice.

The Hi/Lo die needs half of its faces only: turning every die *d* into 7 - *d* and the arrow over changes no
score, so Lo with some dice is worth what Hi is worth with their mirror image.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quincunx.games.cinqo.card import DICE, STRAIGHT, is_straight, may_be_straight, number_of

Dice = tuple[int, ...]
"""Values of dice, ascending."""

FINALS: Final = 27
_FINAL_STRAIGHT: Final = 26


def _kind(dice: Dice) -> tuple[int, ...]:
    """What matters of kept dice: their values while a straight is possible, else number and sum."""
    return dice if may_be_straight(dice) else (-len(dice), sum(dice))


def _kept_classes() -> dict[tuple[int, ...], Dice]:
    found: dict[tuple[int, ...], Dice] = {}
    for count in range(1, DICE):
        for dice in combinations_with_replacement(range(1, 7), count):
            found.setdefault(_kind(dice), dice)
    return found


_REPRESENTATIVES: Final = _kept_classes()
_NUMBERS: Final = {kind: number for number, kind in enumerate(_REPRESENTATIVES)}
CLASSES: Final = len(_NUMBERS)
"""How many classes of one to four kept dice there are; class numbers from here on are final ones."""


def class_of(dice: Dice) -> int:
    """The class of one to five kept dice, ascending."""
    if len(dice) < DICE:
        return _NUMBERS[_kind(dice)]
    return CLASSES + (_FINAL_STRAIGHT if is_straight(dice) else sum(dice) - DICE)


def outcomes(count: int) -> list[tuple[Dice, float]]:
    """Every roll of so many dice, as ascending values, with its chance."""
    return [
        (dice, factorial(count) / prod(map(factorial, Counter(dice).values())) / 6**count)
        for dice in combinations_with_replacement(range(1, 7), count)
    ]


def sub_multisets(dice: Dice) -> list[Dice]:
    """Everything that can be picked out of dice, the empty pick included."""
    counts = sorted(Counter(dice).items())
    picks = product(*(range(count + 1) for _, count in counts))
    return [
        tuple(value for (value, _), n in zip(counts, pick, strict=True) for _ in range(n)) for pick in picks
    ]


class TurnTables(NamedTuple):
    """Where every roll can lead. Rolls that leave the same choices are one *outcome*."""

    sizes: NDArray[np.int64]
    """``[CLASSES]``: how many dice a class has."""
    mirror: NDArray[np.int64]
    """``[CLASSES + FINALS]``: the class of the dice turned upside down."""
    first: NDArray[np.int64]
    """``[CLASSES + 2]``: where a class's outcomes begin; ``CLASSES`` stands for nothing kept, the first
    roll."""
    chance: NDArray[np.float64]
    """``[outcomes]``. Those of the first roll lack the five of a kind."""
    choices: NDArray[np.int64]
    """``[outcomes, 7]``: where the choices with at least 0, 1 … 5 dice kept begin; the last is their end."""
    targets: NDArray[np.int64]
    """The classes that are chosen between."""
    numbers: NDArray[np.int64]
    """``[27]``: what the card reads on the Hi side for each final class."""


@cache
def tables() -> TurnTables:
    """Made once, in a tenth of a second."""
    everything = [*_REPRESENTATIVES.values(), ()]
    first: list[int] = [0]
    chance: list[float] = []
    choices: list[list[int]] = []
    targets: list[int] = []
    for kept in everything:
        merged: dict[tuple[tuple[int, int], ...], float] = {}
        for roll, probability in outcomes(DICE - len(kept)):
            if not kept and len(set(roll)) == 1:
                continue  # five of a kind: nobody is asked
            options = {
                (len(kept) + len(pick), class_of(tuple(sorted(kept + pick))))
                for pick in sub_multisets(roll)
                if kept or pick
            }
            key = tuple(sorted(options))
            merged[key] = merged.get(key, 0.0) + probability
        for options_key, probability in merged.items():
            starts = [
                len(targets) + sum(size < least for size, _ in options_key) for least in range(DICE + 1)
            ]
            targets += [target for _, target in options_key]
            choices.append([*starts, len(targets)])
            chance.append(probability)
        first.append(len(chance))
    return TurnTables(
        np.array([len(dice) for dice in _REPRESENTATIVES.values()], np.int64),
        np.array(
            [class_of(tuple(sorted(7 - die for die in dice))) for dice in _REPRESENTATIVES.values()]
            + [CLASSES + 6 * DICE - total for total in range(DICE, 6 * DICE + 1)]
            + [CLASSES + _FINAL_STRAIGHT],
            np.int64,
        ),
        np.array(first, np.int64),
        np.array(chance),
        np.array(choices, np.int64),
        np.array(targets, np.int64),
        np.array([number_of(total, hi=True) for total in range(DICE, 6 * DICE + 1)] + [STRAIGHT], np.int64),
    )

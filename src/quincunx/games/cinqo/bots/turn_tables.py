"""A turn of Cinq-O in numbers: the possible keeps and rolls, and the transitions between them.

Kept dice (Rack and Bank together) are described by their number and sum and, as long as they may become a
straight, by their values. That leaves :data:`CLASSES` kinds of *kept* dice out of 209, and 27 readings of
five dice: 26 totals and the straight. Both are numbered in one sequence, kept classes first, by ascending
number of dice.

Only half of the Hi/Lo die's faces are needed: turning every die *d* into 7 - *d* and the arrow over changes
no score, so Lo with some dice has the worth of Hi with their mirror image.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import Final, NamedTuple

from quincunx.games.cinqo.card import DICE, STRAIGHT, is_straight, may_be_straight, number_of

MOST_POINTS: Final = 30
"""The most points of a turn."""
OPEN: Final = 3
"""The value of a Hi/Lo die outside its box; 0, 1, 2 stand for 1↑, 2↑, 3↑ in the box."""

Dice = tuple[int, ...]
"""Values of dice, ascending."""

FINALS: Final = 27
_FINAL_STRAIGHT: Final = 26


def _kind(dice: Dice) -> tuple[int, ...]:
    """Return the relevant features of kept dice: their values while a straight is possible, otherwise number
    and sum."""
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
"""The number of classes of one to four kept dice; class numbers from here on are final ones."""


def class_of(dice: Dice) -> int:
    """Return the class of one to five kept dice, ascending."""
    if len(dice) < DICE:
        return _NUMBERS[_kind(dice)]
    return CLASSES + (_FINAL_STRAIGHT if is_straight(dice) else sum(dice) - DICE)


def outcomes(count: int) -> list[tuple[Dice, float]]:
    """Return every roll of this many dice, as ascending values, with its chance."""
    return [
        (dice, factorial(count) / prod(map(factorial, Counter(dice).values())) / 6**count)
        for dice in combinations_with_replacement(range(1, 7), count)
    ]


def sub_multisets(dice: Dice) -> list[Dice]:
    """Return every selection from the dice, including the empty one."""
    counts = sorted(Counter(dice).items())
    picks = product(*(range(count + 1) for _, count in counts))
    return [
        tuple(value for (value, _), n in zip(counts, pick, strict=True) for _ in range(n)) for pick in picks
    ]


class TurnLists(NamedTuple):
    """The transitions of every roll. Rolls that leave the same choices are one *outcome*."""

    sizes: list[int]
    """By class: its number of dice."""
    mirror: list[int]
    """By class, kept or final: the class of the dice turned upside down."""
    first: list[int]
    """By class: the start of its outcomes, and at last their end. After the classes comes nothing kept, the
    first roll."""
    chance: list[float]
    """The chance of each outcome. Those of the first roll lack the five of a kind."""
    choices: list[list[int]]
    """By outcome: the start of the choices with at least 0, 1 … 5 dice kept; the last is their end."""
    targets: list[int]
    """The classes to choose from."""
    numbers: list[int]
    """The reading of the card on the Hi side for each of the 27 final classes."""


@cache
def turn_lists() -> TurnLists:
    """Return the transitions, which are computed once, in a tenth of a second."""
    everything = [*_REPRESENTATIVES.values(), ()]
    first: list[int] = [0]
    chance: list[float] = []
    choices: list[list[int]] = []
    targets: list[int] = []
    for kept in everything:
        merged: dict[tuple[tuple[int, int], ...], float] = {}
        for roll, probability in outcomes(DICE - len(kept)):
            if not kept and len(set(roll)) == 1:
                continue  # five of a kind leaves no choice
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
    totals = range(DICE, 6 * DICE + 1)
    mirror = [class_of(tuple(sorted(7 - die for die in dice))) for dice in _REPRESENTATIVES.values()]
    mirror += [CLASSES + 6 * DICE - total for total in totals]
    return TurnLists(
        [len(dice) for dice in _REPRESENTATIVES.values()],
        [*mirror, CLASSES + _FINAL_STRAIGHT],
        first,
        chance,
        choices,
        targets,
        [number_of(total, hi=True) for total in totals] + [STRAIGHT],
    )

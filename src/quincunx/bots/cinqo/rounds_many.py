"""Fixed rounds between three and more: an estimate.

Everybody is first taken to play the turns that are left for points, on their own; how often that ends with
the most points is exact, ties shared. But who trails takes risks, and who leads avoids them, most of all
those who move last and know what must be beaten. What that is worth between two is known exactly, so the
estimate is corrected, for each of the others, by how much the solution of the game of two differs there.
``docs/cinqo.md`` has what it loses against the solution of short games of three.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from quincunx.bots.cinqo import rounds
from quincunx.bots.cinqo.encode import tables
from quincunx.bots.cinqo.followed import follow_first_rolls, follow_turns, new_followed
from quincunx.bots.cinqo.rounds import MOST_LEAD
from quincunx.bots.cinqo.turn import FIVE_CHANCE, MOST_POINTS

MOST_BONUS: Final = 20
"""More than two fives of a kind in a row are left out: one turn in two thousand million."""
NEGLIGIBLE: Final = 1e-12

Chances = NDArray[np.float64]
"""``[31]``: of winning, after a turn that brings so many points."""

# Gauss and Legendre's three points on [0, 1]: exact for polynomials up to the fifth degree.
_POINTS: Final = (0.5 - np.sqrt(0.15), 0.5, 0.5 + np.sqrt(0.15))
_WEIGHTS: Final = (5 / 18, 8 / 18, 5 / 18)


@cache
def turn_points() -> NDArray[np.float64]:
    """``[51]``: how often a turn that is played for points brings so many, a bonus turn counted with it."""
    lanes = MOST_POINTS + 1
    levels, values = new_followed(2, lanes), np.zeros((2, lanes))
    wanted = np.repeat(np.arange(lanes, dtype=np.float64)[:, None], lanes, axis=1)
    follow_turns(tables(), np.stack([wanted, np.eye(lanes)]), levels)
    follow_first_rolls(tables(), levels, values)
    chances = np.zeros(MOST_POINTS + MOST_BONUS + 1)
    chances[:lanes] = values[1]
    for _ in range(MOST_BONUS // 10):
        again = np.zeros_like(chances)
        again[10:] = chances[:-10]
        chances[:] = 0.0
        chances[:lanes] = values[1]
        chances += FIVE_CHANCE * again
    return chances / chances.sum()


@cache
def total_points(turns: int) -> NDArray[np.float64]:
    """How often so many turns bring so many points in all; from 0 points on, as far as it matters."""
    if turns == 0:
        return np.ones(1)
    chances = np.convolve(total_points(turns - 1), turn_points())
    return chances[: int(np.flatnonzero(chances > NEGLIGIBLE)[-1]) + 1]


@cache
def _against(turns: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How often so many turns bring less than -1, 0, 1 … points in all, and how often just that."""
    level = np.concatenate([[0.0], total_points(turns), [0.0]])
    return np.cumsum(level) - level, level


def chances_alone(leads: Sequence[int], my_turns: int, turns: Sequence[int]) -> Chances:
    """The chances to win of somebody who leads the others by so much before this turn and has ``my_turns``
    after it, they ``turns``, if all play for points; a tie is shared."""
    mine = total_points(my_turns)
    ends = np.arange(len(mine) + MOST_POINTS)
    below: list[NDArray[np.float64]] = []
    level: list[NDArray[np.float64]] = []
    for lead, theirs in zip(leads, turns, strict=True):
        less, equal = _against(theirs)
        place = np.clip(ends + (lead + 1), 0, len(equal) - 1)
        below.append(less[place])
        level.append(equal[place])
    # With N others level and nobody above the win is worth 1 / (1 + N), which is the mean of u^N for u
    # between 0 and 1.
    wins = np.zeros(len(ends))
    for point, weight in zip(_POINTS, _WEIGHTS, strict=True):
        product = np.full(len(ends), weight)
        for under, equal in zip(below, level, strict=True):
            product *= under + point * equal
        wins += product
    return np.correlate(wins, mine, "valid")


@cache
def correction(my_turns: int, turns: int) -> NDArray[np.float64]:
    """``[2 · MOST_LEAD + 1]``: how many times as often as :func:`chances_alone` says somebody beats another
    one who is to move, by lead + MOST_LEAD, if both play as well as can be."""
    steps = range(-MOST_LEAD, MOST_LEAD + 1, MOST_POINTS + 1)
    alone = np.concatenate([chances_alone([lead], my_turns, [turns]) for lead in steps])[: 2 * MOST_LEAD + 1]
    solved = 1.0 - rounds.chances(my_turns + turns)[::-1]
    return np.where(alone > NEGLIGIBLE, solved / np.maximum(alone, NEGLIGIBLE), 1.0)


def estimate(leads: Sequence[int], my_turns: int, turns: Sequence[int]) -> Chances:
    """The chances to win of somebody who leads the others by so much before this turn and has ``my_turns``
    after it, they ``turns``."""
    chances = chances_alone(leads, my_turns, turns)
    for lead, theirs in zip(leads, turns, strict=True):
        place = np.clip(lead + np.arange(MOST_POINTS + 1), -MOST_LEAD, MOST_LEAD) + MOST_LEAD
        chances = chances * correction(my_turns, theirs)[place]
    return np.minimum(chances, 1.0)


def ready(most_rounds: int) -> None:
    """Work out what the estimate needs for so many rounds."""
    for turns in range(most_rounds):
        correction(turns, turns)
        correction(turns, turns + 1)

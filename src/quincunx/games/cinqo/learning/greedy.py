"""The greedy player of Cinq-O (:mod:`quincunx.games.cinqo.bots.greedy`) as a kernel."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.kernel_cache import inlined, part
from quincunx.engines.kernels.xorshift import Xorshift, below
from quincunx.games.cinqo.bots.greedy import PREFER_BANK, plan
from quincunx.games.cinqo.card import DICE, HILO_FACES, ROLLS, STRAIGHT
from quincunx.games.cinqo.learning.position import (
    BANK_SIZE,
    BOXED,
    FACES,
    FATE_COUNTS,
    FATES,
    HILO,
    RACK,
    RACK_SIZE,
    READINGS,
    ROLL,
    TRAY_SIZE,
    Position,
    sorted_places,
)

Plans = NDArray[np.float64]
"""``[31, 6, 5, 7]``: the worth of the better plan, by the sum of the dice that stay, the number rolled again,
the rolls that are left, and the face of a Hi/Lo die that stays (0: it is rolled)."""

_MOST_SUM: Final = 6 * (DICE - 1)


@cache
def plans() -> Plans:
    """Return the worths of all plans, which are computed once."""
    found = np.zeros((31, DICE + 1, ROLLS, 7))
    for again in range(1, DICE):
        for kept in range(DICE - again, _MOST_SUM + 1):
            for rolls in range(1, ROLLS):
                for face in range(7):
                    hilo = HILO_FACES[face - 1] if face else None
                    worth = max(plan(kept, again, rolls, hilo, hi) for hi in (True, False))
                    found[kept, again, rolls, face] = worth
    return found


@inlined
def worth_of(position: Position, plans: Plans, dice: NDArray[np.int64], fates: int, box: bool) -> float:
    """Return greedy's value of a move; ``dice`` are those of :func:`sorted_places`."""
    tray, bank = position[TRAY_SIZE], position[BANK_SIZE]
    kept = np.empty(DICE, np.int64)
    count, total, racked = 0, 0, 0
    for i in range(position[RACK_SIZE]):
        kept[count] = position[RACK + i]
        total += kept[count]
        count += 1
    for place in range(tray + bank):
        fate = fates % 3
        fates //= 3
        if fate or place >= tray:
            kept[count] = dice[place]
            total += kept[count]
            count += 1
        if fate == 1:
            racked += 1
    hilo = position[HILO]
    if count < DICE:
        stays = hilo if box or position[BOXED] else 0
        worth = plans[total, DICE - count, ROLLS - position[ROLL], stays]
    else:
        worth = abs(FACES[hilo]) * (STRAIGHT if is_straight(kept) else READINGS[1 if hilo <= 3 else 0, total])
    return worth - PREFER_BANK * racked


@inlined
def is_straight(dice: NDArray[np.int64]) -> bool:
    """Return whether five dice, in any order, are a straight."""
    seen = 0
    for i in range(DICE):
        seen |= 1 << dice[i]
    return seen == 0b0111110 or seen == 0b1111100


@part
def greedy_number(position: Position, plans: Plans, xorshift: Xorshift) -> int:
    """Return greedy's compact number, a random one among equals."""
    dice = np.empty(DICE, np.int64)
    key = sorted_places(position, dice)
    best, chosen, equals = -1.0, 0, 0
    for i in range(FATE_COUNTS[key]):
        for box in range(1 if position[BOXED] else 2):
            worth = worth_of(position, plans, dice, FATES[key, i], box == 1)
            if worth > best:
                best, chosen, equals = worth, 2 * FATES[key, i] + box, 1
            elif worth == best:
                equals += 1
                if below(xorshift, equals) == 0:
                    chosen = 2 * FATES[key, i] + box
    return chosen

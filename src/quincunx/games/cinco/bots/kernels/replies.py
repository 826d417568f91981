"""Kernels for the chances of a player who has just moved, when all cards are known: what the other answers,
and what the player can do then.

Both overlook each move with a probability of their own
(:class:`~quincunx.games.cinco.bots.search.LearnedCinco`). The position has both hands; its draw pile is not
in order.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.kernel_cache import kernel, part
from quincunx.engines.kernels.xorshift import Xorshift
from quincunx.games.cinco.bots.kernels.afterstate import make
from quincunx.games.cinco.bots.kernels.candidates import CERTAIN, MOST_CANDIDATES, candidates
from quincunx.games.cinco.bots.kernels.encode import GOING_ON, HAND_SIZE, HANDS, SEAT, WINNER, Position
from quincunx.games.cinco.bots.kernels.evaluate import Accumulators
from quincunx.games.cinco.bots.kernels.network import Network
from quincunx.games.cinco.state import HAND

LEAST_LEFT: Final = 0.15
"""Answers are tried, the likeliest first, until no more than this probability is left."""
SHRINK: Final = 0.8
"""The factor on the logit of the network's chances: it learned from players who overlook nothing, and of 0.6
to 1.0 this took most variance from games of the levels."""
RARE: Final = 0.0001
"""The least probability of a move that is counted."""


@part
def weigh(
    values: NDArray[np.float64],
    count: int,
    blunder_rate: float,
    order: NDArray[np.int64],
    weights: NDArray[np.float64],
) -> None:
    """Write the places of the moves into ``order``, best first, and the probability of each into
    ``weights``."""
    ranked = np.argsort(-values[:count], kind="mergesort")
    left = 1.0
    for i in range(count):
        order[i] = ranked[i]
        weights[i] = left * (1.0 - blunder_rate)
        left *= blunder_rate
    for i in range(count):
        weights[i] += left / count


@part
def shrunk(chance: float) -> float:
    """Return a chance of the network nearer to one half; a sure win stays sure."""
    if chance >= 1.0:
        return 1.0
    odds = max(chance, 1e-9) / (1.0 - min(chance, 1.0 - 1e-9))
    return 1.0 / (1.0 + math.exp(-SHRINK * math.log(odds)))


@kernel
def before_choice(
    net: Network, position: Position, accumulators: Accumulators, rates: NDArray[np.float64]
) -> float:
    """Return the chance to win of the seat to move, over all moves that it may choose."""
    moves = np.empty(MOST_CANDIDATES, np.int64)
    values = np.empty(MOST_CANDIDATES, np.float64)
    order = np.empty(MOST_CANDIDATES, np.int64)
    weights = np.empty(MOST_CANDIDATES, np.float64)
    count = candidates(net, position, accumulators, moves, values)
    weigh(values, count, rates[position[SEAT]], order, weights)
    share = 0.0
    for i in range(count):
        if weights[i] >= RARE:
            share += weights[i] * shrunk(values[order[i]])
    return share


@kernel
def after_answers(
    net: Network,
    position: Position,
    accumulators: Accumulators,
    rates: NDArray[np.float64],
    xorshift: Xorshift,
) -> float:
    """Return the share of the seat that is not to move, over the likely answers of the one that is."""
    moves = np.empty(MOST_CANDIDATES, np.int64)
    values = np.empty(MOST_CANDIDATES, np.float64)
    order = np.empty(MOST_CANDIDATES, np.int64)
    weights = np.empty(MOST_CANDIDATES, np.float64)
    after = np.empty_like(position)
    later = np.empty_like(accumulators)
    count = candidates(net, position, accumulators, moves, values)
    weigh(values, count, rates[position[SEAT]], order, weights)
    share, tried = 0.0, 0.0
    for i in range(count):
        if i > 0 and 1.0 - tried <= LEAST_LEFT:
            break
        tried += weights[i]
        if values[order[i]] >= CERTAIN:
            continue  # the other wins
        after[:] = position
        later[:] = accumulators
        make(net, after, later, moves[order[i]], xorshift)
        if after[WINNER] == GOING_ON:
            share += weights[i] * before_choice(net, after, later, rates)
        else:
            share += weights[i] / 2.0
    return share / tried


@kernel
def with_hands(
    net: Network,
    position: Position,
    accumulators: Accumulators,
    seat: int,
    hands: NDArray[np.int64],
    rates: NDArray[np.float64],
    xorshift: Xorshift,
    shares: NDArray[np.float64],
) -> None:
    """Write the seat's share with each of the ``hands`` (``[n, 4]``, ascending, then 0) into ``shares``,
    whether it is to move or has just moved. All shares come from the same random numbers."""
    at = HANDS + HAND * seat
    for i in range(hands.shape[0]):
        position[HAND_SIZE + seat] = 0
        for j in range(HAND):
            position[at + j] = hands[i, j]
            if hands[i, j]:
                position[HAND_SIZE + seat] += 1
        if position[SEAT] == seat:
            shares[i] = before_choice(net, position, accumulators, rates)
        else:
            shares[i] = after_answers(net, position, accumulators, rates, xorshift.copy())

"""The greedy player (:mod:`quincunx.games.cinco.bots.greedy`) as a kernel, for playouts and as a sparring
partner; and the line counter, which is the same with other numbers."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.kernel_cache import kernel, part
from quincunx.engines.kernels.xorshift import Xorshift, below
from quincunx.games.cinco.actions import DRAW, EXCHANGE, PLAY_BASE
from quincunx.games.cinco.bots.greedy import LINES_ALONE, NUMBERS, THREAT, WIN, Numbers
from quincunx.games.cinco.bots.kernels.encode import (
    BITS,
    BOARD,
    CARDS,
    CODES,
    DEAD,
    HAND_SIZE,
    HANDS,
    PATTERNS,
    SEAT,
    TEAMS,
    THROUGH,
    THROUGH_COUNT,
    Position,
)
from quincunx.games.cinco.bots.kernels.moves import first_reach


class Weights(NamedTuple):
    """Greedy's numbers as arrays."""

    build: NDArray[np.float64]
    """``[5]``: by the team's own tokens in a window."""
    block: NDArray[np.float64]
    """``[5]``: by the other team's tokens in a window."""
    cost: NDArray[np.float64]
    """``[91]``: by card."""
    draw: NDArray[np.float64]
    """``[4]``: by cards in hand."""
    hand: NDArray[np.float64]
    """``[3]``: the costs of card 1, of an exchange and of a bad hand."""


def weights(numbers: Numbers) -> Weights:
    """Return the arrays of these numbers."""
    costs = [numbers.card * (1 - card / CARDS) ** numbers.steep for card in range(1, CARDS + 1)]
    return Weights(
        np.array([*numbers.potentials.build, WIN]),
        np.array([*numbers.potentials.block, THREAT]),
        np.array([0.0, *costs]),
        np.array(numbers.draw),
        np.array([numbers.card, numbers.exchange, numbers.bad_hand * numbers.card]),
    )


GREEDY: Final = weights(NUMBERS)
LINE_COUNTER: Final = weights(LINES_ALONE)


@part
def space_worth(position: Position, team: int, space: int, weights: Weights) -> float:
    """Return greedy's value of a token of the team on a free space."""
    worth = 0.0
    for i in range(THROUGH_COUNT[space]):
        code = position[CODES + THROUGH[space, i]]
        if code == 0:
            worth += weights.build[0]
        elif code != DEAD:
            owner = (code - 1) // PATTERNS
            tokens = BITS[code - owner * PATTERNS]
            worth += weights.build[tokens] if owner == team else weights.block[tokens]
    return worth


@part
def weighted_move(
    position: Position, worths: NDArray[np.float64], xorshift: Xorshift, weights: Weights
) -> int:
    """Return the best move by these weights, a random one among equals; ``worths`` is a buffer for 90
    numbers."""
    seat = int(position[SEAT])
    team = seat % int(position[TEAMS])
    size = position[HAND_SIZE + seat]
    best, chosen, equals = -1e30, DRAW, 0
    known_from = CARDS  # from here on ``worths`` is filled
    for i in range(size - 1, -1, -1):
        card = position[HANDS + 4 * seat + i]
        cost = weights.cost[card]
        start = first_reach(position, card)
        if start == CARDS:
            value = -weights.hand[0] - cost
            if value > best:
                best, chosen, equals = value, card * PLAY_BASE, 1
            elif value == best:
                equals += 1
                if below(xorshift, equals) == 0:
                    chosen = card * PLAY_BASE
        while known_from > start:
            known_from -= 1
            if position[BOARD + known_from] == 0:
                worths[known_from] = space_worth(position, team, known_from, weights)
        for space in range(start, CARDS):
            if position[BOARD + space] == 0:
                value = worths[space] - cost
                if value > best:
                    best, chosen, equals = value, card * PLAY_BASE + space + 1, 1
                elif value == best:
                    equals += 1
                    if below(xorshift, equals) == 0:
                        chosen = card * PLAY_BASE + space + 1
    value = 0.0
    move = DRAW
    if size < 4:
        value = weights.draw[size]
    else:
        move = EXCHANGE
        better = 0.0
        for i in range(4):
            better += 0.5 - (1.0 - position[HANDS + 4 * seat + i] / CARDS)
        value = weights.hand[1] + weights.hand[2] * better
    if value > best:
        return move
    if value == best and below(xorshift, equals + 1) == 0:
        return move
    return chosen


@kernel
def greedy_move(position: Position, worths: NDArray[np.float64], xorshift: Xorshift) -> int:
    """Return greedy's move, a random one among equals; ``worths`` is a buffer for 90 numbers."""
    return weighted_move(position, worths, xorshift, GREEDY)


@part
def line_counter_move(position: Position, worths: NDArray[np.float64], xorshift: Xorshift) -> int:
    """Return the line counter's move, as :func:`greedy_move` does."""
    return weighted_move(position, worths, xorshift, LINE_COUNTER)

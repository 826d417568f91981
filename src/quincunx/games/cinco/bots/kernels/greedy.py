"""The greedy player (:mod:`quincunx.games.cinco.bots.greedy`) as a kernel, for playouts and as a sparring
partner."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.kernel_cache import kernel
from quincunx.games.cinco.actions import DRAW, EXCHANGE, PLAY_BASE
from quincunx.games.cinco.bots.greedy import NUMBERS, THREAT, WIN
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
from quincunx.games.cinco.bots.kernels.xorshift import Xorshift, below

_BUILD: Final = np.array([*NUMBERS.potentials.build, WIN])
_BLOCK: Final = np.array([*NUMBERS.potentials.block, THREAT])
_COST: Final = np.array([0.0] + [NUMBERS.card * (1 - card / CARDS) ** NUMBERS.steep for card in range(1, 91)])
_DRAW: Final = np.array(NUMBERS.draw)
_CARD: Final = NUMBERS.card
_EXCHANGE: Final = NUMBERS.exchange
_BAD_HAND: Final = NUMBERS.bad_hand * NUMBERS.card


@kernel
def space_worth(position: Position, team: int, space: int) -> float:
    """Return greedy's value of a token of the team on a free space."""
    worth = 0.0
    for i in range(THROUGH_COUNT[space]):
        code = position[CODES + THROUGH[space, i]]
        if code == 0:
            worth += _BUILD[0]
        elif code != DEAD:
            owner = (code - 1) // PATTERNS
            tokens = BITS[code - owner * PATTERNS]
            worth += _BUILD[tokens] if owner == team else _BLOCK[tokens]
    return worth


@kernel
def greedy_move(position: Position, worths: NDArray[np.float64], xorshift: Xorshift) -> int:
    """Return greedy's move, a random one among equals; ``worths`` is a buffer for 90 numbers."""
    seat = position[SEAT]
    team = seat % position[TEAMS]
    size = position[HAND_SIZE + seat]
    best, chosen, equals = -1e30, DRAW, 0
    known_from = CARDS  # from here on ``worths`` is filled
    for i in range(size - 1, -1, -1):
        card = position[HANDS + 4 * seat + i]
        cost = _COST[card]
        start = first_reach(position, card)
        if start == CARDS:
            value = -_CARD - cost
            if value > best:
                best, chosen, equals = value, card * PLAY_BASE, 1
            elif value == best:
                equals += 1
                if below(xorshift, equals) == 0:
                    chosen = card * PLAY_BASE
        while known_from > start:
            known_from -= 1
            if position[BOARD + known_from] == 0:
                worths[known_from] = space_worth(position, team, known_from)
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
        value = _DRAW[size]
    else:
        move = EXCHANGE
        better = 0.0
        for i in range(4):
            better += 0.5 - (1.0 - position[HANDS + 4 * seat + i] / CARDS)
        value = _EXCHANGE + _BAD_HAND * better
    if value > best:
        return move
    if value == best and below(xorshift, equals + 1) == 0:
        return move
    return chosen

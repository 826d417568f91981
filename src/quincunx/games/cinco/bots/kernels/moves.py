"""Kernels for the moves that a hand allows, and for a random one of them."""

from __future__ import annotations

from quincunx.engines.kernel_cache import kernel
from quincunx.engines.kernels.arrays import word
from quincunx.engines.kernels.bits import count_bits, nth_bit
from quincunx.engines.kernels.xorshift import Xorshift, below
from quincunx.games.cinco.actions import DRAW, EXCHANGE, PLAY_BASE
from quincunx.games.cinco.bots.kernels.encode import (
    CARDS,
    FREE_HIGH,
    FREE_LOW,
    HALF,
    HANDS,
    JOKER,
    SEAT,
    Position,
)
from quincunx.games.cinco.state import HAND


@kernel
def first_reach(position: Position, card: int) -> int:
    """Return the lowest space from which on a card may be placed. A card without a free space counts as a 1
    with the joker, and as nothing (90) without it (C2). Cards cannot be predicted, so the code has no
    branches."""
    start = card - 1
    low, high = word(position, FREE_LOW), word(position, FREE_HIGH)
    reached = low >> min(start, HALF) | high >> max(start - HALF, 0)
    return start if reached else (1 - position[JOKER]) * CARDS


@kernel
def reach_count(position: Position, card: int) -> int:
    """Return the number of spaces that a card may be placed on. The code has no branches: they would be
    predicted badly."""
    low, high = word(position, FREE_LOW), word(position, FREE_HIGH)
    reached = count_bits(low >> min(card - 1, HALF)) + count_bits(high >> max(card - 1 - HALF, 0))
    everything = count_bits(low) + count_bits(high)
    return reached if reached else everything * position[JOKER]


@kernel
def nth_reach(position: Position, card: int, n: int) -> int:
    """Return the nth space, from 0, among those that a card may be placed on."""
    start = first_reach(position, card)
    low = word(position, FREE_LOW) >> min(start, HALF) << min(start, HALF)
    high = word(position, FREE_HIGH) >> max(start - HALF, 0) << max(start - HALF, 0)
    in_low = count_bits(low)
    beyond = 1 if n >= in_low else 0
    return beyond * HALF + nth_bit(high if beyond else low, n - beyond * in_low)


@kernel
def count_ways(position: Position, place_in_hand: int) -> int:
    """Return the number of moves that a card of the hand allows, 1 if it can only be spent; 0 if there is no
    card."""
    card = position[place_in_hand]
    return max(1, reach_count(position, max(1, card))) if card else 0


@kernel
def random_move(position: Position, xorshift: Xorshift) -> int:
    """Return one of the legal moves, each with the same probability."""
    at = HANDS + HAND * position[SEAT]
    # The number of moves up to and including each card.
    first = count_ways(position, at)
    second = first + count_ways(position, at + 1)
    third = second + count_ways(position, at + 2)
    fourth = third + count_ways(position, at + 3)
    n = below(xorshift, fourth + 1)  # the last is the draw or the exchange
    if n == fourth:
        return DRAW if position[at + 3] == 0 else EXCHANGE
    i = (1 if n >= first else 0) + (1 if n >= second else 0) + (1 if n >= third else 0)
    n -= (first if i == 1 else 0) + (second if i == 2 else 0) + (third if i == 3 else 0)
    card = position[at + i]
    if first_reach(position, card) == CARDS:
        return card * PLAY_BASE
    return card * PLAY_BASE + nth_reach(position, card, n) + 1

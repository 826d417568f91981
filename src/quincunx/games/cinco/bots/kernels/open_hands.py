"""Kernels for the chances of two players whose hands are both known, and who overlook moves.

A position is seen from the seat that has just moved. A network of its own reads the windows, as for
:mod:`quincunx.games.cinco.bots.kernels.network`, and instead of that network's other features both hands,
what each hand reaches, the draw pile, and how much each player overlooks. It is trained by
:mod:`quincunx.games.cinco.bots.training.open_hands`, and used where luck is measured.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.kernel_cache import kernel, part
from quincunx.engines.kernels.bits import count_bits
from quincunx.engines.kernels.xorshift import Xorshift
from quincunx.games.cinco.actions import PLAY_BASE
from quincunx.games.cinco.bots.belief import highest_of
from quincunx.games.cinco.bots.kernels.afterstate import hidden_of, make
from quincunx.games.cinco.bots.kernels.candidates import CERTAIN, MOST_CANDIDATES, candidates
from quincunx.games.cinco.bots.kernels.encode import (
    CARDS,
    CODES,
    DECK,
    FREE,
    GOING_ON,
    HAND_SIZE,
    HANDS,
    JOKER,
    PILE,
    SEAT,
    WINDOW_COUNT,
    WINNER,
    Position,
)
from quincunx.games.cinco.bots.kernels.evaluate import Accumulators, chances, seen_code
from quincunx.games.cinco.bots.kernels.features import count_lines, high_reached, low_reached
from quincunx.games.cinco.bots.kernels.moves import first_reach
from quincunx.games.cinco.bots.kernels.network import Network
from quincunx.games.cinco.bots.kernels.rules import wins_of
from quincunx.games.cinco.state import HAND

RATE_STEPS: Final = 8
"""Blunder rates are read in eighths."""
RARE: Final = 0.01
"""The least probability of an answer that is counted."""
ANSWER_DRAWS: Final = 8
"""The number of draws whose mean stands for all that an answer may draw."""

# The first number of each block of features, and its size. Of two players the one who has moved comes first.
CARD_FEATURES: Final = 0
"""``2 × 4 × 91``: the card that is the 1st, 2nd … lowest in a hand; 0 if there is none."""
WIN_FEATURES: Final = CARD_FEATURES + 2 * HAND * 91
"""``8 × 8 × 5 × 5``: the steps of both blunder rates, and each player's winning spaces (:func:`win_kind`)."""
HIGHEST_FEATURES: Final = WIN_FEATURES + RATE_STEPS * RATE_STEPS * 5 * 5
"""``2 × 16``: a player's highest winning space, in steps of six."""
PILE_FEATURES: Final = HIGHEST_FEATURES + 2 * 16
"""``2 × 11``: the share of the draw pile's cards that win for a player at once, in eleven steps."""
LINE_FEATURES: Final = PILE_FEATURES + 2 * 11
"""``2 × 5 × 4``: the numbers (0, 1, 2, 3 or more) of windows with three tokens of each kind
(:func:`~quincunx.games.cinco.bots.kernels.features.line_kind`)."""
TIME_FEATURES: Final = LINE_FEATURES + 2 * 5 * 4
"""``16``: the number of tokens on the board, in steps of six."""
JOKER_FEATURE: Final = TIME_FEATURES + 16
"""``1``: the joker variant."""
OPEN_FEATURES: Final = JOKER_FEATURE + 1

MOST_ACTIVE: Final = 2 * HAND + 1 + 2 + 2 + 2 * 5 + 1 + 1
"""The largest number of these features that can be active at once."""


@part
def rate_step(rate: float) -> int:
    """Return the step of a blunder rate."""
    return min(RATE_STEPS - 1, int(rate * RATE_STEPS))


@part
def win_kind(low: int, high: int, lowest: int, others: int) -> int:
    """Return 0 if there is no winning space, 1 if a hand reaches none, 2 if it reaches one that the other
    hand reaches too, 3 if the other does not, 4 if it reaches several. ``lowest`` is the lowest space that
    the hand reaches, ``others`` that of the other hand; 90 for none."""
    if low == 0 and high == 0:
        return 0
    low &= low_reached(lowest)
    high &= high_reached(lowest)
    reached = count_bits(low) + count_bits(high)
    if reached == 1:
        return 2 if highest_of(low, high) >= others else 3
    return 1 if reached == 0 else 4


@part
def win_share(position: Position, highest: int) -> int:
    """Return the share of the draw pile's cards that reach a space, in steps from 0 to 10."""
    count = 0
    for i in range(position[PILE]):
        if position[DECK + i] <= highest + 1:
            count += 1
    return count * 10 // max(1, position[PILE])


@kernel
def open_features(
    position: Position, seat: int, rates: NDArray[np.float64], features: NDArray[np.int64]
) -> int:
    """Write the features of a position in which ``seat`` has just moved. Return their number. ``rates`` are
    the blunder rates by seat, ``features`` has room for :data:`MOST_ACTIVE` numbers."""
    found = 0
    reach = np.full((2, 2), CARDS, np.int64)  # for each side the lowest spaces with one card and with another
    for side in range(2):
        player = seat if side == 0 else 1 - seat
        for i in range(HAND):
            card = position[HANDS + HAND * player + i] if i < position[HAND_SIZE + player] else 0
            features[found] = CARD_FEATURES + (side * HAND + i) * 91 + card
            found += 1
            if card:
                start = first_reach(position, card)
                reach[side, 1] = min(reach[side, 1], max(reach[side, 0], start))
                reach[side, 0] = min(reach[side, 0], start)
    wins = 0
    kinds = np.empty(5, np.int64)
    for side in range(2):
        player = seat if side == 0 else 1 - seat
        lowest, second = reach[side, 0], reach[side, 1]
        low, high = wins_of(position, player, 0), wins_of(position, player, 1)
        wins = 5 * wins + win_kind(low, high, lowest, reach[1 - side, 0])
        highest = highest_of(low, high)
        if highest >= 0:  # no feature says that there is none
            features[found] = HIGHEST_FEATURES + side * 16 + highest // 6
            features[found + 1] = PILE_FEATURES + side * 11 + win_share(position, highest)
            found += 2
        count_lines(position, player, lowest, second, kinds)
        for kind in range(5):
            features[found] = LINE_FEATURES + (side * 5 + kind) * 4 + min(3, kinds[kind])
            found += 1
    steps = rate_step(rates[seat]) * RATE_STEPS + rate_step(rates[1 - seat])
    features[found] = WIN_FEATURES + steps * 25 + wins
    features[found + 1] = TIME_FEATURES + (CARDS - position[FREE]) // 6
    found += 2
    if position[JOKER]:
        features[found] = JOKER_FEATURE
        found += 1
    return found


@kernel
def open_share(open_net: Network, position: Position, seat: int, rates: NDArray[np.float64]) -> float:
    """Return the share of ``seat``, which has just moved, in a game that goes on."""
    codes = np.empty(WINDOW_COUNT, np.uint8)
    features = np.empty(MOST_ACTIVE, np.int64)
    hidden = np.empty(open_net.bias.shape[0], np.float32)
    shares = np.empty(2, np.float64)
    for window in range(WINDOW_COUNT):
        codes[window] = seen_code(position[CODES + window], seat, 2)
    hidden_of(open_net, codes, features, open_features(position, seat, rates, features), hidden)
    chances(open_net, hidden, 2, shares)
    return shares[0]


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


@kernel
def after_answers(
    net: Network,
    open_net: Network,
    position: Position,
    accumulators: Accumulators,
    rates: NDArray[np.float64],
    xorshift: Xorshift,
) -> float:
    """Return the share of the seat that is not to move, over the likely answers of the one that is. ``net``
    chooses the answers, and ``accumulators`` are its own; ``open_net`` values what follows."""
    moves = np.empty(MOST_CANDIDATES, np.int64)
    values = np.empty(MOST_CANDIDATES, np.float64)
    order = np.empty(MOST_CANDIDATES, np.int64)
    weights = np.empty(MOST_CANDIDATES, np.float64)
    after = np.empty_like(position)
    later = np.empty_like(accumulators)
    seat = int(position[SEAT])
    count = candidates(net, position, accumulators, moves, values)
    weigh(values, count, rates[seat], order, weights)
    share, tried = 0.0, 0.0
    for i in range(count):
        if i > 0 and weights[i] < RARE:
            continue
        tried += weights[i]
        if values[order[i]] >= CERTAIN:
            continue  # the answer wins
        times = ANSWER_DRAWS if moves[order[i]] < PLAY_BASE else 1
        total = 0.0
        for _ in range(times):
            after[:] = position
            later[:] = accumulators
            make(net, after, later, moves[order[i]], xorshift)
            total += 1.0 - open_share(open_net, after, seat, rates) if after[WINNER] == GOING_ON else 0.5
        share += weights[i] * total / times
    return share / tried


@kernel
def with_hands(
    net: Network,
    open_net: Network,
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
        share = after_answers(net, open_net, position, accumulators, rates, xorshift.copy())
        shares[i] = 1.0 - share if position[SEAT] == seat else share

"""Kernels for the features of a position, other than those of windows
(:mod:`quincunx.games.cinco.bots.kernels.network`).

Functions called ``…_features`` write the numbers of the features of one kind and return how many there are.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.kernel_cache import inlined, kernel, part
from quincunx.engines.kernels.bits import count_bits
from quincunx.games.cinco.bots.belief import highest_of
from quincunx.games.cinco.bots.kernels.encode import (
    BITS,
    CARDS,
    CODES,
    DEAD,
    DREW,
    FREE,
    GAPS,
    GONE,
    HALF,
    HAND_SIZE,
    HANDS,
    JOKER,
    MISSED,
    PATTERNS,
    PLAYERS,
    TEAMS,
    WINDOW_COUNT,
    Position,
)
from quincunx.games.cinco.bots.layout import (
    BLOCK_FEATURES,
    CARD_FEATURES,
    JOKER_FEATURE,
    LINE_FEATURES,
    OTHER_SIZE_FEATURES,
    OTHER_WIN_FEATURES,
    OWN_WIN_FEATURES,
    TIME_FEATURES,
    UNKNOWN_FEATURES,
)
from quincunx.games.cinco.state import HAND


@kernel
def unseen_up_to(position: Position, seat: int, counts: NDArray[np.int64]) -> None:
    """Fill ``counts`` (``[91]``): ``counts[n]`` is the number of cards up to n that are unknown to the
    seat."""
    counts[0] = 0
    for card in range(1, CARDS + 1):
        counts[card] = counts[card - 1] + 1 - position[GONE + card - 1]
    for i in range(int(position[HAND_SIZE + seat])):
        for card in range(int(position[HANDS + HAND * seat + i]), CARDS + 1):
            counts[card] -= 1


@kernel
def win_feature(position: Position, other: int, highest: int, counts: NDArray[np.int64]) -> int:
    """Return the likelihood, in steps from 1 to 11, that a seat holds a card for its team's highest winning
    space."""
    size = position[HAND_SIZE + other]
    drew = min(size, position[DREW + other])
    missed = position[MISSED + other]
    everything = counts[CARDS]
    low = counts[highest + 1]
    none = 1.0
    for i in range(drew):
        if everything - i > 0:
            none *= max(0.0, everything - low - i) / (everything - i)
    if highest > missed:
        # The rest of the hand has no card as low as the space that was missed.
        below = counts[missed + 1]
        for i in range(size - drew):
            if everything - below - i > 0:
                none *= max(0.0, everything - low - i) / (everything - below - i)
    return 1 + int((1.0 - none) * 10.999)


@part
def threat_features(
    position: Position,
    seat: int,
    lowest: int,
    masks: NDArray[np.int64],
    counts: NDArray[np.int64],
    features: NDArray[np.int64],
) -> int:
    """Write the features of all threats; ``masks`` (``[teams, 2]``) are the winning spaces. Return the number
    of features.

    ``lowest`` is the lowest space that the known part of the hand reaches, 90 for none.
    """
    teams, players = int(position[TEAMS]), int(position[PLAYERS])
    features[0] = OWN_WIN_FEATURES + own_win(position, seat, lowest, masks, counts)
    features[1] = BLOCK_FEATURES + block(seat % teams, lowest, masks)
    count = 2
    for step in range(1, players):
        other = (seat + step) % players
        highest = highest_of(masks[other % teams, 0], masks[other % teams, 1])
        if highest >= 0:  # no feature says that there is none
            features[count] = OTHER_WIN_FEATURES + step * 12 + win_feature(position, other, highest, counts)
            count += 1
    return count


@inlined
def own_win(
    position: Position, seat: int, lowest: int, masks: NDArray[np.int64], counts: NDArray[np.int64]
) -> int:
    """Return which of the ``OWN_WIN_FEATURES`` applies."""
    teams, players = int(position[TEAMS]), int(position[PLAYERS])
    team = seat % teams
    low, high = masks[team, 0] & low_reached(lowest), masks[team, 1] & high_reached(lowest)
    reached = count_bits(low) + count_bits(high)
    if reached == 0:
        return 1 if masks[team, 0] or masks[team, 1] else 0
    if reached > 1:
        return 14
    space = highest_of(low, high)
    likely = 0
    for step in range(1, players):
        other = (seat + step) % players
        if other % teams != team:
            likely = max(likely, win_feature(position, other, space, counts))
    return likely + 2


@inlined
def block(team: int, lowest: int, masks: NDArray[np.int64]) -> int:
    """Return which of the ``BLOCK_FEATURES`` applies."""
    low, high = 0, 0
    for other in range(masks.shape[0]):
        if other != team:
            low |= masks[other, 0]
            high |= masks[other, 1]
    theirs = count_bits(low) + count_bits(high)
    if theirs == 0:
        return 0
    all_reached = (low & ~low_reached(lowest)) == 0 and (high & ~high_reached(lowest)) == 0
    return (1 if theirs == 1 else 3) + (0 if all_reached else 1)


@inlined
def low_reached(lowest: int) -> int:
    """Return the spaces 0 to 44 from ``lowest`` on, as a bit set."""
    return ((1 << HALF) - 1) >> min(lowest, HALF) << min(lowest, HALF)


@inlined
def high_reached(lowest: int) -> int:
    """Return the spaces 45 to 89 from ``lowest`` on, as a bit set."""
    beyond = max(lowest - HALF, 0)
    return ((1 << HALF) - 1) >> beyond << beyond


@part
def line_kind(own: bool, low: int, high: int, first: int, second: int) -> int:
    """Return which of the five kinds of three in a window this is, -1 for none, when ``first`` and ``second``
    are the lowest spaces that the hand reaches with one card and with another."""
    if own:
        if low >= first and high >= second:
            return 0
        return 1 if high >= first else -1
    if low >= first:
        return 2
    return 3 if high >= first else 4


@part
def count_lines(position: Position, team: int, first: int, second: int, kinds: NDArray[np.int64]) -> None:
    """Count the five kinds of windows with three tokens into ``kinds``."""
    for kind in range(5):
        kinds[kind] = 0
    for window in range(WINDOW_COUNT):
        code = int(position[CODES + window])
        if code == 0 or code == DEAD:
            continue
        owner = (code - 1) // PATTERNS
        pattern = code - owner * PATTERNS
        if BITS[pattern] == 3:
            kind = line_kind(owner == team, GAPS[window, pattern, 0], GAPS[window, pattern, 1], first, second)
            if kind >= 0:
                kinds[kind] += 1


@part
def line_features(kinds: NDArray[np.int64], features: NDArray[np.int64]) -> int:
    """Write the features of the five counts; return their number."""
    for kind in range(5):
        features[kind] = LINE_FEATURES + kind * 4 + min(3, kinds[kind])
    return 5


@part
def steady_features(position: Position, seat: int, features: NDArray[np.int64]) -> int:
    """Write the features that no move changes; return their number."""
    players = int(position[PLAYERS])
    count = 0
    for step in range(1, players):
        features[count] = OTHER_SIZE_FEATURES + step * 5 + position[HAND_SIZE + (seat + step) % players]
        count += 1
    features[count] = TIME_FEATURES + (CARDS - position[FREE]) // 6
    count += 1
    if position[JOKER]:
        features[count] = JOKER_FEATURE
        count += 1
    return count


@part
def hand_features(
    position: Position, seat: int, without: int, unknown: int, features: NDArray[np.int64]
) -> int:
    """Write the features of a hand without its ``without``-th card (-1: whole; -2: all gone); return their
    number."""
    count = 0
    if without != -2:
        for i in range(int(position[HAND_SIZE + seat])):
            if i != without:
                features[count] = CARD_FEATURES + count * 91 + position[HANDS + HAND * seat + i]
                count += 1
    for i in range(count, HAND):
        features[i] = CARD_FEATURES + i * 91
    features[4] = UNKNOWN_FEATURES + unknown
    return 5

"""What the network looks at, beside the windows: which rows of its small table a position switches on.

Kernels; those called ``…_rows`` write the rows of one kind and say how many there are.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.bits import count_bits, highest_bit
from quincunx.engines.kernel_cache import kernel
from quincunx.games.cinco.bots.encode import (
    BITS,
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
from quincunx.games.cinco.bots.kernels import CARDS
from quincunx.games.cinco.bots.network import (
    BLOCK_ROWS,
    CARD_ROWS,
    JOKER_ROW,
    LINE_ROWS,
    OTHER_SIZE_ROWS,
    OTHER_WIN_ROWS,
    OWN_WIN_ROWS,
    TIME_ROWS,
    UNKNOWN_ROWS,
)


@kernel
def unseen_up_to(position: Position, seat: int, counts: NDArray[np.int64]) -> None:
    """``counts[n]``: how many cards up to n the seat can see nowhere; ``counts`` has 91 places."""
    counts[0] = 0
    for card in range(1, CARDS + 1):
        counts[card] = counts[card - 1] + 1 - position[GONE + card - 1]
    for i in range(position[HAND_SIZE + seat]):
        for card in range(position[HANDS + 4 * seat + i], CARDS + 1):
            counts[card] -= 1


@kernel
def win_row(position: Position, other: int, highest: int, counts: NDArray[np.int64]) -> int:
    """How likely a seat holds a card for its team's highest winning space: 1 to 11."""
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
        # The rest of the hand has no card as low as what was missed.
        below = counts[missed + 1]
        for i in range(size - drew):
            if everything - below - i > 0:
                none *= max(0.0, everything - low - i) / (everything - below - i)
    return 1 + int((1.0 - none) * 10.999)


@kernel
def threat_rows(
    position: Position,
    seat: int,
    lowest: int,
    masks: NDArray[np.int64],
    counts: NDArray[np.int64],
    rows: NDArray[np.int64],
) -> int:
    """Write the rows of all threats, as ``masks`` (``[teams, 2]``) have the winning spaces; how many.

    ``lowest`` is the lowest space that the hand that is known reaches, 90 for none.
    """
    teams, players = position[TEAMS], position[PLAYERS]
    team = seat % teams
    count = 0
    low_mask, high_mask = 0, 0  # what the hand reaches
    if lowest < HALF:
        low_mask = ((1 << HALF) - 1) >> lowest << lowest
        high_mask = (1 << HALF) - 1
    elif lowest < CARDS:
        high_mask = ((1 << HALF) - 1) >> (lowest - HALF) << (lowest - HALF)
    mine = count_bits(masks[team, 0]) + count_bits(masks[team, 1])
    reached = 0
    if mine:
        reached = count_bits(masks[team, 0] & low_mask) + count_bits(masks[team, 1] & high_mask)
    row = 1 if mine else 0
    if reached > 1:
        row = 14
    elif reached == 1:
        low_reached = masks[team, 0] & low_mask
        space = highest_bit(low_reached) if low_reached else HALF + highest_bit(masks[team, 1] & high_mask)
        row = 0
        for step in range(1, players):
            other = (seat + step) % players
            if other % teams != team:
                row = max(row, win_row(position, other, space, counts))
        row += 2
    rows[count] = OWN_WIN_ROWS + row
    count += 1
    low, high = 0, 0
    for other in range(teams):
        if other != team:
            low |= masks[other, 0]
            high |= masks[other, 1]
    theirs = count_bits(low) + count_bits(high)
    row = 0
    if theirs:
        all_reached = (low & ~low_mask) == 0 and (high & ~high_mask) == 0
        row = (1 if theirs == 1 else 3) + (0 if all_reached else 1)
    rows[count] = BLOCK_ROWS + row
    count += 1
    for step in range(1, players):
        other = (seat + step) % players
        mask_low, mask_high = masks[other % teams, 0], masks[other % teams, 1]
        if mask_low == 0 and mask_high == 0:
            continue  # the first of the twelve rows is nothing at all
        highest = HALF + highest_bit(mask_high) if mask_high else highest_bit(mask_low)
        rows[count] = OTHER_WIN_ROWS + step * 12 + win_row(position, other, highest, counts)
        count += 1
    return count


@kernel
def line_kind(own: bool, low: int, high: int, first: int, second: int) -> int:
    """Which of the five kinds of three in a window this is, -1 for none, when ``first`` and ``second`` are
    the lowest spaces that the hand reaches with one card and with another."""
    if own:
        if low >= first and high >= second:
            return 0
        return 1 if high >= first else -1
    if low >= first:
        return 2
    return 3 if high >= first else 4


@kernel
def count_lines(position: Position, team: int, first: int, second: int, kinds: NDArray[np.int64]) -> None:
    """Count the five kinds of windows with three tokens into ``kinds``."""
    for kind in range(5):
        kinds[kind] = 0
    for window in range(WINDOW_COUNT):
        code = position[CODES + window]
        if code == 0 or code == DEAD:
            continue
        owner = (code - 1) // PATTERNS
        pattern = code - owner * PATTERNS
        if BITS[pattern] == 3:
            kind = line_kind(owner == team, GAPS[window, pattern, 0], GAPS[window, pattern, 1], first, second)
            if kind >= 0:
                kinds[kind] += 1


@kernel
def line_rows(kinds: NDArray[np.int64], rows: NDArray[np.int64]) -> int:
    """Write the rows of the five counts; how many."""
    for kind in range(5):
        rows[kind] = LINE_ROWS + kind * 4 + min(3, kinds[kind])
    return 5


@kernel
def steady_rows(position: Position, seat: int, rows: NDArray[np.int64]) -> int:
    """Write the rows that no move changes; how many."""
    players = position[PLAYERS]
    count = 0
    for step in range(1, players):
        rows[count] = OTHER_SIZE_ROWS + step * 5 + position[HAND_SIZE + (seat + step) % players]
        count += 1
    rows[count] = TIME_ROWS + (CARDS - position[FREE]) // 6
    count += 1
    if position[JOKER]:
        rows[count] = JOKER_ROW
        count += 1
    return count


@kernel
def hand_rows(position: Position, seat: int, without: int, unknown: int, rows: NDArray[np.int64]) -> int:
    """Write the rows of a hand without its ``without``-th card (-1: whole; -2: all gone); how many."""
    count = 0
    if without != -2:
        for i in range(position[HAND_SIZE + seat]):
            if i != without:
                rows[count] = CARD_ROWS + count * 91 + position[HANDS + 4 * seat + i]
                count += 1
    for i in range(count, 4):
        rows[i] = CARD_ROWS + i * 91
    rows[4] = UNKNOWN_ROWS + unknown
    return 5

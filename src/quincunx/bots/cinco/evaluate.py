"""What the network thinks of every sensible move: kernels.

Of two cards that reach a space, the lower one reaches everything that the higher one does, so the higher
one is played: a hand's candidates are one play for each space. (With the joker a card that counts as a 1 is
the lowest of all.)
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from quincunx.bots.bits import count_bits, highest_bit
from quincunx.bots.cinco.encode import (
    BITS,
    BOARD,
    CODES,
    DEAD,
    DRAW,
    DREW,
    EXCHANGE,
    FREE,
    GAPS,
    GONE,
    HALF,
    HAND_SIZE,
    HANDS,
    JOKER,
    LAST_EMPTY,
    LINES,
    MISSED,
    PATTERNS,
    PLAY_BASE,
    PLAYERS,
    SEAT,
    TEAMS,
    THROUGH,
    THROUGH_COUNT,
    THROUGH_PLACE,
    WINDOW_COUNT,
    WINS,
    Position,
)
from quincunx.bots.cinco.kernels import CARDS, first_reach
from quincunx.bots.cinco.network import (
    BLOCK_ROWS,
    CARD_ROWS,
    JOKER_ROW,
    LINE_ROWS,
    OTHER_SIZE_ROWS,
    OTHER_WIN_ROWS,
    OWN_WIN_ROWS,
    SMALL_ACTIVE,
    TIME_ROWS,
    UNKNOWN_ROWS,
    Network,
)
from quincunx.bots.compile import kernel

Sums = NDArray[np.float32]
"""``[teams, units]``: the windows' part of the network's sum, once for each team's eyes."""

LEAK = np.float32(0.125)
MOST_CANDIDATES = 100
"""90 plays, four cards that may have to be spent, a draw or an exchange."""
CERTAIN = 2.0
"""The value of a move that wins at once: above every chance."""


@kernel
def seen_code(code: int, team: int, teams: int) -> int:
    """What lies in a window, teams being counted from ``team``."""
    if code == 0:
        return 0
    if code == DEAD:
        return teams * PATTERNS + 1
    owner = (code - 1) // PATTERNS
    return (owner - team + teams) % teams * PATTERNS + (code - 1) % PATTERNS + 1


@kernel
def sum_windows(net: Network, position: Position, sums: Sums) -> None:
    """Fill ``sums`` from the board."""
    teams = position[TEAMS]
    units = net.bias.shape[0]
    for team in range(teams):
        for j in range(units):
            sums[team, j] = net.bias[j]
        for window in range(WINDOW_COUNT):
            code = seen_code(position[CODES + window], team, teams)
            for j in range(units):
                sums[team, j] += net.windows[window, code, j]


@kernel
def update_sums(net: Network, position: Position, sums: Sums, team: int, space: int) -> None:
    """Keep ``sums`` up to date: to be called before a team's token is placed."""
    teams = position[TEAMS]
    units = net.bias.shape[0]
    for i in range(THROUGH_COUNT[space]):
        window = THROUGH[space, i]
        before = position[CODES + window]
        if before == DEAD:
            continue
        after = team * PATTERNS + (1 << THROUGH_PLACE[space, i])
        if before != 0:
            owner = (before - 1) // PATTERNS
            after = DEAD if owner != team else before + (1 << THROUGH_PLACE[space, i])
        for eyes in range(teams):
            old = seen_code(before, eyes, teams)
            new = seen_code(after, eyes, teams)
            for j in range(units):
                sums[eyes, j] += net.windows[window, new, j] - net.windows[window, old, j]


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


@kernel
def chances(net: Network, hidden: NDArray[np.float32], teams: int, result: NDArray[np.float64]) -> None:
    """Each team's chance to win, from the team that looks on, into ``result``."""
    units = hidden.shape[0]
    if teams == 2:
        logit = net.out_bias[0]
        for j in range(units):
            h = hidden[j]
            logit += max(h, LEAK * h) * net.out[0, j]
        result[0] = 1.0 / (1.0 + math.exp(-logit))
        result[1] = 1.0 - result[0]
        return
    total = 0.0
    for k in range(teams):
        logit = net.out_bias[k]
        for j in range(units):
            h = hidden[j]
            logit += max(h, LEAK * h) * net.out[k, j]
        result[k] = math.exp(min(30.0, logit))
        total += result[k]
    for k in range(teams):
        result[k] /= total


@kernel
def candidates(
    net: Network,
    position: Position,
    sums: Sums,
    moves: NDArray[np.int64],
    values: NDArray[np.float64],
) -> int:
    """Every sensible move of the seat to move with its team's chance to win; how many there are.

    ``moves`` and ``values`` have room for :data:`MOST_CANDIDATES`. The position may hold other hands than
    this seat's: nothing but their sizes is read. A move that wins at once is worth :data:`CERTAIN`.
    """
    seat, teams = position[SEAT], position[TEAMS]
    team = seat % teams
    units = net.bias.shape[0]
    size = position[HAND_SIZE + seat]
    counts = np.empty(CARDS + 1, np.int64)
    unseen_up_to(position, seat, counts)
    rows = np.empty(SMALL_ACTIVE, np.int64)
    masks = np.empty((teams, 2), np.int64)
    changed = np.empty((teams, 2), np.int64)
    for other in range(teams):
        masks[other, 0] = position[WINS + 2 * other]
        masks[other, 1] = position[WINS + 2 * other + 1]
    steady = np.empty(units, np.float32)
    for j in range(units):
        steady[j] = sums[team, j]
    for i in range(steady_rows(position, seat, rows)):
        for j in range(units):
            steady[j] += net.small[rows[i], j]
    # Which cards reach what, from the one that reaches least.
    starts = np.empty(4, np.int64)
    order = np.empty(4, np.int64)
    for i in range(size):
        start = first_reach(position, position[HANDS + 4 * seat + i])
        k = i
        while k > 0 and starts[k - 1] < start:
            starts[k] = starts[k - 1]
            order[k] = order[k - 1]
            k -= 1
        starts[k] = start
        order[k] = i
    held = np.empty((5, units), np.float32)  # one for each card gone, the last for a draw or an exchange
    lowest = np.empty(5, np.int64)
    second = np.empty(5, np.int64)
    lines = np.empty((5, 5), np.int64)
    kinds = np.empty(5, np.int64)
    for k in range(size + 1):
        if k < size:
            hand_rows(position, seat, order[k], 0, rows)
            # The card that reaches most, unless it is the one that is gone.
            lowest[k] = starts[size - 1] if k < size - 1 else (starts[size - 2] if size > 1 else CARDS)
            second[k] = CARDS
            if size > 2:
                second[k] = starts[size - 2] if k < size - 2 else starts[size - 3]
        elif size < 4:
            hand_rows(position, seat, -1, 1, rows)
            lowest[k] = starts[size - 1] if size else CARDS
            second[k] = starts[size - 2] if size > 1 else CARDS
        else:
            hand_rows(position, seat, -2, 4, rows)
            lowest[k] = CARDS
            second[k] = CARDS
        count_lines(position, team, lowest[k], second[k], lines[k])
        for j in range(units):
            held[k, j] = steady[j]
        for i in range(5):
            for j in range(units):
                held[k, j] += net.small[rows[i], j]
    hidden = np.empty(units, np.float32)
    result = np.empty(teams, np.float64)
    count = 0
    quiet = True
    for other in range(teams):
        quiet = quiet and masks[other, 0] == 0 and masks[other, 1] == 0
    k = 0
    for space in range(CARDS - 1, -1, -1):
        while k < size and starts[k] > space:
            k += 1  # this card does not reach so low
        if k == size:
            break
        if position[BOARD + space] != 0:
            continue
        card = position[HANDS + 4 * seat + order[k]]
        moves[count] = card * PLAY_BASE + space + 1
        word, bit = space // HALF, 1 << space % HALF
        if masks[team, word] & bit:
            values[count] = CERTAIN
            count += 1
            continue
        for j in range(units):
            hidden[j] = held[k, j]
        threatening = not quiet
        for other in range(teams):
            changed[other, 0] = masks[other, 0]
            changed[other, 1] = masks[other, 1]
            changed[other, word] &= ~bit
        for i in range(5):
            kinds[i] = lines[k, i]
        for i in range(THROUGH_COUNT[space]):
            window = THROUGH[space, i]
            before = position[CODES + window]
            if before == DEAD:
                continue
            pattern = 1 << THROUGH_PLACE[space, i]
            old = 0
            new = pattern
            if before != 0:
                old = seen_code(before, team, teams)
                if old <= PATTERNS:
                    new = old | pattern
                    tokens = BITS[new]
                    if tokens == 3:
                        low, high = GAPS[window, new, 0], GAPS[window, new, 1]
                        kind = line_kind(True, low, high, lowest[k], second[k])
                        if kind >= 0:
                            kinds[kind] += 1
                    elif tokens == 4:
                        low, high = GAPS[window, old, 0], GAPS[window, old, 1]
                        kind = line_kind(True, low, high, lowest[k], second[k])
                        if kind >= 0:
                            kinds[kind] -= 1
                        target = LINES[window, LAST_EMPTY[new]]
                        changed[team, target // HALF] |= 1 << target % HALF
                        threatening = True
                else:
                    new = teams * PATTERNS + 1
                    alone = (before - 1) % PATTERNS + 1
                    if BITS[alone] == 3:
                        low, high = GAPS[window, alone, 0], GAPS[window, alone, 1]
                        kinds[line_kind(False, low, high, lowest[k], second[k])] -= 1
            for j in range(units):
                hidden[j] += net.windows[window, new, j] - net.windows[window, old, j]
        found = 2
        if threatening:
            found = threat_rows(position, seat, lowest[k], changed, counts, rows)
        else:
            rows[0] = OWN_WIN_ROWS
            rows[1] = BLOCK_ROWS
        found += line_rows(kinds, rows[found:])
        for i in range(found):
            for j in range(units):
                hidden[j] += net.small[rows[i], j]
        chances(net, hidden, teams, result)
        values[count] = result[0]
        count += 1
    # Cards that reach nothing may be spent: the highest alone, since all are alike.
    for spent in range(2):
        if spent == 0:
            if size == 0 or starts[0] != CARDS:
                continue
            moves[count] = position[HANDS + 4 * seat + order[0]] * PLAY_BASE
            option = 0
        else:
            moves[count] = DRAW if size < 4 else EXCHANGE
            option = size
        for j in range(units):
            hidden[j] = held[option, j]
        found = threat_rows(position, seat, lowest[option], masks, counts, rows)
        found += line_rows(lines[option], rows[found:])
        for i in range(found):
            for j in range(units):
                hidden[j] += net.small[rows[i], j]
        chances(net, hidden, teams, result)
        values[count] = result[0]
        count += 1
    return count

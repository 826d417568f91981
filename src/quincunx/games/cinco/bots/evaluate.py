"""What the network thinks of every sensible move: kernels.

Of two cards that reach a space, the lower one reaches everything that the higher one does, so the higher
one is played: a hand's candidates are one play for each space. (With the joker a card that counts as a 1 is
the lowest of all.)
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.kernel_cache import kernel
from quincunx.games.cinco.actions import DRAW, EXCHANGE, PLAY_BASE
from quincunx.games.cinco.bots.encode import (
    BITS,
    BOARD,
    CODES,
    DEAD,
    GAPS,
    HALF,
    HAND_SIZE,
    HANDS,
    LAST_EMPTY,
    LINES,
    PATTERNS,
    SEAT,
    TEAMS,
    THROUGH,
    THROUGH_COUNT,
    THROUGH_PLACE,
    WINDOW_COUNT,
    WINS,
    Position,
)
from quincunx.games.cinco.bots.features import (
    count_lines,
    hand_rows,
    line_kind,
    line_rows,
    steady_rows,
    threat_rows,
    unseen_up_to,
)
from quincunx.games.cinco.bots.kernels import CARDS, first_reach
from quincunx.games.cinco.bots.network import (
    BLOCK_ROWS,
    OWN_WIN_ROWS,
    SMALL_ACTIVE,
    Network,
)

Sums = NDArray[np.float32]
"""``[teams, units]``: the windows' part of the network's sum, once for each team's point_of_view."""

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
        for point_of_view in range(teams):
            old = seen_code(before, point_of_view, teams)
            new = seen_code(after, point_of_view, teams)
            for j in range(units):
                sums[point_of_view, j] += net.windows[window, new, j] - net.windows[window, old, j]


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

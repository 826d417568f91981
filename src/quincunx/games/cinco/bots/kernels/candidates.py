"""Kernels that value every sensible move with the network.

Of two cards that reach a space, the lower one reaches everything that the higher one does, so the higher one
is played: a hand's candidates are one play for each space. (With the joker, a card that counts as a 1 is the
lowest of all.)
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.kernel_cache import inlined, kernel, part
from quincunx.games.cinco.actions import DRAW, EXCHANGE, PLAY_BASE
from quincunx.games.cinco.bots.kernels.encode import (
    BITS,
    BOARD,
    CARDS,
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
    Position,
)
from quincunx.games.cinco.bots.kernels.evaluate import Accumulators, chances, seen_code
from quincunx.games.cinco.bots.kernels.features import (
    count_lines,
    hand_features,
    line_features,
    line_kind,
    steady_features,
    threat_features,
    unseen_up_to,
)
from quincunx.games.cinco.bots.kernels.moves import first_reach
from quincunx.games.cinco.bots.kernels.network import Network
from quincunx.games.cinco.bots.kernels.rules import wins_of
from quincunx.games.cinco.bots.layout import BLOCK_FEATURES, MOST_ACTIVE, OWN_WIN_FEATURES
from quincunx.games.cinco.state import HAND

MOST_CANDIDATES: Final = 100
"""The largest number: 90 plays, four cards that may have to be spent, a draw or an exchange."""
CERTAIN: Final = 2.0
"""The value of a move that wins at once: above every chance."""


class Hands(NamedTuple):
    """The hand after each possible action, entry by entry: without one of its cards, the one that reaches
    least first, and in the last entry after a draw or an exchange."""

    cards: NDArray[np.int64]
    """``[4]``: the card played."""
    starts: NDArray[np.int64]
    """``[4]``: the lowest space that this card reaches, 90 for none."""
    held: NDArray[np.float32]
    """``[5, units]``: the network's first sum, without the contribution of a token."""
    lowest: NDArray[np.int64]
    """``[5]``: the lowest space that the hand then reaches with one card …"""
    second: NDArray[np.int64]
    """``[5]``: … and with another; 90 for none."""
    lines: NDArray[np.int64]
    """``[5, 5]``: the kinds of windows with three tokens, for that reach."""


@kernel
def candidates(
    net: Network,
    position: Position,
    accumulators: Accumulators,
    moves: NDArray[np.int64],
    values: NDArray[np.float64],
) -> int:
    """Write every sensible move of the seat to move with its team's chance to win. Return their number.

    ``moves`` and ``values`` have room for :data:`MOST_CANDIDATES`. Of other hands than this seat's only the
    sizes are read. A move that wins at once has the value :data:`CERTAIN`.
    """
    seat, teams = int(position[SEAT]), int(position[TEAMS])
    team, size = seat % teams, int(position[HAND_SIZE + seat])
    counts = np.empty(CARDS + 1, np.int64)
    unseen_up_to(position, seat, counts)
    cards, starts, held, lowest, second, lines = hands_after(net, position, accumulators)
    hidden = np.empty(net.bias.shape[0], np.float32)
    kinds = np.empty(5, np.int64)
    wins = np.empty((teams, 2), np.int64)
    features = np.empty(MOST_ACTIVE, np.int64)
    result = np.empty(teams, np.float64)
    quiet = True
    for k in range(teams):
        quiet = quiet and wins_of(position, k, 0) == 0 and wins_of(position, k, 1) == 0
    count = 0
    k = 0
    for space in range(CARDS - 1, -1, -1):
        while k < size and starts[k] > space:
            k += 1  # this card does not reach so low
        if k == size:
            break
        if position[BOARD + space] != 0:
            continue
        moves[count] = cards[k] * PLAY_BASE + space + 1
        if wins_of(position, team, space // HALF) >> space % HALF & 1:
            values[count] = CERTAIN
        else:
            begin(position, k, held, lines, hidden, kinds, wins)
            threatens = place_token(net, position, space, lowest[k], second[k], hidden, kinds, wins)
            silent = quiet and not threatens
            finish(net, position, lowest[k], silent, counts, kinds, wins, features, hidden, result)
            values[count] = result[0]
        count += 1
    for k in range(0, size + 1, max(1, size)):
        # Of cards that reach nothing only the highest may be spent, since all have the same effect.
        if k == size:
            moves[count] = DRAW if size < HAND else EXCHANGE
        elif starts[0] == CARDS:
            moves[count] = cards[0] * PLAY_BASE
        else:
            continue
        begin(position, k, held, lines, hidden, kinds, wins)
        finish(net, position, lowest[k], False, counts, kinds, wins, features, hidden, result)
        values[count] = result[0]
        count += 1
    return count


@inlined
def hands_after(net: Network, position: Position, accumulators: Accumulators) -> Hands:
    """Return the hands that the seat to move may have after its move."""
    seat = int(position[SEAT])
    team = seat % int(position[TEAMS])
    size = position[HAND_SIZE + seat]
    units = net.bias.shape[0]
    features = np.empty(MOST_ACTIVE, np.int64)
    steady = np.empty(units, np.float32)
    for j in range(units):
        steady[j] = accumulators[team, j]
    for i in range(steady_features(position, seat, features)):
        feature = features[i]
        for j in range(units):
            steady[j] += net.small[feature, j]
    cards, starts = np.empty(HAND, np.int64), np.empty(HAND, np.int64)
    order = np.empty(HAND, np.int64)
    sort_by_reach(position, cards, starts, order)
    held = np.empty((HAND + 1, units), np.float32)
    lowest, second = np.empty(HAND + 1, np.int64), np.empty(HAND + 1, np.int64)
    lines = np.empty((HAND + 1, 5), np.int64)
    for k in range(size + 1):
        if k < size:
            hand_features(position, seat, order[k], 0, features)
        elif size < HAND:
            hand_features(position, seat, -1, 1, features)
        else:
            hand_features(position, seat, -2, HAND, features)
        lowest[k], second[k] = reach_without(starts, size, k)
        count_lines(position, team, lowest[k], second[k], lines[k])
        for j in range(units):
            held[k, j] = steady[j]
        for i in range(5):
            feature = features[i]
            for j in range(units):
                held[k, j] += net.small[feature, j]
    return Hands(cards, starts, held, lowest, second, lines)


@inlined
def sort_by_reach(
    position: Position, cards: NDArray[np.int64], starts: NDArray[np.int64], order: NDArray[np.int64]
) -> None:
    """Fill ``cards`` and ``starts``, from the card that reaches least; ``order`` receives their places in the
    hand."""
    seat = int(position[SEAT])
    for i in range(int(position[HAND_SIZE + seat])):
        card = position[HANDS + HAND * seat + i]
        start = first_reach(position, card)
        k = i
        while k > 0 and starts[k - 1] < start:
            starts[k] = starts[k - 1]
            cards[k] = cards[k - 1]
            order[k] = order[k - 1]
            k -= 1
        starts[k] = start
        cards[k] = card
        order[k] = i


@inlined
def reach_without(starts: NDArray[np.int64], size: int, k: int) -> tuple[int, int]:
    """Return the lowest spaces that a hand reaches with one card and with another, in its entry ``k``."""
    lowest, second = CARDS, CARDS
    if k < size or size < HAND:  # otherwise all cards are exchanged
        for i in range(size):
            if i != k:
                lowest, second = starts[i], lowest
    return lowest, second


@inlined
def begin(
    position: Position,
    k: int,
    held: NDArray[np.float32],
    lines: NDArray[np.int64],
    hidden: NDArray[np.float32],
    kinds: NDArray[np.int64],
    wins: NDArray[np.int64],
) -> None:
    """Begin an afterstate: the hand of entry ``k``, and no token placed."""
    for j in range(hidden.shape[0]):
        hidden[j] = held[k, j]
    for kind in range(5):
        kinds[kind] = lines[k, kind]
    for team in range(wins.shape[0]):
        wins[team, 0] = wins_of(position, team, 0)
        wins[team, 1] = wins_of(position, team, 1)


@inlined
def place_token(
    net: Network,
    position: Position,
    space: int,
    first: int,
    second: int,
    hidden: NDArray[np.float32],
    kinds: NDArray[np.int64],
    wins: NDArray[np.int64],
) -> bool:
    """Add a token on a space, without winning, to an afterstate. Return whether it makes a threat.

    ``first`` and ``second`` are the lowest spaces that the hand reaches with one card and with another.
    """
    teams = int(position[TEAMS])
    team = int(position[SEAT]) % teams
    for other in range(teams):
        wins[other, space // HALF] &= ~(1 << space % HALF)
    threatens = False
    for i in range(THROUGH_COUNT[space]):
        window = THROUGH[space, i]
        before = int(position[CODES + window])
        if before == DEAD:
            continue
        pattern = 1 << THROUGH_PLACE[space, i]
        old = 0
        new = pattern
        if before != 0:
            old = seen_code(before, team, teams)
            if old <= PATTERNS:
                new = old | pattern
                threatens = lengthen(window, team, old, new, first, second, kinds, wins) or threatens
            else:
                new = teams * PATTERNS + 1
                alone = (before - 1) % PATTERNS + 1
                if BITS[alone] == 3:
                    low, high = GAPS[window, alone, 0], GAPS[window, alone, 1]
                    kinds[line_kind(False, low, high, first, second)] -= 1
        for j in range(hidden.shape[0]):
            hidden[j] += net.windows[window, new, j] - net.windows[window, old, j]
    return threatens


@inlined
def lengthen(
    window: int,
    team: int,
    old: int,
    new: int,
    first: int,
    second: int,
    kinds: NDArray[np.int64],
    wins: NDArray[np.int64],
) -> bool:
    """Add one token of a team to a window in which no other team has tokens. Return whether that makes a
    threat."""
    tokens = BITS[new]
    if tokens == 3:
        kind = line_kind(True, GAPS[window, new, 0], GAPS[window, new, 1], first, second)
        if kind >= 0:
            kinds[kind] += 1
    elif tokens == 4:
        kind = line_kind(True, GAPS[window, old, 0], GAPS[window, old, 1], first, second)
        if kind >= 0:
            kinds[kind] -= 1
        target = LINES[window, LAST_EMPTY[new]]
        wins[team, target // HALF] |= 1 << target % HALF
        return True
    return False


@inlined
def finish(
    net: Network,
    position: Position,
    lowest: int,
    silent: bool,
    counts: NDArray[np.int64],
    kinds: NDArray[np.int64],
    wins: NDArray[np.int64],
    features: NDArray[np.int64],
    hidden: NDArray[np.float32],
    result: NDArray[np.float64],
) -> None:
    """Add threats and lines to an afterstate; ``result`` receives the chances to win. ``silent``: no team
    threatens to win."""
    found = 2
    if silent:
        features[0] = OWN_WIN_FEATURES
        features[1] = BLOCK_FEATURES
    else:
        found = threat_features(position, position[SEAT], lowest, wins, counts, features)
    found += line_features(kinds, features[found:])
    for i in range(found):
        feature = features[i]
        for j in range(hidden.shape[0]):
            hidden[j] += net.small[feature, j]
    chances(net, hidden, position[TEAMS], result)


@part
def best_of(values: NDArray[np.float64], count: int) -> int:
    """Return the index of the first of the highest values."""
    best = 0
    for i in range(1, count):
        if values[i] > values[best]:
            best = i
    return best

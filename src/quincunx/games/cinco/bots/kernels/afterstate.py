"""Kernels that make moves with incremental accumulators, and compute the features of afterstates.

:func:`quincunx.games.cinco.bots.kernels.candidates.candidates` values many moves without making them. Here
one move is made, and the features of its afterstate are written, for learning and for the leaves of the
search.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.kernel_cache import inlined, kernel
from quincunx.engines.kernels.xorshift import Xorshift
from quincunx.games.cinco.actions import EXCHANGE, PLAY_BASE
from quincunx.games.cinco.bots.belief import note_turn
from quincunx.games.cinco.bots.kernels.encode import (
    CARDS,
    HAND_SIZE,
    HANDS,
    SEAT,
    TEAMS,
    WINDOW_COUNT,
    Position,
)
from quincunx.games.cinco.bots.kernels.evaluate import Accumulators, chances, update_accumulators
from quincunx.games.cinco.bots.kernels.features import (
    count_lines,
    hand_features,
    line_features,
    steady_features,
    threat_features,
    unseen_up_to,
)
from quincunx.games.cinco.bots.kernels.moves import first_reach
from quincunx.games.cinco.bots.kernels.network import Network
from quincunx.games.cinco.bots.kernels.rules import apply, wins_of
from quincunx.games.cinco.state import HAND


@inlined
def note_features(
    position: Position, move: int, features: NDArray[np.int64], counts: NDArray[np.int64]
) -> int:
    """Write the features of a move's afterstate, except threats and lines, before the move is made. Return
    their number. After them come two more numbers: the lowest spaces that the hand then reaches with one card
    and with another."""
    seat = int(position[SEAT])
    unseen_up_to(position, seat, counts)
    found = steady_features(position, seat, features)
    without, unknown = -1, 0
    lowest, second = CARDS, CARDS
    if move == EXCHANGE:
        without, unknown = -2, HAND
    else:
        unknown = 0 if move >= PLAY_BASE else 1
        for i in range(int(position[HAND_SIZE + seat])):
            card = int(position[HANDS + HAND * seat + i])
            if move >= PLAY_BASE and card == move // PLAY_BASE:
                without = i
                continue
            start = first_reach(position, card)
            second = min(second, max(lowest, start))
            lowest = min(lowest, start)
    found += hand_features(position, seat, without, unknown, features[found:])
    features[found] = lowest
    features[found + 1] = second
    return found


@kernel
def hidden_of(
    net: Network,
    codes: NDArray[np.uint8],
    features: NDArray[np.int64],
    count: int,
    hidden: NDArray[np.float32],
) -> None:
    """Compute the network's first sum for an afterstate whose features have been written."""
    units = hidden.shape[0]
    for j in range(units):
        hidden[j] = net.bias[j]
    for window in range(WINDOW_COUNT):
        code = codes[window]
        for j in range(units):
            hidden[j] += net.windows[window, code, j]
    for i in range(count):
        feature = features[i]
        for j in range(units):
            hidden[j] += net.small[feature, j]


@inlined
def finish_features(
    position: Position,
    seat: int,
    lowest: int,
    second: int,
    features: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> int:
    """Write the features of threats and lines after the move, following :func:`note_features`. Return their
    number."""
    teams = int(position[TEAMS])
    masks = np.empty((teams, 2), np.int64)
    kinds = np.empty(5, np.int64)
    for other in range(teams):
        masks[other, 0] = wins_of(position, other, 0)
        masks[other, 1] = wins_of(position, other, 1)
    found = threat_features(position, seat, lowest, masks, counts, features)
    count_lines(position, seat % teams, lowest, second, kinds)
    return found + line_features(kinds, features[found:])


@kernel
def make(net: Network, position: Position, accumulators: Accumulators, move: int, xorshift: Xorshift) -> None:
    """Make a move; update the accumulators and what the move reveals about the mover's hand."""
    seat = int(position[SEAT])
    if move >= PLAY_BASE and move % PLAY_BASE:
        update_accumulators(net, position, accumulators, seat % position[TEAMS], move % PLAY_BASE - 1)
    note_turn(position, seat, move)
    apply(position, move, xorshift)


@kernel
def make_and_note(
    net: Network,
    position: Position,
    accumulators: Accumulators,
    move: int,
    xorshift: Xorshift,
    features: NDArray[np.int64],
) -> int:
    """Make a move and write the features of its afterstate. Return their number. ``features`` has room for
    ``MOST_ACTIVE + 2`` numbers."""
    seat = int(position[SEAT])
    counts = np.empty(CARDS + 1, np.int64)
    noted = note_features(position, move, features, counts)
    lowest, second = features[noted], features[noted + 1]
    make(net, position, accumulators, move, xorshift)
    return noted + finish_features(position, seat, lowest, second, features[noted:], counts)


@inlined
def make_and_value(
    net: Network,
    position: Position,
    accumulators: Accumulators,
    move: int,
    xorshift: Xorshift,
    features: NDArray[np.int64],
    worth: NDArray[np.float64],
) -> None:
    """Make a move that does not win at once. ``worth`` receives each team's chance to win from the mover's
    point of view, by team; ``features`` has room for ``MOST_ACTIVE + 2`` numbers."""
    teams = int(position[TEAMS])
    team = int(position[SEAT]) % teams
    noted = make_and_note(net, position, accumulators, move, xorshift, features)
    hidden = np.empty(net.bias.shape[0], np.float32)
    seen = np.empty(teams, np.float64)
    for j in range(hidden.shape[0]):
        hidden[j] = accumulators[team, j]
    for i in range(noted):
        feature = features[i]
        for j in range(hidden.shape[0]):
            hidden[j] += net.small[feature, j]
    chances(net, hidden, teams, seen)
    for k in range(teams):
        worth[(team + k) % teams] = seen[k]

"""What the evaluation looks at after a move, written down: kernels.

:func:`quincunx.games.cinco.bots.evaluate.candidates` values many moves without making them; here one move is
made, and its afterstate noted, for learning and for the leaves of the search.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.kernel_cache import kernel
from quincunx.games.cinco.actions import EXCHANGE, PLAY_BASE
from quincunx.games.cinco.bots.chance import Dice
from quincunx.games.cinco.bots.encode import HAND_SIZE, HANDS, SEAT, TEAMS, WINDOW_COUNT, WINS, Position
from quincunx.games.cinco.bots.evaluate import Sums, chances, update_sums
from quincunx.games.cinco.bots.features import (
    count_lines,
    hand_rows,
    line_rows,
    steady_rows,
    threat_rows,
    unseen_up_to,
)
from quincunx.games.cinco.bots.kernels import CARDS, apply, first_reach
from quincunx.games.cinco.bots.network import Network


@kernel
def note_rows(position: Position, move: int, rows: NDArray[np.int64], counts: NDArray[np.int64]) -> int:
    """Write the rows of the afterstate of a move, but for its threats and lines; the lowest spaces that the
    hand then reaches with one card and with another come last. How many rows there are. To be called
    before the move is made."""
    seat = position[SEAT]
    size = position[HAND_SIZE + seat]
    unseen_up_to(position, seat, counts)
    found = steady_rows(position, seat, rows)
    without, unknown = -1, 0
    lowest, second = CARDS, CARDS
    if move >= PLAY_BASE:
        for i in range(size):
            card = int(position[HANDS + 4 * seat + i])
            if card == move // PLAY_BASE:
                without = i
            else:
                start = first_reach(position, card)
                second = min(second, max(lowest, start))
                lowest = min(lowest, start)
    elif move == EXCHANGE:
        without, unknown = -2, 4
    else:
        unknown = 1
        for i in range(size):
            start = first_reach(position, int(position[HANDS + 4 * seat + i]))
            second = min(second, max(lowest, start))
            lowest = min(lowest, start)
    found += hand_rows(position, seat, without, unknown, rows[found:])
    rows[found] = lowest
    rows[found + 1] = second
    return found


@kernel
def hidden_of(
    net: Network, codes: NDArray[np.uint8], rows: NDArray[np.int64], count: int, hidden: NDArray[np.float32]
) -> None:
    """The network's sum for a noted afterstate."""
    units = hidden.shape[0]
    for j in range(units):
        hidden[j] = net.bias[j]
    for window in range(WINDOW_COUNT):
        for j in range(units):
            hidden[j] += net.windows[window, codes[window], j]
    for i in range(count):
        for j in range(units):
            hidden[j] += net.small[rows[i], j]


@kernel
def finish_rows(
    position: Position,
    seat: int,
    lowest: int,
    second: int,
    rows: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> int:
    """Write the rows of threats and lines once the move is made, after :func:`note_rows`; how many."""
    teams = position[TEAMS]
    masks = np.empty((teams, 2), np.int64)
    kinds = np.empty(5, np.int64)
    for other in range(teams):
        masks[other, 0] = position[WINS + 2 * other]
        masks[other, 1] = position[WINS + 2 * other + 1]
    found = threat_rows(position, seat, lowest, masks, counts, rows)
    count_lines(position, seat % teams, lowest, second, kinds)
    return found + line_rows(kinds, rows[found:])


@kernel
def make(net: Network, position: Position, sums: Sums, move: int, dice: Dice) -> None:
    """Make a move and keep the sums up to date."""
    if move >= PLAY_BASE and move % PLAY_BASE:
        update_sums(net, position, sums, position[SEAT] % position[TEAMS], move % PLAY_BASE - 1)
    apply(position, move, dice)


@kernel
def make_and_value(
    net: Network,
    position: Position,
    sums: Sums,
    move: int,
    dice: Dice,
    rows: NDArray[np.int64],
    worth: NDArray[np.float64],
) -> None:
    """Make a move that does not win at once; ``worth`` gets each team's chance, by team, as the mover sees
    it. ``rows`` is room for ``SMALL_ACTIVE + 2`` numbers."""
    seat, teams = position[SEAT], position[TEAMS]
    team = seat % teams
    units = net.bias.shape[0]
    counts = np.empty(CARDS + 1, np.int64)
    noted = note_rows(position, move, rows, counts)
    lowest, second = rows[noted], rows[noted + 1]
    make(net, position, sums, move, dice)
    noted += finish_rows(position, seat, lowest, second, rows[noted:], counts)
    hidden = np.empty(units, np.float32)
    seen = np.empty(teams, np.float64)
    for j in range(units):
        hidden[j] = sums[team, j]
    for i in range(noted):
        for j in range(units):
            hidden[j] += net.small[rows[i], j]
    chances(net, hidden, teams, seen)
    for k in range(teams):
        worth[(team + k) % teams] = seen[k]

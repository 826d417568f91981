"""Learning the chances of open hands from games of levels that overlook moves. Kernels.

Both players play the best move, by a fixed network, of those that they see. Each position of a game is pulled
towards the mover's later estimates and the result, as in :mod:`quincunx.games.cinco.bots.training.learn`.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.kernel_cache import kernel, part
from quincunx.engines.kernels.xorshift import Xorshift, below
from quincunx.games.cinco.bots.kernels.afterstate import hidden_of, make
from quincunx.games.cinco.bots.kernels.candidates import MOST_CANDIDATES, candidates
from quincunx.games.cinco.bots.kernels.encode import (
    CODES,
    GOING_ON,
    JOKER,
    QUIET,
    SEAT,
    WINDOW_COUNT,
    WINNER,
    Position,
)
from quincunx.games.cinco.bots.kernels.evaluate import chances, fill_accumulators, seen_code
from quincunx.games.cinco.bots.kernels.network import Network
from quincunx.games.cinco.bots.kernels.open_hands import MOST_ACTIVE, open_features
from quincunx.games.cinco.bots.kernels.rules import deal
from quincunx.games.cinco.bots.training.learn import (
    DRAWS,
    EVERY_TEAM,
    MOST_TURNS,
    QUIET_LIMIT,
    TOTALS,
    TRUNCATED,
    History,
    learn_from,
    new_history,
    note_result,
)

MILLION: Final = 1_000_000


@kernel
def learn_open_games(
    net: Network,
    player: Network,
    levels: NDArray[np.float64],
    position: Position,
    games: int,
    rate: float,
    trace: float,
    joker_share: float,
    xorshift: Xorshift,
    adagrad: Network,
    totals: NDArray[np.float64],
) -> None:
    """Play games by ``player``, and learn from each when it has ended. Changes ``net`` in place.

    ``levels`` are the blunder rates of the players, in their order. The other parameters are those of
    :func:`~quincunx.games.cinco.bots.training.learn.learn_games`.
    """
    history = new_history(MOST_ACTIVE)
    rates = np.empty(2, np.float64)
    for _ in range(games):
        position[SEAT] = below(xorshift, 2)
        position[JOKER] = 1 if below(xorshift, MILLION) < joker_share * MILLION else 0
        draw_levels(levels, xorshift, rates)
        turns = play_levels(player, position, rates, xorshift, history)
        turns = note_result(position, turns, totals)
        learn_from(net, position, history, turns, EVERY_TEAM, rate, trace, adagrad, totals)


@kernel
def unexplained(
    net: Network,
    player: Network,
    levels: NDArray[np.float64],
    position: Position,
    games: int,
    xorshift: Xorshift,
) -> float:
    """Play games of the classic variant by ``player``. Return the mean squared difference between the result
    and the estimates of a game's positions, divided by the variance of the result."""
    history = new_history(MOST_ACTIVE)
    totals = np.zeros(TOTALS, np.float64)
    rates = np.empty(2, np.float64)
    hidden = np.empty(net.bias.shape[0], np.float32)
    shares = np.empty(2, np.float64)
    squares, count = 0.0, 0
    position[JOKER] = 0
    for _ in range(games):
        position[SEAT] = below(xorshift, 2)
        draw_levels(levels, xorshift, rates)
        turns = play_levels(player, position, rates, xorshift, history)
        turns = note_result(position, turns, totals)
        for turn in range(turns):
            hidden_of(net, history.codes[turn], history.features[turn], history.found[turn], hidden)
            chances(net, hidden, 2, shares)
            won = 0.5
            if position[WINNER] >= 0:
                won = 1.0 if position[WINNER] == history.seats[turn] else 0.0
            squares += (won - shares[0]) ** 2
        count += turns
    # A player wins half of all decided games, over both seats.
    drawn = (totals[DRAWS] + totals[TRUNCATED]) / games
    return squares / count / (0.25 * (1.0 - drawn))


@part
def draw_levels(levels: NDArray[np.float64], xorshift: Xorshift, rates: NDArray[np.float64]) -> None:
    """Draw two levels: one game in three is between any two, the others between equals or neighbours."""
    count = levels.shape[0]
    first = below(xorshift, count)
    second = min(max(first + below(xorshift, 3) - 1, 0), count - 1)
    if below(xorshift, 3) == 0:
        second = below(xorshift, count)
    rates[0], rates[1] = levels[first], levels[second]


@part
def play_levels(
    player: Network, position: Position, rates: NDArray[np.float64], xorshift: Xorshift, history: History
) -> int:
    """Deal and play a game into ``history``; return its number of turns."""
    moves = np.empty(MOST_CANDIDATES, np.int64)
    values = np.empty(MOST_CANDIDATES, np.float64)
    accumulators = np.empty((2, player.bias.shape[0]), np.float32)
    deal(position, xorshift)
    fill_accumulators(player, position, accumulators)
    turn = 0
    while position[WINNER] == GOING_ON and position[QUIET] < QUIET_LIMIT and turn < MOST_TURNS:
        seat = int(position[SEAT])
        count = candidates(player, position, accumulators, moves, values)
        chosen = best_seen(values, count, rates[seat], xorshift)
        make(player, position, accumulators, moves[chosen], xorshift)
        history.seats[turn] = seat
        history.explored[turn] = False
        history.found[turn] = open_features(position, seat, rates, history.features[turn])
        for window in range(WINDOW_COUNT):
            history.codes[turn, window] = seen_code(position[CODES + window], seat, 2)
        turn += 1
    return turn


@part
def best_seen(values: NDArray[np.float64], count: int, rate: float, xorshift: Xorshift) -> int:
    """Return the index of the best value that a player sees who overlooks each with the probability ``rate``;
    any, if none is seen."""
    ranked = np.argsort(-values[:count], kind="mergesort")
    for i in range(count):
        if below(xorshift, MILLION) >= rate * MILLION:
            return ranked[i]
    return below(xorshift, count)

"""Whole games between simple policies, in batches of millions: a kernel, and a Python function that calls
it."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quincunx.core.values import Seat
from quincunx.engines.kernel_cache import kernel
from quincunx.engines.kernels.arrays import word
from quincunx.engines.kernels.xorshift import Xorshift, below, seeded
from quincunx.games.cinco.bots.kernels.afterstate import make
from quincunx.games.cinco.bots.kernels.candidates import MOST_CANDIDATES, best_of, candidates
from quincunx.games.cinco.bots.kernels.encode import (
    CARDS,
    GOING_ON,
    PLAYERS,
    QUIET,
    RESHUFFLES,
    SEAT,
    TEAMS,
    TURN,
    WINNER,
    Position,
    empty,
)
from quincunx.games.cinco.bots.kernels.evaluate import fill_accumulators
from quincunx.games.cinco.bots.kernels.greedy import greedy_move
from quincunx.games.cinco.bots.kernels.moves import random_move
from quincunx.games.cinco.bots.kernels.network import Network, fresh
from quincunx.games.cinco.bots.kernels.rules import apply, deal, team_of
from quincunx.games.cinco.rules import check
from quincunx.games.cinco.types import CincoOptions

RANDOM: Final = 0
GREEDY: Final = 1
LEARNED: Final = 2
POLICIES: Final = {"random": RANDOM, "greedy": GREEDY, "learned": LEARNED}

QUIET_LIMIT: Final = 100
"""The number of turns without a token after which a game is truncated (C7)."""
TRUNCATED: Final = -3


class Playouts(NamedTuple):
    """The results of a batch of games; all arrays have one entry for each game."""

    winners: NDArray[np.int8]
    """The winning team; -2 for a draw, -3 for a truncated game, which is no result (C7)."""
    turns: NDArray[np.int32]
    first: NDArray[np.int8]
    """The seat that started."""
    reshuffles: NDArray[np.int16]

    @property
    def plies(self) -> int:
        """The number of turns of all games together."""
        return int(self.turns.sum())


@kernel
def playouts_into(
    net: Network,
    position: Position,
    policies: NDArray[np.int64],
    first: int,
    xorshift: Xorshift,
    winners: NDArray[np.int8],
    turns: NDArray[np.int32],
    firsts: NDArray[np.int8],
    reshuffles: NDArray[np.int16],
) -> None:
    """Play as many games as ``winners`` has room for; ``first`` is the seat that starts, -1 to draw lots."""
    teams = int(position[TEAMS])
    moves = np.empty(MOST_CANDIDATES, np.int64)
    values = np.empty(MOST_CANDIDATES, np.float64)
    worths = np.empty(CARDS, np.float64)
    accumulators = np.empty((teams, net.bias.shape[0]), np.float32)
    learned = False
    for team in range(teams):
        learned = learned or policies[team] == LEARNED
    players = int(position[PLAYERS])
    for game in range(winners.shape[0]):
        position[SEAT] = below(xorshift, players) if first < 0 else first
        firsts[game] = position[SEAT]
        deal(position, xorshift)
        if learned:
            fill_accumulators(net, position, accumulators)
        while position[WINNER] == GOING_ON and position[QUIET] < QUIET_LIMIT:
            policy = policies[team_of(position, position[SEAT])]
            if policy == RANDOM:
                move = random_move(position, xorshift)
            elif policy == GREEDY:
                move = greedy_move(position, worths, xorshift)
            else:
                count = candidates(net, position, accumulators, moves, values)
                move = moves[best_of(values, count)]
            if learned:
                make(net, position, accumulators, move, xorshift)
            else:
                apply(position, move, xorshift)
        winners[game] = position[WINNER] if position[WINNER] != GOING_ON else TRUNCATED
        turns[game] = word(position, TURN)
        reshuffles[game] = word(position, RESHUFFLES)


def play_many(
    options: CincoOptions,
    policies: tuple[str, ...] | str,
    games: int,
    seed: int,
    network: Network | None = None,
) -> Playouts:
    """Play whole games on one core. The same arguments give the same games.

    ``policies`` is ``random``, ``greedy`` or ``learned`` for all, or one of them for each team; ``learned``
    plays the best move on one ply by ``network``. If ``options.first`` is not set, a lot decides who starts
    each game (C1). Raises :class:`~quincunx.core.reason.Refusal` and ``ValueError``.
    """
    check(options)
    names = (policies,) * options.teams if isinstance(policies, str) else policies
    if len(names) != options.teams or any(name not in POLICIES for name in names):
        raise ValueError(f"one policy for each of the {options.teams} teams: {', '.join(POLICIES)}")
    if "learned" in names and network is None:
        raise ValueError("the learned policy needs a network")
    result = Playouts(
        np.empty(games, np.int8),
        np.empty(games, np.int32),
        np.empty(games, np.int8),
        np.empty(games, np.int16),
    )
    first: Seat = -1 if options.first is None else options.first
    playouts_into(
        network or fresh(options.teams, 0, 1),
        empty(options),
        np.array([POLICIES[name] for name in names], np.int64),
        first,
        seeded(seed),
        *result,
    )
    return result

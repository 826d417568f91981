"""Search by sampling: each sensible move, many deals of the hidden cards, a few turns played out.

One simulation fills in the hidden cards (:mod:`quincunx.games.cinco.bots.belief`) and makes the move. Then
all seats play on by the network for some rounds, each seeing its own hand alone. When the mover's team is to
move again, the network gives its chance to win. All moves are tried on the same deals. Half of the remaining
moves are dropped after each stage (*sequential halving*, Karnin, Koren and Somekh 2013), so that most
simulations go to moves that are hard to distinguish.

The tree of :mod:`quincunx.games.cinco.bots.kernels.tree_search` is the better player (``docs/bots.md``). This
one is in the arena as ``py:benchmarks.baselines.halving:HalvingCinco``.
"""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.bot import OWN_PACE, Budget, Decision
from quincunx.engines.kernel_cache import kernel
from quincunx.engines.kernels.xorshift import Xorshift, seeded
from quincunx.games.cinco.bots.belief import Belief, fill_in
from quincunx.games.cinco.bots.kernels.afterstate import make
from quincunx.games.cinco.bots.kernels.candidates import MOST_CANDIDATES, best_of, candidates
from quincunx.games.cinco.bots.kernels.encode import (
    DRAWN,
    GOING_ON,
    SEAT,
    SIZE,
    TEAMS,
    WINNER,
    Position,
)
from quincunx.games.cinco.bots.kernels.evaluate import Accumulators
from quincunx.games.cinco.bots.kernels.network import Network
from quincunx.games.cinco.bots.ranking import Root, decision, rank_view
from quincunx.games.cinco.types import CincoMove, CincoView

SIMULATIONS: Final = 600
"""The number of simulations if the budget sets no limit. It does not depend on the clock."""
MOST_MOVES: Final = 16
"""The maximum number of moves that are tried: those with the best chances by the network."""
ROUNDS: Final = 1
"""The number of rounds that are played out. More rounds cost more, and were not better."""


@kernel
def play_out(
    net: Network,
    position: Position,
    accumulators: Accumulators,
    team: int,
    rounds: int,
    xorshift: Xorshift,
    moves: NDArray[np.int64],
    values: NDArray[np.float64],
) -> float:
    """Play on until the team has been to move ``rounds`` times, and return its chance to win then."""
    teams = int(position[TEAMS])
    while position[WINNER] == GOING_ON:
        count = candidates(net, position, accumulators, moves, values)
        best = best_of(values, count)
        if position[SEAT] % teams == team:
            rounds -= 1
            if rounds == 0:
                return min(1.0, values[best])
        make(net, position, accumulators, moves[best], xorshift)
    if position[WINNER] == DRAWN:
        return 1.0 / teams
    return 1.0 if position[WINNER] == team else 0.0


@kernel
def simulate_moves(
    net: Network,
    belief: Belief,
    root_accumulators: Accumulators,
    moves: NDArray[np.int64],
    alive: NDArray[np.bool_],
    rounds: int,
    deals: int,
    xorshift: Xorshift,
    totals: NDArray[np.float64],
) -> None:
    """Add ``deals`` simulations of every remaining move to ``totals``."""
    teams = int(belief.position[TEAMS])
    team = int(belief.position[SEAT]) % teams
    dealt = np.empty(SIZE, np.int8)
    position = np.empty(SIZE, np.int8)
    fresh = np.empty(90, np.int64)
    older = np.empty(90, np.int64)
    accumulators = np.empty_like(root_accumulators)
    some_moves = np.empty(MOST_CANDIDATES, np.int64)
    values = np.empty(MOST_CANDIDATES, np.float64)
    for _ in range(deals):
        fill_in(belief, dealt, fresh, older, xorshift)
        for i in range(moves.shape[0]):
            if not alive[i]:
                continue
            for k in range(SIZE):
                position[k] = dealt[k]
            for k in range(teams):
                for j in range(accumulators.shape[1]):
                    accumulators[k, j] = root_accumulators[k, j]
            make(net, position, accumulators, moves[i], xorshift)
            totals[i] += play_out(net, position, accumulators, team, rounds, xorshift, some_moves, values)


def choose_by_halving(
    root: Root,
    moves: NDArray[np.int64],
    simulations: int,
    rounds: int,
    seed: int,
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The moves, best first, and their mean values; ``simulations`` is the total for all moves."""
    count = len(moves)
    moves = np.ascontiguousarray(moves)
    totals, tried = np.zeros(count), np.zeros(count, np.int64)
    alive = np.ones(count, np.bool_)
    stages = max(1, (count - 1).bit_length())
    xorshift = seeded(seed)
    kept = np.zeros(count, np.int64)  # number of stages that a move has survived
    for _ in range(stages):
        left = int(alive.sum())
        deals = max(1, simulations // stages // left)
        simulate_moves(*root, moves, alive, rounds, deals, xorshift, totals)
        tried[alive] += deals
        means = totals / np.maximum(tried, 1)
        order = np.argsort(np.where(alive, -means, np.inf), kind="stable")
        alive[:] = False
        alive[order[: (left + 1) // 2]] = True
        kept[alive] += 1
    means = totals / np.maximum(tried, 1)
    order = np.lexsort((-means, -kept))
    return moves[order], np.minimum.accumulate(means[order])


class HalvingCinco:
    """The player, for every seating and variant."""

    def choose(self, view: CincoView, random: Random, budget: Budget = OWN_PACE) -> Decision[CincoMove]:
        root, ranking = rank_view(view)
        if ranking.is_clear:
            return decision(ranking.moves, ranking.values)
        moves, simulations = ranking.moves[:MOST_MOVES], budget.simulations or SIMULATIONS
        return decision(*choose_by_halving(root, moves, simulations, ROUNDS, random.getrandbits(48)))

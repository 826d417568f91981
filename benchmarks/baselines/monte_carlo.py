"""Determinized Monte Carlo with greedy playouts: no network and no tree, a baseline for the search.

Each simulation fills in the hidden cards, makes one of the root's moves, and lets all seats play greedily to
the end. UCB1 (Auer, Cesa-Bianchi and Fischer 2002) chooses the next move to try; the move tried most often is
played. In the arena: ``py:benchmarks.baselines.monte_carlo:MonteCarloCinco``.
"""

from __future__ import annotations

import math
import time
from random import Random
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from quincunx.engines.bot import OWN_PACE, Budget, Decision
from quincunx.engines.kernel_cache import kernel
from quincunx.engines.kernels.xorshift import Xorshift, seeded
from quincunx.games.cinco.bots.belief import Belief, fill_in
from quincunx.games.cinco.bots.kernels.encode import CARDS, DRAWN, GOING_ON, QUIET, SIZE, TEAMS, WINNER
from quincunx.games.cinco.bots.kernels.greedy import greedy_move
from quincunx.games.cinco.bots.kernels.rules import apply
from quincunx.games.cinco.bots.ranking import decision, rank_view
from quincunx.games.cinco.bots.search import SLICE
from quincunx.games.cinco.types import CincoMove, CincoView

SECONDS: Final = 1.0
"""The time for a move if the budget sets no limit."""
EXPLORATION: Final = 0.7
QUIET_LIMIT: Final = 60
"""The number of turns without a token after which a playout is a draw (C7)."""


@kernel
def try_moves(
    belief: Belief,
    team: int,
    moves: NDArray[np.int64],
    visits: NDArray[np.int64],
    totals: NDArray[np.float64],
    simulations: int,
    exploration: float,
    xorshift: Xorshift,
) -> None:
    """Run this many simulations, and add their results to ``visits`` and ``totals``."""
    position = np.empty(SIZE, np.int8)
    fresh = np.empty(90, np.int64)
    older = np.empty(90, np.int64)
    worths = np.empty(CARDS, np.float64)
    count = moves.shape[0]
    done = visits.sum()
    for _ in range(simulations):
        chosen, best = 0, -1.0
        for i in range(count):
            if visits[i] == 0:
                chosen = i
                break
            score = totals[i] / visits[i] + exploration * math.sqrt(math.log(done) / visits[i])
            if score > best:
                best, chosen = score, i
        fill_in(belief, position, fresh, older, xorshift)
        apply(position, moves[chosen], xorshift)
        while position[WINNER] == GOING_ON and position[QUIET] < QUIET_LIMIT:
            apply(position, greedy_move(position, worths, xorshift), xorshift)
        winner = position[WINNER]
        visits[chosen] += 1
        done += 1
        if winner == team:
            totals[chosen] += 1.0
        elif winner in (DRAWN, GOING_ON):
            totals[chosen] += 1.0 / position[TEAMS]


class MonteCarloCinco:
    """The baseline, for every seating and variant. It shares the belief and the list of sensible moves with
    the product's bots, and uses the network only to see an immediate win."""

    def choose(self, view: CincoView, random: Random, budget: Budget = OWN_PACE) -> Decision[CincoMove]:
        root, ranking = rank_view(view)
        moves = np.sort(ranking.moves)
        if ranking.is_clear:
            return decision(ranking.moves, ranking.values)
        if budget.simulations is None and budget.seconds is None:
            budget = msgspec.structs.replace(budget, seconds=SECONDS)
        xorshift = seeded(random.getrandbits(48))
        visits, totals = np.zeros(len(moves), np.int64), np.zeros(len(moves))
        assert view.viewer is not None
        team = view.viewer % view.options.teams
        start = time.monotonic()
        while True:
            done = int(visits.sum())
            left = SLICE if budget.simulations is None else min(SLICE, budget.simulations - done)
            if left <= 0 or (budget.wanted is not None and not budget.wanted()):
                break
            if budget.seconds is not None and done and time.monotonic() - start >= budget.seconds:
                break
            try_moves(root.belief, team, moves, visits, totals, left, EXPLORATION, xorshift)
        means = totals / np.maximum(visits, 1)
        order = np.lexsort((-means, -visits))
        return decision(moves[order], np.minimum.accumulate(means[order]))

"""Determinized Monte Carlo with greedy playouts: no evaluation and no tree, a baseline for the search.

Each simulation fills in the hidden cards, makes one of the root's moves, and lets everybody play greedily to
the end. Which move is tried next is decided by UCB1 (Auer, Cesa-Bianchi and Fischer 2002); the most tried
one is played. In the arena: ``py:quincunx.games.cinco.bots.monte_carlo:MonteCarloCinco``.
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
from quincunx.games.cinco.bots.belief import Belief, fill_in
from quincunx.games.cinco.bots.chance import Dice, dice
from quincunx.games.cinco.bots.encode import DRAWN, GOING_ON, QUIET, SIZE, TEAMS, WINNER
from quincunx.games.cinco.bots.greedy_kernel import greedy_move
from quincunx.games.cinco.bots.kernels import CARDS, apply
from quincunx.games.cinco.bots.search import SLICE, decision, rank_view
from quincunx.games.cinco.types import CincoMove, CincoView

SECONDS: Final = 1.0
"""When the budget sets no limit."""
CURIOSITY: Final = 0.7
QUIET_LIMIT: Final = 60
"""A playout is a draw after so many turns without a token (C7)."""


@kernel
def try_moves(
    belief: Belief,
    team: int,
    moves: NDArray[np.int64],
    visits: NDArray[np.int64],
    totals: NDArray[np.float64],
    simulations: int,
    curiosity: float,
    dice: Dice,
) -> None:
    """So many simulations, into ``visits`` and ``totals``."""
    position = np.empty(SIZE, np.int64)
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
            score = totals[i] / visits[i] + curiosity * math.sqrt(math.log(done) / visits[i])
            if score > best:
                best, chosen = score, i
        fill_in(belief, position, fresh, older, dice)
        apply(position, moves[chosen], dice)
        while position[WINNER] == GOING_ON and position[QUIET] < QUIET_LIMIT:
            apply(position, greedy_move(position, worths, dice), dice)
        winner = position[WINNER]
        visits[chosen] += 1
        done += 1
        if winner == team:
            totals[chosen] += 1.0
        elif winner in (DRAWN, GOING_ON):
            totals[chosen] += 1.0 / position[TEAMS]


class MonteCarloCinco:
    """The baseline, for every seating and variant. It uses the house's belief and its list of sensible
    moves, and nothing of what the evaluation thinks of them but a win at once."""

    def choose(self, view: CincoView, random: Random, budget: Budget = OWN_PACE) -> Decision[CincoMove]:
        _, belief, ranking, _ = rank_view(view)
        moves = np.sort(ranking.moves)
        if ranking.is_clear:
            return decision(ranking.moves, ranking.values)
        if budget.simulations is None and budget.seconds is None:
            budget = msgspec.structs.replace(budget, seconds=SECONDS)
        rolled = dice(random.getrandbits(48))
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
            try_moves(belief, team, moves, visits, totals, left, CURIOSITY, rolled)
        means = totals / np.maximum(visits, 1)
        order = np.lexsort((-means, -visits))
        return decision(moves[order], np.minimum.accumulate(means[order]))

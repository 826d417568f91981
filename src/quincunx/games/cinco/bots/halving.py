"""Search by sampling: each sensible move, many deals of the hidden cards, a few turns played out.

One simulation fills in the hidden cards (:mod:`quincunx.games.cinco.bots.belief`), makes the move, lets
everybody play on by the evaluation for some rounds, each seeing its own hand alone, and asks the evaluation
how it stands when the mover's team is to move again. All moves are tried on the same deals. Half of the moves
that are left are dropped after each stage (*sequential halving*, Karnin, Koren and Somekh 2013), so that most
simulations go to those between which it is hard to choose.

The tree of :mod:`quincunx.games.cinco.bots.tree_search` is the better player (``docs/bots.md``); this one is
in the arena as ``py:quincunx.games.cinco.bots.halving:HalvingCinco``.
"""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.bot import OWN_PACE, Budget, Decision
from quincunx.engines.kernel_cache import kernel
from quincunx.games.cinco.bots.afterstate import make
from quincunx.games.cinco.bots.belief import Belief, fill_in
from quincunx.games.cinco.bots.chance import Dice, dice
from quincunx.games.cinco.bots.encode import (
    DRAWN,
    GOING_ON,
    SEAT,
    SIZE,
    TEAMS,
    WINNER,
    Position,
)
from quincunx.games.cinco.bots.evaluate import MOST_CANDIDATES, Sums, candidates
from quincunx.games.cinco.bots.network import Network
from quincunx.games.cinco.bots.search import decision, rank_view
from quincunx.games.cinco.types import CincoMove, CincoView

SIMULATIONS: Final = 600
"""When the budget sets no limit. It counts simulations and does not look at the clock."""
MOST_MOVES: Final = 16
"""Only so many moves are tried, those that the evaluation likes best."""
ROUNDS: Final = 1
"""How long is played out. Longer is dearer, and was not better."""


@kernel
def play_out(
    net: Network,
    position: Position,
    sums: Sums,
    team: int,
    rounds: int,
    dice: Dice,
    moves: NDArray[np.int64],
    values: NDArray[np.float64],
) -> float:
    """Play on until the team has been to move ``rounds`` times; its chance to win then."""
    teams = position[TEAMS]
    while position[WINNER] == GOING_ON:
        count = candidates(net, position, sums, moves, values)
        best = 0
        for i in range(1, count):
            if values[i] > values[best]:
                best = i
        if position[SEAT] % teams == team:
            rounds -= 1
            if rounds == 0:
                return min(1.0, values[best])
        make(net, position, sums, moves[best], dice)
    if position[WINNER] == DRAWN:
        return 1.0 / teams
    return 1.0 if position[WINNER] == team else 0.0


@kernel
def simulate_moves(
    net: Network,
    belief: Belief,
    root_sums: Sums,
    moves: NDArray[np.int64],
    alive: NDArray[np.bool_],
    rounds: int,
    deals: int,
    dice: Dice,
    totals: NDArray[np.float64],
) -> None:
    """Add ``deals`` simulations of every move that is alive to ``totals``."""
    teams = belief.position[TEAMS]
    team = belief.position[SEAT] % teams
    dealt = np.empty(SIZE, np.int64)
    position = np.empty(SIZE, np.int64)
    fresh = np.empty(90, np.int64)
    older = np.empty(90, np.int64)
    sums = np.empty_like(root_sums)
    some_moves = np.empty(MOST_CANDIDATES, np.int64)
    values = np.empty(MOST_CANDIDATES, np.float64)
    for _ in range(deals):
        fill_in(belief, dealt, fresh, older, dice)
        for i in range(moves.shape[0]):
            if not alive[i]:
                continue
            for k in range(SIZE):
                position[k] = dealt[k]
            for k in range(teams):
                for j in range(sums.shape[1]):
                    sums[k, j] = root_sums[k, j]
            make(net, position, sums, moves[i], dice)
            totals[i] += play_out(net, position, sums, team, rounds, dice, some_moves, values)


def choose_by_halving(
    net: Network,
    belief: Belief,
    sums: Sums,
    moves: NDArray[np.int64],
    simulations: int,
    rounds: int,
    seed: int,
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The moves, best first, and their mean worth; ``simulations`` are spent on all of them together."""
    count = len(moves)
    moves = np.ascontiguousarray(moves)
    totals, tried = np.zeros(count), np.zeros(count, np.int64)
    alive = np.ones(count, np.bool_)
    stages = max(1, (count - 1).bit_length())
    rolled = dice(seed)
    kept = np.zeros(count, np.int64)  # how many stages a move has survived
    for _ in range(stages):
        left = int(alive.sum())
        deals = max(1, simulations // stages // left)
        simulate_moves(net, belief, sums, moves, alive, rounds, deals, rolled, totals)
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
        network, belief, ranking, sums = rank_view(view)
        if ranking.is_clear:
            return decision(ranking.moves, ranking.values)
        moves, simulations = ranking.moves[:MOST_MOVES], budget.simulations or SIMULATIONS
        return decision(
            *choose_by_halving(network, belief, sums, moves, simulations, ROUNDS, random.getrandbits(48))
        )

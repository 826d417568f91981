"""What a move is worth to the seat that makes it, and what a position is worth to a seat that waits: kernels.

The bot's search (:mod:`quincunx.games.cinco.bots.tree_search`) spends its simulations on the moves that seem
best, which leaves little for a move that somebody has made all the same. Here all simulations begin with one
move. Simulation *i* deals the hidden cards by the seed *i*, so that two moves are measured with the same
deals, and their difference is known far better than either.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.kernel_cache import kernel
from quincunx.games.cinco.bots.belief import Belief, fill_in
from quincunx.games.cinco.bots.candidates import candidates
from quincunx.games.cinco.bots.encode import PLAYERS, SEAT, TEAMS, Position
from quincunx.games.cinco.bots.evaluate import Accumulators, fill_accumulators
from quincunx.games.cinco.bots.kernels import deal
from quincunx.games.cinco.bots.network import Network
from quincunx.games.cinco.bots.tree_search import (
    Simulation,
    Tree,
    new_options,
    new_simulation,
    simulate,
    value_leaf,
    weigh,
)
from quincunx.games.cinco.bots.xorshift import Xorshift


@kernel
def measure(
    net: Network,
    belief: Belief,
    root_accumulators: Accumulators,
    mover: int,
    move: int,
    tree: Tree,
    c_puct: float,
    temperature: float,
    seeds: NDArray[np.uint64],
    worths: NDArray[np.float64],
) -> None:
    """What each simulation was worth to the team of the seat whose belief this is, into ``worths``.

    It makes ``move``, or waits for the move of ``mover`` (``NO_MOVE``). ``tree`` is a new one and as good as
    used up afterwards; no seed is 0.
    """
    simulation = new_simulation(root_accumulators)
    searcher, xorshift = belief.position[SEAT], np.empty(1, np.uint64)
    team = searcher % belief.position[TEAMS]
    for i in range(seeds.shape[0]):
        xorshift[0] = seeds[i]
        fill_in(belief, simulation.position, simulation.fresh, simulation.older, xorshift)
        simulation.position[SEAT] = mover
        for k in range(root_accumulators.shape[0]):
            for j in range(root_accumulators.shape[1]):
                simulation.accumulators[k, j] = root_accumulators[k, j]
        depth = simulate(net, tree, simulation, searcher, move, c_puct, temperature, xorshift)
        tree.visits[0] += 1
        for i_path in range(depth):
            tree.visits[simulation.path[i_path]] += 1
            tree.values[simulation.path[i_path]] += simulation.worth[simulation.movers[i_path]]
        worths[i] = simulation.worth[team]


@kernel
def openings(
    net: Network, start: Position, deals: int, xorshift: Xorshift, totals: NDArray[np.float64]
) -> None:
    """Add up what so many deals are worth to each team, as whoever starts from ``start`` sees them."""
    accumulators = np.empty((start[TEAMS], net.bias.shape[0]), np.float32)
    simulation: Simulation = new_simulation(accumulators)
    options, position = new_options(), simulation.position
    for _ in range(deals):
        for i in range(start.shape[0]):
            position[i] = start[i]
        deal(position, xorshift)
        fill_accumulators(net, position, simulation.accumulators)
        count = candidates(net, position, simulation.accumulators, options.moves, options.values)
        best = weigh(options, count, 1.0)
        value_leaf(net, simulation, options.moves[best], options.values[best], xorshift)
        for k in range(start[TEAMS]):
            totals[k] += simulation.worth[k]


def room(belief: Belief, simulations: int) -> int:
    """How many nodes so many simulations can need."""
    return simulations * int(belief.position[PLAYERS]) + 2

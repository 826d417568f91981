"""Kernels that measure the worth of a move to its seat, and of a position to a waiting seat.

The bot's search (:mod:`quincunx.games.cinco.bots.kernels.tree_search`) spends its simulations on the moves
that seem best, which leaves few for a weak move that was actually played. Here all simulations begin with one
move. Simulation *i* deals the hidden cards by the seed *i*. Two moves are therefore measured with the same
deals, and their difference is known far more precisely than either.
"""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from quincunx.core.values import Seat
from quincunx.engines.kernel_cache import kernel
from quincunx.engines.kernels.xorshift import Xorshift, seeded
from quincunx.games.cinco.actions import ACTIONS
from quincunx.games.cinco.bots.belief import Belief, fill_in
from quincunx.games.cinco.bots.decisions import Effort
from quincunx.games.cinco.bots.kernels.afterstate import make
from quincunx.games.cinco.bots.kernels.candidates import candidates
from quincunx.games.cinco.bots.kernels.encode import PLAYERS, SEAT, TEAMS, Position
from quincunx.games.cinco.bots.kernels.evaluate import Accumulators, fill_accumulators
from quincunx.games.cinco.bots.kernels.network import Network
from quincunx.games.cinco.bots.kernels.rules import deal
from quincunx.games.cinco.bots.kernels.tree_search import (
    NO_MOVE,
    Simulation,
    Tree,
    branch_of,
    new_options,
    new_simulation,
    new_tree,
    simulate,
    value_leaf,
    weigh,
)
from quincunx.games.cinco.bots.ranking import Root, root_of
from quincunx.games.cinco.bots.search import MOST_NODES
from quincunx.games.cinco.bots.weights import shipped
from quincunx.games.cinco.types import CincoMove, CincoView

_SEARCH: Final = Effort()

Worths = NDArray[np.float64]
"""The worth in each simulation."""


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
    """Write the worth of each simulation to the team of the belief's seat into ``worths``.

    It makes ``move``, or waits for the move of ``mover`` (``NO_MOVE``). ``tree`` must be new, and is used up
    afterwards; no seed may be 0.
    """
    simulation = new_simulation(root_accumulators)
    searcher, xorshift = int(belief.position[SEAT]), np.empty(1, np.uint64)
    team = searcher % int(belief.position[TEAMS])
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
    net: Network,
    start: Position,
    deals: int,
    xorshift: Xorshift,
    totals: NDArray[np.float64],
    own: NDArray[np.float64],
) -> None:
    """Add up the worths of ``deals`` deals: to each team as the starting seat sees them, into ``totals``, and
    to each seat as it sees its own first turn, into ``own``. Until then all seats play best on one ply."""
    teams = start[TEAMS]
    accumulators = np.empty((teams, net.bias.shape[0]), np.float32)
    simulation: Simulation = new_simulation(accumulators)
    options, position = new_options(), simulation.position
    for _ in range(deals):
        for i in range(start.shape[0]):
            position[i] = start[i]
        deal(position, xorshift)
        fill_accumulators(net, position, simulation.accumulators)
        for turn in range(start[PLAYERS]):
            count = candidates(net, position, simulation.accumulators, options.moves, options.values)
            best = weigh(options, count, 1.0)
            move, value = options.moves[best], options.values[best]
            own[position[SEAT]] += value
            if turn == 0:
                value_leaf(net, simulation, move, value, xorshift)
                for k in range(teams):
                    totals[k] += simulation.worth[k]
                if teams > 2 and value < 1.0:
                    continue  # it has made the move
            make(net, position, simulation.accumulators, move, xorshift)


def worths_of(root: Root, mover: Seat, move: CincoMove | None, name: str, simulations: int) -> Worths:
    """Measure the worth of a move to the viewer, which must be to move; without a move, the worth to the
    viewer when ``mover`` is to move. The same ``name`` gives the same deals of the hidden cards."""
    return explored(root, mover, move, name, simulations)[0]


def explored(
    root: Root, mover: Seat, move: CincoMove | None, name: str, simulations: int
) -> tuple[Worths, Tree]:
    """Measure as :func:`worths_of` does; also return the tree of the simulations."""
    found = np.empty(simulations)
    # Each simulation adds at most a node for every turn of a round.
    tree = new_tree(min(MOST_NODES, simulations * int(root.belief.position[PLAYERS]) + 2))
    number = NO_MOVE if move is None else ACTIONS.number_of(move)
    measure(*root, mover, number, tree, _SEARCH.c_puct, _SEARCH.temperature, _seeds(name, simulations), found)
    return found, tree


def outlooks(root: Root, mover: Seat, move: CincoMove | None, name: str, simulations: int) -> Worths:
    """Measure as :func:`worths_of` does, but with independent simulations: until the viewer's next turn all
    seats play best on one ply. The standard error is therefore that of the mean. The mean before a card is
    drawn is also the expected mean when the card is known."""
    found = np.empty(simulations)
    number = NO_MOVE if move is None else ACTIONS.number_of(move)
    alone = new_tree(1)  # a root without room for children
    measure(
        *root, mover, number, alone, _SEARCH.c_puct, _SEARCH.temperature, _seeds(name, simulations), found
    )
    return found


def child_by(tree: Tree, move: CincoMove) -> int:
    """Return the node that a move leads to from the root; 0 if there is none."""
    return int(tree.children[0, branch_of(ACTIONS.number_of(move))])


def visited(tree: Tree, node: int) -> list[tuple[int, int, int]]:
    """Return the visited branches of a node, each with its child and its number of simulations."""
    branches = np.flatnonzero(tree.children[node])
    children = tree.children[node, branches]
    return list(zip(branches.tolist(), children.tolist(), tree.visits[children].tolist(), strict=True))


def _seeds(name: str, count: int) -> NDArray[np.uint64]:
    """Return seeds for this many simulations; none is 0."""
    bits = Random(name).randbytes(8 * count)  # noqa: S311  # nothing is secret here
    return np.frombuffer(bits, np.uint64) | np.uint64(1)


def ready(view: CincoView) -> None:
    """Compile the kernels for measuring."""
    worths_of(root_of(view), 0, None, "", 1)
    position = root_of(view).belief.position
    network = shipped(view.options.players, view.options.teams)
    totals, own = np.zeros(view.options.teams), np.zeros(view.options.players)
    openings(network, position, 1, seeded(0), totals, own)

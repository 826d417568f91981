"""What a move is worth to the seat that makes it, and what a position is worth to a seat that waits: kernels.

The bot's search (:mod:`quincunx.games.cinco.bots.kernels.tree_search`) spends its simulations on the moves
that seem best, which leaves little for a move that somebody has made all the same. Here all simulations begin
with one move. Simulation *i* deals the hidden cards by the seed *i*, so that two moves are measured with the
same deals, and their difference is known far better than either.
"""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from quincunx.core.values import Seat
from quincunx.engines.kernel_cache import kernel
from quincunx.games.cinco.actions import ACTIONS
from quincunx.games.cinco.bots.belief import Belief, fill_in
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
from quincunx.games.cinco.bots.kernels.xorshift import Xorshift, seeded
from quincunx.games.cinco.bots.ranking import Root, root_of
from quincunx.games.cinco.bots.search import MOST_NODES, Effort
from quincunx.games.cinco.bots.weights import shipped
from quincunx.games.cinco.types import CincoMove, CincoView

_SEARCH: Final = Effort()

Worths = NDArray[np.float64]
"""One for each simulation."""


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
    net: Network,
    start: Position,
    deals: int,
    xorshift: Xorshift,
    totals: NDArray[np.float64],
    own: NDArray[np.float64],
) -> None:
    """Add up what so many deals are worth: to each team as the starting seat sees them, into ``totals``, and
    to each seat as it sees its own first turn, into ``own``. Until then all play best on one ply."""
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
                    continue  # that has made the move
            make(net, position, simulation.accumulators, move, xorshift)


def worths_of(root: Root, mover: Seat, move: CincoMove | None, name: str, simulations: int) -> Worths:
    """What a move of the viewer, whose turn it is, is worth to it; without one, what it is worth that
    ``mover`` moves next. The same ``name`` gives the same deals of what is hidden."""
    return explored(root, mover, move, name, simulations)[0]


def explored(
    root: Root, mover: Seat, move: CincoMove | None, name: str, simulations: int
) -> tuple[Worths, Tree]:
    """As :func:`worths_of`, with the tree that the simulations went through."""
    found = np.empty(simulations)
    # Each simulation adds a node for every turn of a round at most.
    tree = new_tree(min(MOST_NODES, simulations * int(root.belief.position[PLAYERS]) + 2))
    number = NO_MOVE if move is None else ACTIONS.number_of(move)
    measure(*root, mover, number, tree, _SEARCH.c_puct, _SEARCH.temperature, _seeds(name, simulations), found)
    return found, tree


def outlooks(root: Root, mover: Seat, move: CincoMove | None, name: str, simulations: int) -> Worths:
    """As :func:`worths_of`, but no simulation learns from another: until the viewer's next turn all play best
    on one ply. The simulations are independent, so their standard error is that of the mean, and before a
    card is drawn the mean is what it will be on average when the card is known."""
    found = np.empty(simulations)
    number = NO_MOVE if move is None else ACTIONS.number_of(move)
    alone = new_tree(1)  # a root without room for anything behind it
    measure(
        *root, mover, number, alone, _SEARCH.c_puct, _SEARCH.temperature, _seeds(name, simulations), found
    )
    return found


def child_by(tree: Tree, move: CincoMove) -> int:
    """The node that a move leads to from the root; 0 if there is none."""
    return int(tree.children[0, branch_of(ACTIONS.number_of(move))])


def visited(tree: Tree, node: int) -> list[tuple[int, int, int]]:
    """What was done in a node: each branch with the node behind it, and in how many simulations."""
    branches = np.flatnonzero(tree.children[node])
    children = tree.children[node, branches]
    return list(zip(branches.tolist(), children.tolist(), tree.visits[children].tolist(), strict=True))


def _seeds(name: str, count: int) -> NDArray[np.uint64]:
    """Seeds for as many simulations; none is 0."""
    bits = Random(name).randbytes(8 * count)  # noqa: S311  # nothing is secret here
    return np.frombuffer(bits, np.uint64) | np.uint64(1)


def ready(view: CincoView) -> None:
    """Compile what measuring needs."""
    worths_of(root_of(view), 0, None, "", 1)
    position = root_of(view).belief.position
    network = shipped(view.options.players, view.options.teams)
    totals, own = np.zeros(view.options.teams), np.zeros(view.options.players)
    openings(network, position, 1, seeded(0), totals, own)

"""A search tree over information sets (Cowling, Powley and Whitehouse 2012), guided by the network: kernels.

One tree serves all deals of the hidden cards. A simulation deals them and descends the tree through moves
that are possible with those cards. The searching seat always chooses a branch. The others, partners included,
choose one in half of their turns, picked at random. In the other half, and in new nodes, they play their best
move on one ply.
Assuming that they see as far as the searcher is weaker against players who do not; being sure of their moves
is weaker against players who move differently (``docs/bots.md``).

A simulation ends where the searching seat is to move in a new node. Its value is the network's estimate of
the best move there. (The network's value after the previous move would be available earlier, but the player
of that move does not see the searcher's hand: the search is much weaker with it.)

The choice of a branch weighs the results of simulations against the network's estimate (PUCT, Rosin 2011;
Silver et al. 2017). Branches are named by the public part of a move: a token on a space, a draw, an exchange,
a card spent.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.kernel_cache import inlined, kernel, part
from quincunx.engines.kernels.xorshift import Xorshift, below
from quincunx.games.cinco.actions import DRAW, EXCHANGE, PLAY_BASE
from quincunx.games.cinco.bots.belief import Belief, fill_in
from quincunx.games.cinco.bots.decisions import PREDICTED
from quincunx.games.cinco.bots.kernels.afterstate import make, make_and_value
from quincunx.games.cinco.bots.kernels.candidates import MOST_CANDIDATES, candidates
from quincunx.games.cinco.bots.kernels.encode import (
    CARDS,
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
from quincunx.games.cinco.bots.layout import MOST_ACTIVE

BRANCHES: Final = 93
DRAW_BRANCH: Final = 90
EXCHANGE_BRANCH: Final = 91
SPEND_BRANCH: Final = 92
MOST_DEPTH: Final = 64
NO_MOVE: Final = -1


class Tree(NamedTuple):
    """Nodes by number; the root is 0, and ``size[0]`` is the number of nodes."""

    children: NDArray[np.int32]
    """``[nodes, 93]``: the child of a branch, 0 for none."""
    visits: NDArray[np.int64]
    values: NDArray[np.float64]
    """The sum of the simulations' worths to the team that moved into the node."""
    size: NDArray[np.int64]


class Options(NamedTuple):
    """The moves available in a node."""

    moves: NDArray[np.int64]
    values: NDArray[np.float64]
    """The network's estimates of them."""
    weights: NDArray[np.float64]
    """The prior probabilities of PUCT."""


class Simulation(NamedTuple):
    """Buffers for one simulation."""

    position: Position
    accumulators: Accumulators
    options: Options
    path: NDArray[np.int64]
    """The nodes that it passed through."""
    movers: NDArray[np.int64]
    """The teams that moved into them."""
    worth: NDArray[np.float64]
    """Its worth to each team."""
    features: NDArray[np.int64]
    fresh: NDArray[np.int64]
    older: NDArray[np.int64]


def new_tree(nodes: int) -> Tree:
    """Return a tree of only a root, with room for this many nodes."""
    return Tree(
        np.zeros((nodes, BRANCHES), np.int32),
        np.zeros(nodes, np.int64),
        np.zeros(nodes, np.float64),
        np.ones(1, np.int64),
    )


@kernel
def branch_of(move: int) -> int:
    """Return the branch of a move: its public part."""
    if move == DRAW:
        return DRAW_BRANCH
    if move == EXCHANGE:
        return EXCHANGE_BRANCH
    space = move % PLAY_BASE
    return space - 1 if space else SPEND_BRANCH


@kernel
def search(
    net: Network,
    belief: Belief,
    root_accumulators: Accumulators,
    tree: Tree,
    simulations: int,
    c_puct: float,
    temperature: float,
    xorshift: Xorshift,
) -> None:
    """Add simulations to the tree. Each adds at most a node for every turn of a round."""
    root = new_options()
    simulation = new_simulation(root_accumulators)
    # The root's moves, and the network's estimates of them, do not depend on the others' cards.
    count = candidates(net, belief.position, root_accumulators, root.moves, root.values)
    weigh(root, count, temperature)
    for _ in range(simulations):
        fill_in(belief, simulation.position, simulation.fresh, simulation.older, xorshift)
        for k in range(root_accumulators.shape[0]):
            for j in range(root_accumulators.shape[1]):
                simulation.accumulators[k, j] = root_accumulators[k, j]
        move = root.moves[branch_to_follow(tree, 0, root, count, c_puct)]
        searcher = int(belief.position[SEAT])
        depth = simulate(net, tree, simulation, searcher, move, c_puct, temperature, xorshift)
        tree.visits[0] += 1
        for i in range(depth):
            tree.visits[simulation.path[i]] += 1
            tree.values[simulation.path[i]] += simulation.worth[simulation.movers[i]]


@part
def new_options() -> Options:
    """Return buffers for any node's moves."""
    return Options(
        np.empty(MOST_CANDIDATES, np.int64),
        np.empty(MOST_CANDIDATES, np.float64),
        np.empty(MOST_CANDIDATES, np.float64),
    )


@part
def new_simulation(accumulators: Accumulators) -> Simulation:
    """Return buffers for simulations with accumulators of this shape."""
    return Simulation(
        np.empty(SIZE, np.int8),
        np.empty_like(accumulators),
        new_options(),
        np.empty(MOST_DEPTH, np.int64),
        np.empty(MOST_DEPTH, np.int64),
        np.empty(accumulators.shape[0], np.float64),
        np.empty(MOST_ACTIVE + 2, np.int64),
        np.empty(CARDS, np.int64),
        np.empty(CARDS, np.int64),
    )


@part
def weigh(options: Options, count: int, temperature: float) -> int:
    """Return the index of the move with the best value. The weights receive the priors, which sum to 1; sure
    wins become chances of 1."""
    values, weights = options.values, options.weights
    best = 0
    for i in range(count):
        values[i] = min(1.0, values[i])
        if values[i] > values[best]:
            best = i
    total = 0.0
    for i in range(count):
        weights[i] = math.exp((values[i] - values[best]) / temperature)
        total += weights[i]
    for i in range(count):
        weights[i] /= total
    return best


@part
def branch_to_follow(tree: Tree, node: int, options: Options, count: int, c_puct: float) -> int:
    """Return the index of the move to explore next, by PUCT."""
    seen = 0
    for i in range(count):
        child = tree.children[node, branch_of(options.moves[i])]
        if child:
            seen += tree.visits[child]
    reach = c_puct * math.sqrt(seen + 1.0)
    best, chosen = -1.0, 0
    for i in range(count):
        child = tree.children[node, branch_of(options.moves[i])]
        visits, total = 0, 0.0
        if child:
            visits, total = tree.visits[child], tree.values[child]
        # The network's value counts as one more simulation.
        score = (options.values[i] + total + reach * options.weights[i]) / (visits + 1)
        if score > best:
            best, chosen = score, i
    return chosen


@inlined
def simulate(
    net: Network,
    tree: Tree,
    simulation: Simulation,
    searcher: int,
    move: int,
    c_puct: float,
    temperature: float,
    xorshift: Xorshift,
) -> int:
    """Play on from the root, beginning with a move, until the worth is known. Return the number of nodes
    passed. With :data:`NO_MOVE` the seat to move, which is not the searcher, chooses the first move."""
    position, options = simulation.position, simulation.options
    teams = int(position[TEAMS])
    node, depth, in_tree = 0, 0, True
    while True:
        if in_tree and move != NO_MOVE:
            child = child_for(tree, node, move)
            if child:
                node = child
                simulation.path[depth] = child
                simulation.movers[depth] = position[SEAT] % teams
                depth += 1
            in_tree = child != 0 and depth < MOST_DEPTH
        if move != NO_MOVE:
            make(net, position, simulation.accumulators, move, xorshift)
        if position[WINNER] != GOING_ON:
            for k in range(teams):
                simulation.worth[k] = 1.0 if position[WINNER] == k else 0.0
                if position[WINNER] == DRAWN:
                    simulation.worth[k] = 1.0 / teams
            return depth
        count = candidates(net, position, simulation.accumulators, options.moves, options.values)
        best = weigh(options, count, temperature)
        known = in_tree and tree.visits[node] > 0
        if known and (position[SEAT] == searcher or below(xorshift, PREDICTED) == 0):
            move = options.moves[branch_to_follow(tree, node, options, count, c_puct)]
            continue
        move = options.moves[best]
        if position[SEAT] == searcher:
            value_leaf(net, simulation, move, options.values[best], xorshift)
            return depth


@inlined
def child_for(tree: Tree, node: int, move: int) -> int:
    """Return the child of a node for a move, a new one if there is room; otherwise 0."""
    child = tree.children[node, branch_of(move)]
    if child == 0 and tree.size[0] < tree.visits.shape[0]:
        child = tree.size[0]
        tree.size[0] += 1
        tree.children[node, branch_of(move)] = child
    return child


@inlined
def value_leaf(net: Network, simulation: Simulation, move: int, value: float, xorshift: Xorshift) -> None:
    """Compute the worth to each team of a move with this value. May make the move."""
    position, worth = simulation.position, simulation.worth
    teams = int(position[TEAMS])
    team = int(position[SEAT]) % teams
    if teams > 2 and value < 1.0:
        make_and_value(net, position, simulation.accumulators, move, xorshift, simulation.features, worth)
        return
    for k in range(teams):
        worth[k] = value if k == team else (1.0 - value) / (teams - 1)

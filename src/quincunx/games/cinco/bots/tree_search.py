"""Search by growing a tree over information sets (Cowling, Powley and Whitehouse 2012), guided by the
evaluation.

One tree serves all deals of the hidden cards. A simulation fills them in and goes down the tree by what is
possible with those cards. The seat that is searching chooses a branch whenever it is to move. The others,
partners too, do so in half of their turns, by lot; in the others they play their best move on one ply, as
they do where nobody has been. To take them for as far-sighted as oneself wins less against who is not, to
be sure what they will do wins less against who does something else (``docs/bots.md``).

A simulation ends where the searcher is to move in a place that is new. It is worth what the evaluation
expects of the best move there. (The word of whoever moved last would come sooner, but they do not see the
searcher's hand: with it the search is worth much less.)

Which branch to follow weighs what simulations made of it against what the evaluation expects of it (PUCT,
Rosin 2011; Silver et al. 2017). Branches are named by what everybody sees happen: a token on a space, a
draw, an exchange, a card spent.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.kernel_cache import kernel
from quincunx.games.cinco.actions import DRAW, EXCHANGE, PLAY_BASE
from quincunx.games.cinco.bots.afterstate import make, make_and_value
from quincunx.games.cinco.bots.belief import Belief, fill_in
from quincunx.games.cinco.bots.chance import Dice, below
from quincunx.games.cinco.bots.encode import DRAWN, GOING_ON, SEAT, SIZE, TEAMS, WINNER, Position
from quincunx.games.cinco.bots.evaluate import MOST_CANDIDATES, Sums, candidates
from quincunx.games.cinco.bots.network import SMALL_ACTIVE, Network

BRANCHES: Final = 93
_DRAW_BRANCH: Final = 90
_EXCHANGE_BRANCH: Final = 91
_SPEND_BRANCH: Final = 92
MOST_DEPTH: Final = 64
FORESIGHT: Final = 2
"""On average one turn of the others in so many is chosen by what the tree has found."""


class Tree(NamedTuple):
    """Nodes by number; the root is 0, and ``size[0]`` says how many there are."""

    children: NDArray[np.int32]
    """``[nodes, 93]``: the node behind a branch, 0 for none."""
    visits: NDArray[np.int64]
    values: NDArray[np.float64]
    """The sum of what simulations were worth to the team that moved into the node."""
    size: NDArray[np.int64]


def seedling(nodes: int) -> Tree:
    """A tree with nothing but its root, and room for so many nodes."""
    return Tree(
        np.zeros((nodes, BRANCHES), np.int32),
        np.zeros(nodes, np.int64),
        np.zeros(nodes, np.float64),
        np.ones(1, np.int64),
    )


@kernel
def branch_of(move: int) -> int:
    """What everybody sees of a move."""
    if move == DRAW:
        return _DRAW_BRANCH
    if move == EXCHANGE:
        return _EXCHANGE_BRANCH
    space = move % PLAY_BASE
    return space - 1 if space else _SPEND_BRANCH


@kernel
def value_leaf(
    net: Network,
    position: Position,
    sums: Sums,
    move: int,
    value: float,
    dice: Dice,
    rows: NDArray[np.int64],
    worth: NDArray[np.float64],
) -> None:
    """What a move that is valued so is worth to each team. May make the move."""
    teams = position[TEAMS]
    team = position[SEAT] % teams
    if teams > 2 and value < 1.0:
        make_and_value(net, position, sums, move, dice, rows, worth)
        return
    for k in range(teams):
        worth[k] = value if k == team else (1.0 - value) / (teams - 1)


@kernel
def weigh(values: NDArray[np.float64], count: int, temperature: float, weights: NDArray[np.float64]) -> int:
    """Which of ``values`` is best; ``weights`` gets how likely each is worth a look, 1 in all. Sure wins
    become chances of 1."""
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


@kernel
def branch_to_follow(
    tree: Tree,
    node: int,
    moves: NDArray[np.int64],
    values: NDArray[np.float64],
    weights: NDArray[np.float64],
    count: int,
    curiosity: float,
) -> int:
    """Which of the moves to look at next: by what came of it, and by what is expected of it (PUCT)."""
    seen = 0
    for i in range(count):
        child = tree.children[node, branch_of(moves[i])]
        if child:
            seen += tree.visits[child]
    reach = curiosity * math.sqrt(seen + 1.0)
    best, chosen = -1.0, 0
    for i in range(count):
        child = tree.children[node, branch_of(moves[i])]
        visits, sum_ = 0, 0.0
        if child:
            visits, sum_ = tree.visits[child], tree.values[child]
        # The evaluation's word counts like one simulation more.
        score = (values[i] + sum_ + reach * weights[i]) / (visits + 1)
        if score > best:
            best, chosen = score, i
    return chosen


@kernel
def grow(
    net: Network,
    belief: Belief,
    root_sums: Sums,
    tree: Tree,
    simulations: int,
    curiosity: float,
    temperature: float,
    dice: Dice,
) -> None:
    """Add so many simulations to the tree, each of them a node for every turn of a round at most."""
    teams = belief.position[TEAMS]
    looker = belief.position[SEAT]
    position = np.empty(SIZE, np.int64)
    fresh = np.empty(90, np.int64)
    older = np.empty(90, np.int64)
    sums = np.empty_like(root_sums)
    root_moves = np.empty(MOST_CANDIDATES, np.int64)
    root_values = np.empty(MOST_CANDIDATES, np.float64)
    root_weights = np.empty(MOST_CANDIDATES, np.float64)
    moves = np.empty(MOST_CANDIDATES, np.int64)
    values = np.empty(MOST_CANDIDATES, np.float64)
    weights = np.empty(MOST_CANDIDATES, np.float64)
    path = np.empty(MOST_DEPTH, np.int64)
    movers = np.empty(MOST_DEPTH, np.int64)
    worth = np.empty(teams, np.float64)
    rows = np.empty(SMALL_ACTIVE + 2, np.int64)
    room = tree.visits.shape[0]
    # What the root's seat can do, and what the evaluation makes of it, does not depend on what others hold.
    root_count = candidates(net, belief.position, root_sums, root_moves, root_values)
    weigh(root_values, root_count, temperature, root_weights)
    for _ in range(simulations):
        fill_in(belief, position, fresh, older, dice)
        for k in range(teams):
            for j in range(sums.shape[1]):
                sums[k, j] = root_sums[k, j]
        chosen = branch_to_follow(tree, 0, root_moves, root_values, root_weights, root_count, curiosity)
        move = root_moves[chosen]
        node, depth, growing = 0, 0, True
        while True:
            team = position[SEAT] % teams
            if growing:
                into = tree.children[node, branch_of(move)]
                if into == 0 and tree.size[0] < room:
                    into = tree.size[0]
                    tree.size[0] += 1
                    tree.children[node, branch_of(move)] = into
                if into:
                    path[depth] = into
                    movers[depth] = team
                    depth += 1
                    node = into
                growing = into != 0 and depth < MOST_DEPTH
            make(net, position, sums, move, dice)
            if position[WINNER] != GOING_ON:
                for k in range(teams):
                    worth[k] = 1.0 if position[WINNER] == k else 0.0
                    if position[WINNER] == DRAWN:
                        worth[k] = 1.0 / teams
                break
            count = candidates(net, position, sums, moves, values)
            best = weigh(values, count, temperature, weights)
            known = growing and tree.visits[node] > 0
            if known and (position[SEAT] == looker or below(dice, FORESIGHT) == 0):
                move = moves[branch_to_follow(tree, node, moves, values, weights, count, curiosity)]
                continue
            move = moves[best]
            if position[SEAT] == looker:
                value_leaf(net, position, sums, move, values[best], dice, rows, worth)
                break
        tree.visits[0] += 1
        for i in range(depth):
            tree.visits[path[i]] += 1
            tree.values[path[i]] += worth[movers[i]]

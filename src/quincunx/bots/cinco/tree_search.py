"""Search by growing a tree over information sets (Cowling, Powley and Whitehouse 2012), guided by the
evaluation.

One tree serves all deals of the hidden cards. A simulation fills them in, goes down the tree by what is
possible with those cards, adds one node, and takes the evaluation's word for it. Which branch to follow
weighs what simulations made of it against what the evaluation expects of it (PUCT, Rosin 2011; Silver et
al. 2017). Branches are named by what everybody sees happen: a token on a space, a draw, an exchange, a
card spent."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quincunx.bots.cinco.afterstate import make, make_and_value
from quincunx.bots.cinco.belief import Belief, fill_in
from quincunx.bots.cinco.chance import Dice
from quincunx.bots.cinco.encode import (
    DRAW,
    DRAWN,
    EXCHANGE,
    GOING_ON,
    PLAY_BASE,
    SEAT,
    SIZE,
    TEAMS,
    WINNER,
    Position,
)
from quincunx.bots.cinco.evaluate import MOST_CANDIDATES, Sums, candidates
from quincunx.bots.cinco.network import SMALL_ACTIVE, Network
from quincunx.bots.compile import kernel

BRANCHES: Final = 93
_DRAW_BRANCH: Final = 90
_EXCHANGE_BRANCH: Final = 91
_SPEND_BRANCH: Final = 92
MOST_DEPTH: Final = 64


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
    """Add so many simulations to the tree."""
    teams = belief.position[TEAMS]
    position = np.empty(SIZE, np.int64)
    fresh = np.empty(90, np.int64)
    older = np.empty(90, np.int64)
    sums = np.empty_like(root_sums)
    moves = np.empty(MOST_CANDIDATES, np.int64)
    values = np.empty(MOST_CANDIDATES, np.float64)
    weights = np.empty(MOST_CANDIDATES, np.float64)
    path = np.empty(MOST_DEPTH, np.int64)
    movers = np.empty(MOST_DEPTH, np.int64)
    worth = np.empty(teams, np.float64)
    rows = np.empty(SMALL_ACTIVE + 2, np.int64)
    room = tree.visits.shape[0]
    for _ in range(simulations):
        fill_in(belief, position, fresh, older, dice)
        for k in range(teams):
            for j in range(sums.shape[1]):
                sums[k, j] = root_sums[k, j]
        node = 0
        depth = 0
        while True:
            team = position[SEAT] % teams
            count = candidates(net, position, sums, moves, values)
            top = 0.0
            for i in range(count):
                values[i] = min(1.0, values[i])
                top = max(top, values[i])
            total = 0.0
            for i in range(count):
                weights[i] = math.exp((values[i] - top) / temperature)
                total += weights[i]
            seen = 0
            for i in range(count):
                child = tree.children[node, branch_of(moves[i])]
                if child:
                    seen += tree.visits[child]
            reach = curiosity * math.sqrt(seen + 1.0)
            best, chosen, into = -1.0, 0, 0
            for i in range(count):
                child = tree.children[node, branch_of(moves[i])]
                visits = tree.visits[child] if child else 0
                # The evaluation's word counts like one simulation more.
                mean = (values[i] + (tree.values[child] if child else 0.0)) / (visits + 1)
                score = mean + reach * weights[i] / total / (visits + 1)
                if score > best:
                    best, chosen, into = score, i, child
            fresh_node = into == 0
            if fresh_node:
                if tree.size[0] < room:
                    into = tree.size[0]
                    tree.size[0] += 1
                    tree.children[node, branch_of(moves[chosen])] = into
                    path[depth] = into
                    movers[depth] = team
                    depth += 1
                value_leaf(net, position, sums, moves[chosen], values[chosen], dice, rows, worth)
                break
            path[depth] = into
            movers[depth] = team
            depth += 1
            node = into
            if depth == MOST_DEPTH:
                value_leaf(net, position, sums, moves[chosen], values[chosen], dice, rows, worth)
                break
            make(net, position, sums, moves[chosen], dice)
            if position[WINNER] != GOING_ON:
                for k in range(teams):
                    worth[k] = 1.0 if position[WINNER] == k else 0.0
                    if position[WINNER] == DRAWN:
                        worth[k] = 1.0 / teams
                break
        tree.visits[0] += 1
        for i in range(depth):
            tree.visits[path[i]] += 1
            tree.values[path[i]] += worth[movers[i]]

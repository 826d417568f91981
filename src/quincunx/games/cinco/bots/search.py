"""The bots that use the network: on one ply, and in a search."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from typing import Final

import msgspec
import numpy as np

from quincunx.engines.bot import OWN_PACE, Budget, Decision
from quincunx.engines.control import Policy
from quincunx.engines.kernels.xorshift import seeded
from quincunx.games.cinco.actions import ACTIONS
from quincunx.games.cinco.bots.decisions import Effort, must_place
from quincunx.games.cinco.bots.kernels.encode import PLAYERS
from quincunx.games.cinco.bots.kernels.network import Network
from quincunx.games.cinco.bots.kernels.tree_search import Tree, branch_of, new_tree, search
from quincunx.games.cinco.bots.ranking import Ranking, Root, decision, rank_view
from quincunx.games.cinco.types import CincoMove, CincoView

SLICE: Final = 100
"""Simulations between two checks of the clock: a few milliseconds."""
MOST_NODES: Final = 60_000
"""Room for each thread's tree, about 24 MB; the search continues in a full tree without adding nodes."""


class LearnedCinco:
    """Plays the best move on one ply by the network. With a ``blunder_rate`` above 0 it errs as people do: it
    overlooks each move, even a winning one, with that probability. ``network``: another than the shipped
    one."""

    def __init__(self, blunder_rate: float = 0.0, network: Network | None = None) -> None:
        self.blunder_rate = blunder_rate
        self._network = network

    def choose(self, view: CincoView, random: Random, budget: Budget = OWN_PACE) -> Decision[CincoMove]:
        _, ranking = rank_view(view, self._network)
        if self.blunder_rate:
            seen = [i for i in range(len(ranking.moves)) if random.random() >= self.blunder_rate]
            order = np.array(seen or [random.randrange(len(ranking.moves))])
            return decision(ranking.moves[order], ranking.values[order])
        return decision(ranking.moves, ranking.values)

    def policy(self, view: CincoView, budget: Budget = OWN_PACE) -> Policy[CincoMove]:
        """Return the probability of every move that may be chosen, likeliest first."""
        _, ranking = rank_view(view, self._network)
        moves = [ACTIONS.move_of(move) for move in ranking.moves.tolist()]
        if not self.blunder_rate:
            return ((moves[0], 1.0),)
        none_seen = self.blunder_rate ** len(moves) / len(moves)
        return tuple(
            (move, self.blunder_rate**place * (1 - self.blunder_rate) + none_seen)
            for place, move in enumerate(moves)
        )


class SearchingCinco:
    """Plays by tree search, for every seating and variant."""

    def __init__(self, effort: Effort | None = None) -> None:
        self._effort = effort or Effort()

    def choose(self, view: CincoView, random: Random, budget: Budget = OWN_PACE) -> Decision[CincoMove]:
        root, ranking = rank_view(view)
        if ranking.is_clear or must_place(view):
            return decision(ranking.moves, ranking.values)
        seed = random.getrandbits(48)
        if budget.simulations is None and budget.seconds is None:
            budget = msgspec.structs.replace(budget, seconds=self._effort.seconds)
        threads = max(1, budget.threads)
        if threads == 1:
            trees = [self._search(root, ranking, budget, 1, seed)]
        else:
            search_with = partial(self._search, root, ranking, budget, threads)
            with ThreadPoolExecutor(threads) as pool:
                trees = list(pool.map(search_with, range(seed, seed + threads)))
        return _decision_of(ranking, trees)

    def _search(self, root: Root, ranking: Ranking, budget: Budget, threads: int, seed: int) -> Tree:
        """Build one thread's tree, within its share of the budget. Without ``seconds`` nothing depends on the
        clock."""
        most = None if budget.simulations is None else -(-budget.simulations // threads)
        room = MOST_NODES if most is None else most * int(root.belief.position[PLAYERS]) + 1
        tree = new_tree(min(MOST_NODES, room))
        xorshift = seeded(seed)
        effort = self._effort
        start = time.monotonic()
        while True:
            slice_ = SLICE if most is None else min(SLICE, most - int(tree.visits[0]))
            search(*root, tree, slice_, effort.c_puct, effort.temperature, xorshift)
            left = _simulations_left(budget, most, int(tree.visits[0]), start)
            if left is not None and (left <= 0 or _is_settled(tree, ranking, left)):
                return tree
            if budget.wanted is not None and not budget.wanted():
                return tree


def _simulations_left(budget: Budget, most: int | None, done: int, start: float) -> int | None:
    """Return the number of simulations left in the budget; ``None`` if it is unknown."""
    left = None if most is None else most - done
    if budget.seconds is not None:
        spent = time.monotonic() - start
        by_time = int(done * (budget.seconds - spent) / spent) if spent < budget.seconds else 0
        left = by_time if left is None else min(left, by_time)
    return left


def _is_settled(tree: Tree, ranking: Ranking, left: int) -> bool:
    """Return whether the rest of the budget can no longer change the most visited move."""
    children = [tree.children[0, branch_of(move)] for move in ranking.moves]
    visits = sorted((int(tree.visits[child]) for child in children if child), reverse=True)
    if not visits:
        return False
    return visits[0] - (visits[1] if len(visits) > 1 else 0) > left


def _decision_of(ranking: Ranking, trees: list[Tree]) -> Decision[CincoMove]:
    """Return the most visited move of all trees together."""
    visits, values = np.zeros(len(ranking.moves)), ranking.values.copy()
    for i, move in enumerate(ranking.moves):
        for tree in trees:
            child = tree.children[0, branch_of(move)]
            if child:
                visits[i] += tree.visits[child]
                values[i] += tree.values[child]
        # The network's value counts as one simulation.
        values[i] /= visits[i] + 1
    order = np.lexsort((-values, -visits))
    # The value of a rarely visited move is unreliable, so a seemingly better one does not count.
    return decision(ranking.moves[order], np.minimum.accumulate(values[order]), visits[order])

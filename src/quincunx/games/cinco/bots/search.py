"""The players that use the evaluation: on one ply, and at the root of a search.

Both get a view and nothing else (:mod:`quincunx.games.cinco.bots.belief`).
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from quincunx.engines.bot import OWN_PACE, Budget, Choice, Decision
from quincunx.games.cinco.actions import ACTIONS, PLAY_BASE
from quincunx.games.cinco.bots.belief import Belief, belief_of
from quincunx.games.cinco.bots.chance import dice
from quincunx.games.cinco.bots.encode import PLAYERS, TEAMS
from quincunx.games.cinco.bots.evaluate import CERTAIN, MOST_CANDIDATES, Sums, candidates, sum_windows
from quincunx.games.cinco.bots.network import Network
from quincunx.games.cinco.bots.tree_search import Tree, branch_of, grow, seedling
from quincunx.games.cinco.bots.weights import shipped
from quincunx.games.cinco.types import CincoMove, CincoView, Play

SLICE: Final = 100
"""Simulations between two looks at the clock: a few milliseconds."""
PATIENCE: Final = 120
"""After so many turns nobody waits for a whole round."""
MOST_NODES: Final = 60_000
"""Room for each thread's tree, about 24 MB; a full tree is searched on without growing."""


class Ranking(msgspec.Struct, frozen=True):
    """The evaluation's opinion, best first: moves as numbers, and chances to win (a sure win as 1)."""

    moves: NDArray[np.int64]
    values: NDArray[np.float64]

    @property
    def is_clear(self) -> bool:
        """Whether there is nothing to think about: a win at once, or one move."""
        return len(self.moves) == 1 or bool(self.values[0] >= 1.0)


def rank(network: Network, belief: Belief) -> tuple[Ranking, Sums]:
    """Every sensible move as the evaluation sees it on one ply, and the sums of the position."""
    sums = np.empty((int(belief.position[TEAMS]), network.bias.shape[0]), np.float32)
    sum_windows(network, belief.position, sums)
    moves = np.empty(MOST_CANDIDATES, np.int64)
    values = np.empty(MOST_CANDIDATES, np.float64)
    count = candidates(network, belief.position, sums, moves, values)
    order = np.argsort(-values[:count], kind="stable")
    assert CERTAIN > 1
    return Ranking(moves[:count][order], np.minimum(values[:count][order], 1.0)), sums


def must_place(view: CincoView) -> bool:
    """Whether a token should be placed if one can be: no rule ends a game in which everybody waits (C7)."""
    return view.turn >= PATIENCE and not any(isinstance(move, Play) for move in view.recent)


def rank_view(view: CincoView) -> tuple[Network, Belief, Ranking, Sums]:
    """All that a player of this file starts from."""
    network = shipped(view.options.players, view.options.teams)
    belief = belief_of(view)
    ranking, sums = rank(network, belief)
    if must_place(view):
        placing = ranking.moves % PLAY_BASE != ranking.moves
        placing &= ranking.moves % PLAY_BASE != 0
        if placing.any():
            ranking = Ranking(ranking.moves[placing], ranking.values[placing])
    return network, belief, ranking, sums


class LearnedCinco:
    """The best move on one ply, as the evaluation sees it. With ``overlooked`` above 0 it errs like people:
    each move goes unseen with that chance, a winning one too."""

    def __init__(self, overlooked: float = 0.0) -> None:
        self._overlooked = overlooked

    def choose(self, view: CincoView, random: Random, budget: Budget = OWN_PACE) -> Decision[CincoMove]:
        ranking = rank_view(view)[2]
        if self._overlooked:
            seen = [i for i in range(len(ranking.moves)) if random.random() >= self._overlooked]
            order = np.array(seen or [random.randrange(len(ranking.moves))])
            return decision(ranking.moves[order], ranking.values[order])
        return decision(ranking.moves, ranking.values)


class Effort(msgspec.Struct, frozen=True):
    """How a searching player spends itself. ``docs/bots.md`` tells what was tried."""

    seconds: float = 1.0
    """When the budget sets no limit."""
    curiosity: float = 1.0
    """How much the search follows what the evaluation expects, against what simulations have shown."""
    temperature: float = 0.05
    """How far a move's chance may lie below the best for it to be looked at much less."""


class SearchingCinco:
    """The tree search, for every seating and variant."""

    def __init__(self, effort: Effort | None = None) -> None:
        self._effort = effort or Effort()

    def choose(self, view: CincoView, random: Random, budget: Budget = OWN_PACE) -> Decision[CincoMove]:
        network, belief, ranking, sums = rank_view(view)
        if ranking.is_clear or must_place(view):
            return decision(ranking.moves, ranking.values)
        seed = random.getrandbits(48)
        if budget.simulations is None and budget.seconds is None:
            budget = msgspec.structs.replace(budget, seconds=self._effort.seconds)
        threads = max(1, budget.threads)
        grown = partial(self._grow, network, belief, sums, ranking, budget)
        if threads == 1:
            trees = [grown(seed, 1)]
        else:
            with ThreadPoolExecutor(threads) as pool:
                trees = list(pool.map(grown, range(seed, seed + threads), [threads] * threads))
        visits, values = np.zeros(len(ranking.moves)), ranking.values.copy()
        for i, move in enumerate(ranking.moves):
            for tree in trees:
                child = tree.children[0, branch_of(move)]
                if child:
                    visits[i] += tree.visits[child]
                    values[i] += tree.values[child]
            # The evaluation's word counts like one simulation.
            values[i] /= visits[i] + 1
        order = np.lexsort((-values, -visits))
        # What was hardly looked at may seem better than what was looked at more; nobody should believe it.
        return decision(ranking.moves[order], np.minimum.accumulate(values[order]))

    def _grow(
        self,
        network: Network,
        belief: Belief,
        sums: Sums,
        ranking: Ranking,
        budget: Budget,
        seed: int,
        threads: int,
    ) -> Tree:
        """One thread's tree, within its share of the budget. Without seconds nothing depends on the clock."""
        most = None if budget.simulations is None else -(-budget.simulations // threads)
        room = MOST_NODES if most is None else most * int(belief.position[PLAYERS]) + 1
        tree = seedling(min(MOST_NODES, room))
        rolled = dice(seed)
        start = time.monotonic()
        while True:
            slice_ = SLICE if most is None else min(SLICE, most - int(tree.visits[0]))
            grow(
                network,
                belief,
                sums,
                tree,
                slice_,
                self._effort.curiosity,
                self._effort.temperature,
                rolled,
            )
            done = int(tree.visits[0])
            left = None if most is None else most - done
            if budget.seconds is not None:
                spent = time.monotonic() - start
                if spent >= budget.seconds:
                    return tree
                by_time = int(done * (budget.seconds - spent) / spent)
                left = by_time if left is None else min(left, by_time)
            if left is not None and (left <= 0 or self._is_settled(tree, ranking, left)):
                return tree
            if budget.wanted is not None and not budget.wanted():
                return tree

    def _is_settled(self, tree: Tree, ranking: Ranking, left: int) -> bool:
        """Whether what is left of the budget can no longer bring another move to the front."""
        children = [tree.children[0, branch_of(move)] for move in ranking.moves]
        visits = sorted((int(tree.visits[child]) for child in children if child), reverse=True)
        if not visits:
            return False
        return visits[0] - (visits[1] if len(visits) > 1 else 0) > left


def decision(moves: NDArray[np.int64], values: NDArray[np.float64]) -> Decision[CincoMove]:
    """Moves with their chances, best first, as a decision."""
    choices = tuple(
        Choice(ACTIONS.move_of(int(move)), float(value)) for move, value in zip(moves, values, strict=True)
    )
    return Decision(choices[0].action, choices[0].value, choices, "chance")

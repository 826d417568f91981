"""Every sensible move, ranked by the network on one ply: the starting point of bots that use it.

Bots get a view and nothing else (:mod:`quincunx.games.cinco.bots.belief`).
"""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from quincunx.engines.bot import Choice, Decision
from quincunx.games.cinco.actions import ACTIONS, PLAY_BASE
from quincunx.games.cinco.bots.belief import Belief, belief_of
from quincunx.games.cinco.bots.kernels.candidates import MOST_CANDIDATES, candidates
from quincunx.games.cinco.bots.kernels.encode import TEAMS
from quincunx.games.cinco.bots.kernels.evaluate import Accumulators, fill_accumulators
from quincunx.games.cinco.bots.kernels.network import Network
from quincunx.games.cinco.bots.weights import shipped
from quincunx.games.cinco.types import CincoMove, CincoView, Play

PATIENCE: Final = 120
"""The number of turns after which bots no longer wait for a whole round."""

REMAINING_ERROR: Final = 0.018
"""The standard error of a chance that more simulations do not lower: the moves in the tree change, too."""
SPREAD: Final = 0.15
"""The standard deviation of one simulation's result."""
NETWORK_WEIGHT: Final = 7.0
"""The number of simulations that tell as much as the network. ``python -m benchmarks.hint_errors`` compares
the errors that follow from the three numbers with those of searches ten times as long."""


class Ranking(msgspec.Struct, frozen=True):
    """Moves by their numbers, best first, and the network's chances to win (a sure win: 1)."""

    moves: NDArray[np.int64]
    values: NDArray[np.float64]

    @property
    def is_clear(self) -> bool:
        """True if no search is needed: a win at once, or only one move."""
        return len(self.moves) == 1 or bool(self.values[0] >= 1.0)


class Root(NamedTuple):
    """The starting position of a search."""

    network: Network
    belief: Belief
    accumulators: Accumulators


def rank_view(view: CincoView) -> tuple[Root, Ranking]:
    """Return the root that a view describes, and its moves."""
    root = root_of(view)
    ranking = rank(root)
    if must_place(view):
        places = (ranking.moves >= PLAY_BASE) & (ranking.moves % PLAY_BASE != 0)
        if places.any():
            ranking = Ranking(ranking.moves[places], ranking.values[places])
    return root, ranking


def root_of(view: CincoView) -> Root:
    """Return the root of the viewer's knowledge, whichever seat is to move."""
    network = shipped(view.options.players, view.options.teams)
    belief = belief_of(view)
    accumulators = np.empty((int(belief.position[TEAMS]), network.bias.shape[0]), np.float32)
    fill_accumulators(network, belief.position, accumulators)
    return Root(network, belief, accumulators)


def rank(root: Root) -> Ranking:
    """Rank every sensible move of the seat to move."""
    moves = np.empty(MOST_CANDIDATES, np.int64)
    values = np.empty(MOST_CANDIDATES, np.float64)
    count = candidates(root.network, root.belief.position, root.accumulators, moves, values)
    order = np.argsort(-values[:count], kind="stable")
    return Ranking(moves[:count][order], np.minimum(values[:count][order], 1.0))


def must_place(view: CincoView) -> bool:
    """Return whether to place a token if possible: no rule ends a game in which all players wait (C7)."""
    return view.turn >= PATIENCE and not any(isinstance(move, Play) for move in view.recent)


def decision(
    moves: NDArray[np.int64], values: NDArray[np.float64], visits: NDArray[np.float64] | None = None
) -> Decision[CincoMove]:
    """Return moves with their chances, best first, as a decision. ``visits`` counts the simulations of each
    move; without it the chances are the network's."""
    errors = errors_of(values, np.zeros(len(values)) if visits is None else visits)
    choices = tuple(
        Choice(ACTIONS.move_of(int(move)), float(value), float(error))
        for move, value, error in zip(moves, values, errors, strict=True)
    )
    return Decision(choices[0].action, choices[0].value, choices, "chance")


def errors_of(values: NDArray[np.float64], visits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the standard error of each chance after this many simulations; a sure win has none."""
    errors = np.hypot(REMAINING_ERROR, SPREAD / np.sqrt(visits + NETWORK_WEIGHT))
    return np.asarray(np.where(values >= 1.0, 0.0, errors))

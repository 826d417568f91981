"""Every sensible move, ranked by the network on one ply: the starting point of bots that use it.

Bots get a view and nothing else (:mod:`quincunx.games.cinco.bots.belief`).
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from quincunx.engines.bot import Decision
from quincunx.games.cinco.actions import PLAY_BASE
from quincunx.games.cinco.bots import decisions
from quincunx.games.cinco.bots.belief import Belief, belief_of
from quincunx.games.cinco.bots.decisions import error_of, must_place
from quincunx.games.cinco.bots.kernels.candidates import MOST_CANDIDATES, candidates
from quincunx.games.cinco.bots.kernels.encode import TEAMS
from quincunx.games.cinco.bots.kernels.evaluate import Accumulators, fill_accumulators
from quincunx.games.cinco.bots.kernels.network import Network
from quincunx.games.cinco.bots.weights import shipped
from quincunx.games.cinco.types import CincoMove, CincoView


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


def rank_view(view: CincoView, network: Network | None = None) -> tuple[Root, Ranking]:
    """Return the root that a view describes, and its moves. ``None``: by the shipped network."""
    root = root_of(view, network)
    ranking = rank(root)
    if must_place(view):
        places = (ranking.moves >= PLAY_BASE) & (ranking.moves % PLAY_BASE != 0)
        if places.any():
            ranking = Ranking(ranking.moves[places], ranking.values[places])
    return root, ranking


def root_of(view: CincoView, network: Network | None = None) -> Root:
    """Return the root of the viewer's knowledge, whichever seat is to move. ``None``: by the shipped
    network."""
    network = network or shipped(view.options.players, view.options.teams)
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


def decision(
    moves: NDArray[np.int64], values: NDArray[np.float64], visits: NDArray[np.float64] | None = None
) -> Decision[CincoMove]:
    """Return moves, best first, as a decision, as :func:`quincunx.games.cinco.bots.decisions.decision`
    does."""
    counts = None if visits is None else visits.tolist()
    return decisions.decision(moves.tolist(), values.tolist(), counts)


def errors_of(values: NDArray[np.float64], visits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the standard error of each chance after this many simulations; a sure win has none."""
    return np.array([error_of(*each) for each in zip(values.tolist(), visits.tolist(), strict=True)])

"""What moves and positions are worth to a seat, by simulations from what it knows."""

from __future__ import annotations

import math
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from quincunx.core.game import Seat
from quincunx.engines.bot import Budget
from quincunx.games.cinco.actions import ACTIONS
from quincunx.games.cinco.bots.belief import belief_of
from quincunx.games.cinco.bots.encode import TEAMS, empty
from quincunx.games.cinco.bots.evaluate import fill_accumulators
from quincunx.games.cinco.bots.measure import measure, openings, room
from quincunx.games.cinco.bots.ranking import Root
from quincunx.games.cinco.bots.search import MOST_NODES, Effort, SearchingCinco
from quincunx.games.cinco.bots.tree_search import NO_MOVE, new_tree
from quincunx.games.cinco.bots.weights import shipped
from quincunx.games.cinco.bots.xorshift import seeded
from quincunx.games.cinco.state import team_of
from quincunx.games.cinco.types import CincoMove, CincoOptions, CincoView

DEALS: Final = 4000
"""Over which the worth of a game is averaged before its cards are dealt."""

Worths = NDArray[np.float64]
"""One for each simulation."""

_SEARCH: Final = Effort()
_BOT: Final = SearchingCinco(_SEARCH)


class Measured(NamedTuple):
    """A mean, and its standard error."""

    mean: float
    error: float


def measured(worths: Worths) -> Measured:
    """What so many simulations say."""
    return Measured(float(worths.mean()), float(worths.std() / math.sqrt(max(1, len(worths) - 1))))


def root_of(view: CincoView) -> Root:
    """What the viewer knows, ready to be simulated from, whoever is to move."""
    network = shipped(view.options.players, view.options.teams)
    belief = belief_of(view)
    accumulators = np.empty((int(belief.position[TEAMS]), network.bias.shape[0]), np.float32)
    fill_accumulators(network, belief.position, accumulators)
    return Root(network, belief, accumulators)


def best_move(view: CincoView, name: str, simulations: int) -> CincoMove:
    """What the best bot plays. ``name`` seeds its simulations."""
    random = Random(name)  # noqa: S311  # nothing is secret here
    return _BOT.choose(view, random, Budget(simulations=simulations)).action


def worths_of(root: Root, mover: Seat, move: CincoMove | None, name: str, simulations: int) -> Worths:
    """What a move of the viewer, whose turn it is, is worth to it; without one, what it is worth that
    ``mover`` moves next. The same ``name`` gives the same deals of what is hidden."""
    found = np.empty(simulations)
    tree = new_tree(min(MOST_NODES, room(root.belief, simulations)))
    number = NO_MOVE if move is None else ACTIONS.number_of(move)
    measure(*root, mover, number, tree, _SEARCH.c_puct, _SEARCH.temperature, _seeds(name, simulations), found)
    return found


def _seeds(name: str, count: int) -> NDArray[np.uint64]:
    """Seeds for as many simulations; none is 0."""
    bits = Random(name).randbytes(8 * count)  # noqa: S311
    return np.frombuffer(bits, np.uint64) | np.uint64(1)


def before_the_deal(options: CincoOptions, first: Seat) -> tuple[float, ...]:
    """What a game is worth to each seat before the cards are dealt, if this one starts."""
    teams = _before_the_deal(replace(options, first=first))
    return tuple(teams[team_of(options, seat)] for seat in range(options.players))


@lru_cache(maxsize=64)
def _before_the_deal(options: CincoOptions) -> tuple[float, ...]:
    totals = np.zeros(options.teams)
    network = shipped(options.players, options.teams)
    openings(network, empty(options), DEALS, seeded(0), totals)
    return tuple(map(float, totals / DEALS))

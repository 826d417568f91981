"""The worths of moves and positions to a seat, by simulations from its knowledge."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

import numpy as np
from msgspec.structs import replace

from quincunx.core.values import Seat
from quincunx.engines.bot import Budget
from quincunx.engines.kernels.xorshift import seeded
from quincunx.games.cinco.actions import ACTIONS
from quincunx.games.cinco.bots.kernels.encode import empty, set_hand
from quincunx.games.cinco.bots.kernels.measure import Worths, openings, outlooks
from quincunx.games.cinco.bots.ranking import rank, rank_view, root_of
from quincunx.games.cinco.bots.roster import choices
from quincunx.games.cinco.bots.search import SearchingCinco
from quincunx.games.cinco.bots.weights import shipped
from quincunx.games.cinco.state import team_of
from quincunx.games.cinco.types import CincoMove, CincoOptions, CincoView, Draw, Exchange

DEALS: Final = 4000
"""The number of deals that the worth of a game before its cards are dealt is averaged over."""

SEARCHED: Final = 3
"""The number of the search's moves that are alternatives to the chosen one."""
AT_FIRST_SIGHT: Final = 10
"""The number of the network's moves that are alternatives as well. Other moves are never measured, so these
are the same for every seed, and many: otherwise a better move found by one search in three would be a mistake
for one seed only."""

_BOT: Final = SearchingCinco()


class Measured(NamedTuple):
    """A mean, and its standard error."""

    mean: float
    error: float


def measured(worths: Worths) -> Measured:
    """Return the mean and standard error of these simulations."""
    return Measured(float(worths.mean()), float(worths.std() / math.sqrt(max(1, len(worths) - 1))))


def best_moves(view: CincoView, name: str, simulations: int) -> tuple[CincoMove, ...]:
    """Return the candidates of the best bot: its most visited moves, the network's best moves, and drawing
    and exchanging. All but the first are the same for every ``name``, which seeds its simulations."""
    random = Random(name)  # noqa: S311  # nothing is secret here
    found = _BOT.choose(view, random, Budget(simulations=simulations)).alternatives[:SEARCHED]
    _, ranking = rank_view(view)
    first = [ACTIONS.move_of(int(move)) for move in ranking.moves[:AT_FIRST_SIGHT]]
    cards = [move for move in choices(view) if isinstance(move, Draw | Exchange)]
    return tuple(dict.fromkeys([*(choice.action for choice in found), *first, *cards]))


def usual_cards(
    view: CincoView, mover: Seat, kept: Sequence[int], pool: Sequence[int], name: str, simulations: int
) -> float:
    """Return the average worth of new cards to the viewer: chance draws as many from this ``pool`` as it has
    just drawn, besides the cards ``kept``. ``mover`` moves next."""
    assert view.viewer is not None
    root, random = root_of(view), Random(name)  # noqa: S311  # nothing is secret here
    belief, count = root.belief, len(view.hand) - len(kept)
    unseen = np.union1d(belief.fresh, np.setdiff1d(view.hand, kept))
    hands = [random.sample(pool, count) for _ in range(simulations)]
    if count == 1:  # each card equally often
        hands = [[pool[i % len(pool)]] for i in range(-(-simulations // len(pool)) * len(pool))]
    total = 0.0
    for number, new in enumerate(hands):
        position = belief.position.copy()
        set_hand(position, view.viewer, tuple(sorted((*kept, *new))))
        fresh = np.setdiff1d(unseen, new)
        each = root._replace(belief=belief._replace(position=position, fresh=fresh))
        total += float(outlooks(each, mover, None, f"{name} {number}", 1)[0])
    return total / len(hands)


def before_the_deal(options: CincoOptions, first: Seat) -> tuple[float, ...]:
    """Return the worth of the game to each seat before the cards are dealt, if this seat starts."""
    teams, _ = _before_the_deal(replace(options, first=first))
    return tuple(teams[team_of(options, seat)] for seat in range(options.players))


def usual_hand(options: CincoOptions, first: Seat) -> tuple[float, ...]:
    """Return the mean of :func:`hand_worth` over all deals for each seat, if this one starts. Each seat
    judges by its own hand, so the means of the teams need not add up to 1."""
    return _before_the_deal(replace(options, first=first))[1]


def hand_worth(view: CincoView, name: str, simulations: int) -> float:
    """Return the worth of the game to the viewer once it has seen its first hand."""
    root = root_of(view)
    assert view.to_move is not None
    if view.to_move == view.viewer:
        return float(rank(root).values[0])
    return float(outlooks(root, view.to_move, None, name, simulations).mean())


@lru_cache(maxsize=64)
def _before_the_deal(options: CincoOptions) -> tuple[tuple[float, ...], tuple[float, ...]]:
    totals, own = np.zeros(options.teams), np.zeros(options.players)
    network = shipped(options.players, options.teams)
    openings(network, empty(options), DEALS, seeded(0), totals, own)
    return tuple(map(float, totals / DEALS)), tuple(map(float, own / DEALS))

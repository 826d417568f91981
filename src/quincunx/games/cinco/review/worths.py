"""What moves and positions are worth to a seat, by simulations from what it knows."""

from __future__ import annotations

import math
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

import numpy as np
from msgspec.structs import replace

from quincunx.core.game import Seat
from quincunx.engines.bot import Budget
from quincunx.games.cinco.bots.encode import empty
from quincunx.games.cinco.bots.measure import Worths, openings
from quincunx.games.cinco.bots.search import SearchingCinco
from quincunx.games.cinco.bots.weights import shipped
from quincunx.games.cinco.bots.xorshift import seeded
from quincunx.games.cinco.state import team_of
from quincunx.games.cinco.types import CincoMove, CincoOptions, CincoView

DEALS: Final = 4000
"""Over which the worth of a game is averaged before its cards are dealt."""

_BOT: Final = SearchingCinco()


class Measured(NamedTuple):
    """A mean, and its standard error."""

    mean: float
    error: float


def measured(worths: Worths) -> Measured:
    """What so many simulations say."""
    return Measured(float(worths.mean()), float(worths.std() / math.sqrt(max(1, len(worths) - 1))))


def best_move(view: CincoView, name: str, simulations: int) -> CincoMove:
    """What the best bot plays. ``name`` seeds its simulations."""
    random = Random(name)  # noqa: S311  # nothing is secret here
    return _BOT.choose(view, random, Budget(simulations=simulations)).action


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

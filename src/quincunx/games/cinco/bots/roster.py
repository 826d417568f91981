"""Cinco's bots by name.

The top level searches. The others evaluate on one ply, and play the best of the moves that they see: like
people, they overlook moves, winning ones too, and understand the moves that they see. ``docs/bots.md`` has
the ratings. Without numba the same bots play in plain Python (:mod:`quincunx.games.cinco.bots.plain`): on one
ply the same moves, in the search with far fewer simulations.
"""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Final

from quincunx.engines.bot import Bot, Budget
from quincunx.engines.control import Control
from quincunx.engines.levels import Roster
from quincunx.engines.plain.availability import has_kernels
from quincunx.games.cinco.bots.points import POINTS
from quincunx.games.cinco.types import CincoMove, CincoOptions, CincoView


def choices(view: CincoView) -> tuple[CincoMove, ...]:
    """Return the legal moves of the view's own seat, in the rules' order; empty when another seat is to
    move."""
    return view.moves


def _greedy() -> Bot[CincoView, CincoMove]:
    from quincunx.games.cinco.bots.greedy import GreedyCinco

    return GreedyCinco()


BLUNDER_RATES: Final = {"novice": 0.7, "casual": 0.59, "keen": 0.43, "skilled": 0.28, "expert": 0.1}
"""For each level on one ply, the share of moves that it overlooks."""


def _plain(blunder_rate: float) -> Bot[CincoView, CincoMove]:
    from quincunx.games.cinco.bots.plain.players import PlainLearnedCinco

    return PlainLearnedCinco(blunder_rate)


def _one_ply(blunder_rate: float) -> Bot[CincoView, CincoMove]:
    if not has_kernels():
        return _plain(blunder_rate)
    from quincunx.games.cinco.bots.search import LearnedCinco

    return LearnedCinco(blunder_rate)


def _search() -> Bot[CincoView, CincoMove]:
    if not has_kernels():
        from quincunx.games.cinco.bots.plain.players import PlainSearchingCinco

        return PlainSearchingCinco()
    from quincunx.games.cinco.bots.search import SearchingCinco

    return SearchingCinco()


def _control(options: CincoOptions) -> Control | None:
    if options.players != 2 or not has_kernels():
        return None
    from quincunx.games.cinco.bots.control import CincoControl

    return CincoControl


def _precompile() -> None:
    """Read the weights, compile the kernels and run each of them once. Without numba there is nothing to
    do."""
    if not has_kernels():
        return
    from quincunx.core.chance import Shuffled
    from quincunx.games.cinco.bots.kernels import measure
    from quincunx.games.cinco.bots.weights import SEATINGS, shipped
    from quincunx.games.cinco.rules import apply, initial
    from quincunx.games.cinco.state import ALL_CARDS
    from quincunx.games.cinco.view import view

    for players, teams in SEATINGS:
        shipped(players, teams)
    dealt = view(apply(initial(CincoOptions(first=0)), Shuffled(ALL_CARDS)), 0)
    for name in ("expert", "master"):
        BOTS.bot(name).choose(dealt, Random(0), Budget(simulations=2))  # noqa: S311  # nothing is secret here
    measure.ready(dealt)


BOTS: Final = Roster(
    choices=choices,
    by_baseline={"greedy": _greedy},
    by_level={**{level: partial(_one_ply, rate) for level, rate in BLUNDER_RATES.items()}, "master": _search},
    precompile=_precompile,
    plain={level: partial(_plain, rate) for level, rate in BLUNDER_RATES.items()},
    points=POINTS,
    control=_control,
)

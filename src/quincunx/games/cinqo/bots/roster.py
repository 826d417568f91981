"""Cinq-O's bots by name.

``master`` plays perfectly where the game is solved. The others err as people do: they overlook keeps, play
the best for points of those that they see, and ignore the score. ``docs/bots.md`` has the ratings. Without
numba the same bots play in plain Python (:mod:`quincunx.games.cinqo.bots.plain`), from the shipped solution.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from quincunx.engines.bot import Bot
from quincunx.engines.control import Control
from quincunx.engines.levels import Roster
from quincunx.engines.plain.availability import has_kernels
from quincunx.games.cinqo.bots.points import POINTS
from quincunx.games.cinqo.types import CinqoMove, CinqoOptions, CinqoView


def choices(view: CinqoView) -> tuple[CinqoMove, ...]:
    """Return the legal moves of the view's own seat, in the rules' order; empty when another seat is to
    move."""
    return view.moves


def _greedy() -> Bot[CinqoView, CinqoMove]:
    from quincunx.games.cinqo.bots.greedy import GreedyCinqo

    return GreedyCinqo()


BLUNDER_RATES: Final = {
    "novice": 0.97,
    "casual": 0.91,
    "keen": 0.79,
    "skilled": 0.61,
    "expert": 0.38,
    "master": 0.0,
}
"""For each level, the share of keeps that it overlooks."""


def _plain(blunder_rate: float) -> Bot[CinqoView, CinqoMove]:
    from quincunx.games.cinqo.bots.plain.adviser import PlainAdvisedCinqo

    return PlainAdvisedCinqo(blunder_rate)


def _advised(blunder_rate: float) -> Bot[CinqoView, CinqoMove]:
    if not has_kernels():
        return _plain(blunder_rate)
    from quincunx.games.cinqo.bots.advisor import AdvisedCinqo

    return AdvisedCinqo(blunder_rate)


def _control(options: CinqoOptions) -> Control | None:
    if options.players == 1 or not has_kernels():
        return None
    from quincunx.games.cinqo.bots.control import CinqoControl

    return CinqoControl


def _precompile() -> None:
    """Compile the kernels and solve the games. Without numba there is nothing to do."""
    if not has_kernels():
        return
    from quincunx.games.cinqo.bots import advisor
    from quincunx.games.cinqo.bots.solver import prospects

    advisor.ready()
    prospects.ready()


BOTS: Final = Roster(
    choices=choices,
    by_baseline={"greedy": _greedy},
    by_level={level: partial(_advised, rate) for level, rate in BLUNDER_RATES.items()},
    precompile=_precompile,
    plain={level: partial(_plain, rate) for level, rate in BLUNDER_RATES.items()},
    points=POINTS,
    control=_control,
    has_quick_control=True,
)

"""Cinco's deal of the day: for two, against the same bot, with cards that lie alike for everybody."""

from __future__ import annotations

from typing import Final

from quincunx.core.day import SEAT, DayDeal
from quincunx.core.values import Outcome
from quincunx.games.cinco.state import CincoState
from quincunx.games.cinco.types import CincoOptions

HIGHEST: Final = 10_000
"""More than any game has turns."""


def streams(state: CincoState) -> tuple[int, ...]:
    """The first shuffle is that of stream 0; each time that the discards are shuffled, that of the next."""
    return (state.reshuffles + (state.owed > 0),)


def result(state: CincoState, outcome: Outcome) -> int | None:
    """Who wins after *n* turns of their own has 10000 − *n*, who loses *n* − 10000, and a draw is 0: so a
    quick win is the best, and what comes next to a draw is to hold out for long."""
    turns = (state.turn + 1) // 2
    if not outcome.winners:
        return 0
    return HIGHEST - turns if SEAT in outcome.winners else turns - HIGHEST


DAY: Final = DayDeal[CincoOptions, CincoState](
    options=CincoOptions(players=2, teams=2, first=SEAT),
    level="skilled",
    streams=streams,
    result=result,
    fewer_is_better=False,
    best="master",
)

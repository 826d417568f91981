"""Cinco's daily challenge: two players, against the same bot, with the same order of cards for all."""

from __future__ import annotations

from typing import Final

from quincunx.core.day import SEAT, DayDeal
from quincunx.core.values import Outcome
from quincunx.games.cinco.state import CincoState
from quincunx.games.cinco.types import CincoOptions

HIGHEST: Final = 10_000
"""A number above the turns of any game."""


def streams(state: CincoState) -> tuple[int, ...]:
    """Stream 0 answers the first shuffle, and the next number each reshuffle of the discards."""
    return (state.reshuffles + (state.owed > 0),)


def result(state: CincoState, outcome: Outcome) -> int | None:
    """Return the score. A win after *n* turns of the player's own is 10000 − *n*, a loss *n* − 10000, and a
    draw 0. A quick win is best, and a long resistance comes closest to a draw."""
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

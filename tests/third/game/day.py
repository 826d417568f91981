"""Trio's daily challenge: two players, against the same bot, with the same cards and dice for all."""

from __future__ import annotations

from typing import Final

from quincunx.core.day import SEAT, DayDeal
from quincunx.core.values import Outcome
from tests.third.game.state import TrioState
from tests.third.game.types import TrioOptions

AVERAGE: Final = 17.250189393939397
"""The mean total of perfect play for points, over all cards and dice; a test compares it with the
solution."""


def streams(state: TrioState) -> tuple[int, ...]:
    """Stream 0 answers the shuffle, and stream *t* the roll of turn *t*; turns count from 1."""
    return (state.turn + 1 if any(state.hands) else 0,)


def result(state: TrioState, outcome: Outcome) -> int | None:
    """Return the player's points; ``None`` unless all cards were played."""
    return state.totals[SEAT] if outcome.termination == "counted" else None


DAY: Final = DayDeal[TrioOptions, TrioState](
    options=TrioOptions(players=2, most_passes=1, first=SEAT),
    level="casual",
    streams=streams,
    result=result,
    fewer_is_better=False,
    best="expert",
    average=AVERAGE,
)

"""Cinq-O's daily challenge: solitaire to a hundred, with the same dice for all."""

from __future__ import annotations

from typing import Final

from quincunx.core.day import SEAT, DayDeal
from quincunx.core.values import Outcome
from quincunx.games.cinqo import card, facts
from quincunx.games.cinqo.state import CinqoState
from quincunx.games.cinqo.types import CinqoOptions

AVERAGE: Final = 7.160800995566858
"""The mean rounds of perfect play to a hundred, over all dice; a test compares it with the solution."""
_ROLLS: Final = 8
_TURNS: Final = 64


def streams(state: CinqoState) -> tuple[int, ...]:
    """Stream 64 *t* + 8 *k* + *i* answers roll *k* of die *i* in turn *t*; turns and rolls count from 1, and
    the Hi/Lo die is number 5."""
    first = _TURNS * (len(state.history) + 1) + _ROLLS * (state.roll + 1)
    dice = state.loose if state.boxed else (*state.loose, card.DICE)
    return tuple(first + die for die in dice)


def result(state: CinqoState, outcome: Outcome) -> int | None:
    """Return the rounds to a hundred; ``None`` after a resignation."""
    return facts.facts(state, SEAT)["rounds"] if outcome.termination == "hundred" else None


DAY: Final = DayDeal[CinqoOptions, CinqoState](
    options=CinqoOptions(players=1),
    level="master",
    streams=streams,
    result=result,
    fewer_is_better=True,
    best="master",
    average=AVERAGE,
)

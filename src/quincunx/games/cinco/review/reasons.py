"""Why one move is better than another, from facts of the position that the seat to move sees.

Each reason is a function that looks at both moves and says itself or ``None``. ``docs/review.md`` lists them;
the words are in ``texts/``.
"""

from __future__ import annotations

from itertools import islice
from typing import Final

from quincunx.core.review import Why
from quincunx.games.cinco.review.cards import CARDS
from quincunx.games.cinco.review.lines import LINES
from quincunx.games.cinco.review.position import Position
from quincunx.games.cinco.review.threats import THREATS
from quincunx.games.cinco.types import CincoMove, CincoView

MOST: Final = 3
"""Whoever reads more than that has lost what matters."""

REASONS: Final = {**THREATS, **LINES, **CARDS}
CODES: Final = (
    "wins",
    "blocks",
    "two-threats",
    "threatens",
    "takes-double",
    "finds-five",
    "finds-block",
    "breaks",
    "builds",
    "blocks-likelier",
    "threat-harder",
    "same-space",
    "wastes",
    "exchanges",
    "new-cards",
    "stands-alone",
    "joins",
    "in-reach",
    "keeps-low",
    "leaves-little",
    "last-card",
    "keeps-hand",
    "hinders",
    "hinders-more",
    "keeps-lower",
    "spends-idle",
    "more-lines",
    "easier-lines",
    "waits",
    "weak-hand",
    "draws",
)
"""Every code there is, what decides a game before what is good in general."""


def reasons(view: CincoView, best: CincoMove, other: CincoMove) -> tuple[Why, ...]:
    """As :meth:`quincunx.core.review.Reviewer.reasons`."""
    position = Position(view)
    found = (REASONS[code](position, best, other) for code in CODES)
    held = tuple(islice((why for why in found if why is not None), MOST))
    # Whoever wins needs no other reason.
    return held[:1] if held and held[0].code == "wins" else held

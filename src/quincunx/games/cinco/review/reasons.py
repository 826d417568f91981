"""Reasons why one move is better than another, from facts of the position visible to the seat to move.

Each reason is a function that compares both moves and returns the reason or ``None``. ``docs/review.md``
lists them; the words are in ``texts/``.
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
"""The largest number of reasons shown; more would hide the important ones."""

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
"""All codes; decisive reasons come before general ones."""


def reasons(view: CincoView, best: CincoMove, other: CincoMove) -> tuple[Why, ...]:
    """Return reasons as :meth:`quincunx.core.review.Reviewer.reasons` does."""
    return reasons_at(Position(view), best, other)


def reasons_at(position: Position, best: CincoMove, other: CincoMove) -> tuple[Why, ...]:
    """Return the same for a position, of which many moves may be compared."""
    found = (REASONS[code](position, best, other) for code in CODES)
    held = tuple(islice((why for why in found if why is not None), MOST))
    # A winning move needs no other reason.
    return held[:1] if held and held[0].code == "wins" else held

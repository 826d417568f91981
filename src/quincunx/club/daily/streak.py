"""Days in a row on which somebody has played. Pure: it follows from the days."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec


class Streak(msgspec.Struct, frozen=True):
    """How many days in a row: up to ``today``, and the most there have been.

    Who has not played today has until its end: yesterday's streak stands. A streak that ended before is 0.
    """

    current: int
    longest: int


def streak(days: Iterable[int], today: int) -> Streak:
    """The streak of somebody who has played on these days, in any order, also more than once."""
    played = sorted({day for day in days if day <= today})
    current = longest = 0
    before = None
    for day in played:
        current = current + 1 if before is not None and day == before + 1 else 1
        longest = max(longest, current)
        before = day
    is_alive = before is not None and before >= today - 1
    return Streak(current if is_alive else 0, longest)

"""Streaks of consecutive days with a result. Pure."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec


class Streak(msgspec.Struct, frozen=True):
    """Lengths of a person's streaks, in days: the current one up to ``today``, and the longest.

    A person who has not played today still has the rest of the day, so yesterday's streak stands. A streak
    that ended earlier counts 0.
    """

    current: int
    longest: int


def streak(days: Iterable[int], today: int) -> Streak:
    """The streaks of a person who has played on these days, given in any order and possibly repeated."""
    played = sorted({day for day in days if day <= today})
    current = longest = 0
    before = None
    for day in played:
        current = current + 1 if before is not None and day == before + 1 else 1
        longest = max(longest, current)
        before = day
    is_alive = before is not None and before >= today - 1
    return Streak(current if is_alive else 0, longest)

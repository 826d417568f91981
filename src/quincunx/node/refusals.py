"""Refusals that were given lately, so that a double that comes late finds the same answer.

They are kept for each person by themselves, whichever tables they concern: whoever has commands refused
without end pushes out nobody's answers but their own, and no table grows by it.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from quincunx.core.reason import Reason

REMEMBERED: Final = 32
"""Of one person; a double comes within seconds."""
MOST_PEOPLE: Final = 2_000
"""Of whom any are remembered, some 10 KB each at most; who was refused nothing for longest goes first."""


class Refusals:
    """What this node has refused, by person, table and idempotency key."""

    def __init__(self) -> None:
        self._of: OrderedDict[str, OrderedDict[tuple[str, str], Reason]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._of.values()))

    def find(self, person: str, table: str, key: str) -> Reason | None:
        """Why this command was refused, if that is remembered."""
        theirs = self._of.get(person)
        return None if theirs is None else theirs.get((table, key))

    def remember(self, person: str, table: str, key: str, reason: Reason) -> None:
        """Keep an answer for its doubles; this person's oldest is forgotten for it."""
        theirs = self._of.setdefault(person, OrderedDict())
        self._of.move_to_end(person)
        theirs.setdefault((table, key), reason)
        if len(theirs) > REMEMBERED:
            theirs.popitem(last=False)
        if len(self._of) > MOST_PEOPLE:
            self._of.popitem(last=False)

"""Refusals that were given lately, so that a double that comes late finds the same answer.

They are kept for each person by themselves, whichever tables they concern: whoever has commands refused
without end pushes out nobody's answers but their own, and no table grows by it.
"""

from __future__ import annotations

from typing import Final

from quincunx.core.reason import Reason
from quincunx.kit import Cache

REMEMBERED: Final = 32
"""Of one person; a double comes within seconds."""
MOST_PEOPLE: Final = 2_000
"""Of whom any are remembered, some 10 KB each at most; who was refused nothing for longest goes first."""


class Refusals:
    """What this node has refused, by person, table and idempotency key."""

    def __init__(self) -> None:
        self._of: Cache[str, Cache[tuple[str, str], Reason]] = Cache(MOST_PEOPLE)

    def __len__(self) -> int:
        return sum(len(theirs) for _, theirs in self._of.items())

    def find(self, person: str, table: str, key: str) -> Reason | None:
        """Why this command was refused, if that is remembered."""
        theirs = self._of.peek(person)
        return None if theirs is None else theirs.peek((table, key))

    def remember(self, person: str, table: str, key: str, reason: Reason) -> None:
        """Keep an answer for its doubles; this person's oldest is forgotten for it."""
        theirs = self._of.peek(person)
        if theirs is None:
            theirs = Cache[tuple[str, str], Reason](REMEMBERED)
            self._of.put(person, theirs)
        if theirs.peek((table, key)) is None:
            theirs.put((table, key), reason)

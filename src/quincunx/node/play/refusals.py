"""Recent refusals, so that a delayed duplicate of a command gets the same answer.

They are cached per person, across all tables. A person with countless refused commands evicts only their own
answers, and no table grows.
"""

from __future__ import annotations

from typing import Final

from quincunx.core.reason import Reason
from quincunx.kit import Cache

REMEMBERED: Final = 32
"""The maximum number of refusals per person; duplicates come within seconds."""
MOST_PEOPLE: Final = 2_000
"""The maximum number of people with cached refusals, at most some 10 KB each. The person whose last refusal
is the oldest is evicted first."""


class Refusals:
    """This node's recent refusals by person, table and idempotency key."""

    def __init__(self) -> None:
        self._of: Cache[str, Cache[tuple[str, str], Reason]] = Cache(MOST_PEOPLE)

    def __len__(self) -> int:
        return sum(len(theirs) for _, theirs in self._of.items())

    def cached_refusal(self, person: str, table: str, key: str) -> Reason | None:
        """The reason why this command was refused, or ``None`` if it is not cached."""
        theirs = self._of.peek(person)
        return None if theirs is None else theirs.peek((table, key))

    def remember(self, person: str, table: str, key: str, reason: Reason) -> None:
        """Cache a refusal for duplicates of its command, and evict this person's oldest."""
        theirs = self._of.peek(person)
        if theirs is None:
            theirs = Cache[tuple[str, str], Reason](REMEMBERED)
            self._of.put(person, theirs)
        if theirs.peek((table, key)) is None:
            theirs.put((table, key), reason)

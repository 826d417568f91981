"""Where reviews of finished games are kept: they take long to make, and say the same every time.

What is kept has no names: who was called what is the table's to say, and may be forgotten.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec


class ReviewRow(msgspec.Struct, frozen=True):
    """The review of one table."""

    table: str
    version: str
    """What made it, and how: one of another version is to be made again."""
    made_at: int
    """Milliseconds since 1970."""
    body: bytes | None
    """The JSON of a :class:`quincunx.core.review.Review`; ``None`` if none can be made."""


class PersonReview(msgspec.Struct, frozen=True):
    """The review of a game that somebody has played themselves, from its first move to its last."""

    table: str
    ended_at: int
    seat: int
    body: bytes


class ReviewStore(Protocol):
    """The part of :class:`quincunx.club.ports.Store` that is about reviews."""

    async def keep_review(self, row: ReviewRow, most: int) -> None:
        """In place of the one that the table has. Of all that are kept, the newest ``most`` stay."""
        ...

    async def review(self, table: str) -> ReviewRow | None:
        """The one that is kept, whatever its version."""
        ...

    async def unreviewed(
        self, versions: Mapping[str, str], since: int, until: int, limit: int
    ) -> Sequence[tuple[str, str]]:
        """Games of people that have ended in this time (both ends included) and have no review of the version
        that their game (``versions``) has by now: their tables, each with its game, the newest first."""
        ...

    async def reviews_of(
        self, person: str, versions: Mapping[str, str], limit: int
    ) -> Sequence[PersonReview]:
        """The reviews of these versions of somebody's games in which no bot has moved for them, the newest
        first: also of those that they played as a guest who became this account."""
        ...

"""Interface of the store of reviews. A review takes long to compute and is always the same.

Stored reviews contain no names. Names belong to the table, and may be redacted later.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec


class ReviewRow(msgspec.Struct, frozen=True):
    """The review of one table."""

    table: str
    version: str
    """The version of the review engine and its settings. A review of another version is computed again."""
    made_at: int
    """The time of creation, in milliseconds since 1970."""
    body: bytes | None
    """The JSON of a :class:`quincunx.core.review.Review`; ``None`` if the game cannot be reviewed."""


class PersonReview(msgspec.Struct, frozen=True):
    """The review of a game that a person has played themselves, from its first move to its last."""

    table: str
    ended_at: int
    seat: int
    body: bytes


class ReviewStore(Protocol):
    """The store of reviews; a part of :class:`quincunx.club.ports.Store`."""

    async def keep_review(self, row: ReviewRow, most: int) -> None:
        """Store a review in place of the table's former one. Only the newest ``most`` reviews are kept."""
        ...

    async def review(self, table: str) -> ReviewRow | None:
        """The stored review of a table, of any version."""
        ...

    async def unreviewed(
        self, versions: Mapping[str, str], since: int, until: int, limit: int
    ) -> Sequence[tuple[str, str]]:
        """Games of people that ended from ``since`` to ``until`` (inclusive) and have no review of their
        game's current version in ``versions``. Returns the tables, each with its game, newest first."""
        ...

    async def reviews_of(
        self, person: str, versions: Mapping[str, str], limit: int
    ) -> Sequence[PersonReview]:
        """The reviews, of these versions, of a person's games in which no bot has moved for them, newest
        first. Games played as a guest merged into this account are included."""
        ...

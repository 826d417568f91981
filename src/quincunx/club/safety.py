"""Whom people want to hear no more of, and what they tell the operator: as kept in the store."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

import msgspec

from quincunx.club.rows import Authority

MOST_BLOCKED: Final = 500
CLOSED_KEPT: Final = 365 * 24 * 3600 * 1000
"""A report that is closed is kept for so many milliseconds."""


class BlockRow(msgspec.Struct, frozen=True):
    """Somebody whom a person has blocked. ``ids`` are all by which seats may name them, their own first."""

    ids: tuple[str, ...]
    name: str
    at: int


class ReportRow(msgspec.Struct, frozen=True):
    """What somebody has told the operator of somebody else."""

    id: str
    at: int
    person: str | None
    """Who reports; ``None`` when they have been deleted."""
    reported: str
    name: str
    """What the other was called at the table."""
    tab: str
    """The table."""
    said: str
    """What the other had said there last, as JSON."""
    why: str
    closed_at: int | None = None


class SafetyStore(Protocol):
    """A part of :class:`quincunx.club.ports.Store`."""

    async def block(
        self, person: str, blocked: str, name: str, now: int, most: int, by: Authority | None = None
    ) -> bool:
        """Blocking somebody twice is harmless. ``False`` if so many are blocked already. Raises
        :class:`~quincunx.club.ports.NoSuchPerson` for who is not there."""
        ...

    async def unblock(self, person: str, blocked: Sequence[str], by: Authority | None = None) -> bool:
        """Whoever has one of these ids; ``False`` if none of them was blocked."""
        ...

    async def blocks(self, person: str) -> Sequence[BlockRow]:
        """The newest first."""
        ...

    async def apart(self, people: Sequence[str]) -> frozenset[tuple[str, str]]:
        """Which of these are not to be brought together, as pairs in order, whoever has blocked whom. To be
        asked with the people's own ids, as accounts and not as the guests that they were."""
        ...

    async def report(self, report: ReportRow, by: Authority | None = None) -> bool:
        """``False`` if the same person has reported the other at this table already."""
        ...

    async def reports(self, is_open: bool, limit: int) -> Sequence[ReportRow]:
        """Open ones, the oldest first; or closed ones, the newest first."""
        ...

    async def close_report(self, id: str, now: int) -> ReportRow | None:
        """The report, if there is such a one and it was open."""
        ...

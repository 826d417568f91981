"""Blocks between people and reports to the operator, as stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

import msgspec

from quincunx.club.rows import Authority

MOST_BLOCKED: Final = 500
CLOSED_KEPT: Final = 365 * 24 * 3600 * 1000
"""Milliseconds for which a closed report is stored."""


class BlockRow(msgspec.Struct, frozen=True):
    """A person whom another person has blocked. ``ids`` are all ids by which seats may name them, their own
    first."""

    ids: tuple[str, ...]
    name: str
    at: int


class ReportRow(msgspec.Struct, frozen=True):
    """A person's report to the operator about another person."""

    id: str
    at: int
    person: str | None
    """The reporter; ``None`` if they have been deleted."""
    reported: str
    name: str
    """The other person's name at the table."""
    tab: str
    """The table of the incident; empty beside ``tournament``."""
    said: str
    """The other person's last chat lines there, as JSON."""
    why: str
    closed_at: int | None = None
    tournament: str | None = None
    """The tournament in whose chat it happened; then there is no table."""


class SafetyStore(Protocol):
    """The store of blocks and reports; a part of :class:`quincunx.club.ports.Store`."""

    async def block(
        self, person: str, blocked: str, name: str, now: int, most: int, by: Authority | None = None
    ) -> bool:
        """Block a person. Blocking twice is harmless. ``False`` if ``most`` people are blocked already.
        Raises :class:`~quincunx.club.ports.NoSuchPerson` if either does not exist."""
        ...

    async def unblock(self, person: str, blocked: Sequence[str], by: Authority | None = None) -> bool:
        """Unblock the person with one of these ids; ``False`` if none of them was blocked."""
        ...

    async def blocks(self, person: str) -> Sequence[BlockRow]:
        """The blocks of a person, newest first."""
        ...

    async def blocked_pairs(self, people: Sequence[str]) -> frozenset[tuple[str, str]]:
        """The pairs among these people who must be kept apart, no matter which has blocked the other. Each
        pair is in order. Pass the ids of accounts, not of guests merged into them."""
        ...

    async def report(self, report: ReportRow, by: Authority | None = None) -> bool:
        """Store a report. ``False`` if the same person has already reported the other at this table."""
        ...

    async def reports(self, is_open: bool, limit: int) -> Sequence[ReportRow]:
        """Open reports, oldest first; or closed ones, newest first."""
        ...

"""Interfaces of local play to the outside world: a journal, kept values, entropy and a clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from quincunx.table.events import Entry
from quincunx.table.summary import Summary


class LocalJournal(Protocol):
    """Append-only store of entries on one device, keyed by (table, version). Several windows may share it."""

    async def append(self, entry: Entry, summary: Summary) -> None:
        """Append an entry and its table's row; return when both are on disk. Raises
        :class:`~quincunx.table.record.faults.Conflict` if the version is taken, and
        :class:`~quincunx.table.record.faults.JournalUnavailable`."""
        ...

    async def read(self, table: str, after: int = 0) -> Sequence[Entry]:
        """A table's entries with a version greater than ``after``, in order; empty if there are none."""
        ...

    async def rows(self) -> Sequence[Summary]:
        """The rows of all tables, most recently changed first."""
        ...


class Values(Protocol):
    """Small values by name, kept on the device."""

    async def get(self, name: str) -> bytes | None:
        """The value of this name; ``None`` if there is none."""
        ...

    async def put(self, name: str, value: bytes) -> None:
        """Store a value; return when it is on disk."""
        ...


@dataclass(frozen=True)
class LocalWorld:
    """Everything from outside that local play needs."""

    journal: LocalJournal
    values: Values
    seed: Callable[[], str]
    """Draws a fresh seed: 32 secret bytes, as 64 hex digits."""
    now: Callable[[], int]
    """The time in milliseconds since 1970, UTC. It jumps when the device's clock is set."""
    steady: Callable[[], float]
    """Seconds of a clock that never jumps, for pauses and limits."""
    bot_pause: float = 0.6
    """The minimum duration of a bot's move, in seconds."""
    language: str = "en"
    """The language of a new player's name."""

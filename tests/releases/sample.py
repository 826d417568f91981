"""A store and a journal that a sample is written to, on a clock of their own."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random

from quincunx.adapters.journal.sqlite import SqliteJournal
from quincunx.adapters.store.sql import SqlStore
from quincunx.club.results.results import result_of
from quincunx.table.fold import take_in_checked
from quincunx.table.state import TableState
from quincunx.table.summary import summarize
from tests.table.support import Desk

BEGAN = 1_789_000_000_000
"""The start of the sample, in September 2026, before its games."""
HOUR = 3_600_000
DAY = 24 * HOUR


def digest(text: str) -> bytes:
    """The hash under which the store has a secret."""
    return hashlib.sha256(text.encode()).digest()


@dataclass
class Sample:
    """The data that are being written. ``table_name`` numbers the tables of tournaments."""

    store: SqlStore
    journal: SqliteJournal
    now: int = BEGAN
    desks: list[Desk] = field(default_factory=list)
    _numbers: Callable[[], int] = field(default_factory=lambda: count(1).__next__)

    def table_name(self) -> str:
        return f"tournament-table-{self._numbers():08}"

    async def keep(self, desk: Desk) -> None:
        """Write a table as it is now, and count its result if it has ended."""
        state: TableState | None = None
        for entry in desk.entries:
            state = take_in_checked(state, entry).after
            await self.journal.append(entry, summarize(state, entry.at))
        self.desks.append(desk)
        result = result_of(desk.state)
        if result is not None:
            assert await self.store.count(result)
            await self.journal.settle(desk.state.id, desk.state.version)


def play_on(desk: Desk, random: Random) -> Desk:
    """Play to the end, a move each second."""
    while desk.state.status == "playing":
        desk.now = (desk.now or BEGAN) + 1_000
        desk.move(random)
    return desk


def places(folder: Path) -> tuple[str, Path]:
    """Store and journal of a data folder."""
    return f"sqlite:{folder / 'people.sqlite'}", folder / "journal.sqlite"

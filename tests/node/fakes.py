"""A world for the tests: a journal that can be told to fail, a clock that stands still, bots on the spot."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from random import Random

from quincunx.games.levels import bot_for

from quincunx.adapters.engines.frames import SearchResult
from quincunx.core.game import Seat
from quincunx.games import Move, View, game_of
from quincunx.node.ports import Conflict, JournalUnavailable, Summary
from quincunx.table.events import Entry


class MemoryJournal:
    """A journal that forgets everything at the end of the test; the contract tests keep it honest."""

    def __init__(self) -> None:
        self.tables: dict[str, list[Entry]] = defaultdict(list)
        self.summaries: dict[str, Summary] = {}
        self.broken = False
        """While set, nothing can be read or written."""
        self.slow = 0.0
        """Seconds that a commit takes."""
        self.lose_answers = 0
        """So many commits reach the disk although their caller is told that they did not."""

    async def append(self, entry: Entry, summary: Summary) -> None:
        await asyncio.shield(asyncio.ensure_future(self._append(entry, summary)))

    async def _append(self, entry: Entry, summary: Summary) -> None:
        await asyncio.sleep(self.slow)
        self._check()
        entries = self.tables[entry.table]
        if any(entry.version == each.version or entry.key == each.key for each in entries):
            raise Conflict
        entries.append(entry)
        self.summaries[entry.table] = summary
        if self.lose_answers:
            self.lose_answers -= 1
            raise JournalUnavailable("The answer got lost.")

    def _check(self) -> None:
        if self.broken:
            raise JournalUnavailable("The disk is on fire.")

    async def read(self, table: str, after: int = 0) -> Sequence[Entry]:
        await asyncio.sleep(0)
        self._check()
        return [entry for entry in self.tables.get(table, []) if entry.version > after]

    async def find(self, table: str, key: str) -> Entry | None:
        self._check()
        return next((entry for entry in self.tables.get(table, []) if entry.key == key), None)

    async def lobby(self, limit: int) -> Sequence[bytes]:
        self._check()
        newest = sorted(self.summaries.values(), key=lambda each: -each.changed)
        return [each.listing for each in newest if each.listing is not None][:limit]

    async def waiting_for_bots(self, limit: int) -> Sequence[str]:
        self._check()
        return [each.table for each in self.summaries.values() if each.bot_to_move][:limit]


class StillClock:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.time = 1_700_000_000_000

    def now(self) -> int:
        return self.time


class CountingEntropy:
    """Names and seeds that a test can foresee."""

    def __init__(self) -> None:
        self.count = 0

    def seed(self) -> str:
        self.count += 1
        return f"{self.count:02x}" * 32

    def name(self) -> str:
        self.count += 1
        return f"table-number-{self.count:010}"


class HereMinds:
    """The house's bots, thinking on the spot."""

    def __init__(self) -> None:
        self.failures = 0
        """So many choices fail before one succeeds."""
        self.asked = 0

    async def choose(self, level: str, view: View, seat: Seat, seed: bytes, table: str) -> Move:
        self.asked += 1
        await asyncio.sleep(0)
        if self.failures:
            self.failures -= 1
            raise RuntimeError("a bot lost its engine")
        move: Move = bot_for(game_of(view.options).name, level).choose(view, Random(seed)).action
        return move

    async def advise(self, view: View, seed: bytes, table: str) -> SearchResult:
        decision = bot_for(game_of(view.options).name, "greedy").choose(view, Random(seed))
        choices = decision.alternatives
        return SearchResult(
            0, tuple(c.action for c in choices), tuple(c.value for c in choices), decision.scale
        )

"""A world for the tests: a journal that can be told to fail, a clock that stands still, bots on the spot."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from quincunx.adapters.engines.frames import SearchResult
from quincunx.adapters.journal.heartbeats import KEPT_MILLISECONDS
from quincunx.core.game import name_in
from quincunx.games import GAMES
from quincunx.node.ports import Asker, Busy, Conflict, JournalUnavailable
from quincunx.table.deadlines.outage import BEHIND_MILLISECONDS, Outage
from quincunx.table.events import Entry
from quincunx.table.summary import Summary


class MemoryJournal:
    """A journal that forgets everything at the end of the test; the contract tests keep it honest. Only a
    test that asks about opening has to open it."""

    def __init__(self, is_open: bool = True) -> None:
        self.tables: dict[str, list[Entry]] = defaultdict(list)
        self.summaries: dict[str, Summary] = {}
        self.broken = False
        """While set, nothing can be read or written."""
        self.slow = 0.0
        """Seconds that a commit takes, or the reading of a table."""
        self.lose_answers = 0
        """The number of commits that reach the disk although their caller gets an error."""
        self.reads = 0
        self.lobby_reads = 0
        """The number of times that the lobby was read."""
        self.sweeps = 0
        """The number of queries for due tables."""
        self.beats: dict[str, int] = {}
        self.known_outages: list[Outage] = []
        self._is_open = is_open
        self._under_way: set[asyncio.Future[None]] = set()

    async def open(self) -> None:
        self._is_open = True

    async def close(self) -> None:
        self._is_open = False
        await asyncio.gather(*self._under_way, return_exceptions=True)

    async def append(self, entry: Entry, summary: Summary) -> None:
        self._check_open()
        under_way = asyncio.ensure_future(self._append(entry, summary))
        self._under_way.add(under_way)
        under_way.add_done_callback(self._under_way.discard)
        await asyncio.shield(under_way)

    async def _append(self, entry: Entry, summary: Summary) -> None:
        await asyncio.sleep(self.slow)
        self._check()
        entries = self.tables[entry.table]
        if any(entry.version == each.version for each in entries):
            raise Conflict
        entries.append(entry)
        kept = self.summaries.get(entry.table)
        if kept is None or kept.version < summary.version:
            self.summaries[entry.table] = summary
        if self.lose_answers:
            self.lose_answers -= 1
            raise JournalUnavailable("The answer got lost.")

    def _check(self) -> None:
        if self.broken:
            raise JournalUnavailable("The disk is on fire.")

    def _check_open(self) -> None:
        if not self._is_open:
            raise JournalUnavailable("The journal isn’t open.")

    async def read(self, table: str, after: int = 0) -> Sequence[Entry]:
        self._check_open()
        self.reads += 1
        await asyncio.sleep(self.slow)
        self._check()
        return [entry for entry in self.tables.get(table, []) if entry.version > after]

    async def try_write(self) -> None:
        self._check_open()
        self._check()

    async def names(self, after: str, limit: int) -> Sequence[tuple[str, int]]:
        self._check_open()
        self._check()
        names = sorted({*self.tables, *self.summaries})
        rows = [(name, self.summaries[name].version if name in self.summaries else 0) for name in names]
        return [row for row in rows if row[0] > after][:limit]

    def _of_each_origin(self, listed: list[Summary], most: int) -> list[Summary]:
        seen: Counter[str | None] = Counter()
        found = []
        for each in sorted(listed, key=lambda each: -each.changed):
            seen[each.origin] += 1
            if seen[each.origin] <= most:
                found.append(each)
        return found

    async def lobby(self, limit: int, of_origin: int) -> Sequence[bytes]:
        self.lobby_reads += 1
        self._check_open()
        self._check()
        listed = [each for each in self.summaries.values() if each.listing is not None]
        each_of = [
            self._of_each_origin([one for one in listed if one.status == status], of_origin)[:limit]
            for status in ("waiting", "playing")
        ]
        return [each.listing for some in each_of for each in some if each.listing is not None]

    async def finished(self, since: int, limit: int, of_origin: int) -> Sequence[bytes]:
        self._check_open()
        self._check()
        listed = [each for each in self.summaries.values() if each.listing is not None]
        ended = [each for each in listed if each.status == "ended" and each.changed > since]
        found = self._of_each_origin(ended, of_origin)
        return [each.listing for each in found if each.listing is not None][:limit]

    async def due(self, now: int, limit: int) -> Sequence[str]:
        self.sweeps += 1
        self._check_open()
        self._check()
        times = [(each.due, each.table) for each in self.summaries.values() if each.due is not None]
        return [table for due, table in sorted(times) if due <= now][:limit]

    async def settle(self, table: str, version: int) -> None:
        self._check_open()
        self._check()
        kept = self.summaries.get(table)
        if kept is not None and kept.version == version and kept.status == "ended":
            self.summaries[table] = replace(kept, due=None)

    async def tables_of(self, people: Sequence[str], limit: int, status: str | None = None) -> Sequence[str]:
        self._check_open()
        self._check()
        found = [each for each in self.summaries.values() if not set(people).isdisjoint(each.people)]
        found = [each for each in found if status in (None, each.status)]

        def last(row: Summary) -> bool:
            return set(people).isdisjoint(row.awaited)

        return [each.table for each in sorted(found, key=lambda row: (last(row), -row.changed))][:limit]

    async def running_out(self, after: int, until: int, limit: int) -> Sequence[tuple[str, int]]:
        self._check_open()
        self._check()
        found = [
            (each.due, each.table)
            for each in self.summaries.values()
            if each.due is not None and after < each.due <= until and each.timed
        ]
        return [(table, due) for due, table in sorted(found)][:limit]

    async def versions(self, tables: Sequence[str]) -> dict[str, int]:
        self._check_open()
        self._check()
        return {table: self.summaries[table].version for table in tables if table in self.summaries}

    async def list_tables(self, after: str, limit: int) -> Sequence[Summary]:
        self._check_open()
        self._check()
        return [self.summaries[table] for table in sorted(self.summaries) if table > after][:limit]

    async def beat(self, node: str, now: int, longest: int | None = None) -> None:
        self._check_open()
        self._check()
        if longest is not None:
            last = await self.last_beat()
            if last is not None and last[1] > now + BEHIND_MILLISECONDS:
                known = [Outage(each.since, min(each.until, now)) for each in self.known_outages]
                self.known_outages = [each for each in known if each.since < now]
            elif last is not None and now - last[1] > longest:
                kept = [each for each in self.known_outages if each.until > now - KEPT_MILLISECONDS]
                kept = [each for each in kept if each.since != last[1]]
                self.known_outages = sorted([*kept, Outage(last[1], now)])
            self.beats.clear()
        self.beats[node] = now

    async def last_beat(self) -> tuple[str, int] | None:
        self._check_open()
        self._check()
        if self.beats:
            return max(self.beats.items(), key=lambda beat: beat[1])
        changed = [each.changed for each in self.summaries.values()]
        return ("", max(changed)) if changed else None

    async def outages(self) -> Sequence[Outage]:
        self._check_open()
        self._check()
        return tuple(self.known_outages)


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
        return f"{self.count:02x}" * 32 if self.count < 256 else f"{self.count:064x}"

    def name(self) -> str:
        self.count += 1
        return f"table-number-{self.count:010}"


class HereEngine:
    """Bots that decide on the spot, without kernels: the baselines."""

    def __init__(self) -> None:
        self.failures = 0
        """The number of choices that fail before one succeeds."""
        self.asked = 0
        self.seeds: list[bytes] = []
        """The dice that came with each choice it made, or failed to make."""
        self.askers: list[Asker] = []
        """And for whom it was."""
        self.busy = 0
        """The number of questions that are refused as busy before one is taken."""

        self.has_workers = False
        self.is_fallback = False
        """True if a fallback engine answers."""
        self.has_room = True
        """True if capacity can be reserved."""
        self.reserved: list[str] = []
        self.asked_surely = 0
        """The number of questions for the level's own bot."""

    async def choose_surely(self, level: str, view: Any, seed: bytes, asker: Asker) -> Any:
        self.asked_surely += 1
        return await self.choose(level, view, seed, asker)

    def reserve(self, asker: Asker) -> bool:
        if self.has_room:
            self.reserved.append(asker.table)
        return self.has_room

    def release(self, table: str) -> None:
        if table in self.reserved:
            self.reserved.remove(table)

    async def choose(self, level: str, view: Any, seed: bytes, asker: Asker) -> Any:
        self.asked += 1
        await asyncio.sleep(0)
        if self.busy:
            self.busy -= 1
            raise Busy
        self.seeds.append(seed)
        self.askers.append(asker)
        if self.failures:
            self.failures -= 1
            raise RuntimeError("a bot lost its engine")
        return _bot(level, view).choose(view, Random(seed)).action

    async def advise(self, view: Any, seed: bytes, asker: Asker) -> SearchResult:
        decision = _bot("greedy", view).choose(view, Random(seed))
        choices = decision.alternatives
        moves, values = tuple(each.action for each in choices), tuple(each.value for each in choices)
        errors = tuple(each.error for each in choices)
        return SearchResult(0, moves, values, errors, decision.scale, is_fallback=self.is_fallback)


def _bot(level: str, view: Any) -> Any:
    """The bot, or the strongest that needs no kernels in place of one that does."""
    bots = GAMES[name_in(view)].bots
    return bots.bot(level if level in bots.baselines else bots.baselines[-1])

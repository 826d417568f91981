"""Cache of tables in memory, folded from the journal on first use."""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import structlog

from quincunx.core.reason import refused
from quincunx.core.sentence import sentence
from quincunx.kit import Periodic
from quincunx.node.live.live_table import LiveTable
from quincunx.node.live.presence import Horizon
from quincunx.node.ports import Clock, Journal, JournalDamaged
from quincunx.table.events import Entry
from quincunx.table.fold import take_in_checked
from quincunx.table.record.chain import Damaged
from quincunx.table.record.redaction import redact_entry
from quincunx.table.seats.person import handle_of
from quincunx.table.state import TableState

log = structlog.get_logger("quincunx.tables")

MOST_LIVE = 4_000
"""Most tables in memory (``python -m benchmarks.memory`` measures them). The least recently used are evicted
first."""
IDLE_SECONDS: Final = 600.0
"""Time without use after which a table is evicted."""
FOLDED_AT_ONCE: Final = 50
"""Entries that are folded at a time: about 1 ms. A game of 5,000 turns takes 100 ms."""
EVICT_SECONDS = 30.0
"""Interval of the search for such tables."""
DAMAGED = sentence(
    "This table’s stored data is damaged. The server’s operator must restore it from a backup."
)
_TABLE = re.compile(r"[A-Za-z0-9_-]{8,64}")


@dataclass(frozen=True)
class MemoryHooks:
    """Callbacks about tables in memory."""

    is_busy: Callable[[str], bool]
    """True if a table without watchers is needed all the same."""
    on_keep: Callable[[LiveTable], None]
    """Called with each table added."""
    on_forget: Callable[[str], None]
    """Called with the name of each table evicted."""
    announce: Callable[[LiveTable], None]
    """Tells other nodes who is connected to a table here."""


class Memory:
    """Tables by their names."""

    def __init__(self, journal: Journal, clock: Clock, horizon: Horizon, hooks: MemoryHooks) -> None:
        self._journal = journal
        self._clock = clock
        self._horizon = horizon
        self._is_busy = hooks.is_busy
        self._on_keep = hooks.on_keep
        self._on_forget = hooks.on_forget
        self._announce = hooks.announce
        self._deleted_people: frozenset[str] = frozenset()
        self._deleted_handles: frozenset[str] = frozenset()
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._overtaken: set[str] = set()
        """Tables that had news while they were being read."""
        self._evicting = Periodic("evicting tables", self._evict_idle, lambda: EVICT_SECONDS)

    def start(self) -> None:
        """Evict idle tables, until :meth:`stop`."""
        self._evicting.start()

    async def stop(self) -> None:
        """Undo :meth:`start`."""
        await self._evicting.stop()

    def __len__(self) -> int:
        return len(self._live)

    def get_live(self, table: str) -> LiveTable | None:
        """The table, if it is in memory."""
        return self._live.get(table)

    def known_table(self, table: str) -> LiveTable | None:
        """The table, if it is in memory, after news about it. A read in progress is marked as outdated."""
        if table in self._loading:
            self._overtaken.add(table)
        return self._live.get(table)

    def all(self) -> list[LiveTable]:
        """The tables that are in memory now."""
        return list(self._live.values())

    async def get(self, table: str) -> LiveTable:
        """The table, folded from the journal if necessary.

        Raises :class:`~quincunx.core.reason.Refusal` if there is no such table, and
        :class:`~quincunx.node.ports.JournalUnavailable`.
        """
        if not _TABLE.fullmatch(table):
            raise no_such_table()
        live = self._live.get(table)
        if live is None:
            # Concurrent callers share one read of the journal.
            task = self._loading.get(table)
            if task is None:
                task = self._loading[table] = asyncio.create_task(self._load(table))
                task.add_done_callback(lambda done: self._loaded(table, done))
            live = await asyncio.shield(task)
        self.touch(live)
        return live

    def touch(self, live: LiveTable) -> None:
        """Mark the table as used now."""
        live.touch(asyncio.get_running_loop().time())
        if live.state.id in self._live:  # it may have been evicted while its caller waited
            self._live.move_to_end(live.state.id)

    def _loaded(self, table: str, task: asyncio.Task[LiveTable]) -> None:
        del self._loading[table]
        self._overtaken.discard(table)
        # All callers may have gone, and asyncio logs an exception that was never retrieved.
        if not task.cancelled():
            task.exception()

    async def _load(self, table: str) -> LiveTable:
        try:
            entries = await self._journal.read(table)
        except JournalDamaged:
            log.exception("table_damaged", table=table)
            raise
        if not entries:
            raise no_such_table()
        try:
            live = self.add_live(await self._fold_in_parts(entries))
            while table in self._overtaken:
                self._overtaken.discard(table)
                async with live.lock:
                    await self.catch_up(live, lambda _: None)
            return live
        except Damaged as error:
            log.exception("table_damaged", table=table, version=error.version)
            raise JournalDamaged(DAMAGED) from error

    def fold(self, entries: Sequence[Entry]) -> LiveTable:
        """A table folded from all its entries, not in the cache yet."""
        return LiveTable(entries, self._clock.now(), self._horizon, self._deleted_people, self._announce)

    async def _fold_in_parts(self, entries: Sequence[Entry]) -> LiveTable:
        """The same for a table of any length: other tables have their turn between the parts."""
        gone = self._deleted_people
        live = self.fold(entries[:FOLDED_AT_ONCE])
        for first in range(FOLDED_AT_ONCE, len(entries), FOLDED_AT_ONCE):
            await asyncio.sleep(0)
            live.fold(entries[first : first + FOLDED_AT_ONCE], gone)
        if self._deleted_people is not gone:
            live.forget_names(self._deleted_people)  # a person was deleted between two parts
        return live

    def is_forgotten(self, handles: Iterable[str | None]) -> bool:
        """True if one of these handles belongs to a person whose name must not be shown any more."""
        return not self._deleted_handles.isdisjoint(handles)

    def forget_names(self, people: frozenset[str]) -> None:
        """Redact the names of these people in all tables from now on."""
        self._deleted_people |= people
        self._deleted_handles |= {handle_of(person) for person in people}
        for live in self.all():
            live.forget_names(people)

    def redact(self, entries: Sequence[Entry]) -> tuple[Entry, ...]:
        """Redact the names and words of deleted people in entries of the journal."""
        return tuple(redact_entry(entry, self._deleted_people) for entry in entries)

    def add_live(self, live: LiveTable) -> LiveTable:
        """Add a table, and evict some that have been unused for long. Returns the cached one, which may be an
        earlier copy."""
        known = self._live.get(live.state.id)
        if known is not None:
            # The table was read while it was created, or the other way round. The first copy is kept, because
            # its users must see what happens at the table.
            return known
        self._live[live.state.id] = live
        self.touch(live)
        self._on_keep(live)
        if len(self._live) > MOST_LIVE:
            self._evict(list(self._live.values())[: MOST_LIVE // 10])
        return live

    async def _evict_idle(self) -> None:
        since = asyncio.get_running_loop().time() - IDLE_SECONDS
        self._evict([live for live in self._live.values() if live.used_at <= since])

    def _evict(self, tables: Sequence[LiveTable]) -> None:
        """Evict those of these tables that nothing needs."""
        for live in tables:
            name = live.state.id
            if live.is_in_use or self._is_busy(name):
                self.touch(live)  # otherwise idle tables behind it would never be evicted
            else:
                del self._live[name]
                self._on_forget(name)

    async def catch_up(self, live: LiveTable, on_entry: Callable[[TableState], None]) -> None:
        """Apply the entries that other nodes have appended. ``on_entry`` is called with each new state."""
        for entry in await self._journal.read(live.state.id, after=live.state.version):
            try:
                progress = take_in_checked(live.state, entry)
            except Damaged as error:
                log.exception("table_damaged", table=live.state.id, version=error.version)
                raise JournalDamaged(DAMAGED) from error
            live.advance(progress)
            on_entry(live.state)


def no_such_table() -> Exception:
    """The refusal of an unknown table."""
    return refused("unknown", "no-such-table", "There is no such table.")

"""The journal in one SQLite file: one writer thread, group commit, fsync before any caller is answered.

While a commit waits for the disk, further appends collect; the next transaction writes all of them. The
primary key (table, version) decides every race, so a losing append shows in the row count alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, TypeVar

import msgspec
import structlog

from quincunx.adapters.journal import lists, sqlite_file, sqlite_schema
from quincunx.adapters.journal.groups import OnGroup, ignore_group
from quincunx.adapters.journal.heartbeats import beat_in_file, last_in_file, outages_in_file
from quincunx.adapters.journal.sqlite_file import as_unavailable
from quincunx.adapters.journal.sqlite_schema import ROWS_AT_ONCE, append_all
from quincunx.adapters.journal.write_queue import Append, Attempt, Beating, Job, Settling, set_results
from quincunx.core.sentence import sentence
from quincunx.node.ports import Conflict, JournalUnavailable
from quincunx.table.deadlines.outage import Outage
from quincunx.table.events import Entry
from quincunx.table.record.chain import Damaged, entry_of
from quincunx.table.summary import Summary, summary_of

T = TypeVar("T")

log = structlog.get_logger("quincunx.journal")

MOST_AT_ONCE: Final = 500
"""Most entries in one transaction, so that no caller waits for an endless group."""
READERS: Final = 2
_REMEMBER: Final = "PRAGMA cache_size = -16000"
"""The writer's cache in KB, so that the pages that a thousand tables keep changing are not read again."""

_SETTLE: Final = "UPDATE summaries SET due = NULL WHERE tab = ? AND version = ? AND status = 'ended'"


class SqliteJournal:
    """A :class:`~quincunx.node.ports.Journal` in one file."""

    def __init__(self, path: Path, most_pages: int | None = None, on_group: OnGroup = ignore_group) -> None:
        """``most_pages`` limits the size of the file; tests simulate a full disk with it."""
        self._on_group = on_group
        self._path = path
        self._most_pages = most_pages
        self._writer: sqlite3.Connection
        self._is_open = False
        self._is_fit = True
        """``True`` while the writer's connection can be used."""
        self._local = threading.local()
        self._read_connections: list[sqlite3.Connection] = []
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="journal-read")
        self._gathered: list[Job] = []
        """Jobs from this turn of the event loop."""
        self._waiting: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._loop: asyncio.AbstractEventLoop
        """The event loop of the callers."""
        self._thread = threading.Thread(target=self._write, name="journal-write", daemon=True)

    # ---- opening and closing ------------------------------------------------------------------------

    async def open(self) -> None:
        """Open or create the file, and migrate its schema. Call it once, in the event loop that uses the
        journal."""
        self._loop = asyncio.get_running_loop()
        await asyncio.to_thread(self._open)

    def _open(self) -> None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._writer = self._connect()
            try:
                sqlite_schema.prepare(self._writer, str(self._path))
                self._prepare_to_append()
            except BaseException:
                self._writer.close()
                raise
        except (sqlite3.Error, OSError) as error:
            raise as_unavailable(error, self._path) from error
        self._thread.start()
        self._is_open = True

    def _prepare_to_append(self) -> None:
        self._writer.execute(_REMEMBER)
        sqlite_schema.prepare_to_append(self._writer)

    def _connect(self) -> sqlite3.Connection:
        return sqlite_file.connect(self._path, self._most_pages)

    async def close(self) -> None:
        """Write all pending jobs, then close the file. Later calls are refused."""
        if self._is_open:
            self._is_open = False
            self._hand_over()
            await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._waiting.put(None)
        self._thread.join()
        self._readers.shutdown()
        for connection in (*self._read_connections, self._writer):
            connection.close()

    # ---- writing -------------------------------------------------------------------------------------

    async def append(self, entry: Entry, summary: Summary) -> None:
        """Append an entry; return when it is on disk. Raises :class:`~quincunx.node.ports.Conflict` if the
        version is taken."""
        self._check_open()
        done: asyncio.Future[bool] = self._loop.create_future()
        self._hand_in(Append(entry, summary, done))
        # The entry is written even if its caller is cancelled.
        if not await done:
            raise Conflict

    def _hand_in(self, job: Job) -> None:
        """Queue a job for the writer, together with all others of this turn of the event loop.

        Each time the writer wakes, it takes the interpreter's lock, which the loop still needs.
        """
        if not self._gathered:
            self._loop.call_soon(self._hand_over)
        self._gathered.append(job)

    def _hand_over(self) -> None:
        if self._gathered:
            self._waiting.put(self._gathered)
            self._gathered = []

    def _write(self) -> None:
        waiting: deque[Job] = deque()
        open_ = True
        while open_ or waiting:
            if not waiting:
                waiting.extend(self._waiting.get() or ())
                if not waiting:
                    return
            while open_ and len(waiting) < MOST_AT_ONCE and not self._waiting.empty():
                more = self._waiting.get()
                open_ = more is not None
                waiting.extend(more or ())
            self._commit([waiting.popleft() for _ in range(min(len(waiting), MOST_AT_ONCE))])

    def _commit(self, group: list[Job]) -> None:
        won: Sequence[bool] = ()
        unavailable: JournalUnavailable | None = None
        try:
            if not self._is_fit:
                self._writer, self._is_fit = self._connect(), True
                self._prepare_to_append()
            try:
                won = self._write_all(group)
            except sqlite3.IntegrityError:
                # An append lost a race. That is rare, so only now each is tried by itself to find out which.
                if self._writer.in_transaction:
                    self._writer.execute("ROLLBACK")
                won = self._write_singly(group)
        except Exception as error:
            # All errors: every caller is answered, and the thread continues with the next group.
            self._roll_back()
            unavailable = as_unavailable(error, self._path)
        since = [each.since for each in group if isinstance(each, Append)]
        now = time.perf_counter()
        try:
            self._on_group(len(since), now - min(since, default=now), unavailable is None)
        except Exception:
            log.exception("journal_metrics_failed")  # the callers must be answered all the same
        # Wake the event loop once, however many callers wait.
        with contextlib.suppress(RuntimeError):  # the loop is closed: there are no callers
            self._loop.call_soon_threadsafe(set_results, group, won, unavailable)

    def _write_all(self, group: list[Job]) -> Sequence[bool]:
        rows = [each.row for each in group if isinstance(each, Append)]
        connection = self._writer
        if len(rows) == len(group) <= ROWS_AT_ONCE:
            append_all(connection, rows)  # a single statement is a transaction
            return [True] * len(group)
        connection.execute("BEGIN IMMEDIATE")
        if any(isinstance(each, Attempt) for each in group):
            self._touch()
        append_all(connection, rows)
        connection.executemany(_SETTLE, [each.row for each in group if isinstance(each, Settling)])
        for each in group:
            if isinstance(each, Beating):
                beat_in_file(connection, *each.row)
        connection.execute("COMMIT")
        return [True] * len(group)

    def _write_singly(self, group: list[Job]) -> Sequence[bool]:
        connection = self._writer
        connection.execute("BEGIN IMMEDIATE")
        won = []
        for each in group:
            if not isinstance(each, Append):
                if isinstance(each, Settling):
                    connection.execute(_SETTLE, each.row)
                elif isinstance(each, Beating):
                    beat_in_file(connection, *each.row)
                else:
                    self._touch()
                won.append(True)
                continue
            try:
                append_all(connection, [each.row])
            except sqlite3.IntegrityError:
                won.append(False)
            else:
                won.append(True)
        connection.execute("COMMIT")
        return won

    def _touch(self) -> None:
        # Rewrite the value in the file's header, which forces a write to the disk.
        self._writer.execute(f"PRAGMA user_version = {sqlite_schema.VERSION}")

    def _roll_back(self) -> None:
        """Make the connection ready for the next group, if it still works."""
        try:
            self._writer.execute("ROLLBACK" if self._writer.in_transaction else "SELECT 1")
        except sqlite3.Error:
            # The connection itself is broken. Closing it undoes its transaction; the next group opens
            # another.
            self._is_fit = False
            with contextlib.suppress(sqlite3.Error):
                self._writer.close()

    async def settle(self, table: str, version: int) -> None:
        """Clear the due time of a table that has ended, if it still has this version."""
        self._check_open()
        done: asyncio.Future[bool] = self._loop.create_future()
        self._hand_in(Settling(table, version, done))
        await done

    async def beat(self, node: str, now: int, longest: int | None = None) -> None:
        """Store that this node is running; ``now`` and ``longest`` are in ms."""
        self._check_open()
        done: asyncio.Future[bool] = self._loop.create_future()
        self._hand_in(Beating(node, now, longest, done))
        await done

    async def last_beat(self) -> tuple[str, int] | None:
        """The node with the last beat, and its time in ms."""
        return await self._read(last_in_file)

    async def outages(self) -> Sequence[Outage]:
        """The outages, in order."""
        return await self._read(outages_in_file)

    async def try_write(self) -> None:
        """Return when something has been written to the disk."""
        self._check_open()
        done: asyncio.Future[bool] = self._loop.create_future()
        self._hand_in(Attempt(done))
        await done

    # ---- reading -------------------------------------------------------------------------------------

    async def _read(self, query: Callable[[sqlite3.Connection], T]) -> T:
        def run() -> T:
            try:
                if not hasattr(self._local, "connection"):
                    self._local.connection = self._connect()
                    self._read_connections.append(self._local.connection)
                return query(self._local.connection)
            except (sqlite3.Error, Damaged) as error:
                raise as_unavailable(error, self._path) from error

        self._check_open()
        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    def _check_open(self) -> None:
        if not self._is_open:
            raise JournalUnavailable(sentence("{{1}} isn’t open.", self._path))

    async def read(self, table: str, after: int = 0) -> Sequence[Entry]:
        """The table's entries with a version greater than ``after``, in order."""
        return await self._read(
            lambda connection: [
                entry_of(table, version, key, at, body)
                for version, key, at, body in connection.execute(
                    "SELECT version, key, at, events FROM entries "
                    "WHERE tab = ? AND version > ? ORDER BY version",
                    (table, after),
                )
            ]
        )

    async def lobby(self, limit: int, of_origin: int) -> Sequence[bytes]:
        """The newest listings of waiting tables, then of running games."""
        return await self._read(
            lambda line: [
                listing
                for status in ("waiting", "playing")
                for (listing,) in line.execute(
                    lists.OPEN, {"status": status, "most": limit, "of_origin": of_origin}
                )
            ]
        )

    async def finished(self, since: int, limit: int, of_origin: int) -> Sequence[bytes]:
        """The newest listings of tables that ended and last changed after ``since``."""
        values = {"since": since, "most": limit, "of_origin": of_origin}
        return await self._read(lambda line: [listing for (listing,) in line.execute(lists.FINISHED, values)])

    async def names(self, after: str, limit: int) -> Sequence[tuple[str, int]]:
        """The names of all tables after ``after``, in order, each with the version of its summary."""
        return await self._read(
            lambda connection: connection.execute(
                "SELECT names.tab, coalesce(summaries.version, 0) FROM "
                "(SELECT tab FROM entries WHERE tab > :after "
                "UNION SELECT tab FROM summaries WHERE tab > :after ORDER BY tab LIMIT :most) AS names "
                "LEFT JOIN summaries ON summaries.tab = names.tab ORDER BY names.tab",
                {"after": after, "most": limit},
            ).fetchall()
        )

    async def due(self, now: int, limit: int) -> Sequence[str]:
        """Tables on which the system must act by ``now``, longest overdue first."""
        return await self._read(
            lambda connection: [
                table
                for (table,) in connection.execute(
                    "SELECT tab FROM summaries WHERE due <= ? ORDER BY due LIMIT ?", (now, limit)
                )
            ]
        )

    async def running_out(self, after: int, until: int, limit: int) -> Sequence[tuple[str, int]]:
        """Tables at which a player's time runs out in this period, each with that time, earliest first."""
        return await self._read(
            lambda connection: connection.execute(
                "SELECT tab, due FROM summaries WHERE due > ? AND due <= ? AND timed ORDER BY due LIMIT ?",
                (after, until, limit),
            ).fetchall()
        )

    async def tables_of(self, people: Sequence[str], limit: int, status: str | None = None) -> Sequence[str]:
        """Tables that have not ended and at which one of these people has a seat or a kept seat."""
        values = {"people": msgspec.json.encode(people).decode(), "most": limit, "status": status}
        return await self._read(
            lambda connection: [table for (table,) in connection.execute(lists.TABLES_OF, values)]
        )

    async def versions(self, tables: Sequence[str]) -> dict[str, int]:
        """The last version of each of these tables that exists."""
        asked = msgspec.json.encode(tables)
        return await self._read(
            lambda connection: dict(
                connection.execute(
                    "SELECT tab, version FROM summaries WHERE tab IN (SELECT value FROM json_each(?))",
                    (asked.decode(),),
                ).fetchall()
            )
        )

    async def list_tables(self, after: str, limit: int) -> Sequence[Summary]:
        """The rows of tables whose names follow ``after``, in the order of their names."""
        return await self._read(
            lambda connection: [
                summary_of(*row)
                for row in connection.execute(
                    "SELECT tab, version, status, due, listing, changed, people, awaited, origin, timed "
                    "FROM summaries "
                    "WHERE tab > ? ORDER BY tab LIMIT ?",
                    (after, limit),
                )
            ]
        )

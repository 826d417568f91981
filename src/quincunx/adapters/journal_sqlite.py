"""The journal in one SQLite file: one writer thread, group commit, fsync before anyone is told.

While a commit waits for the disk, further appends gather; the next transaction takes them all. A
primary key (table, version) decides every race, so a loser is noticed in the row count alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from quincunx.table.events import Entry, Event
from quincunx.node.ports import Conflict, JournalUnavailable, Summary

T = TypeVar("T")

APPLICATION: Final = 0x51756E78  # "Qunx"
SCHEMA_VERSION: Final = 1
MOST_AT_ONCE: Final = 500
"""Entries in one transaction at most, so that nobody waits for an endless group."""
BUSY_SECONDS: Final = 5.0
READERS: Final = 2

_SCHEMA: Final = """
CREATE TABLE entries (
    tab TEXT NOT NULL, version INTEGER NOT NULL, key TEXT NOT NULL, at INTEGER NOT NULL, events BLOB NOT NULL,
    PRIMARY KEY (tab, version)
) WITHOUT ROWID;
CREATE UNIQUE INDEX entries_by_key ON entries (tab, key);
CREATE TABLE summaries (
    tab TEXT PRIMARY KEY, version INTEGER NOT NULL, status TEXT NOT NULL, house INTEGER NOT NULL,
    listing BLOB, changed INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX summaries_listed ON summaries (changed DESC) WHERE listing IS NOT NULL;
CREATE INDEX summaries_house ON summaries (changed) WHERE house = 1;
"""
_APPEND: Final = (
    "INSERT INTO entries (tab, version, key, at, events) VALUES (?, ?, ?, ?, ?) "
    "ON CONFLICT DO NOTHING RETURNING version"
)
_SUMMARIZE: Final = (
    "INSERT INTO summaries (tab, version, status, house, listing, changed) VALUES (?, ?, ?, ?, ?, ?) "
    "ON CONFLICT (tab) DO UPDATE SET version = excluded.version, status = excluded.status, "
    "house = excluded.house, listing = excluded.listing, changed = excluded.changed "
    "WHERE excluded.version > summaries.version"
)
_EVENTS: Final = msgspec.json.Decoder(tuple[Event, ...])


class _Append:
    """An entry on its way to the disk, encoded already, and who waits for it."""

    def __init__(self, entry: Entry, summary: Summary) -> None:
        self.row = (entry.table, entry.version, entry.key, entry.at, msgspec.json.encode(entry.events))
        self.summary = (
            summary.table,
            summary.version,
            summary.status,
            summary.bot_to_move,
            summary.listing,
            summary.changed,
        )
        self.done: Future[bool] = Future()


class SqliteJournal:
    """A :class:`~quincunx.node.ports.Journal`. Opening raises :class:`JournalUnavailable` with a sentence."""

    def __init__(self, path: Path, most_pages: int | None = None) -> None:
        """Open or create the file. ``most_pages`` limits its size (a full disk, for the tests)."""
        self._path = path
        self._most_pages = most_pages
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._writer = self._open()
            self._prepare()
        except (sqlite3.Error, OSError) as error:
            raise _unavailable(error, path) from error
        self._local = threading.local()
        self._read_connections: list[sqlite3.Connection] = []
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="journal-read")
        self._closed = False
        self._fit = True  # whether the writer's connection can be used
        self._waiting: queue.SimpleQueue[_Append | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="journal-write", daemon=True)
        self._thread.start()

    # ---- opening ------------------------------------------------------------------------------------

    def _open(self) -> sqlite3.Connection:
        # Each connection is used by one thread at a time; sqlite3's own check knows only the opener.
        connection = sqlite3.connect(
            self._path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        connection.execute("PRAGMA synchronous = FULL")
        if self._most_pages is not None:
            connection.execute(f"PRAGMA max_page_count = {int(self._most_pages)}")
        return connection

    def _prepare(self) -> None:
        connection = self._writer
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if tables and application != APPLICATION:
            raise JournalUnavailable(f"{self._path} is a database of another program.")
        if version > SCHEMA_VERSION:
            raise JournalUnavailable(f"{self._path} was written by a newer Quincunx; please update this one.")
        connection.execute("PRAGMA journal_mode = WAL")
        if not tables:
            connection.executescript(
                f"BEGIN IMMEDIATE; {_SCHEMA} PRAGMA application_id = {APPLICATION}; "
                f"PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;"
            )
        # A file that can be read but not written is refused now and not at the first move.
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")

    def close(self) -> None:
        """Write what was handed in, then close the file. What comes later is refused."""
        if self._closed:
            return
        self._closed = True
        self._waiting.put(None)
        self._thread.join()
        self._readers.shutdown()
        for connection in (*self._read_connections, self._writer):
            connection.close()

    # ---- writing -------------------------------------------------------------------------------------

    async def append(self, entry: Entry, summary: Summary) -> None:
        """See :meth:`quincunx.node.ports.Journal.append`."""
        self._check_open()
        append = _Append(entry, summary)
        self._waiting.put(append)
        # Shielded: an entry on its way to the disk arrives there even if nobody waits any more.
        if not await asyncio.shield(asyncio.wrap_future(append.done)):
            raise Conflict

    def _write(self) -> None:
        open_ = True
        while open_:
            first = self._waiting.get()
            if first is None:
                return
            group = [first]
            while len(group) < MOST_AT_ONCE and not self._waiting.empty():
                following = self._waiting.get()
                if following is None:
                    open_ = False
                    break
                group.append(following)
            self._commit(group)

    def _commit(self, group: list[_Append]) -> None:
        try:
            if not self._fit:
                self._writer, self._fit = self._open(), True
            connection = self._writer
            connection.execute("BEGIN IMMEDIATE")
            won = []
            for append in group:
                accepted = connection.execute(_APPEND, append.row).fetchone() is not None
                if accepted:
                    connection.execute(_SUMMARIZE, append.summary)
                won.append(accepted)
            connection.execute("COMMIT")
        except Exception as error:
            # Whatever it was: everybody who waits is told, and the thread lives on for the next group.
            self._roll_back()
            for append in group:
                append.done.set_exception(_unavailable(error, self._path))
            return
        for append, accepted in zip(group, won, strict=True):
            append.done.set_result(accepted)

    def _roll_back(self) -> None:
        """Leave the connection fit for the next group, if it can be had."""
        try:
            self._writer.execute("ROLLBACK" if self._writer.in_transaction else "SELECT 1")
        except sqlite3.Error:
            # The connection itself is broken: closing it undoes what it left; the next group opens another.
            self._fit = False
            with contextlib.suppress(sqlite3.Error):
                self._writer.close()

    # ---- reading -------------------------------------------------------------------------------------

    async def _read(self, query: Callable[[sqlite3.Connection], T]) -> T:
        def run() -> T:
            try:
                if not hasattr(self._local, "connection"):
                    self._local.connection = self._open()
                    self._read_connections.append(self._local.connection)
                return query(self._local.connection)
            except (sqlite3.Error, msgspec.MsgspecError) as error:
                raise _unavailable(error, self._path) from error

        self._check_open()
        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    def _check_open(self) -> None:
        if self._closed:
            raise JournalUnavailable(f"{self._path} has been closed.")

    async def read(self, table: str, after: int = 0) -> Sequence[Entry]:
        """See :meth:`quincunx.node.ports.Journal.read`."""
        return await self._read(
            lambda connection: [
                Entry(table, version, key, at, _EVENTS.decode(events))
                for version, key, at, events in connection.execute(
                    "SELECT version, key, at, events FROM entries "
                    "WHERE tab = ? AND version > ? ORDER BY version",
                    (table, after),
                )
            ]
        )

    async def find(self, table: str, key: str) -> Entry | None:
        """See :meth:`quincunx.node.ports.Journal.find`."""

        def query(connection: sqlite3.Connection) -> Entry | None:
            row = connection.execute(
                "SELECT version, at, events FROM entries WHERE tab = ? AND key = ?", (table, key)
            ).fetchone()
            return None if row is None else Entry(table, row[0], key, row[1], _EVENTS.decode(row[2]))

        return await self._read(query)

    async def lobby(self, limit: int) -> Sequence[bytes]:
        """See :meth:`quincunx.node.ports.Journal.lobby`."""
        return await self._read(
            lambda connection: [
                listing
                for (listing,) in connection.execute(
                    "SELECT listing FROM summaries WHERE listing IS NOT NULL ORDER BY changed DESC LIMIT ?",
                    (limit,),
                )
            ]
        )

    async def waiting_for_bots(self, limit: int) -> Sequence[str]:
        """See :meth:`quincunx.node.ports.Journal.waiting_for_bots`."""
        return await self._read(
            lambda connection: [
                table
                for (table,) in connection.execute(
                    "SELECT tab FROM summaries WHERE house = 1 ORDER BY changed LIMIT ?", (limit,)
                )
            ]
        )


def _unavailable(error: Exception, path: Path) -> JournalUnavailable:
    """What went wrong, as a sentence for people."""
    if isinstance(error, JournalUnavailable):
        return error
    said = str(error).lower()
    if "disk is full" in said or "full" in said:
        sentence = f"The disk is full: {path} cannot grow. Nothing was lost; free some space and try again."
    elif "locked" in said or "busy" in said:
        sentence = f"{path} is locked by another program. Nothing was lost; please try again."
    elif "readonly" in said or "read-only" in said or "permission" in said or "unable to open" in said:
        sentence = f"{path} cannot be opened for writing; check the folder and its permissions."
    elif "malformed" in said or "not a database" in said or isinstance(error, msgspec.MsgspecError):
        sentence = f"{path} is damaged; restore it from a backup, or move it away to start afresh."
    else:
        sentence = f"{path} cannot be used just now ({error})."
    return JournalUnavailable(sentence)

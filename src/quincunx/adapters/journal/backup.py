"""Copies of a whole journal as one SQLite file, whatever database it lives in, and back again.

What is stored is copied as it is, row by row, so that a journal with a damaged entry can be saved too. A
:class:`Content` says of a copy whether it holds exactly what the original held.
"""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from quincunx.adapters.journal import sqlite_schema
from quincunx.node.ports import JournalDamaged, JournalUnavailable

OnProgress = Callable[[int, int], None]
"""Told how much is done, of how much; whatever it raises ends the work."""
EntryRow = tuple[str, int, str, int, bytes]
"""Table, version, key, time, and what :func:`quincunx.table.record.chain.body_of` gives."""
SummaryRow = tuple[str, int, str, int | None, bytes | None, int, str, str, str | None]
PAGES: Final = 1_000
ROWS: Final = 2_000

_ENTRIES: Final = "SELECT tab, version, key, at, events FROM entries ORDER BY tab, version"
_SUMMARIES: Final = (
    "SELECT tab, version, status, due, listing, changed, people, awaited, origin FROM summaries ORDER BY tab"
)


class Content(msgspec.Struct, frozen=True):
    """How much a journal holds, and a hash of all of it."""

    tables: int
    entries: int
    sha256: str


class Reading:
    """Makes a :class:`Content` of rows, in the order of their tables and versions."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self._tables = self._entries = 0

    def entry(self, row: EntryRow) -> None:
        """The next entry."""
        self._entries += 1
        self._hash.update(b"e" + msgspec.json.encode(row))

    def summary(self, row: SummaryRow) -> None:
        """The next summary; they come after all entries."""
        self._tables += 1
        # Its name and version alone: later programs may spell the rest anew from the entries.
        self._hash.update(b"s" + msgspec.json.encode(row[:2]))

    @property
    def content(self) -> Content:
        """Of what has been read so far."""
        return Content(self._tables, self._entries, self._hash.hexdigest())


@contextlib.contextmanager
def file(path: Path) -> Iterator[sqlite3.Connection]:
    """A journal's file, of today's schema, made if need be. Raises :class:`JournalUnavailable`."""
    connection = sqlite3.connect(path, timeout=5.0, isolation_level=None)
    try:
        sqlite_schema.prepare(connection, str(path))
        yield connection
    except sqlite3.Error as error:
        sort = JournalDamaged if _is_damage(error) else JournalUnavailable
        raise sort(f"{path} cannot be used ({error}).") from error
    finally:
        connection.close()


_SMALL_TABLES: Final = {"beats": "SELECT * FROM beats", "outages": "SELECT * FROM outages"}


def entries(connection: sqlite3.Connection) -> Iterator[EntryRow]:
    """All entries in order."""
    yield from connection.execute(_ENTRIES)


def summaries(connection: sqlite3.Connection) -> Iterator[SummaryRow]:
    """All summaries in order."""
    yield from connection.execute(_SUMMARIES)


def lines(connection: sqlite3.Connection, table: str) -> list[tuple[object, ...]]:
    """All of a small table: ``beats`` or ``outages``."""
    return connection.execute(_SMALL_TABLES[table]).fetchall()


def count(connection: sqlite3.Connection) -> int:
    """How many entries there are."""
    return int(connection.execute("SELECT count(*) FROM entries").fetchone()[0])


def write(connection: sqlite3.Connection, rows: Iterable[EntryRow], after: Iterable[SummaryRow]) -> None:
    """Put rows into a file whose transaction has begun."""
    connection.executemany("INSERT INTO entries (tab, version, key, at, events) VALUES (?, ?, ?, ?, ?)", rows)
    connection.executemany(
        "INSERT INTO summaries (tab, version, status, due, listing, changed, people, awaited, origin) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        after,
    )


def content_of(path: Path, on_progress: OnProgress = lambda done, total: None) -> Content:
    """What a journal's file holds."""
    reading = Reading()
    with file(path) as connection:
        connection.execute("BEGIN")
        total = count(connection)
        for done, row in enumerate(entries(connection), 1):
            reading.entry(row)
            if done % ROWS == 0:
                on_progress(done, total)
        for summary in summaries(connection):
            reading.summary(summary)
    return reading.content


def faults(path: Path) -> list[str]:
    """What is wrong with a journal's file as SQLite sees it, whatever is written there; a server may run.
    Raises :class:`JournalUnavailable`."""
    with contextlib.closing(_existing(path)) as connection:
        try:
            sqlite_schema.check_version(connection, str(path))
            said = [str(row[0]) for row in connection.execute("PRAGMA quick_check")]
        except sqlite3.DatabaseError as error:
            if _is_damage(error):
                return [str(error)]
            raise JournalUnavailable(f"{path} cannot be used ({error}).") from error
    return [each for each in said if each != "ok"]


def copy_file(source: Path, target: Path, on_progress: OnProgress) -> None:
    """Copy a journal's file as it is at this moment, also while a server writes to it.

    Raises :class:`JournalUnavailable`.
    """
    with contextlib.closing(_existing(source)) as here, contextlib.closing(sqlite3.connect(target)) as there:
        try:
            sqlite_schema.check_version(here, str(source))
            # In a transaction of its own the copy sees one moment, and does not begin anew at every move.
            here.execute("BEGIN")
            here.execute("SELECT count(*) FROM sqlite_master").fetchone()
            here.backup(there, pages=PAGES, progress=lambda _, left, all_: on_progress(all_ - left, all_))
        except sqlite3.Error as error:
            raise JournalUnavailable(f"{source} cannot be copied ({error}).") from error


def _is_damage(error: sqlite3.Error) -> bool:
    """Whether the file is no whole database, and not locked, too large or unreadable."""
    # An error of the driver's own has no code of SQLite.
    code = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _existing(path: Path) -> sqlite3.Connection:
    if not path.is_file():
        raise JournalUnavailable(f"There is no file {path}.")
    return sqlite3.connect(path, timeout=5.0, isolation_level=None)

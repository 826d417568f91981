"""Copies of a whole journal as one SQLite file, from and to either database.

Rows are copied as they are stored, so a journal with a damaged entry can be saved too. A :class:`Content`
tells whether a copy holds exactly the same as the original.
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
from quincunx.core.sentence import sentence
from quincunx.node.ports import JournalDamaged, JournalUnavailable

OnProgress = Callable[[int, int], None]
"""Called with the number of entries done and the total; an exception from it ends the work."""
EntryRow = tuple[str, int, str, int, bytes]
"""Table, version, key, time (ms), and the result of :func:`quincunx.table.record.chain.body_of`."""
SummaryRow = tuple[str, int, str, int | None, bytes | None, int, str, str, str | None, bool]
PAGES: Final = 1_000
ROWS: Final = 2_000

_ENTRIES: Final = "SELECT tab, version, key, at, events FROM entries ORDER BY tab, version"
_SUMMARIES: Final = (
    "SELECT tab, version, status, due, listing, changed, people, awaited, origin, timed "
    "FROM summaries ORDER BY tab"
)


class Content(msgspec.Struct, frozen=True):
    """Size of a journal, and a hash of everything in it."""

    tables: int
    entries: int
    sha256: str


class Reading:
    """Computes the :class:`Content` of rows, which come in the order of their tables and versions."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self._tables = self._entries = 0

    def entry(self, row: EntryRow) -> None:
        """Add the next entry."""
        self._entries += 1
        self._hash.update(b"e" + msgspec.json.encode(row))

    def summary(self, row: SummaryRow) -> None:
        """Add the next summary; summaries come after all entries."""
        self._tables += 1
        # Only its name and version: later versions of the program may derive the rest anew from the entries.
        self._hash.update(b"s" + msgspec.json.encode(row[:2]))

    @property
    def content(self) -> Content:
        """The content of the rows so far."""
        return Content(self._tables, self._entries, self._hash.hexdigest())


@contextlib.contextmanager
def file(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a journal's file and migrate its schema; create it if need be. Raises
    :class:`JournalUnavailable`."""
    connection = sqlite3.connect(path, timeout=5.0, isolation_level=None)
    try:
        sqlite_schema.prepare(connection, str(path))
        yield connection
    except sqlite3.Error as error:
        sort = JournalDamaged if _is_damage(error) else JournalUnavailable
        raise sort(sentence("{{1}} can’t be used ({{2}}).", path, error)) from error
    finally:
        connection.close()


_SMALL_TABLES: Final = {"beats": "SELECT * FROM beats", "outages": "SELECT * FROM outages"}


def entries(connection: sqlite3.Connection) -> Iterator[EntryRow]:
    """Iterate over all entries in order."""
    yield from connection.execute(_ENTRIES)


def summaries(connection: sqlite3.Connection) -> Iterator[SummaryRow]:
    """Iterate over all summaries in order."""
    for *row, timed in connection.execute(_SUMMARIES):
        yield (*row, bool(timed))


def lines(connection: sqlite3.Connection, table: str) -> list[tuple[object, ...]]:
    """All rows of a small table: ``beats`` or ``outages``."""
    return connection.execute(_SMALL_TABLES[table]).fetchall()


def count(connection: sqlite3.Connection) -> int:
    """Number of entries."""
    return int(connection.execute("SELECT count(*) FROM entries").fetchone()[0])


def write(connection: sqlite3.Connection, rows: Iterable[EntryRow], after: Iterable[SummaryRow]) -> None:
    """Insert rows into a file whose transaction has begun."""
    connection.executemany("INSERT INTO entries (tab, version, key, at, events) VALUES (?, ?, ?, ?, ?)", rows)
    connection.executemany(
        "INSERT INTO summaries (tab, version, status, due, listing, changed, people, awaited, origin, timed) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        after,
    )


def content_of(path: Path, on_progress: OnProgress = lambda done, total: None) -> Content:
    """The content of a journal's file. ``on_progress`` is called with the work done and the total."""
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
    """Faults that SQLite finds in a journal's file, whatever the entries say; empty if there are none.

    A server may be running. Raises :class:`JournalUnavailable`.
    """
    with contextlib.closing(_existing(path)) as connection:
        try:
            sqlite_schema.check_version(connection, str(path))
            said = [str(row[0]) for row in connection.execute("PRAGMA quick_check")]
        except sqlite3.DatabaseError as error:
            if _is_damage(error):
                return [str(error)]
            raise JournalUnavailable(sentence("{{1}} can’t be used ({{2}}).", path, error)) from error
    return [each for each in said if each != "ok"]


def copy_file(source: Path, target: Path, on_progress: OnProgress) -> None:
    """Copy a journal's file as of this moment, even while a server writes to it.

    Raises :class:`JournalUnavailable`.
    """
    with contextlib.closing(_existing(source)) as here, contextlib.closing(sqlite3.connect(target)) as there:
        try:
            sqlite_schema.check_version(here, str(source))
            # In a transaction of its own the copy sees one moment, and does not restart at every move.
            here.execute("BEGIN")
            here.execute("SELECT count(*) FROM sqlite_master").fetchone()
            here.backup(there, pages=PAGES, progress=lambda _, left, all_: on_progress(all_ - left, all_))
        except sqlite3.Error as error:
            raise JournalUnavailable(sentence("{{1}} can’t be copied ({{2}}).", source, error)) from error


def _is_damage(error: sqlite3.Error) -> bool:
    """``True`` if the file is not an intact database; ``False`` if it is locked, too large or unreadable."""
    # Errors of the driver itself have no SQLite code.
    code = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _existing(path: Path) -> sqlite3.Connection:
    if not path.is_file():
        raise JournalUnavailable(sentence("There’s no file {{1}}.", path))
    return sqlite3.connect(path, timeout=5.0, isolation_level=None)

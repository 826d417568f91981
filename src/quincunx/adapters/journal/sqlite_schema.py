"""The schema of the journal's SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Final

from quincunx.adapters.sqlite_log import log_ahead
from quincunx.adapters.versions import BEFORE_RELEASE
from quincunx.core.sentence import sentence
from quincunx.node.ports import JournalUnavailable

APPLICATION: Final = 0x51756E78  # "Qunx"
PAGE_BYTES: Final = 2048
"""Of a new file. A move changes a line on each of some four pages, and whole pages are written: with SQLite's
own 4096 a move is a tenth more work for the server. In 1024 few entries would fit where they belong."""

VERSION: Final = 10
"""Earlier ones were never released."""

# Entries stand in the order in which they came: those of all tables that are written together stand together,
# and a move changes few pages. A key has no index of its own: who appends a table's next version has read all
# that is before it, the keys too, or the version is taken.
#
# Beside each table's newest entry stands its summary: when the system must act next (``due``), so that clocks
# and bots are found by one index; who sits there, until the end, in ``seated`` by triggers; for whom it waits
# (``awaited``); and from where a listed table comes (``origin``), so that one network cannot crowd out all
# others. ``timed`` marks where ``due`` is the end of a player's time. When nodes ran, and when none did,
# moves deadlines (``beats``, ``outages``).
_SCHEMA: Final = """
CREATE TABLE entries (
    number INTEGER PRIMARY KEY, tab TEXT NOT NULL, version INTEGER NOT NULL, key TEXT NOT NULL,
    at INTEGER NOT NULL, events BLOB NOT NULL
);
CREATE UNIQUE INDEX entries_by_version ON entries (tab, version);
CREATE TABLE summaries (
    tab TEXT PRIMARY KEY, version INTEGER NOT NULL, status TEXT NOT NULL, listing BLOB,
    changed INTEGER NOT NULL, due INTEGER, people TEXT NOT NULL, awaited TEXT NOT NULL, origin TEXT,
    timed INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX summaries_due ON summaries (due) WHERE due IS NOT NULL;
CREATE INDEX summaries_open ON summaries (status, origin, changed DESC)
    WHERE listing IS NOT NULL AND status <> 'ended';
CREATE INDEX summaries_finished ON summaries (changed DESC, origin)
    WHERE listing IS NOT NULL AND status = 'ended';
CREATE TABLE seated (
    person TEXT NOT NULL, tab TEXT NOT NULL,
    PRIMARY KEY (person, tab)
) WITHOUT ROWID;
CREATE TRIGGER summaries_seat AFTER INSERT ON summaries WHEN new.people <> '[]' BEGIN
    INSERT INTO seated SELECT value, new.tab FROM json_each(new.people); END;
CREATE TRIGGER summaries_reseat AFTER UPDATE OF people ON summaries WHEN new.people <> old.people BEGIN
    DELETE FROM seated WHERE tab = new.tab
        AND person IN (SELECT value FROM json_each(old.people)); INSERT INTO seated
    SELECT value, new.tab FROM json_each(new.people); END;
CREATE TABLE beats (node TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE outages (since INTEGER PRIMARY KEY, until INTEGER NOT NULL);
"""

_APPENDED: Final = """
CREATE TEMP VIEW appended (tab, version, key, at, events, newest, status, due, listing, changed, people,
        awaited, origin, timed)
    AS SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL;
CREATE TEMP TRIGGER append INSTEAD OF INSERT ON appended BEGIN
    INSERT INTO entries (tab, version, key, at, events)
        VALUES (new.tab, new.version, new.key, new.at, new.events); INSERT INTO summaries
        (tab, version, status, due, listing, changed, people, awaited, origin, timed)
        VALUES (new.tab, new.newest, new.status, new.due, new.listing, new.changed, new.people, new.awaited,
            new.origin, new.timed)
        ON CONFLICT (tab) DO UPDATE SET version = excluded.version, status = excluded.status,
            due = excluded.due, listing = excluded.listing, changed = excluded.changed,
            people = excluded.people, awaited = excluded.awaited, origin = excluded.origin,
            timed = excluded.timed
        WHERE excluded.version > summaries.version; END;
"""


ROWS_AT_ONCE: Final = 71
"""In one statement at most; some builds of SQLite take no more than 999 values."""
_INTO: Final = "INSERT INTO appended VALUES "
_ROW: Final = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


def prepare_to_append(connection: sqlite3.Connection) -> None:
    """From now on ``INSERT INTO appended`` writes entries and what is told of their tables. Nothing of it is
    in the file: one statement for both is what the writer needs."""
    connection.execute("PRAGMA temp_store = MEMORY")
    for statement in _APPENDED.split(";\n"):
        connection.execute(statement)
    # The trigger needs this connection's schema, which may be empty if another connection created the tables.
    # A query loads it.
    connection.execute("SELECT count(*) FROM (SELECT 1 FROM entries, summaries LIMIT 1)").fetchone()


@lru_cache(maxsize=ROWS_AT_ONCE)
def _of_rows(count: int) -> str:
    """The statement that appends so many entries."""
    return _INTO + ", ".join([_ROW] * count)


def append_all(connection: sqlite3.Connection, rows: Sequence[tuple[object, ...]]) -> None:
    """One statement for many, since between two the thread lets go of the interpreter, and while a server is
    busy it may wait milliseconds until it has it again."""
    for start in range(0, len(rows), ROWS_AT_ONCE):
        some = rows[start : start + ROWS_AT_ONCE]
        connection.execute(_of_rows(len(some)), tuple(chain.from_iterable(some)))


def check_version(connection: sqlite3.Connection, name: str) -> None:
    """Raise :class:`JournalUnavailable` for the journal of another version, which is whole and not for us."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application == APPLICATION and version > VERSION:
        raise JournalUnavailable(
            sentence("{{1}} was written by a newer version of Quincunx. Please update this one.", name)
        )
    if application == APPLICATION and 0 < version < VERSION:
        raise JournalUnavailable(BEFORE_RELEASE)


def prepare(connection: sqlite3.Connection, name: str) -> None:
    """Make the tables in an empty file, whole or not at all.

    Raises :class:`JournalUnavailable` for a file of another program or version, ``sqlite3.Error`` for one
    that cannot be written.
    """
    # In this order: another process that makes the file at this moment gives it tables and its mark at once.
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if tables and application != APPLICATION:
        raise JournalUnavailable(sentence("{{1}} is a database of another program.", name))
    check_version(connection, name)
    # A file that is there keeps the size that it has.
    connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
    log_ahead(connection)
    # A file that can be read but not written is refused now and not at the first move.
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have been faster while this one waited for the lock.
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if not version:
            for statement in _SCHEMA.split(";\n"):  # inside a trigger none ends at a line's end
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise

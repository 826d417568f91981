"""The schema of the journal's SQLite file, and how a file of any earlier version becomes one of this."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Final

from quincunx.adapters.sqlite_log import log_ahead
from quincunx.node.ports import JournalUnavailable

APPLICATION: Final = 0x51756E78  # "Qunx"
PAGE_BYTES: Final = 2048
"""Of a new file. A move changes a line on each of some four pages, and whole pages are written: with SQLite's
own 4096 a move is a tenth more work for the server. In 1024 few entries would fit where they belong."""

_VERSION_1: Final = """
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
# When the system must act next is a time, so that clocks and bots are found by one index. The lobby's lines
# are spelled anew; of the waiting and running tables there are few.
_VERSION_2: Final = """
ALTER TABLE summaries ADD COLUMN due INTEGER;
UPDATE summaries SET due = changed WHERE house = 1;
DROP INDEX summaries_house;
ALTER TABLE summaries DROP COLUMN house;
CREATE INDEX summaries_due ON summaries (due) WHERE due IS NOT NULL;
UPDATE summaries SET status = 'waiting' WHERE status = 'gathering';
UPDATE summaries SET listing = CAST(json_remove(json_set(
        CAST(listing AS TEXT),
        '$.host', json_extract(CAST(listing AS TEXT), '$.maker'),
        '$.status', replace(json_extract(CAST(listing AS TEXT), '$.status'), 'gathering', 'waiting')
    ), '$.maker') AS BLOB)
    WHERE listing IS NOT NULL;
"""
# Tables that are left alone end some day (14 days while they wait, 90 while they are played at); what was
# stored before that was so would never have come to be due. It is so at the end of a day.
_VERSION_3: Final = """
UPDATE summaries
    SET due = (changed + CASE status WHEN 'waiting' THEN 1209600000 ELSE 7776000000 END + 86399999)
        / 86400000 * 86400000
    WHERE due IS NULL AND status <> 'ended';
"""
# Who sits where, until the end, so that a person's tables are found by an index. Triggers keep it: at most
# moves nobody sits down. Who is found in old entries may have stood up again; the next entry says it rightly.
_VERSION_4: Final = """
ALTER TABLE summaries ADD COLUMN people TEXT NOT NULL DEFAULT '[]';
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
WITH bodies AS (
    SELECT tab, CAST(events AS TEXT) AS body FROM entries
), happened AS (
    SELECT tab, one.value AS event
    FROM bodies, json_each(body, CASE json_type(body) WHEN 'array' THEN '$' ELSE '$.events' END) AS one
), found AS (
    SELECT tab, event ->> '$.person' AS person FROM happened WHERE event ->> '$.type' = 'sat_down'
    UNION
    SELECT tab, kept.value FROM happened, json_each(event, '$.kept_for') AS kept
    WHERE event ->> '$.type' = 'table_made' AND kept.value IS NOT NULL
)
UPDATE summaries SET people = (
        SELECT json_group_array(person) FROM (
            SELECT person FROM found WHERE found.tab = summaries.tab ORDER BY person
        )
    )
    WHERE status <> 'ended';
"""
# Games of the day are listed too when they are over, and there are many more of them than open tables.
_VERSION_5: Final = """
DROP INDEX summaries_listed;
CREATE INDEX summaries_open ON summaries (changed DESC) WHERE listing IS NOT NULL AND status <> 'ended';
CREATE INDEX summaries_finished ON summaries (changed DESC) WHERE listing IS NOT NULL AND status = 'ended';
"""
# In the order in which they came: the entries of all tables that are written together stand together, and a
# move changes half as many pages. A key has no index of its own: who appends a table's next version has read
# all that is before it, the keys too, or the version is taken.
_VERSION_6: Final = """
CREATE TABLE in_order (
    number INTEGER PRIMARY KEY, tab TEXT NOT NULL, version INTEGER NOT NULL, key TEXT NOT NULL,
    at INTEGER NOT NULL, events BLOB NOT NULL
);
INSERT INTO in_order (tab, version, key, at, events)
    SELECT tab, version, key, at, events FROM entries ORDER BY at, tab, version;
DROP TABLE entries;
ALTER TABLE in_order RENAME TO entries;
CREATE UNIQUE INDEX entries_by_version ON entries (tab, version);
"""
# When nodes ran, and when none did: deadlines move by that.
_VERSION_7: Final = """
CREATE TABLE beats (node TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE outages (since INTEGER PRIMARY KEY, until INTEGER NOT NULL);
"""
# For whom a table waits, so that a person's list begins with those that wait for them; of former rows it is
# not known. And from where a listed table comes, so that one network cannot crowd out all others; former rows
# count as one network each.
_VERSION_8: Final = """
ALTER TABLE summaries ADD COLUMN awaited TEXT;
ALTER TABLE summaries ADD COLUMN origin TEXT;
UPDATE summaries SET origin = tab WHERE listing IS NOT NULL;
DROP INDEX summaries_open;
DROP INDEX summaries_finished;
CREATE INDEX summaries_open ON summaries (status, origin, changed DESC)
    WHERE listing IS NOT NULL AND status <> 'ended';
CREATE INDEX summaries_finished ON summaries (changed DESC, origin)
    WHERE listing IS NOT NULL AND status = 'ended';
"""
STEPS: Final = (
    _VERSION_1,
    _VERSION_2,
    _VERSION_3,
    _VERSION_4,
    _VERSION_5,
    _VERSION_6,
    _VERSION_7,
    _VERSION_8,
)
"""``STEPS[n]`` makes a file of version *n + 1* of one of version *n*; version 0 is an empty file."""

_APPENDED: Final = """
CREATE TEMP VIEW appended (tab, version, key, at, events, newest, status, due, listing, changed, people,
        awaited, origin)
    AS SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL;
CREATE TEMP TRIGGER append INSTEAD OF INSERT ON appended BEGIN
    INSERT INTO entries (tab, version, key, at, events)
        VALUES (new.tab, new.version, new.key, new.at, new.events); INSERT INTO summaries
        (tab, version, status, due, listing, changed, people, awaited, origin)
        VALUES (new.tab, new.newest, new.status, new.due, new.listing, new.changed, new.people, new.awaited,
            new.origin)
        ON CONFLICT (tab) DO UPDATE SET version = excluded.version, status = excluded.status,
            due = excluded.due, listing = excluded.listing, changed = excluded.changed,
            people = excluded.people, awaited = excluded.awaited, origin = excluded.origin
        WHERE excluded.version > summaries.version; END;
"""


ROWS_AT_ONCE: Final = 76
"""In one statement at most; some builds of SQLite take no more than 999 values."""
_INTO: Final = "INSERT INTO appended VALUES "
_ROW: Final = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


def prepare_to_append(connection: sqlite3.Connection) -> None:
    """From now on ``INSERT INTO appended`` writes entries and what is told of their tables. Nothing of it is
    in the file: one statement for both is what the writer needs."""
    connection.execute("PRAGMA temp_store = MEMORY")
    for statement in _APPENDED.split(";\n"):
        connection.execute(statement)
    # What the trigger names is looked for in what this connection knows of the file, which may be nothing if
    # another has made the tables; a question makes it look.
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


def refuse_newer(connection: sqlite3.Connection, name: str) -> None:
    """Raise :class:`JournalUnavailable` for the journal of a later version, which is whole and not for us."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application == APPLICATION and version > len(STEPS):
        raise JournalUnavailable(f"{name} was written by a newer Quincunx; please update this one.")


def prepare(connection: sqlite3.Connection, name: str) -> None:
    """Bring the file to the present version, whole or not at all.

    Raises :class:`JournalUnavailable` for a file of another program or of a later version, ``sqlite3.Error``
    for one that cannot be written.
    """
    # In this order: another process that makes the file at this moment gives it tables and its mark at once.
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if tables and application != APPLICATION:
        raise JournalUnavailable(f"{name} is a database of another program.")
    refuse_newer(connection, name)
    # A file that is there keeps the size that it has.
    connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
    log_ahead(connection)
    # A file that can be read but not written is refused now and not at the first move.
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have been faster while this one waited for the lock.
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        for step in STEPS[version:]:
            for statement in step.split(";\n"):  # inside a trigger none ends at a line's end
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {len(STEPS)}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise

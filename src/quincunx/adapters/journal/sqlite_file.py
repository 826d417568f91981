"""Connections to the journal's SQLite file, and sentences for people about its errors."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

from quincunx.node.ports import JournalDamaged, JournalUnavailable
from quincunx.table.record.chain import Damaged

BUSY_SECONDS: Final = 5.0
STATEMENTS_KEPT: Final = 256
"""Compiled statements kept per connection: one for each number of rows."""
LOG_PAGES: Final = 8_000
"""Pages of SQLite's write-ahead log before they are copied into the file: some 16 MB. Pages that change often
are copied once for many changes."""


def connect(path: Path, most_pages: int | None = None) -> sqlite3.Connection:
    """Open a connection that commits to the disk. ``most_pages`` limits the size of the file.

    Raises ``sqlite3.Error``; no connection is left open then.
    """
    # Each connection is used by one thread at a time; sqlite3's own check would allow only the thread that
    # opened it.
    connection = sqlite3.connect(
        path,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=STATEMENTS_KEPT,
    )
    try:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
        if most_pages is not None:
            connection.execute(f"PRAGMA max_page_count = {int(most_pages)}")
    except BaseException:
        connection.close()
        raise
    return connection


def as_unavailable(error: Exception, path: Path) -> JournalUnavailable:
    """Convert an error to one whose text is a sentence for people."""
    if isinstance(error, JournalUnavailable):
        return error
    said = str(error).lower()
    if "disk is full" in said or "full" in said:
        sentence = f"The disk is full: {path} cannot grow. Nothing was lost; free some space and try again."
    elif "locked" in said or "busy" in said:
        sentence = f"{path} is locked by another program. Nothing was lost; please try again."
    elif "readonly" in said or "read-only" in said or "permission" in said or "unable to open" in said:
        sentence = f"{path} cannot be opened for writing; check the folder and its permissions."
    elif isinstance(error, Damaged):
        return JournalDamaged(f"{path} is damaged: {error} Restore it from a backup.")
    elif "malformed" in said or "not a database" in said:
        return JournalDamaged(
            f"{path} is damaged; restore it from a backup, or move it away to start afresh."
        )
    else:
        sentence = f"{path} cannot be used just now ({error})."
    return JournalUnavailable(sentence)

"""Connections to the journal's SQLite file, and sentences for people about its errors."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

from quincunx.core.sentence import sentence
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
    text = str(error).lower()
    if "disk is full" in text or "full" in text:
        told = sentence(
            "The disk is full: {{1}} cannot grow. Nothing was lost; free some space and try again.", path
        )
    elif "locked" in text or "busy" in text:
        told = sentence("{{1}} is locked by another program. Nothing was lost; please try again.", path)
    elif "readonly" in text or "read-only" in text or "permission" in text or "unable to open" in text:
        told = sentence("{{1}} can’t be opened for writing. Check the folder and its permissions.", path)
    elif isinstance(error, Damaged):
        return JournalDamaged(sentence("{{1}} is damaged: {{2}} Restore it from a backup.", path, error))
    elif "malformed" in text or "not a database" in text:
        return JournalDamaged(
            sentence("{{1}} is damaged. Restore it from a backup, or move it away to start afresh.", path)
        )
    else:
        told = sentence("{{1}} can’t be used right now ({{2}}).", path, error)
    return JournalUnavailable(told)

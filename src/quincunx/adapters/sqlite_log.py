"""SQLite files with a write-ahead log, in which who reads and who writes do not wait for one another."""

from __future__ import annotations

import sqlite3
import time
from typing import Final

PATIENCE_SECONDS: Final = 5.0
_PAUSE_SECONDS: Final = 0.01


def log_ahead(connection: sqlite3.Connection) -> None:
    """Let the file have a write-ahead log from now on, for every connection; nothing happens if it has one.

    While another connection is writing without a log, SQLite refuses this at once, however long the
    connection waits for locks otherwise: a command meets it beside a server that makes the file. Here it is
    asked again for as long as others wait for locks. Raises ``sqlite3.Error``.
    """
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() >= until:
                raise
        time.sleep(_PAUSE_SECONDS)

"""SQLite files with a write-ahead log, with which readers and writers do not wait for each other."""

from __future__ import annotations

import sqlite3
import time
from typing import Final

PATIENCE_SECONDS: Final = 5.0
_PAUSE_SECONDS: Final = 0.01


def log_ahead(connection: sqlite3.Connection) -> None:
    """Give the file a write-ahead log, for all connections from now on. Does nothing if it has one.

    While another connection writes without such a log, SQLite refuses this at once, whatever the connection's
    timeout for locks. This happens to a command beside a server that is creating the file. So it is retried
    for :data:`PATIENCE_SECONDS`. Raises ``sqlite3.Error``.
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

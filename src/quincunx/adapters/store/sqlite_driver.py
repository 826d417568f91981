"""SQLAlchemy's asyncio driver for SQLite, with one question to the connection's thread for each statement.

The driver asks that thread for a cursor, then to execute, then for the rows, then to close: four times the
event loop and the thread wait for each other, and while a server is busy each time takes milliseconds. Here
a statement comes back whole.
"""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import aiosqlite
from sqlalchemy.connectors.asyncio import AsyncAdapt_dbapi_connection
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.aiosqlite import (
    AsyncAdapt_aiosqlite_connection,
    AsyncAdapt_aiosqlite_cursor,
    AsyncAdapt_aiosqlite_dbapi,
    SQLiteDialect_aiosqlite,
)

NAME: Final = "sqlite+whole"
"""For a URL, once :func:`register` has been called."""


class _Said(NamedTuple):
    """What came of a statement."""

    rows: list[Any]
    description: Any = None
    rowcount: int = -1
    lastrowid: int | None = None


NOTHING: Final = _Said([])


def _asked(connection: sqlite3.Connection, method: str, statement: str, parameters: Any) -> _Said:
    """Execute a statement to its end, in the connection's thread."""
    cursor = connection.cursor()
    try:
        execute: Callable[[str, Any], object] = getattr(cursor, method)
        execute(statement, parameters)
        rows = cursor.fetchall() if cursor.description else []
        return _Said(rows, cursor.description, cursor.rowcount, cursor.lastrowid)
    finally:
        cursor.close()


class WholeCursor(AsyncAdapt_aiosqlite_cursor):
    """What came of the last statement; there is nothing in the thread that would have to be closed."""

    __slots__ = ("_said", "arraysize")

    def __init__(self, adapt_connection: AsyncAdapt_dbapi_connection) -> None:
        self._adapt_connection = adapt_connection
        self._connection = adapt_connection._connection
        self._rows = deque()
        self._said = NOTHING
        self.arraysize = 1

    @property
    def description(self) -> Any:
        """The columns of the rows; ``None``: it was no question."""
        return self._said.description

    @property
    def rowcount(self) -> int:
        """How many rows were changed."""
        return self._said.rowcount

    @property
    def lastrowid(self) -> Any:
        """The number that SQLite gave to the last row that was inserted."""
        return self._said.lastrowid

    async def _ask(self, method: str, statement: str, parameters: Any) -> None:
        connection: Any = self._connection  # aiosqlite's, whose thread runs what it is given
        async with self._adapt_connection._execute_mutex:
            self._said = await connection._execute(_asked, connection._conn, method, statement, parameters)
        self._rows = deque(self._said.rows)

    async def _execute_async(self, operation: Any, parameters: Any) -> None:
        await self._ask("execute", operation, () if parameters is None else parameters)

    async def _executemany_async(self, operation: Any, seq_of_parameters: Any) -> None:
        await self._ask("executemany", operation, seq_of_parameters)

    async def _async_soft_close(self) -> None:
        pass

    def close(self) -> None:
        """Forget the rows."""
        self._rows.clear()


class WholeConnection(AsyncAdapt_aiosqlite_connection):
    """A connection with such cursors."""

    __slots__ = ()
    _cursor_cls = WholeCursor

    def rollback(self) -> None:
        """Undo what has been begun. The pool asks for it whenever it gets a connection back: mostly there is
        nothing."""
        if self._connection._connection and self._connection.in_transaction:
            super().rollback()


class _Module(AsyncAdapt_aiosqlite_dbapi):
    def connect(self, *arg: Any, **kw: Any) -> WholeConnection:
        return WholeConnection(self, super().connect(*arg, **kw)._connection)


class WholeDialect(SQLiteDialect_aiosqlite):
    """SQLite by that."""

    driver = "whole"
    supports_statement_cache = True

    @classmethod
    def import_dbapi(cls) -> _Module:
        """The module that connects."""
        return _Module(aiosqlite, sqlite3)


def register() -> None:
    """Let SQLAlchemy find it."""
    registry.register("sqlite.whole", __name__, WholeDialect.__name__)

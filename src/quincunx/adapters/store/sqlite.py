"""A store in a SQLite file: one thread writes, a few read, and a transaction is one call in one of them.

SQLite lets one connection write at a time. Writes queue here in the order in which they came. Waiting for
SQLite's own lock instead, an unlucky writer could wait for ever.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any, Final, TypeVar, TypeVarTuple

import sqlalchemy as sa
from sqlalchemy import event

T = TypeVar("T")
Args = TypeVarTuple("Args")

READERS: Final = 3
PATIENCE_SECONDS: Final = 5.0
"""How long a transaction waits for a file that another process has locked."""
STEPS: Final = 1_000_000
"""Steps of SQLite (some ten milliseconds) after which a statement asks whether it is still wanted."""
_PRAGMAS: Final = ("PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON")


class Closed(Exception):
    """The file was closed while a transaction waited for its turn."""


class SqliteThreads:
    """The file at a path, which exists; nothing is read before the first transaction."""

    def __init__(self, path: Path) -> None:
        self._engine = _engine(path)
        # Writers lock the file when they begin: two that read first would wait for each other.
        self._writing = self._engine.execution_options(writes=True)
        self._writer = ThreadPoolExecutor(1, "store-writer")
        self._readers = ThreadPoolExecutor(READERS, "store-reader")
        self._turn = asyncio.Lock()
        self._is_closed = False

    async def run(
        self,
        function: Callable[[sa.Connection], T],
        *,
        writes: bool,
        patience: float | None,
        is_snapshot: bool,
    ) -> T:
        """A transaction: committed if the function returns, rolled back if it raises.

        A caller that is cancelled, or has waited for longer than ``patience`` seconds, returns at once. The
        thread then interrupts its statement and rolls back, unless it is committing already.
        """
        given_up = threading.Event()
        # The time limit begins with a writer's turn.
        async with self._turn if writes else nullcontext(), asyncio.timeout(patience):
            self._check_open()
            try:
                return await asyncio.get_running_loop().run_in_executor(
                    self._writer if writes else self._readers,
                    _transaction,
                    self._writing if writes else self._engine,
                    function,
                    given_up,
                )
            finally:
                given_up.set()

    @asynccontextmanager
    async def hold(self, *, writes: bool) -> AsyncIterator[HeldTransaction]:
        """A transaction of several calls, in a thread of its own."""
        async with self._turn if writes else nullcontext():
            self._check_open()
            held = HeldTransaction(self._writing if writes else self._engine)
            try:
                await held.begin()
                yield held
                await held.commit()
            finally:
                await asyncio.shield(held.close())

    async def close(self) -> None:
        """Wait for the transactions that run, and close the file."""
        self._is_closed = True
        await asyncio.to_thread(self._shut_down)

    def _check_open(self) -> None:
        if self._is_closed:
            raise Closed

    def _shut_down(self) -> None:
        for threads in (self._writer, self._readers):
            threads.shutdown()
        self._engine.dispose()


class HeldTransaction:
    """A transaction whose calls come one after the other."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._thread = ThreadPoolExecutor(1, "store-copy")
        self._connection: sa.Connection | None = None

    async def run_sync(self, function: Callable[[sa.Connection, *Args], T], *args: *Args) -> T:
        """Call a function with the connection, as SQLAlchemy's own asynchronous connections do."""
        connection = self._connection
        assert connection is not None
        return await self._call(lambda: function(connection, *args))

    async def begin(self) -> None:
        """Connect, and begin."""
        await self._call(self._open_transaction)

    async def commit(self) -> None:
        """Commit everything; without it everything is rolled back."""
        await self.run_sync(sa.Connection.commit)

    async def close(self) -> None:
        """End the thread, after the call that still runs in it."""
        await self._call(self._close)
        self._thread.shutdown(wait=False)

    async def _call(self, function: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, function)

    def _open_transaction(self) -> None:
        self._connection = self._engine.connect()
        self._connection.begin()

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()


def _transaction(engine: sa.Engine, function: Callable[[sa.Connection], T], given_up: threading.Event) -> T:
    """Run a transaction in this thread. Once ``given_up`` is set, roll it back and stop."""
    with engine.begin() as connection:
        driver: Any = connection.connection.driver_connection  # sqlite3's own
        driver.set_progress_handler(given_up.is_set, STEPS)
        try:
            result = function(connection)
        finally:
            driver.set_progress_handler(None, 0)
        if given_up.is_set():
            raise TimeoutError
        return result


def _engine(path: Path) -> sa.Engine:
    engine = sa.create_engine(
        sa.URL.create("sqlite", database=str(path)),
        connect_args={"timeout": PATIENCE_SECONDS, "check_same_thread": False},
        pool_size=READERS + 1,
        max_overflow=1,  # for a copy
        hide_parameters=True,
    )

    @event.listens_for(engine, "connect")
    def connected(connection: Any, record: object) -> None:
        connection.isolation_level = None  # transactions begin below, not where the driver guesses
        for pragma in _PRAGMAS:
            connection.execute(pragma)

    @event.listens_for(engine, "begin")
    def emit_begin(connection: sa.Connection) -> None:
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine

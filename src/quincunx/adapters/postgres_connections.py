"""Connections to PostgreSQL. Errors become sentences for people, and the next call reconnects."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final, TypeAlias, TypeVar
from urllib.parse import urlsplit

import asyncpg

from quincunx.core.sentence import Sentence, sentence
from quincunx.node.ports import JournalUnavailable

T = TypeVar("T")

PATIENCE_SECONDS: Final = 5.0
"""The most seconds for a response; a paused or unreachable database never sends one."""

APPLICATION: Final = "quincunx"
"""The name of a node in the database's list of connections."""
Connection: TypeAlias = Any
"""A connection of asyncpg, which ships no types."""
# asyncpg raises this (“another operation is in progress”) if a connection dies during a query.
DYING: Final = asyncpg.InternalClientError
ERRORS: Final = (asyncpg.PostgresError, asyncpg.InterfaceError, DYING, OSError, TimeoutError, EOFError)
"""All exceptions of asyncpg that mean a fault of the database or of the connection."""


class ConnectionPool:
    """A pool with a limited number of connections. A connection on which an error occurred is not reused."""

    def __init__(self, url: str, most: int) -> None:
        self._url = url
        self._free = asyncio.Semaphore(most)
        self._idle: list[Connection] = []
        self.name = name_of(url)
        """The database's name for people, without a password."""

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Connection]:
        """A connection for one task. Raises :class:`JournalUnavailable`."""
        connection: Connection | None = None
        is_sound = False
        try:
            async with asyncio.timeout(PATIENCE_SECONDS), self._free:
                connection = self._pop_idle() or await self._connect()
                yield connection
            is_sound = True
        except ERRORS as error:
            raise unavailable(error, self.name) from error
        finally:
            if connection is not None and is_sound:
                self._idle.append(connection)
            elif connection is not None:
                connection.terminate()

    async def run(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        """Do a task on a connection. If an idle connection turns out to be dead, the task is repeated once on
        a new one, so ``work`` must be safe to repeat."""
        had_idle = bool(self._idle)
        try:
            async with self.connection() as connection:
                return await work(connection)
        except JournalUnavailable as error:
            if not had_idle or not _hung_up(error.__cause__):
                raise
            self.drop()
        async with self.connection() as connection:
            return await work(connection)

    def drop(self) -> None:
        """Discard the idle connections."""
        while self._idle:
            self._idle.pop().terminate()

    async def close(self) -> None:
        """Close all idle connections, cleanly if the database responds within a second."""
        while self._idle:
            connection = self._idle.pop()
            try:
                await connection.close(timeout=1)
            except ERRORS:
                connection.terminate()

    def _pop_idle(self) -> Connection | None:
        while self._idle:
            connection = self._idle.pop()
            if not connection.is_closed():
                return connection
        return None

    async def _connect(self) -> Connection:
        connection: Connection = await asyncpg.connect(
            self._url,
            timeout=PATIENCE_SECONDS,
            command_timeout=PATIENCE_SECONDS,
            server_settings={"application_name": APPLICATION},
        )
        try:
            # Acknowledged entries must survive a power failure, whatever the database's default.
            if await connection.fetchval("SHOW synchronous_commit") == "off":
                await connection.execute("SET synchronous_commit = on")
        except BaseException:
            connection.terminate()  # no caller has the connection yet
            raise
        return connection


def _hung_up(error: BaseException | None) -> bool:
    """True if the database closed the connection, as it closes all of them when it restarts."""
    ends = asyncpg.InterfaceError | asyncpg.PostgresConnectionError | asyncpg.OperatorInterventionError
    return isinstance(error, ends | DYING | OSError) and not isinstance(error, TimeoutError)


def name_of(url: str) -> Sentence:
    """A database's name for people, without a password."""
    parts = urlsplit(url)
    place, database = parts.hostname or sentence("this machine"), parts.path.strip("/")
    if database:
        return sentence("The database {{1}} at {{2}}", database, place)
    return sentence("The database at {{1}}", place)


def unavailable(error: Exception, name: Sentence) -> JournalUnavailable:
    """The error as a :class:`JournalUnavailable` with a sentence for people."""
    if isinstance(error, JournalUnavailable):
        return error
    match error:
        case asyncpg.InvalidAuthorizationSpecificationError() | asyncpg.InvalidPasswordError():
            told = sentence("{{1}} rejects this user or password.", name)
        case asyncpg.InvalidCatalogNameError():
            told = sentence("{{1}} doesn’t exist. Please create it.", name)
        case asyncpg.InsufficientPrivilegeError() | asyncpg.InvalidSchemaNameError():
            told = sentence("{{1}} doesn’t let this user create or write tables.", name)
        case asyncpg.DiskFullError():
            told = sentence("{{1}} has no disk space left.", name)
        case asyncpg.ReadOnlySQLTransactionError():
            told = sentence("{{1}} is read-only; it may be a standby.", name)
        case TimeoutError():
            told = sentence("{{1}} doesn’t respond.", name)
        case OSError() | asyncpg.PostgresConnectionError() | asyncpg.CannotConnectNowError():
            told = sentence("{{1}} can’t be reached.", name)
        case asyncpg.InterfaceError() | DYING():
            told = sentence("{{1}} closed the connection.", name)
        case _:
            told = sentence("{{1}} can’t be used right now ({{2}}).", name, type(error).__name__)
    return JournalUnavailable(told)

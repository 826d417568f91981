"""Connections to PostgreSQL that heal: what fails is said in a sentence, and the next call tries anew."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final, TypeAlias, TypeVar
from urllib.parse import urlsplit

import asyncpg

from quincunx.node.ports import JournalUnavailable

T = TypeVar("T")

PATIENCE_SECONDS: Final = 5.0
"""How long a database may take for an answer; a paused or unreachable one never gives it."""

APPLICATION: Final = "quincunx"
"""As which a node stands in the database's list of connections."""
Connection: TypeAlias = Any
"""One of asyncpg's, which ships no types."""
# "Another operation is in progress", it says of a connection that dies while a question is put to it.
DYING: Final = asyncpg.InternalClientError
ERRORS: Final = (asyncpg.PostgresError, asyncpg.InterfaceError, DYING, OSError, TimeoutError, EOFError)
"""All that asyncpg raises when the database or the way to it is at fault."""


class Lines:
    """At most so many connections at once. One on which something failed is not used again."""

    def __init__(self, url: str, most: int) -> None:
        self._url = url
        self._free = asyncio.Semaphore(most)
        self._idle: list[Connection] = []
        self.name = name_of(url)
        """The database as people may be told, without a password."""

    @asynccontextmanager
    async def line(self) -> AsyncIterator[Connection]:
        """A connection for one piece of work. Raises :class:`JournalUnavailable`."""
        connection: Connection | None = None
        is_sound = False
        try:
            async with asyncio.timeout(PATIENCE_SECONDS), self._free:
                connection = self._take() or await self._connect()
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
        """Do this on a connection. One that had died while nobody used it is replaced once, unnoticed:
        ``work`` must be harmless to repeat."""
        had_idle = bool(self._idle)
        try:
            async with self.line() as connection:
                return await work(connection)
        except JournalUnavailable as error:
            if not had_idle or not _hung_up(error.__cause__):
                raise
            self.drop()
        async with self.line() as connection:
            return await work(connection)

    def drop(self) -> None:
        """Forget the connections that nobody uses just now."""
        while self._idle:
            self._idle.pop().terminate()

    async def close(self) -> None:
        """Let go of everything, with a farewell if the database hears it."""
        while self._idle:
            connection = self._idle.pop()
            try:
                await connection.close(timeout=1)
            except ERRORS:
                connection.terminate()

    def _take(self) -> Connection | None:
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
            # What is acknowledged must survive a loss of power, whatever the database's own default is.
            if await connection.fetchval("SHOW synchronous_commit") == "off":
                await connection.execute("SET synchronous_commit = on")
        except BaseException:
            connection.terminate()  # nobody has it yet who could
            raise
        return connection


def _hung_up(error: BaseException | None) -> bool:
    """Whether the database ended a connection, as all old ones end when it is started again."""
    ends = asyncpg.InterfaceError | asyncpg.PostgresConnectionError | asyncpg.OperatorInterventionError
    return isinstance(error, ends | DYING | OSError) and not isinstance(error, TimeoutError)


def name_of(url: str) -> str:
    """A database as people may be told of it, without a password."""
    parts = urlsplit(url)
    place, database = parts.hostname or "this machine", parts.path.strip("/")
    return f"The database {database} at {place}" if database else f"The database at {place}"


def unavailable(error: Exception, name: str) -> JournalUnavailable:
    """What went wrong, as a sentence for people."""
    if isinstance(error, JournalUnavailable):
        return error
    match error:
        case asyncpg.InvalidAuthorizationSpecificationError() | asyncpg.InvalidPasswordError():
            sentence = f"{name} refuses this user or password."
        case asyncpg.InvalidCatalogNameError():
            sentence = f"{name} does not exist; please create it."
        case asyncpg.InsufficientPrivilegeError() | asyncpg.InvalidSchemaNameError():
            sentence = f"{name} does not let this user create or write tables."
        case asyncpg.DiskFullError():
            sentence = f"{name} has no room left on its disk."
        case asyncpg.ReadOnlySQLTransactionError():
            sentence = f"{name} can only be read; it may be a standby."
        case TimeoutError():
            sentence = f"{name} does not answer."
        case OSError() | asyncpg.PostgresConnectionError() | asyncpg.CannotConnectNowError():
            sentence = f"{name} cannot be reached."
        case asyncpg.InterfaceError() | DYING():
            sentence = f"{name} hung up."
        case _:
            sentence = f"{name} cannot be used just now ({type(error).__name__})."
    return JournalUnavailable(sentence)

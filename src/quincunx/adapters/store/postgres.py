"""A store in PostgreSQL: the same functions, over asyncpg's connections."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

import asyncpg
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from quincunx.adapters.postgres_connections import APPLICATION

T = TypeVar("T")

CONNECTIONS: Final = 4
PATIENCE_SECONDS: Final = 5.0
"""How long a connection, a statement and a place among the connections are waited for."""


class PostgresConnections:
    """The database at an address; nothing is connected before the first transaction."""

    def __init__(self, url: str) -> None:
        self._engine = _engine(url)

    async def run(
        self,
        function: Callable[[sa.Connection], T],
        *,
        writes: bool,
        patience: float | None,
        is_snapshot: bool,
    ) -> T:
        """A transaction: committed if the function returns, rolled back if it raises."""
        engine = self._snapshot() if is_snapshot else self._engine
        async with asyncio.timeout(patience), engine.begin() as connection:
            return await connection.run_sync(function)

    @asynccontextmanager
    async def hold(self, *, writes: bool) -> AsyncIterator[AsyncConnection]:
        """A transaction of several calls; one that reads sees one moment."""
        async with (self._engine if writes else self._snapshot()).begin() as connection:
            yield connection

    async def close(self) -> None:
        """Close the connections that nothing uses."""
        await self._engine.dispose()

    def _snapshot(self) -> AsyncEngine:
        return self._engine.execution_options(isolation_level="REPEATABLE READ")


def _engine(url: str) -> AsyncEngine:
    async def connect() -> Any:
        # The driver reads the address itself, as for the journal: SQLAlchemy knows fewer of its options.
        return await asyncpg.connect(
            url,
            timeout=PATIENCE_SECONDS,
            command_timeout=PATIENCE_SECONDS,
            server_settings={"application_name": APPLICATION, "synchronous_commit": "on"},
        )

    return create_async_engine(
        "postgresql+asyncpg://",
        async_creator=connect,
        pool_size=CONNECTIONS,
        max_overflow=0,
        pool_timeout=PATIENCE_SECONDS,
        pool_pre_ping=True,
        hide_parameters=True,
    )

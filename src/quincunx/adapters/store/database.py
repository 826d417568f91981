"""The store's database: opened, brought up to date, and asked in transactions; what goes wrong is said in a
sentence for people."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from quincunx.adapters.sqlite_log import log_ahead
from quincunx.adapters.store import sqlite_driver
from quincunx.adapters.store.schema import METADATA, VERSION
from quincunx.club.ports import StoreUnavailable

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql

HEAD: Final = "0015"
"""The newest step in ``migrations/versions``."""
CONNECTIONS: Final = 4
PATIENCE_SECONDS: Final = 5.0
_LOCK: Final = 0x50656F70
""""Peop": of several nodes that start at once, one changes the schema."""
_PRAGMAS: Final = ("PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON")


class Violated(StoreUnavailable):
    """What was to be written contradicts what is there."""


def inserted(connection: AsyncConnection, table: sa.Table) -> sqlite.Insert | postgresql.Insert:
    """An insertion that can say what becomes of rows that are there already, for either database."""
    if connection.dialect.name == "sqlite":
        return sqlite.insert(table)
    from sqlalchemy.dialects import postgresql  # a server that keeps files starts without it

    return postgresql.insert(table)


class Database:
    """One database. ``place`` is ``sqlite:PATH`` or ``postgresql://…``."""

    def __init__(self, place: str) -> None:
        kind, _, rest = place.partition(":")
        self._path = Path(rest) if kind == "sqlite" else None
        self._url = place
        self._errors: tuple[type[Exception], ...] = (SQLAlchemyError, OSError, TimeoutError)
        if self._path is None:
            from quincunx.adapters.postgres_connections import DYING

            self._errors += (DYING,)  # SQLAlchemy does not know it
        self._engine: AsyncEngine | None = None
        self._writer: AsyncEngine | None = None
        self._turn = asyncio.Lock()
        self.name = str(self._path) if self._path else _name_of(place)
        """As people may be told, without a password."""

    @property
    def is_sqlite(self) -> bool:
        return self._path is not None

    async def open(self) -> None:
        """Connect, and bring the schema up to date. Raises :class:`StoreUnavailable`."""
        if self._path:
            await asyncio.to_thread(self._make_file, self._path)
        engine = self._sqlite(self._path) if self._path else _postgres(self._url)
        # A transaction that writes says so at once: else two that read first would wait for one another.
        self._engine, self._writer = engine, engine.execution_options(writes=True)
        try:
            async with self.writing() as connection:
                await self._prepare(connection)
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        """Let go of everything."""
        engine, self._engine, self._writer = self._engine, None, None
        if engine is not None:
            disposing = asyncio.create_task(_dispose(engine))
            try:
                await asyncio.shield(disposing)
            except asyncio.CancelledError:
                # Whoever stops the server by a signal cancels this very step.
                await disposing
                raise

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection for questions, all of which see one moment. Raises :class:`StoreUnavailable`."""
        async with self._transaction(self._engine) as connection:
            yield connection

    @asynccontextmanager
    async def writing(self, patience: float | None = PATIENCE_SECONDS) -> AsyncIterator[AsyncConnection]:
        """A transaction: on disk when it is left, or, by an exception, undone. Raises
        :class:`StoreUnavailable`, and :class:`Violated`."""
        # SQLite lets one write at a time: whoever waits does so in turn, and not for a lock that others
        # happen to get first.
        async with (
            self._turn if self.is_sqlite else nullcontext(),
            self._transaction(self._writer, patience) as connection,
        ):
            yield connection

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[AsyncConnection]:
        """As :meth:`reading`, for as long as it takes."""
        engine = self._engine
        if engine is not None and not self.is_sqlite:
            engine = engine.execution_options(isolation_level="REPEATABLE READ")
        async with self._transaction(engine, None) as connection:
            yield connection

    async def is_made(self) -> bool:
        """Whether the tables are there; the database is not open, and none are made."""
        if self._path is not None and not self._path.is_file():
            return False
        engine = self._sqlite(self._path) if self._path else _postgres(self._url)
        try:
            async with self._transaction(engine, PATIENCE_SECONDS) as connection:
                return await connection.run_sync(_version) is not None
        finally:
            await engine.dispose()

    @asynccontextmanager
    async def _transaction(
        self, engine: AsyncEngine | None, patience: float | None = PATIENCE_SECONDS
    ) -> AsyncIterator[AsyncConnection]:
        if engine is None:
            raise StoreUnavailable(f"{self.name} is not open.")
        try:
            async with asyncio.timeout(patience), engine.begin() as connection:
                yield connection
        except StoreUnavailable:
            raise
        except IntegrityError as error:
            raise Violated(f"{self.name} holds something else already.") from error
        except self._errors as error:
            raise self._unavailable(error) from error

    def _unavailable(self, error: Exception) -> StoreUnavailable:
        if isinstance(error, TimeoutError):
            return StoreUnavailable(f"{self.name} does not answer.")
        if isinstance(error, OSError):
            return StoreUnavailable(f"{self.name} cannot be reached.")
        cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
        # A driver's own words may quote values; the name of its error does not.
        return StoreUnavailable(f"{self.name} cannot be used just now ({type(cause).__name__}).")

    # ---- the schema ---------------------------------------------------------------------------------------

    async def _prepare(self, connection: AsyncConnection) -> None:
        """Bring the schema to the present version, whole or not at all, however many nodes start at once."""
        if not self.is_sqlite:
            await connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        version = await connection.run_sync(_version)
        if version == HEAD:
            return
        if version is not None and version > HEAD:
            raise StoreUnavailable(f"{self.name} was written by a newer Quincunx; please update this one.")
        await connection.run_sync(_make if version is None else _upgrade)

    # ---- the two kinds ----------------------------------------------------------------------

    def _make_file(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # SQLite gives the files beside it the same mode.
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            with closing(sqlite3.connect(path, timeout=PATIENCE_SECONDS)) as connection:
                log_ahead(connection)
        except OSError as error:
            raise StoreUnavailable(f"{self.name} cannot be opened ({error.strerror}).") from error
        except sqlite3.Error as error:
            raise self._unavailable(error) from error

    def _sqlite(self, path: Path) -> AsyncEngine:
        sqlite_driver.register()
        engine = create_async_engine(
            sa.URL.create(sqlite_driver.NAME, database=str(path)),
            connect_args={"timeout": PATIENCE_SECONDS},
            pool_size=CONNECTIONS,
            max_overflow=0,
            hide_parameters=True,
        )

        @event.listens_for(engine.sync_engine, "connect")
        def connected(connection: Any, record: object) -> None:
            connection.isolation_level = None  # transactions are begun below, and not by the driver's guesses
            cursor = connection.cursor()
            for pragma in _PRAGMAS:
                cursor.execute(pragma)
            cursor.close()

        @event.listens_for(engine.sync_engine, "begin")
        def begin(connection: sa.Connection) -> None:
            writes = connection.get_execution_options().get("writes")
            connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

        return engine


async def _dispose(engine: AsyncEngine) -> None:
    with suppress(SQLAlchemyError, OSError, TimeoutError):
        await engine.dispose()


def _postgres(url: str) -> AsyncEngine:
    import asyncpg

    from quincunx.adapters.postgres_connections import APPLICATION

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


def _name_of(url: str) -> str:
    from quincunx.adapters.postgres_connections import name_of

    return name_of(url)


def _version(connection: sa.Connection) -> str | None:
    if not sa.inspect(connection).has_table(VERSION.name):
        return None
    found = connection.execute(sa.select(VERSION.c.version_num)).scalar()
    return None if found is None else str(found)


def _make(connection: sa.Connection) -> None:
    """Tables where there are none. Others of the same names are not touched: that is an error."""
    METADATA.create_all(connection, checkfirst=False)
    VERSION.create(connection)
    connection.execute(VERSION.insert().values(version_num=HEAD))


def _upgrade(connection: sa.Connection) -> None:
    # It takes long to load, and most starts find nothing to do.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")

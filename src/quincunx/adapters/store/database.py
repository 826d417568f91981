"""The store's database: connections, schema and transactions; errors become sentences for people.

A transaction is a plain function of a :class:`sqlalchemy.Connection` and what else it needs. SQLite runs it
in a thread (:mod:`~quincunx.adapters.store.sqlite`), PostgreSQL beside the event loop
(:mod:`~quincunx.adapters.store.postgres`); the function does not know which.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, TypeVar, TypeVarTuple

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from quincunx.adapters.sqlite_log import log_ahead
from quincunx.adapters.store.schema import METADATA, VERSION
from quincunx.adapters.store.sqlite import PATIENCE_SECONDS, Closed, SqliteThreads
from quincunx.adapters.versions import BEFORE_RELEASE
from quincunx.club.ports import StoreUnavailable
from quincunx.core.sentence import Sentence, sentence

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql

T = TypeVar("T")
Args = TypeVarTuple("Args")

FIRST: Final = "0016"
"""The first step in ``migrations/versions``: what is older was never released."""
HEAD: Final = "0032"
"""The newest one."""
MIGRATIONS: Final = Path(__file__).parent / "migrations"
_LOCK: Final = 0x50656F70
""""Peop": of several nodes that start at once, one changes the schema."""


class Violated(StoreUnavailable):
    """A write contradicts a constraint of the database."""


def inserted(connection: sa.Connection, table: sa.Table) -> sqlite.Insert | postgresql.Insert:
    """An insertion that can say what becomes of rows that are there already, for either database."""
    if connection.dialect.name == "sqlite":
        return sqlite.insert(table)
    from sqlalchemy.dialects import postgresql  # a server that keeps files starts without it

    return postgresql.insert(table)


def lock(connection: sa.Connection, table: sa.Table) -> None:
    """Serialize all transactions that lock this table, on all nodes. SQLite serializes writers anyway."""
    if connection.dialect.name != "sqlite":
        connection.execute(sa.text(f"LOCK TABLE {table.name} IN SHARE ROW EXCLUSIVE MODE"))


class Held(Protocol):
    """A transaction of several calls."""

    async def run_sync(self, function: Callable[[sa.Connection, *Args], T], *args: *Args) -> T:
        """Call a function with the connection."""
        ...


class _Transactions(Protocol):
    """A database of either kind."""

    async def run(
        self,
        function: Callable[[sa.Connection], T],
        *,
        writes: bool,
        patience: float | None,
        is_snapshot: bool,
    ) -> T: ...

    def hold(self, *, writes: bool) -> AbstractAsyncContextManager[Held]: ...

    async def close(self) -> None: ...


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
        self._transactions: _Transactions | None = None
        self.name: Sentence | str = str(self._path) if self._path else _name_of(place)
        """As people may be told, without a password."""

    @property
    def is_sqlite(self) -> bool:
        return self._path is not None

    async def open(self) -> None:
        """Connect, and bring the schema up to date. Raises :class:`StoreUnavailable`."""
        if self._path:
            await asyncio.to_thread(self._make_file, self._path)
        self._transactions = self._connections()
        try:
            await self.write(_prepare, self.name)
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        """Close all connections, after the transactions under way."""
        transactions, self._transactions = self._transactions, None
        if transactions is not None:
            ending = asyncio.create_task(_close(transactions))
            try:
                await asyncio.shield(ending)
            except asyncio.CancelledError:
                # A signal that stops the server cancels this very step.
                await ending
                raise

    async def read(self, function: Callable[[sa.Connection, *Args], T], *args: *Args) -> T:
        """Run a function that reads. Raises :class:`StoreUnavailable`."""
        return await self._run(lambda connection: function(connection, *args))

    async def write(
        self,
        function: Callable[[sa.Connection, *Args], T],
        *args: *Args,
        patience: float | None = PATIENCE_SECONDS,
    ) -> T:
        """Run a function that writes. Its changes are on disk when this returns; an exception undoes them.
        Raises :class:`StoreUnavailable`, and :class:`Violated`."""
        return await self._run(lambda connection: function(connection, *args), writes=True, patience=patience)

    async def snapshot(self, function: Callable[[sa.Connection, *Args], T], *args: *Args) -> T:
        """Run a function that reads one moment's state, however long it takes."""
        return await self._run(
            lambda connection: function(connection, *args), patience=None, is_snapshot=True
        )

    @asynccontextmanager
    async def held(self, *, writes: bool) -> AsyncIterator[Held]:
        """A transaction of several calls, without a time limit. One that reads sees one moment's state.
        Raises :class:`StoreUnavailable`, and :class:`Violated`."""
        with self._translated():
            async with self._open_transactions().hold(writes=writes) as held:
                yield held

    async def is_made(self) -> bool:
        """Whether the tables are there; the database is not open, and none are made."""
        if self._path is not None and not self._path.is_file():
            return False
        self._transactions = self._connections()
        try:
            return await self.read(_version) is not None
        finally:
            await self.close()

    async def _run(
        self,
        function: Callable[[sa.Connection], T],
        *,
        writes: bool = False,
        patience: float | None = PATIENCE_SECONDS,
        is_snapshot: bool = False,
    ) -> T:
        with self._translated():
            return await self._open_transactions().run(
                function, writes=writes, patience=patience, is_snapshot=is_snapshot
            )

    def _open_transactions(self) -> _Transactions:
        if self._transactions is None:
            raise Closed
        return self._transactions

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """Translate errors into sentences that may be shown."""
        try:
            yield
        except StoreUnavailable:
            raise
        except Closed as error:
            raise StoreUnavailable(sentence("{{1}} isn’t open.", self.name)) from error
        except IntegrityError as error:
            raise Violated(sentence("{{1}} already contains something else.", self.name)) from error
        except self._errors as error:
            raise self._unavailable(error) from error

    def _unavailable(self, error: Exception) -> StoreUnavailable:
        if isinstance(error, TimeoutError):
            return StoreUnavailable(sentence("{{1}} doesn’t respond.", self.name))
        if isinstance(error, OSError):
            return StoreUnavailable(sentence("{{1}} can’t be reached.", self.name))
        cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
        # A driver's own words may quote values; the name of its error does not.
        return StoreUnavailable(
            sentence("{{1}} can’t be used right now ({{2}}).", self.name, type(cause).__name__)
        )

    def _connections(self) -> _Transactions:
        if self._path is not None:
            return SqliteThreads(self._path)
        from quincunx.adapters.store.postgres import PostgresConnections

        return PostgresConnections(self._url)

    def _make_file(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # SQLite gives the files beside it the same mode.
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            with closing(sqlite3.connect(path, timeout=PATIENCE_SECONDS)) as connection:
                log_ahead(connection)
        except OSError as error:
            raise StoreUnavailable(
                sentence("{{1}} can’t be opened ({{2}}).", self.name, error.strerror)
            ) from error
        except sqlite3.Error as error:
            raise self._unavailable(error) from error


async def _close(transactions: _Transactions) -> None:
    with suppress(SQLAlchemyError, OSError, TimeoutError):
        await transactions.close()


def _name_of(url: str) -> Sentence:
    from quincunx.adapters.postgres_connections import name_of

    return name_of(url)


# ---- the schema --------------------------------------------------------------------------------------------


def _prepare(connection: sa.Connection, name: Sentence | str) -> None:
    """Bring the schema to the present version, whole or not at all, however many nodes start at once."""
    if connection.dialect.name != "sqlite":
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    version = _version(connection)
    if version == HEAD:
        return
    if version is not None and version > HEAD:
        raise StoreUnavailable(
            sentence("{{1}} was written by a newer version of Quincunx. Please update this one.", name)
        )
    if version is not None and version < FIRST:
        raise StoreUnavailable(BEFORE_RELEASE)
    if version is None:
        _create_tables(connection)
    else:
        _upgrade(connection)


def _version(connection: sa.Connection) -> str | None:
    if not sa.inspect(connection).has_table(VERSION.name):
        return None
    found = connection.execute(sa.select(VERSION.c.version_num)).scalar()
    return None if found is None else str(found)


def _create_tables(connection: sa.Connection) -> None:
    """Create all tables in an empty database. An existing table of the same name is an error."""
    METADATA.create_all(connection, checkfirst=False)
    VERSION.create(connection)
    connection.execute(VERSION.insert().values(version_num=HEAD))


def _upgrade(connection: sa.Connection) -> None:
    # It takes long to load, and most starts find nothing to do.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")

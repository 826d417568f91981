"""Every store of people keeps the same promises."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio
import sqlalchemy as sa

from quincunx.adapters.store.schema import METADATA
from quincunx.adapters.store.sql import SqlStore
from quincunx.club.ports import StoreUnavailable
from tests.contracts.clubs import ClubContract
from tests.contracts.people import person, session
from tests.contracts.results import RatingContract, ResultContract
from tests.contracts.store import StoreContract
from tests.contracts.tournaments import TournamentContract
from tests.servers.postgres import Postgres


# Making the tables and opening a store take longer than most of what is tested. These tests share an open
# store of each kind, as requests of a server do, and leave it empty.
@pytest.fixture(scope="module")
def sqlite_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("store") / "people.sqlite"
    asyncio.run(_opened_once(f"sqlite:{path}"))
    return path


@pytest.fixture(scope="module")
def postgres_place(postgres: Postgres) -> str:
    place = asyncio.run(postgres.fresh())
    asyncio.run(_opened_once(place))
    return place


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def sqlite_store(sqlite_file: Path) -> AsyncIterator[SqlStore]:
    async with _open(f"sqlite:{shutil.copy(sqlite_file, sqlite_file.with_name('open.sqlite'))}") as store:
        yield store


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def postgres_store(postgres_place: str) -> AsyncIterator[SqlStore]:
    async with _open(postgres_place) as store:
        yield store


@pytest.mark.asyncio(loop_scope="module")
class TestSqliteStore(StoreContract, RatingContract):
    @pytest.fixture
    def closed(self, sqlite_file: Path, tmp_path: Path) -> SqlStore:
        return SqlStore(f"sqlite:{shutil.copy(sqlite_file, tmp_path)}")

    @pytest_asyncio.fixture(loop_scope="module")
    async def store(self, sqlite_store: SqlStore) -> AsyncIterator[SqlStore]:
        yield sqlite_store
        await sqlite_store.database.write(_delete_everything)


class OnPostgres:
    """Stores of people in PostgreSQL."""

    @pytest_asyncio.fixture(loop_scope="module")
    async def closed(self, postgres: Postgres) -> SqlStore:
        return SqlStore(await postgres.fresh())

    @pytest_asyncio.fixture(loop_scope="module")
    async def store(self, postgres_store: SqlStore) -> AsyncIterator[SqlStore]:
        yield postgres_store
        await postgres_store.database.write(_delete_everything)


@pytest.mark.asyncio(loop_scope="module")
class TestPostgresGames(OnPostgres, ResultContract, TournamentContract, ClubContract):
    """Most transactions: results, tournaments and clubs, each with changes that come at once."""


@pytest.mark.nightly
@pytest.mark.asyncio(loop_scope="module")
class TestPostgresStore(OnPostgres, StoreContract, RatingContract):
    """Everything."""


@asynccontextmanager
async def _open(place: str) -> AsyncIterator[SqlStore]:
    store = SqlStore(place)
    await store.open()
    yield store
    await store.close()


def _delete_everything(connection: sa.Connection) -> None:
    deletions = [f"DELETE FROM {table.name}" for table in reversed(METADATA.sorted_tables)]
    if connection.dialect.name == "postgresql":  # all in one round trip
        deletions = [f"DO $$ BEGIN {'; '.join(deletions)}; END $$"]
    for deletion in deletions:
        connection.exec_driver_sql(deletion)


async def _opened_once(place: str) -> None:
    async with _open(place):
        pass


async def test_the_first_to_open_one_makes_its_tables(postgres: Postgres, tmp_path: Path) -> None:
    for place in (await postgres.fresh(), f"sqlite:{tmp_path / 'people.sqlite'}"):
        store = SqlStore(place)
        await store.open()
        await store.add_guest(person("ada"), session("ada"))
        assert await store.person("ada") == person("ada")
        await store.close()


async def test_several_nodes_start_at_once_and_one_makes_the_tables(
    postgres: Postgres, tmp_path: Path
) -> None:
    for place in (await postgres.fresh(), f"sqlite:{tmp_path / 'people.sqlite'}"):
        nodes = [SqlStore(place) for _ in range(4)]
        await asyncio.gather(*(node.open() for node in nodes))
        for node in nodes:
            await node.check()
            await node.close()


async def test_a_file_that_another_is_making_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "people.sqlite"
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    other.execute("CREATE TABLE made (by_whom TEXT)")
    store = SqlStore(f"sqlite:{path}")
    opening = asyncio.create_task(store.open())
    await asyncio.sleep(0.1)
    other.execute("COMMIT")
    other.close()
    await opening
    await store.check()
    await store.close()


async def test_a_database_that_is_not_there_is_said_to_be_so_without_its_password(postgres: Postgres) -> None:
    store = SqlStore(f"postgresql://ada:geheim@127.0.0.1:{postgres.port + 1}/people")
    with pytest.raises(StoreUnavailable, match=r"The database people at 127.0.0.1 can’t be") as caught:
        await store.open()
    assert "geheim" not in str(caught.value)


async def test_a_database_that_goes_away_fails_and_heals(postgres: Postgres) -> None:
    store = SqlStore(await postgres.fresh())
    await store.open()
    await store.database.write(sa.Connection.exec_driver_sql, "ALTER TABLE people RENAME TO elsewhere")
    with pytest.raises(StoreUnavailable, match="can’t be used right now"):
        await store.person("ada")

    def heal(connection: sa.Connection) -> None:
        connection.exec_driver_sql("ALTER TABLE elsewhere RENAME TO people")
        connection.exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE application_name = 'quincunx' AND pid <> pg_backend_pid()"
        )

    await store.database.write(heal)
    assert await store.person("ada") is None
    await store.close()

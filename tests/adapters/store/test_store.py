"""The particulars of the store's database: its file, its schema, its migrations."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from quincunx.adapters.store import database
from quincunx.adapters.store.schema import METADATA
from quincunx.adapters.store.sql import SqlStore
from quincunx.adapters.versions import BEFORE_RELEASE
from quincunx.club.ports import StoreUnavailable
from tests.contracts.results import result

MIGRATIONS = database.MIGRATIONS
SAMPLE = Path(__file__).parents[3] / "testdata" / "store-16.sql"
"""A store of version 1.0; it is never changed."""


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    path = tmp_path / "sample.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(SAMPLE.read_text())
    return path


def differences(connection: sa.Connection) -> list[object]:
    """Between the tables that are there and those that this program makes."""
    context = MigrationContext.configure(connection, opts={"version_table": "people_schema"})
    assert context.get_current_revision() == database.HEAD
    return list(compare_metadata(context, METADATA))


async def test_the_steps_lead_to_the_tables_as_they_are_made_now(sample: Path, tmp_path: Path) -> None:
    steps = ScriptDirectory(str(MIGRATIONS))
    assert (steps.get_base(), steps.get_heads()) == (database.FIRST, [database.HEAD])
    for path in (sample, tmp_path / "made.sqlite"):
        store = SqlStore(f"sqlite:{path}")
        await store.open()
        assert await store.database.read(differences) == []
        await store.close()


async def test_a_store_of_version_1_0_is_read(sample: Path, tmp_path: Path) -> None:
    store, fresh = SqlStore(f"sqlite:{sample}"), SqlStore(f"sqlite:{tmp_path / 'fresh.sqlite'}")
    await store.open()
    await fresh.open()
    try:
        for name, players, games in (("waits", 3, 0), ("plays", 3, 2)):
            tournament = await store.tournament(name)
            assert tournament is not None
            assert (len(tournament.players), len(tournament.games)) == (players, games)
            assert (tournament.settings.name, tournament.settings.begins) == ("Friday Cup", None)
        assert [row.id for row in await store.listed_tournaments(9)] == ["listed"]
        # A late game has all ratings worked out anew.
        await store.count(result(0, "bob", "alice"))
        for number, people in enumerate(
            (("bob", "alice"), ("alice", "bob"), ("carol", "alice"), ("bob", "carol"), ("alice", ":keen"))
        ):
            await fresh.count(result(number, *people))
        for person in ("alice", "bob", "carol"):
            assert await store.ratings(person) == await fresh.ratings(person)
    finally:
        await store.close()
        await fresh.close()


async def test_a_later_step_changes_a_store_that_is_there(
    sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, steps, ignore=shutil.ignore_patterns("__pycache__"))
    later = f"{int(database.HEAD) + 1:04}"
    (steps / "versions" / f"v{later}_shoes.py").write_text(
        "from alembic import op\nimport sqlalchemy as sa\n"
        f"revision, down_revision, branch_labels, depends_on = '{later}', '{database.HEAD}', None, None\n"
        "def upgrade():\n    op.add_column('people', sa.Column('shoes', sa.Integer))\n"
    )
    monkeypatch.setattr(database, "HEAD", later)
    monkeypatch.setattr(database, "MIGRATIONS", steps)
    stores = [SqlStore(f"sqlite:{sample}") for _ in range(3)]
    await asyncio.gather(*(store.open() for store in stores))
    for store in stores:
        await store.close()
    with closing(sqlite3.connect(sample)) as connection:
        assert connection.execute("SELECT version_num FROM people_schema").fetchall() == [(later,)]
        assert connection.execute("SELECT count(shoes), count(*) > 0 FROM people").fetchall() == [(0, 1)]


@pytest.mark.parametrize("version", ["0001", "0015"])
async def test_a_store_of_an_unreleased_version_is_left_alone(version: str, sample: Path) -> None:
    with closing(sqlite3.connect(sample)) as connection:
        connection.execute("UPDATE people_schema SET version_num = ?", (version,))
        connection.commit()
    with pytest.raises(StoreUnavailable) as caught:
        await SqlStore(f"sqlite:{sample}").open()
    assert str(caught.value) == str(BEFORE_RELEASE)


async def test_the_file_is_for_its_owner_alone_and_durable(tmp_path: Path) -> None:
    path = tmp_path / "new" / "people.sqlite"
    store = SqlStore(f"sqlite:{path}")
    await store.open()

    def pragmas(connection: sa.Connection) -> list[object]:
        names = "journal_mode", "synchronous", "foreign_keys"
        return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]

    assert await store.database.write(pragmas) == ["wal", 2, 1]
    assert {each.name for each in path.parent.iterdir()} > {path.name}
    assert all(each.stat().st_mode & 0o077 == 0 for each in path.parent.iterdir())
    await store.close()


async def test_a_newer_file_and_what_is_none_are_refused_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "people.sqlite"
    store = SqlStore(f"sqlite:{path}")
    await store.open()
    await store.close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE people_schema SET version_num = '9999'")
    connection.close()
    with pytest.raises(StoreUnavailable, match="written by a newer version of Quincunx"):
        await store.open()
    with pytest.raises(StoreUnavailable, match="isn’t open"):
        await store.check()
    path.write_bytes(b"no database at all, but some text of a certain length" * 40)
    with pytest.raises(StoreUnavailable, match=r"people.sqlite can’t be used right now \(DatabaseError\)"):
        await store.open()
    with pytest.raises(StoreUnavailable, match=r"can’t be opened \(Not a directory\)"):
        await SqlStore(f"sqlite:{path}/below/people.sqlite").open()

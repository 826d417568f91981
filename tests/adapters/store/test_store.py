"""The particulars of the store's database: its file, its schema, its migrations."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from quincunx.adapters.store import database
from quincunx.adapters.store.schema import METADATA
from quincunx.adapters.store.sql import SqlStore
from quincunx.club.ports import StoreUnavailable
from tests.contracts.results import result

MIGRATIONS = Path(database.__file__).parent / "migrations"
SAMPLES = Path(__file__).parents[3] / "testdata"


async def test_the_steps_lead_to_the_tables_as_they_are_made_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ScriptDirectory(str(MIGRATIONS)).get_heads() == [database.HEAD]
    made = SqlStore(f"sqlite:{tmp_path / 'made.sqlite'}")
    await made.open()
    monkeypatch.setattr(database, "_make", database._upgrade)
    grown = SqlStore(f"sqlite:{tmp_path / 'grown.sqlite'}")
    await grown.open()

    def differences(connection: sa.Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"version_table": "people_schema"})
        assert context.get_current_revision() == database.HEAD
        return list(compare_metadata(context, METADATA))

    for store in (made, grown):
        async with store.database.reading() as connection:
            assert await connection.run_sync(differences) == []
        await store.close()


async def test_evenings_of_former_versions_are_read_and_are_for_who_has_their_link(tmp_path: Path) -> None:
    path = tmp_path / "people.sqlite"
    with sqlite3.connect(path) as connection:
        connection.executescript((SAMPLES / "store-9.sql").read_text())
    connection.close()
    store = SqlStore(f"sqlite:{path}")
    await store.open()
    try:
        for name, players, games in (("waits", 3, 0), ("plays", 3, 2)):
            evening = await store.evening(name)
            assert evening is not None
            assert (len(evening.players), len(evening.games)) == (players, games)
            assert (evening.settings.name, evening.settings.listed, evening.settings.begins) == (
                "Friday Cup",
                False,
                None,
            )
        assert await store.listed_evenings(9) == []
    finally:
        await store.close()


async def test_ratings_of_former_versions_are_worked_out_anew_by_a_late_game(tmp_path: Path) -> None:
    path = tmp_path / "people.sqlite"
    with sqlite3.connect(path) as connection:
        connection.executescript((SAMPLES / "store-10.sql").read_text())
    connection.close()
    store, fresh = SqlStore(f"sqlite:{path}"), SqlStore(f"sqlite:{tmp_path / 'fresh.sqlite'}")
    await store.open()
    await fresh.open()
    try:
        assert [row.id for row in await store.listed_evenings(9)] == ["listed"]
        while await store.rate_on():
            pass  # the step to this version has all ratings worked out anew
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


async def test_the_file_is_for_its_owner_alone_and_durable(tmp_path: Path) -> None:
    path = tmp_path / "new" / "people.sqlite"
    store = SqlStore(f"sqlite:{path}")
    await store.open()
    async with store.database.writing() as connection:
        for pragma, value in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
            assert (await connection.exec_driver_sql(f"PRAGMA {pragma}")).scalar() == value
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
    with pytest.raises(StoreUnavailable, match="written by a newer Quincunx"):
        await store.open()
    with pytest.raises(StoreUnavailable, match="is not open"):
        await store.check()
    path.write_bytes(b"no database at all, but some text of a certain length" * 40)
    with pytest.raises(StoreUnavailable, match=r"people.sqlite cannot be used just now \(DatabaseError\)"):
        await store.open()
    with pytest.raises(StoreUnavailable, match=r"cannot be opened \(Not a directory\)"):
        await SqlStore(f"sqlite:{path}/below/people.sqlite").open()

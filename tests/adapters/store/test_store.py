"""What is particular to the store's database: its file, its schema, its steps."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sa

from quincunx.adapters.store import database
from quincunx.adapters.store.sql import SqlStore
from quincunx.club.ports import StoreUnavailable

MIGRATIONS = Path(database.__file__).parent / "migrations"
SAMPLES = Path(__file__).parents[3] / "testdata"


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
    with pytest.raises(StoreUnavailable, match="written by a newer Quincunx"):
        await store.open()
    with pytest.raises(StoreUnavailable, match="is not open"):
        await store.check()
    path.write_bytes(b"no database at all, but some text of a certain length" * 40)
    with pytest.raises(StoreUnavailable, match=r"people.sqlite cannot be used just now \(DatabaseError\)"):
        await store.open()
    with pytest.raises(StoreUnavailable, match=r"cannot be opened \(Not a directory\)"):
        await SqlStore(f"sqlite:{path}/below/people.sqlite").open()

"""``quincunx backup``, ``restore``, ``move`` and ``check`` carry along what is kept about people."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from quincunx.adapters.store import copies
from quincunx.adapters.store.sql import SqlStore
from quincunx.club.rows import AuditEntry, PersonRow, SessionRow
from quincunx.server.operations.recounting import repair_results
from tests.cli.conftest import Quincunx
from tests.servers.postgres import Postgres

SAMPLE = Path(__file__).parents[3] / "testdata" / "journal" / "schema-10.sqlite"
NOW = 1_800_000_000_000


@pytest.fixture(autouse=True)
def _mask() -> Iterator[None]:
    """Call the commands in this process; they write for no other test."""
    before = os.umask(0o022)
    yield
    os.umask(before)


async def fill(place: str, name: str = "Adelaide") -> None:
    """An account, a guest that is part of it, and what was done."""
    store = SqlStore(place)
    await store.open()
    for id in ("a", "b"):
        session = SessionRow(f"s{id}", id.encode(), id, NOW, NOW, "", "guest")
        await store.add_guest(PersonRow(id, name, NOW, NOW), session)
    await store.make_account("b", name, name.lower(), "hash", [b"code"], NOW)
    await store.merge("a", "b")  # whose row comes first, and names one that comes later
    await store.add_audit_entry(AuditEntry(NOW, "operator", "rename", "b", "x"))
    await store.close()


async def note(place: str) -> None:
    store = SqlStore(place)
    await store.open()
    await store.add_audit_entry(AuditEntry(NOW, "operator", "ban", "b"))
    assert len(await store.audit_entries(None, 10)) == 2
    await store.close()


def content(place: str) -> copies.StoreContent:
    return asyncio.run(copies.content_of(place))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with games and people."""
    one = tmp_path / "data"
    one.mkdir()
    shutil.copy(SAMPLE, one / "journal.sqlite")
    asyncio.run(fill(f"sqlite:{one / 'people.sqlite'}"))
    asyncio.run(repair_results(f"sqlite:{one / 'journal.sqlite'}", f"sqlite:{one / 'people.sqlite'}"))
    return one


@pytest.fixture
def saved(quincunx: Quincunx, folder: Path, tmp_path: Path) -> Path:
    done = quincunx("backup", str(tmp_path / "saved"), "--data", str(folder))
    assert done.code == 0, done.err
    assert ", 2 people and 0 keys. All of it has been checked." in done.out
    return tmp_path / "saved"


def test_a_backup_has_the_people_and_gives_them_back(
    saved: Path, folder: Path, tmp_path: Path, quincunx: Quincunx
) -> None:
    assert sorted(path.name for path in saved.iterdir()) == [
        "backup.json",
        "journal.sqlite",
        "people.sqlite",
    ]
    assert all(path.stat().st_mode & 0o077 == 0 for path in saved.iterdir())
    done = quincunx("check", "--data", str(saved))
    assert (done.code, done.out.splitlines()[-1]) == (0, "People: 2, everything OK.")
    new = tmp_path / "new"
    done = quincunx("restore", str(saved), "--data", str(new))
    assert ", 2 people and 0 keys. All of it has been checked." in done.out
    place = f"sqlite:{new / 'people.sqlite'}"
    assert content(place) == content(f"sqlite:{folder / 'people.sqlite'}")
    assert content(place).people == 2
    assert not [path.name for path in new.iterdir() if path.name.startswith(".people")]


@pytest.mark.nightly
def test_people_that_are_there_stay_unless_told(saved: Path, tmp_path: Path, quincunx: Quincunx) -> None:
    new = tmp_path / "new"
    place = f"sqlite:{new / 'people.sqlite'}"
    asyncio.run(fill(place, "Eve"))
    before = content(place)
    done = quincunx("restore", str(saved), "--data", str(new))
    assert "The target already contains people. Use --overwrite to replace them." in done.err
    assert content(place) == before
    assert not (new / "journal.sqlite").exists(), "all or nothing"
    assert quincunx("restore", str(saved), "--data", str(new), "--overwrite").code == 0
    assert content(place) == content(f"sqlite:{saved / 'people.sqlite'}")


def test_a_backup_that_was_changed_is_refused(saved: Path, tmp_path: Path, quincunx: Quincunx) -> None:
    with sqlite3.connect(saved / "people.sqlite") as connection:
        connection.execute("UPDATE people SET name = 'Mallory'")
    connection.close()
    done = quincunx("restore", str(saved), "--data", str(tmp_path / "new"))
    assert "no longer contains the data saved in it" in done.err
    (saved / "people.sqlite").unlink()
    assert ": people.sqlite." in quincunx("restore", str(saved), "--data", str(tmp_path / "new")).err


def test_a_backup_without_people_leaves_them_alone(saved: Path, tmp_path: Path, quincunx: Quincunx) -> None:
    said = json.loads((saved / "backup.json").read_text())
    del said["people"]
    (saved / "backup.json").write_text(json.dumps(said))
    (saved / "people.sqlite").unlink()
    new = tmp_path / "new"
    asyncio.run(fill(f"sqlite:{new / 'people.sqlite'}", "Eve"))
    # Apart from the results, which are those of the games that are restored.
    asyncio.run(repair_results(f"sqlite:{saved / 'journal.sqlite'}", f"sqlite:{new / 'people.sqlite'}"))
    before = content(f"sqlite:{new / 'people.sqlite'}")
    assert quincunx("restore", str(saved), "--data", str(new)).code == 0
    assert content(f"sqlite:{new / 'people.sqlite'}") == before


@pytest.mark.nightly
def test_from_a_file_into_a_database_and_back(
    folder: Path, tmp_path: Path, postgres: Postgres, quincunx: Quincunx, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = asyncio.run(postgres.fresh())
    done = quincunx("move", f"sqlite:{folder / 'journal.sqlite'}", url)
    assert (done.code, done.out.splitlines()[0]) == (0, "2 people were moved.")
    assert content(url) == content(f"sqlite:{folder / 'people.sqlite'}")
    assert quincunx("move", f"sqlite:{folder / 'journal.sqlite'}", url).code == 0, "again it is the same"
    asyncio.run(note(url))  # the database counts on from there
    done = quincunx("move", f"sqlite:{folder / 'journal.sqlite'}", url)
    assert (done.code, done.err.splitlines()[-1]) == (
        1,
        "quincunx: The target already contains other people. All games were moved.",
    )
    monkeypatch.setenv("QUINCUNX_DATABASE", url)
    assert quincunx("backup", str(tmp_path / "saved"), "--data", str(tmp_path / "keys")).code == 0
    assert content(f"sqlite:{tmp_path / 'saved' / 'people.sqlite'}") == content(url)
    other = asyncio.run(postgres.fresh())
    monkeypatch.setenv("QUINCUNX_DATABASE", other)
    done = quincunx("restore", str(tmp_path / "saved"), "--data", str(tmp_path / "keys"))
    assert done.code == 0, done.err
    assert content(other) == content(url)
    assert quincunx("check").out.splitlines()[-1] == "People: 2, everything OK."


@pytest.mark.nightly
def test_a_store_elsewhere_is_found_by_its_setting(
    folder: Path, tmp_path: Path, quincunx: Quincunx, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "elsewhere" / "who.sqlite"
    monkeypatch.setenv("QUINCUNX_STORE", f"sqlite:{elsewhere}")
    done = quincunx("backup", str(tmp_path / "one"), "--data", str(folder))
    assert "people" not in done.out
    assert not elsewhere.exists(), "nothing is made by asking"
    asyncio.run(fill(f"sqlite:{elsewhere}"))
    done = quincunx("backup", str(tmp_path / "two"), "--data", str(folder))
    assert ", 2 people and" in done.out


def test_damage_is_found(folder: Path, quincunx: Quincunx) -> None:
    with sqlite3.connect(folder / "people.sqlite") as connection:
        connection.execute("DELETE FROM people WHERE id = 'b'")
    connection.close()
    done = quincunx("check", "--data", str(folder))
    assert done.code == 1
    assert "people: row" in done.out
    assert "The data about people is damaged" in done.err

"""Data of another Quincunx is not damaged: every command says that this one is too old for it, or that it was
written before anything was released."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from quincunx.adapters.store.sql import SqlStore
from quincunx.adapters.versions import BEFORE_RELEASE
from tests.cli.conftest import Quincunx
from tests.cli.serving.test_check import data
from tests.servers import prepared
from tests.servers.postgres import Postgres

__all__ = ["data"]
SENTENCE = "was written by a newer version of Quincunx. Please update this one."


@pytest.fixture
def newer_journal(data: Path) -> Path:
    """A data folder whose journal has a later version, and a table that this one knows nothing about."""
    connection = sqlite3.connect(data / "journal.sqlite", isolation_level=None)
    connection.execute("PRAGMA user_version = 99")
    connection.execute("ALTER TABLE entries RENAME TO deeds")
    connection.close()
    return data


@pytest.fixture
def newer_store(data: Path) -> Path:
    """A data folder whose store has a later version."""
    _make_store(data, "9999")
    return data


COMMANDS: dict[str, Callable[[Path], list[str]]] = {
    "check": lambda data: ["check", "--data", str(data)],
    "backup": lambda data: ["backup", f"{data}/saved", "--data", str(data)],
    "rebuild": lambda data: ["rebuild", "--data", str(data)],
    "move": lambda data: ["move", f"sqlite:{data}/journal.sqlite", f"sqlite:{data}/other.sqlite"],
    "admin": lambda data: ["admin", "find", "Ada", "--data", str(data)],
}


@pytest.mark.parametrize("command", sorted(COMMANDS.keys() - {"admin"}))
def test_a_newer_journal(command: str, newer_journal: Path, quincunx: Quincunx) -> None:
    before = (newer_journal / "journal.sqlite").read_bytes()
    done = quincunx(*COMMANDS[command](newer_journal))
    assert done.code == 1
    assert SENTENCE in done.err
    assert "damaged" not in done.out + done.err
    assert (newer_journal / "journal.sqlite").read_bytes() == before


def test_a_server_says_the_same(newer_journal: Path) -> None:
    assert _served(newer_journal).endswith(f"{SENTENCE}\n")


@pytest.mark.parametrize("command", sorted(COMMANDS.keys() - {"move"}))
def test_a_newer_store(command: str, newer_store: Path, quincunx: Quincunx) -> None:
    done = quincunx(*COMMANDS[command](newer_store))
    assert done.code == 1
    assert SENTENCE in done.err
    assert "damaged" not in done.out + done.err


def test_a_backup_of_a_newer_journal(data: Path, quincunx: Quincunx) -> None:
    """A newer journal in a backup of a format that is known."""
    saved = data / "saved"
    assert quincunx("backup", str(saved), "--data", str(data)).code == 0
    with sqlite3.connect(saved / "journal.sqlite") as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    done = quincunx("restore", str(saved), "--data", str(data / "new"))
    assert (done.code, SENTENCE in done.err) == (1, True)
    assert str(saved / "journal.sqlite") in done.err


@pytest.mark.parametrize("command", ["check", "backup", "rebuild"])
def test_a_newer_journal_in_postgresql(
    command: str, tmp_path: Path, postgres: Postgres, quincunx: Quincunx, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = asyncio.run(postgres.fresh())
    _moved(url, 99, tmp_path, quincunx)
    monkeypatch.setenv("QUINCUNX_DATABASE", url)
    done = quincunx(*COMMANDS[command](tmp_path))
    assert (done.code, SENTENCE in done.err) == (1, True)


# ---- written before version 1.0 ----------------------------------------------------------------------------


@pytest.fixture
def older_journal(data: Path) -> Path:
    """A data folder whose journal was never of a released version."""
    connection = sqlite3.connect(data / "journal.sqlite", isolation_level=None)
    connection.execute("PRAGMA user_version = 8")
    connection.close()
    return data


@pytest.fixture
def older_store(data: Path) -> Path:
    """A data folder whose store was never of a released version."""
    _make_store(data, "0015")
    return data


@pytest.mark.parametrize("command", sorted(COMMANDS.keys() - {"admin"}))
def test_an_older_journal(command: str, older_journal: Path, quincunx: Quincunx) -> None:
    before = (older_journal / "journal.sqlite").read_bytes()
    done = quincunx(*COMMANDS[command](older_journal))
    assert (done.code, _in_one_line(done.err)) == (1, f"quincunx: {BEFORE_RELEASE}")
    assert (older_journal / "journal.sqlite").read_bytes() == before


@pytest.mark.parametrize("command", sorted(COMMANDS.keys() - {"move"}))
def test_an_older_store(command: str, older_store: Path, quincunx: Quincunx) -> None:
    done = quincunx(*COMMANDS[command](older_store))
    assert (done.code, _in_one_line(done.err)) == (1, f"quincunx: {BEFORE_RELEASE}")


@pytest.mark.parametrize("file", ["journal", "store"])
def test_a_server_starts_on_neither(file: str, request: pytest.FixtureRequest) -> None:
    assert _in_one_line(_served(request.getfixturevalue(f"older_{file}"))).endswith(str(BEFORE_RELEASE))


def test_an_older_backup(data: Path, quincunx: Quincunx) -> None:
    saved = data / "saved"
    assert quincunx("backup", str(saved), "--data", str(data)).code == 0
    manifest = json.loads((saved / "backup.json").read_text())
    for older in (1, 2):
        (saved / "backup.json").write_text(json.dumps({**manifest, "format": older}))
        done = quincunx("restore", str(saved), "--data", str(data / "new"))
        assert (done.code, _in_one_line(done.err)) == (1, f"quincunx: {BEFORE_RELEASE}")
    assert not (data / "new" / "journal.sqlite").exists()


@pytest.mark.parametrize("command", ["check", "backup", "rebuild"])
def test_an_older_journal_in_postgresql(
    command: str, tmp_path: Path, postgres: Postgres, quincunx: Quincunx, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = asyncio.run(postgres.fresh())
    _moved(url, 6, tmp_path, quincunx)
    monkeypatch.setenv("QUINCUNX_DATABASE", url)
    done = quincunx(*COMMANDS[command](tmp_path))
    assert (done.code, _in_one_line(done.err)) == (1, f"quincunx: {BEFORE_RELEASE}")


def test_it_is_said_in_the_language_of_the_one_who_asks(
    older_journal: Path, quincunx: Quincunx, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    done = quincunx("check", "--data", str(older_journal))
    assert "Diese Daten stammen aus der Zeit vor Version 1.0." in _in_one_line(done.err)


# ---- helpers -----------------------------------------------------------------------------------------------


def _in_one_line(said: str) -> str:
    """The last words of a command, which wraps them, without how far it has come."""
    return " ".join(said[said.find("quincunx: ") :].split())


def _make_store(data: Path, version: str) -> None:
    """Have the folder have a store of this version."""

    async def make() -> None:
        store = SqlStore(f"sqlite:{data / 'people.sqlite'}")
        await store.open()
        await store.close()

    asyncio.run(make())
    connection = sqlite3.connect(data / "people.sqlite", isolation_level=None)
    assert connection.execute("UPDATE people_schema SET version_num = ?", (version,)).rowcount == 1
    connection.close()


def _served(data: Path) -> str:
    """The last words of a server that does not start."""
    done = prepared.run(["serve", "--port", "0", "--data", str(data)], {**os.environ, "LC_ALL": "C.UTF-8"})
    assert done.returncode == 1
    return done.stderr


def _moved(url: str, version: int, tmp_path: Path, quincunx: Quincunx) -> None:
    """Put games into the database, as a program of this version would have them there."""
    sample = shutil.copy("testdata/journal/schema-10.sqlite", tmp_path / "old.sqlite")
    assert quincunx("move", f"sqlite:{sample}", url).code == 0
    asyncio.run(_age(url, version))


async def _age(url: str, version: int) -> None:
    import asyncpg

    line = await asyncpg.connect(url)
    await line.execute("UPDATE journal_schema SET version = $1", version)
    await line.close()

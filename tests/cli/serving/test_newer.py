"""Data of a newer Quincunx is not damaged: every command says that this one is too old for it."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from quincunx.adapters.store.sql import SqlStore
from tests.cli.conftest import Quincunx
from tests.cli.serving.test_check import data
from tests.servers.postgres import Postgres

__all__ = ["data"]
SENTENCE = "was written by a newer Quincunx; please update this one."


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

    async def make() -> None:
        store = SqlStore(f"sqlite:{data / 'people.sqlite'}")
        await store.open()
        await store.close()

    asyncio.run(make())
    connection = sqlite3.connect(data / "people.sqlite", isolation_level=None)
    assert connection.execute("UPDATE people_schema SET version_num = '9999'").rowcount == 1
    connection.close()
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
    done = subprocess.run(
        [sys.executable, "-m", "quincunx", "serve", "--port", "0", "--data", str(newer_journal)],
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.endswith(f"{SENTENCE}\n")


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
    sample = shutil.copy("testdata/journal/schema-1.sqlite", tmp_path / "old.sqlite")
    assert quincunx("move", f"sqlite:{sample}", url).code == 0
    asyncio.run(_age(url))
    monkeypatch.setenv("QUINCUNX_DATABASE", url)
    done = quincunx(*COMMANDS[command](tmp_path))
    assert (done.code, SENTENCE in done.err) == (1, True)


async def _age(url: str) -> None:
    import asyncpg

    line = await asyncpg.connect(url)
    await line.execute("INSERT INTO journal_schema (version) VALUES (99)")
    await line.close()

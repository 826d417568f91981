"""The SQLite journal when the world misbehaves: full, locked, read-only, damaged, foreign, killed."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from quincunx.adapters.journal import sqlite_file
from quincunx.adapters.journal.sqlite import SqliteJournal
from quincunx.node.ports import Conflict, JournalUnavailable
from quincunx.table.events import Entry, SatDown, StoodUp
from tests.contracts.journal import TABLE, entry, summary

Open = Callable[..., Awaitable[SqliteJournal]]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "journal.sqlite"


@pytest.fixture
async def opened(path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Open]:
    """Opens the journal, and closes it after the test."""
    monkeypatch.setattr(sqlite_file, "BUSY_SECONDS", 0.1)
    journals: list[SqliteJournal] = []

    async def open_(**more: Any) -> SqliteJournal:
        journals.append(SqliteJournal(path, **more))
        await journals[-1].open()
        return journals[-1]

    yield open_
    for journal in journals:
        await journal.close()


def bulky(version: int, table: str = TABLE) -> Entry:
    return Entry(table, version, f"key-{version}", version, (SatDown(0, "p", "x" * 20_000, "0" * 64),))


async def test_written_entries_are_there_after_opening_again(opened: Open) -> None:
    journal = await opened()
    await journal.append(entry(1), summary(listing=b"line"))
    await journal.close()
    again = await opened()
    assert list(await again.read(TABLE)) == [entry(1)]
    assert list(await again.lobby(5, 9)) == [b"line"]
    with pytest.raises(Conflict):
        await again.append(entry(1, "later"), summary())


async def test_the_disk_is_asked_to_really_write(opened: Open, path: Path) -> None:
    journal = await opened()
    assert journal._writer.execute("PRAGMA synchronous").fetchone() == (2,)
    assert journal._writer.execute("PRAGMA journal_mode").fetchone() == ("wal",)


async def test_a_full_disk_refuses_whole_moves_and_recovers(opened: Open) -> None:
    journal = await opened(most_pages=40)
    written = 0
    with contextlib.suppress(JournalUnavailable):
        for version in range(1, 100):
            await journal.append(bulky(version), summary(version=version))
            written = version
    assert 0 < written < 99
    with pytest.raises(JournalUnavailable, match="disk is full"):
        await journal.append(bulky(written + 1), summary(version=written + 1))
    assert [each.version for each in await journal.read(TABLE)] == list(range(1, written + 1))
    journal._writer.execute("PRAGMA max_page_count = 100000")  # the operator frees the disk
    await journal.append(bulky(written + 1), summary(version=written + 1))
    assert len(await journal.read(TABLE)) == written + 1


async def test_in_a_group_that_does_not_fit_no_caller_is_told_otherwise(opened: Open) -> None:
    """Acknowledged entries are stored and refused ones are not, however the groups were formed."""
    journal = await opened(most_pages=60)
    tables = [f"table-{number}" for number in range(40)]

    async def write(table: str) -> bool:
        try:
            await journal.append(bulky(1, table), summary(table))
        except JournalUnavailable:
            return False
        return True

    acknowledged = await asyncio.gather(*map(write, tables))
    there = [bool(await journal.read(table)) for table in tables]
    assert there == acknowledged
    assert not all(acknowledged)


async def test_a_locked_file_is_said_to_be_locked_and_works_again(opened: Open, path: Path) -> None:
    journal = await opened()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(JournalUnavailable, match="locked"):
        await journal.append(entry(1), summary())
    assert list(await journal.read(TABLE)) == []
    other.execute("ROLLBACK")
    other.close()
    await journal.append(entry(1), summary())
    assert list(await journal.read(TABLE)) == [entry(1)]


@pytest.mark.parametrize(
    "rubbish", [b"this is not a database at all, and it is long enough" * 100, b"\0" * 8192]
)
def test_rubbish_is_called_damaged(path: Path, rubbish: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(rubbish)
    with pytest.raises(JournalUnavailable, match="damaged"):
        asyncio.run(SqliteJournal(path).open())
    assert path.read_bytes() == rubbish


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="only Linux tells which files are open")
def test_rubbish_is_not_kept_open(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"\0" * 8192)
    # The error, and with it all that it refers to, is there until the test's end.
    with pytest.raises(sqlite3.DatabaseError) as error:
        sqlite_file.connect(path)
    open_files = [os.readlink(each) for each in Path("/proc/self/fd").iterdir() if each.exists()]
    assert error.value
    assert str(path) not in open_files


async def test_damage_in_the_middle_is_called_damaged(opened: Open, path: Path) -> None:
    journal = await opened()
    for version in range(1, 20):
        await journal.append(bulky(version), summary(version=version))
    await journal.close()
    _damage(path)
    with pytest.raises(JournalUnavailable, match="damaged"):
        await (await opened()).read(TABLE)


def _damage(path: Path) -> None:
    """Everything behind the first page becomes rubbish."""
    path.write_bytes(path.read_bytes()[:4096] + b"\xff" * (path.stat().st_size - 4096))


async def test_an_entry_that_cannot_be_understood_is_called_damaged(opened: Open, path: Path) -> None:
    journal = await opened()
    await journal.append(entry(1), summary())
    journal._writer.execute('UPDATE entries SET events = \'[{"type":"who_knows"}]\'')
    with pytest.raises(JournalUnavailable, match="damaged"):
        await journal.read(TABLE)


async def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(JournalUnavailable, match=r"file.data"):
        await SqliteJournal(tmp_path / "file" / "data" / "journal.sqlite").open()


def test_a_read_only_file_is_refused_at_once(path: Path) -> None:
    asyncio.run(_make_empty(path))
    # Root may write everywhere, so the file is opened by a process that is not root.
    path.chmod(0o444)
    path.parent.chmod(0o555)
    program = (
        "import asyncio, os, sys; from pathlib import Path\n"
        "from quincunx.adapters.journal.sqlite import SqliteJournal\n"
        "from quincunx.node.ports import JournalUnavailable\n"
        "os.getuid() or os.setuid(65534)\n"
        "try: asyncio.run(SqliteJournal(Path(sys.argv[1])).open())\n"
        "except JournalUnavailable as error: print(error)\n"
    )
    for folder in path.parents:
        if folder.name.startswith("pytest"):
            folder.chmod(0o755)
    done = subprocess.run(
        [sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=False
    )
    path.parent.chmod(0o755)
    assert "permissions" in done.stdout, done.stderr


async def _make_empty(path: Path) -> None:
    journal = SqliteJournal(path)
    await journal.open()
    await journal.close()


async def test_the_writer_survives_unforeseen_errors(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """A broken connection that cannot even be opened again: those who wait are told, and it mends later."""
    journal = await opened()
    await journal.append(entry(1), summary())
    journal._writer.close()  # every statement now raises
    monkeypatch.setattr(journal, "_connect", _cannot_open)
    for _ in range(3):
        with pytest.raises(JournalUnavailable):
            await asyncio.wait_for(journal.append(entry(2), summary(version=2)), 20)
    monkeypatch.undo()
    await asyncio.wait_for(journal.append(entry(2), summary(version=2)), 20)
    assert len(await journal.read(TABLE)) == 2


async def test_the_writer_survives_a_fault_of_the_group_counter(opened: Open) -> None:
    journal = await opened(on_group=_fail)
    for version in (1, 2):
        await asyncio.wait_for(journal.append(entry(version), summary(version=version)), 20)
    assert len(await journal.read(TABLE)) == 2


def _fail(*_: object) -> None:
    raise RuntimeError("a fault of the metrics")


def _cannot_open() -> sqlite3.Connection:
    raise sqlite3.OperationalError("unable to open database file")


async def test_many_appends_share_a_commit(opened: Open) -> None:
    journal = await opened()
    commits: list[str] = []
    journal._writer.set_trace_callback(
        lambda statement: commits.append(statement) if statement == "COMMIT" else None
    )
    names = [f"t-{n:03}" for n in range(300)]
    entries = {name: Entry(name, 1, f"key-{name}", n, (StoodUp(n, None),)) for n, name in enumerate(names)}
    await asyncio.gather(*(journal.append(each, summary(name)) for name, each in entries.items()))
    assert 1 <= len(commits) < 100
    assert await journal.names("", 400) == [(name, 1) for name in names]
    assert [await journal.read(name) for name in names] == [[entries[name]] for name in names]

"""The journal's file: what version 1.0 wrote is read, and what is not ours is left alone."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from quincunx.adapters.journal import sqlite_schema
from quincunx.adapters.journal.sqlite import SqliteJournal
from quincunx.adapters.journal.sqlite_schema import APPLICATION, VERSION
from quincunx.adapters.versions import BEFORE_RELEASE
from quincunx.node.ports import JournalUnavailable
from quincunx.table.fold import fold
from tests.contracts.journal import TABLE, entry, summary

SAMPLE = Path("testdata/journal/schema-10.sqlite")
"""Three tables in the schema of version 1.0; it is never changed."""
WAITING, RUNNING, ENDED = "waiting-table-0001", "running-table-0001", "ended-table-00001"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


@pytest.fixture
def sample(path: Path) -> Path:
    shutil.copyfile(SAMPLE, path)
    return path


def ask(path: Path, question: str) -> list[Any]:
    """The rows of a query on the file itself."""
    connection = sqlite3.connect(path)
    try:
        return connection.execute(question).fetchall()
    finally:
        connection.close()


def content(path: Path) -> bytes:
    """All bytes of the file."""
    return path.read_bytes()


async def everything(journal: SqliteJournal) -> object:
    """All that a journal can be asked about the three tables."""
    entries = [list(await journal.read(table)) for table in (WAITING, RUNNING, ENDED)]
    return entries, sorted(await journal.lobby(10, 9)), list(await journal.due(10**15, 10))


# ---- what version 1.0 wrote --------------------------------------------------------------------------------


async def test_its_tables_are_read_and_its_games_go_on(sample: Path) -> None:
    journal = SqliteJournal(sample)
    await journal.open()
    waiting, running, ended = [fold(await journal.read(table)) for table in (WAITING, RUNNING, ENDED)]
    assert [each.status for each in (waiting, running, ended)] == ["waiting", "playing", "ended"]
    assert [seat.kind for seat in waiting.seats] == ["kept", "person", "open"]
    assert [seat.name for seat in waiting.seats] == ["Alice", "Bob", None]
    assert (running.bot_to_move(), running.game.name) == (1, "cinco")
    assert ended.outcome is not None
    assert ended.outcome.termination == "rounds"
    assert list(await journal.due(10**15, 10)) == [RUNNING, ENDED, WAITING]
    assert list(await journal.tables_of(["alice-cookie"], 10)) == [RUNNING, WAITING]
    await journal.append(entry(running.version + 1, table=RUNNING), summary(RUNNING, running.version + 1))
    assert len(await journal.read(RUNNING)) == running.version + 1
    await journal.close()


async def test_opening_twice_is_harmless(sample: Path) -> None:
    found = []
    for _ in range(2):
        journal = SqliteJournal(sample)
        await journal.open()
        found.append(await everything(journal))
        await journal.close()
        assert ask(sample, "PRAGMA user_version") == [(VERSION,)]
    assert found[0] == found[1]


async def test_a_new_file_has_the_same_schema(sample: Path, path: Path) -> None:
    new = path.with_name("new.sqlite")
    journal = SqliteJournal(new)
    await journal.open()
    await journal.close()
    schema = "SELECT type, name, tbl_name FROM sqlite_master ORDER BY name"
    columns = "SELECT name, type, pk FROM pragma_table_info('summaries') ORDER BY name"
    entries = columns.replace("summaries", "entries")
    for question in (schema, columns, entries, "PRAGMA application_id", "PRAGMA user_version"):
        assert ask(sample, question) == ask(new, question), question


async def test_several_that_open_one_at_once_make_it_once(path: Path) -> None:
    journals = [SqliteJournal(path) for _ in range(4)]
    await asyncio.gather(*(journal.open() for journal in journals))
    for number, journal in enumerate(journals, 1):
        await journal.append(entry(number), summary(version=number))
        await journal.close()
    assert ask(path, "SELECT count(*) FROM entries") == [(4,)]


def test_a_file_that_another_makes_while_it_is_looked_at_is_ours(path: Path) -> None:
    class Interrupted(sqlite3.Connection):
        """After its first question another process makes the file, from beginning to end."""

        asked = 0

        def execute(self, *words: Any) -> sqlite3.Cursor:
            found = super().execute(*words)
            self.asked += 1
            if self.asked == 1:
                rows = found.fetchall()
                other = sqlite3.connect(path, isolation_level=None)
                sqlite_schema.prepare(other, str(path))
                other.close()
                return super().execute(f"SELECT {rows[0][0]}")
            return found

    connection = sqlite3.connect(path, isolation_level=None, factory=Interrupted)
    sqlite_schema.prepare(connection, str(path))
    connection.close()
    assert ask(path, "PRAGMA user_version") == [(VERSION,)]


async def test_a_file_that_another_is_making_is_waited_for(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    other.execute(f"PRAGMA application_id = {sqlite_schema.APPLICATION}")
    journal = SqliteJournal(path)
    opening = asyncio.create_task(journal.open())
    await asyncio.sleep(0.1)
    other.execute("COMMIT")
    other.close()
    await opening
    await journal.close()
    assert ask(path, "PRAGMA journal_mode") == [("wal",)]


# ---- what is not ours --------------------------------------------------------------------------------------


async def test_a_file_of_another_program_is_left_alone(path: Path) -> None:
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE recipes (name TEXT)")
    other.commit()
    other.close()
    before = content(path)
    with pytest.raises(JournalUnavailable, match=r"is a database of another program\.$"):
        await SqliteJournal(path).open()
    assert content(path) == before


async def test_a_file_of_a_newer_version_is_left_alone(path: Path) -> None:
    journal = SqliteJournal(path)
    await journal.open()
    await journal.append(entry(1), summary())
    await journal.close()
    other = sqlite3.connect(path)
    other.execute(f"PRAGMA user_version = {VERSION + 1}")
    other.close()
    before = content(path)
    with pytest.raises(
        JournalUnavailable, match=r"was written by a newer version of Quincunx. Please update this one\.$"
    ):
        await SqliteJournal(path).open()
    assert content(path) == before
    assert ask(path, f"SELECT count(*) FROM entries WHERE tab = '{TABLE}'") == [(1,)]
    assert ask(path, "PRAGMA application_id") == [(APPLICATION,)]


@pytest.mark.parametrize("version", range(1, VERSION))
async def test_a_file_of_an_unreleased_version_is_left_alone(version: int, sample: Path) -> None:
    other = sqlite3.connect(sample)
    other.execute(f"PRAGMA user_version = {version}")
    other.close()
    before = content(sample)
    with pytest.raises(JournalUnavailable) as caught:
        await SqliteJournal(sample).open()
    assert str(caught.value) == str(BEFORE_RELEASE)
    assert content(sample) == before

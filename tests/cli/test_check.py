"""``quincunx check``: a journal that is whole, and the first entry of one that is not."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from pathlib import Path

import pytest

from quincunx.adapters.journal_sqlite import SqliteJournal
from quincunx.table.fold import advance
from quincunx.table.summary import summarize
from tests.cli.conftest import Quincunx
from tests.table.test_chain import ENTRIES

TABLE = ENTRIES[0].table


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder with a journal of one table."""

    async def fill() -> None:
        journal = SqliteJournal(tmp_path / "journal.sqlite")
        await journal.open()
        state = None
        for entry in ENTRIES:
            state = advance(state, entry)
            await journal.append(entry, summarize(state, entry.at))
        await journal.close()

    asyncio.run(fill())
    return tmp_path


def spoil(data: Path, statement: str) -> None:
    connection = sqlite3.connect(data / "journal.sqlite", isolation_level=None)
    assert connection.execute(statement).rowcount == 1
    connection.close()


def test_a_whole_journal(quincunx: Quincunx, data: Path) -> None:
    done = quincunx("check", "--data", str(data))
    assert (done.code, done.out) == (0, f"All is well: 1 table, {len(ENTRIES)} entries.\n")


@pytest.mark.parametrize("number", [1, 2])
def test_a_journal_of_an_earlier_version(quincunx: Quincunx, tmp_path: Path, number: int) -> None:
    shutil.copyfile(f"testdata/journal/schema-{number}.sqlite", tmp_path / "journal.sqlite")
    done = quincunx("check", "--data", str(tmp_path))
    assert done.code == 0, done.err
    assert "All is well: 3 tables" in done.out


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE entries SET at = at + 1 WHERE version = 4", "Entry 4 does not fit its hash"),
        ("UPDATE entries SET events = 'x' WHERE version = 3", "Entry 3 cannot be read"),
        ("DELETE FROM entries WHERE version = 5", "Entry 5 is missing"),
        (f"DELETE FROM entries WHERE version = {len(ENTRIES)}", f"Entry {len(ENTRIES)} is missing"),
        ("UPDATE entries SET events = substr(events, 1, 40) WHERE version = 6", "Entry 6 cannot be read"),
    ],
)
def test_the_first_damaged_entry_is_named(quincunx: Quincunx, data: Path, statement: str, said: str) -> None:
    spoil(data, statement)
    done = quincunx("check", "--data", str(data))
    assert done.code == 1
    assert f"{TABLE}: " in done.out
    assert said in done.out
    assert "1 table is damaged, of 1: restore the journal from a backup." in done.err


def test_a_table_of_which_only_its_line_in_the_lists_is_left(quincunx: Quincunx, data: Path) -> None:
    connection = sqlite3.connect(data / "journal.sqlite", isolation_level=None)
    connection.execute("DELETE FROM entries")
    connection.close()
    assert "Entry 1 is missing" in quincunx("check", "--data", str(data)).out


def test_where_there_is_no_journal_none_is_made(quincunx: Quincunx, tmp_path: Path) -> None:
    done = quincunx("check", "--data", str(tmp_path))
    assert (done.code, list(tmp_path.iterdir())) == (1, [])
    assert "There is no journal in" in done.err

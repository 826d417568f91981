"""``quincunx check``: a journal that is whole, and the first entry of one that is not."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import pytest

from quincunx.adapters.journal.sqlite import SqliteJournal
from quincunx.cli.serving.check import faults
from quincunx.table.events import Entry
from quincunx.table.fold import advance, fold
from quincunx.table.record.chain import sealed
from quincunx.table.summary import summarize
from tests.cli.conftest import Quincunx
from tests.table.record.test_chain import ENTRIES

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
    assert (done.code, done.out) == (0, f"Everything is OK: 1 table, {len(ENTRIES)} entries.\n")


SAMPLE = Path("testdata/journal/schema-10.sqlite")


def test_a_journal_of_version_1_0(quincunx: Quincunx, tmp_path: Path) -> None:
    shutil.copyfile(SAMPLE, tmp_path / "journal.sqlite")
    done = quincunx("check", "--data", str(tmp_path))
    assert done.code == 0, done.err
    assert "Everything is OK: 3 tables" in done.out


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE entries SET at = at + 1 WHERE version = 4", "Entry 4 doesn’t match its hash"),
        ("UPDATE entries SET events = 'x' WHERE version = 3", "Entry 3 can’t be read"),
        ("DELETE FROM entries WHERE version = 5", "Entry 5 is missing"),
        (f"DELETE FROM entries WHERE version = {len(ENTRIES)}", f"Entry {len(ENTRIES)} is missing"),
        ("UPDATE entries SET events = substr(events, 1, 40) WHERE version = 6", "Entry 6 can’t be read"),
    ],
)
def test_the_first_damaged_entry_is_named(quincunx: Quincunx, data: Path, statement: str, said: str) -> None:
    spoil(data, statement)
    done = quincunx("check", "--data", str(data))
    assert done.code == 1
    assert f"{TABLE}: " in done.out
    assert said in done.out
    assert "1 of 1 tables is damaged. Restore the journal from a backup." in done.err


def test_a_table_of_which_only_its_line_in_the_lists_is_left(quincunx: Quincunx, data: Path) -> None:
    connection = sqlite3.connect(data / "journal.sqlite", isolation_level=None)
    connection.execute("DELETE FROM entries")
    connection.close()
    assert "Entry 1 is missing" in quincunx("check", "--data", str(data)).out


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("listing = 'garbage'", "The lists differ from its entries: listing."),
        ("people = '[]', due = 7", "The lists differ from its entries: due."),
        ("status = 'playing'", "The lists differ from its entries: status"),
        ("changed = 0", "The lists differ from its entries: changed."),
        ("version = version - 1", "The lists don’t have its latest entries."),
    ],
)
def test_a_row_that_does_not_fit_its_entries(quincunx: Quincunx, data: Path, change: str, said: str) -> None:
    spoil(data, f"UPDATE summaries SET {change}")
    done = quincunx("check", "--data", str(data))
    assert (done.code, said in done.out) == (1, True)
    assert "1 of 1 tables is damaged" in done.err


def test_no_players_table_is_missing_from_the_lists(quincunx: Quincunx, data: Path) -> None:
    spoil(data, "DELETE FROM summaries")
    done = quincunx("check", "--data", str(data))
    assert (done.code, done.out) == (1, f"{TABLE}: The lists don’t have its latest entries.\n")


def test_a_running_table_that_no_player_would_find(quincunx: Quincunx, tmp_path: Path) -> None:
    """No player finds it in their list, and no clock runs out there."""
    shutil.copyfile(SAMPLE, tmp_path / "journal.sqlite")
    spoil(tmp_path, "UPDATE summaries SET people = '[]' WHERE tab = 'running-table-0001'")
    spoil(tmp_path, "UPDATE summaries SET due = NULL WHERE tab = 'waiting-table-0001'")
    assert quincunx("check", "--data", str(tmp_path)).out.splitlines() == [
        "running-table-0001: The lists differ from its entries: people.",
        "waiting-table-0001: The lists differ from its entries: due.",
    ]


def test_people_of_a_row_who_cannot_be_read(quincunx: Quincunx, data: Path) -> None:
    connection = sqlite3.connect(data / "journal.sqlite", isolation_level=None)
    connection.execute("DROP TRIGGER summaries_reseat")  # it would notice
    connection.execute("UPDATE summaries SET people = '[' ")
    connection.close()
    done = quincunx("check", "--data", str(data))
    assert (done.code, "Its row in the lists can’t be read." in done.out) == (1, True)


def test_a_file_whose_pages_are_damaged(quincunx: Quincunx, data: Path) -> None:
    """They are between the entries of tables: each table is whole."""
    path = data / "journal.sqlite"
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    ((page,),) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'seated'")
    ((size,),) = connection.execute("PRAGMA page_size")
    connection.close()
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    done = quincunx("check", "--data", str(data))
    assert done.code == 1
    assert done.out.startswith("journal: ")
    assert "Everything is OK: 1 table" in done.out, "the tables are looked at all the same"
    assert "The journal’s file is damaged. Restore it from a backup." in done.err


def test_a_file_that_is_no_database(quincunx: Quincunx, tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite").write_bytes(b"nothing of the kind " * 99)
    done = quincunx("check", "--data", str(tmp_path))
    assert (done.code, done.out) == (1, "journal: file is not a database\n")


async def test_concurrent_writes_of_a_server_are_no_damage(tmp_path: Path) -> None:
    class Busy(SqliteJournal):
        """A person plays, and creates another table, at each read."""

        async def read(self, table: str, after: int = 0) -> Sequence[Entry]:
            found = await super().read(table, after)
            if len(found) < len(ENTRIES):
                entry = ENTRIES[len(found)]
                await self.append(entry, summarize(advance(fold(found), entry), entry.at))
                for earlier in ("a-table-made-now", "b-table-made-now"):
                    made = sealed("", earlier, 1, "make", 1, ENTRIES[0].events)
                    await self.append(made, summarize(fold([made]), 1))
            return found

    journal = SqliteJournal(tmp_path / "journal.sqlite")
    await journal.open()
    state = None
    for entry in ENTRIES[:-1]:
        state = advance(state, entry)
        await journal.append(entry, summarize(state, entry.at))
    await journal.close()
    found = [fault async for fault in faults(Busy(tmp_path / "journal.sqlite"))]
    assert found == [(TABLE, None, len(ENTRIES) - 1)]


def test_where_there_is_no_journal_none_is_made(quincunx: Quincunx, tmp_path: Path) -> None:
    done = quincunx("check", "--data", str(tmp_path))
    assert (done.code, list(tmp_path.iterdir())) == (1, [])
    assert "There’s no journal in" in done.err

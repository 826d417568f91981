"""The journal's file: what an earlier version wrote is read, and what is not ours is left alone."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from quincunx.adapters.journal import sqlite_schema
from quincunx.adapters.journal.sqlite import SqliteJournal
from quincunx.adapters.journal.sqlite_schema import APPLICATION, STEPS
from quincunx.node.ports import JournalUnavailable
from quincunx.table.events import StoodUp
from quincunx.table.fold import advance, fold
from quincunx.table.record.chain import sealed
from quincunx.table.summary import summarize
from quincunx.table.wire.lists import OpenTable
from tests.contracts.journal import TABLE, entry, summary

FIRST = Path("testdata/journal/schema-1.sqlite")
"""Three tables, written by the first version of the program; it is never changed."""
SECOND = Path("testdata/journal/schema-2.sqlite")
"""The same from before entries were chained."""
THIRD = Path("testdata/journal/schema-3.sqlite")
"""The same of the third version, whose rows did not say who sits where."""
FOURTH = Path("testdata/journal/schema-4.sqlite")
"""The same of the fourth version, which listed no games that had ended."""
FIFTH = Path("testdata/journal/schema-5.sqlite")
"""The same of the fifth version, which kept each table's entries together, and an index of keys."""
WAITING, RUNNING, ENDED = "waiting-table-0001", "running-table-0001", "ended-table-00001"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


@pytest.fixture
def first(path: Path) -> Path:
    """A file of the first version."""
    shutil.copyfile(FIRST, path)
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


# ---- what the first version wrote --------------------------------------------------------------------------


async def test_its_tables_are_all_there(first: Path) -> None:
    journal = SqliteJournal(first)
    await journal.open()
    waiting, running, ended = [fold(await journal.read(table)) for table in (WAITING, RUNNING, ENDED)]
    await journal.close()
    assert [each.status for each in (waiting, running, ended)] == ["waiting", "playing", "ended"]
    assert [seat.kind for seat in waiting.seats] == ["kept", "person", "open"]
    assert [seat.name for seat in waiting.seats] == ["Alice", "Bob", None]
    assert (running.bot_to_move(), running.game.name) == (1, "cinco")
    assert ended.outcome is not None
    assert ended.outcome.termination == "rounds"


async def test_its_lists_are_what_this_version_would_make_of_its_entries(first: Path) -> None:
    """Lobby, work for the system: the rows are those that a table of today would have."""
    journal = SqliteJournal(first)
    await journal.open()
    rows = []
    for table in (RUNNING, WAITING, ENDED):
        state = None
        for each in await journal.read(table):
            state = advance(state, each)
            row = summarize(state, each.at)
        rows.append(row)
    lines = [msgspec.json.decode(line, type=OpenTable) for line in await journal.lobby(10, 9)]
    # Lines did not say then whose pages belong to the seats; they do so from the next move on.
    expected = [
        replace(msgspec.json.decode(row.listing, type=OpenTable), handle=None, handles=())
        for row in rows
        if row.listing is not None and row.status != "ended"
    ]
    assert sorted(lines, key=lambda line: line.id) == expected
    assert [(line.id, line.status, line.host) for line in expected] == [
        (RUNNING, "playing", "Alice"),
        (WAITING, "waiting", "Alice"),
    ]
    assert list(await journal.due(10**15, 10)) == [RUNNING, WAITING]
    assert list(await journal.due((rows[0].due or 0) - 1, 10)) == []
    assert list(await journal.due(rows[0].due or 0, 10)) == [RUNNING]
    await journal.close()
    assert sorted(ask(first, "SELECT tab, version, status, due, changed FROM summaries")) == sorted(
        # What ended before there were results is counted when an operator wants it.
        (row.table, row.version, row.status, None if row.status == "ended" else row.due, row.changed)
        for row in rows
    )


async def test_what_the_second_version_wrote_is_read_and_goes_on_with_a_chain(path: Path) -> None:
    shutil.copyfile(SECOND, path)
    journal = SqliteJournal(path)
    await journal.open()
    names = await journal.names("", 10)
    states = {table: fold(await journal.read(table)) for table, _ in names}
    assert {state.status for state in states.values()} == {"waiting", "playing", "ended"}
    assert all(state.chain == "" for state in states.values())
    state = states["waiting-table-0002"]
    entry = sealed("", state.id, state.version + 1, "next", 9, (StoodUp(1, None),))
    await journal.append(entry, summary(state.id, entry.version))
    assert fold(await journal.read(state.id)).chain == entry.chain
    await journal.close()


async def test_tables_of_the_second_version_that_are_left_alone_end_some_day(path: Path) -> None:
    shutil.copyfile(SECOND, path)
    journal = SqliteJournal(path)
    await journal.open()
    found = {row.table: row.due for row in await journal.list_tables("", 10)}
    for table, due in found.items():
        state = fold(await journal.read(table))
        expected = None if state.status == "ended" else summarize(state, state.changed_at).due
        assert due == expected, table
    await journal.close()
    assert sum(due is not None for due in found.values()) == 2


@pytest.mark.parametrize("version", [1, 2, 3, 4, 5])
async def test_people_find_the_tables_of_earlier_versions(version: int, path: Path) -> None:
    shutil.copyfile((FIRST, SECOND, THIRD, FOURTH, FIFTH)[version - 1], path)
    journal = SqliteJournal(path)
    await journal.open()
    found = {row.table: row.people for row in await journal.list_tables("", 10)}
    for table, people in found.items():
        state = fold(await journal.read(table))
        now = summarize(state, state.changed_at).people
        # Somebody who has stood up again before the game may be named too, until something happens there.
        assert set(now) <= set(people), table
        assert bool(people) == (state.status != "ended")
        assert list(people) == sorted(set(people))
        for person in people:
            assert table in await journal.tables_of([person], 10)
    assert any(people == ("alice-cookie", "bob-cookie") for people in found.values())
    await journal.close()


@pytest.mark.parametrize("older", [FIRST, SECOND, THIRD, FOURTH, FIFTH], ids=lambda older: older.stem)
async def test_every_entry_of_an_earlier_version_is_kept_as_it_was(older: Path, path: Path) -> None:
    shutil.copyfile(older, path)
    every = "SELECT tab, version, key, at, events FROM entries ORDER BY tab, version"
    before = ask(path, every)
    journal = SqliteJournal(path)
    await journal.open()
    read = [each for table, _ in await journal.names("", 10) for each in await journal.read(table)]
    await journal.close()
    assert ask(path, every) == before
    assert [(each.table, each.version, each.key, each.at) for each in read] == [row[:4] for row in before]


async def test_its_games_go_on(first: Path) -> None:
    journal = SqliteJournal(first)
    await journal.open()
    version = len(await journal.read(RUNNING)) + 1
    await journal.append(entry(version, table=RUNNING), summary(RUNNING, version, changed=9_999))
    assert len(await journal.read(RUNNING)) == version
    assert list(await journal.due(10**15, 10)) == [WAITING]
    await journal.close()


async def test_opening_twice_is_harmless(first: Path) -> None:
    found = []
    for _ in range(2):
        journal = SqliteJournal(first)
        await journal.open()
        found.append(await everything(journal))
        await journal.close()
        assert ask(first, "PRAGMA user_version") == [(len(STEPS),)]
    assert found[0] == found[1]


async def test_two_that_open_it_at_once_bring_it_up_to_date_once(first: Path) -> None:
    journals = [SqliteJournal(first) for _ in range(4)]
    await asyncio.gather(*(journal.open() for journal in journals))
    found = [await everything(journal) for journal in journals]
    for journal in journals:
        await journal.close()
    assert all(each == found[0] for each in found)


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
    assert ask(path, "PRAGMA user_version") == [(len(STEPS),)]


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


async def test_a_step_that_fails_leaves_the_file_as_it_was(
    first: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = (STEPS[0], STEPS[1] + "; DROP TABLE there_is_none")
    monkeypatch.setattr(sqlite_schema, "STEPS", broken)
    before = ask(first, "SELECT * FROM summaries")
    with pytest.raises(JournalUnavailable):
        await SqliteJournal(first).open()
    assert ask(first, "PRAGMA user_version") == [(1,)]
    assert ask(first, "SELECT * FROM summaries") == before
    monkeypatch.undo()
    journal = SqliteJournal(first)
    await journal.open()
    await journal.close()


async def test_a_new_file_has_the_schema_of_one_that_was_brought_up_to_date(first: Path, path: Path) -> None:
    new = path.with_name("new.sqlite")
    for each in (first, new):
        journal = SqliteJournal(each)
        await journal.open()
        await journal.close()
    schema = "SELECT type, name, tbl_name FROM sqlite_master ORDER BY name"
    columns = "SELECT name, type, pk FROM pragma_table_info('summaries') ORDER BY name"
    entries = columns.replace("summaries", "entries")
    for question in (schema, columns, entries, "PRAGMA application_id", "PRAGMA user_version"):
        assert ask(first, question) == ask(new, question), question


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
    other.execute(f"PRAGMA user_version = {len(STEPS) + 1}")
    other.close()
    before = content(path)
    with pytest.raises(
        JournalUnavailable, match=r"was written by a newer Quincunx; please update this one\.$"
    ):
        await SqliteJournal(path).open()
    assert content(path) == before
    assert ask(path, f"SELECT count(*) FROM entries WHERE tab = '{TABLE}'") == [(1,)]
    assert ask(path, "PRAGMA application_id") == [(APPLICATION,)]

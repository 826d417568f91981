"""Results and ratings made again from the journal."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from quincunx.adapters.journal.sqlite import SqliteJournal
from quincunx.cli.main import run
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.server.adapters import JOURNAL, STORE
from quincunx.server.operations import recounting
from quincunx.table.events import LivePace
from quincunx.table.fold import advance
from quincunx.table.record.chain import sealed
from quincunx.table.summary import summarize
from tests.table.support import ALICE, BOB, CAROL, OPEN, Desk, settings

GAMES = 6


async def write(path: Path, count: int = GAMES) -> None:
    """Write this many finished rated games among three people, one after another, and one that still runs."""
    journal = SqliteJournal(path)
    await journal.open()
    random = Random(4)
    for number in range(count + 1):
        plan = replace(
            settings(CinqoOptions(2, "rounds", 1), seats=(OPEN, OPEN)), rated=True, pace=LivePace(600, 5)
        )
        two = tuple(random.sample((ALICE, BOB, CAROL), 2))
        desk = Desk(plan, seed=f"{number:064x}", table=f"a-table-number-{number}", kept=two).seat_everybody()
        if number < count:
            desk.play(random)
        state, chain = None, ""
        for each in desk.entries:
            at = each.at + 1_000_000 * number
            entry = sealed(chain, each.table, each.version, each.key, at, each.events)
            state, chain = advance(state, entry), entry.chain
            await journal.append(entry, summarize(state, at))
    await journal.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    asyncio.run(write(tmp_path / JOURNAL))
    return tmp_path


def told(folder: Path) -> list[list[object]]:
    """All that the store has of results."""
    connection = sqlite3.connect(folder / STORE)
    try:
        tables = ("result_games", "result_seats", "result_ratings", "result_handles")
        return [connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in tables]
    finally:
        connection.close()


def call(folder: Path, *words: str) -> int:
    return run(["rebuild", "--data", str(folder), *words])


def test_every_finished_game_is_counted_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(folder) == 0
    assert capsys.readouterr().out == f"{GAMES} games were counted.\n"
    before = told(folder)
    assert len(before[0]) == GAMES
    assert call(folder) == 0
    assert capsys.readouterr().out == "0 games were counted.\n"
    assert told(folder) == before


def test_made_anew_it_is_the_same_to_the_last_digit(folder: Path) -> None:
    assert call(folder) == 0
    before = told(folder)
    assert call(folder, "--anew") == 0
    assert told(folder) == before


def test_stopped_it_goes_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert call(folder) == 0
    before, left = told(folder), 3
    whole = recounting.count_all

    async def stopped(journal, store, tables, on_progress):  # type: ignore[no-untyped-def]
        await whole(journal, store, tables[:left], on_progress)
        raise KeyboardInterrupt

    monkeypatch.setattr(recounting, "count_all", stopped)
    assert call(folder, "--anew") == 130
    assert len(told(folder)[0]) == left
    monkeypatch.undo()
    assert call(folder) == 0
    assert told(folder) == before


def test_a_damaged_table_is_left_out_and_said_to_be(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    connection = sqlite3.connect(folder / JOURNAL)
    connection.execute("UPDATE entries SET at = at + 1 WHERE tab = 'a-table-number-2' AND version = 2")
    connection.commit()
    connection.close()
    assert call(folder) == 1
    said = capsys.readouterr()
    assert said.out == f"{GAMES - 1} games were counted.\n"
    assert "1 table is damaged" in said.err


def test_where_there_is_no_journal_it_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(tmp_path) == 1
    assert "There’s no journal in" in capsys.readouterr().err
    assert not (tmp_path / STORE).exists()

"""``quincunx move``: from a file into a database and back, and what is said when it cannot be done."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from quincunx.adapters.journal.sqlite import SqliteJournal
from quincunx.cli.main import run
from quincunx.node.ports import Journal
from quincunx.server.adapters import JOURNALS, named
from quincunx.server.operations.data_folder import claimed_files, locked_folder
from quincunx.table.events import Entry
from quincunx.table.fold import fold
from quincunx.table.summary import Summary
from tests.servers.postgres import Postgres

SAMPLE = Path(__file__).parents[3] / "testdata" / "journal" / "schema-10.sqlite"


async def _all(journal: Journal) -> list[tuple[Summary, Sequence[Entry]]]:
    await journal.open()
    found = [(row, await journal.read(row.table)) for row in await journal.list_tables("", 1000)]
    await journal.close()
    return found


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A journal with games in it."""
    return Path(shutil.copy(SAMPLE, tmp_path / "old.sqlite"))


def test_all_games_go_from_a_file_to_a_database_and_back(
    old: Path, tmp_path: Path, postgres: Postgres, capsys: pytest.CaptureFixture[str]
) -> None:
    url = asyncio.run(postgres.fresh())
    assert run(["move", f"sqlite:{old}", url]) == 0
    assert "Everything was moved and verified: " in capsys.readouterr().out
    there = asyncio.run(_all(named("X", JOURNALS, url)))
    assert len(there) > 1
    assert there == asyncio.run(_all(SqliteJournal(old)))
    for _, entries in there:
        fold(entries)
    back = tmp_path / "back.sqlite"
    assert run(["move", url, f"sqlite:{back}"]) == 0
    assert asyncio.run(_all(SqliteJournal(back))) == there
    assert run(["move", f"sqlite:{old}", url]) == 0, "again it finds all there"


def test_nothing_is_moved_from_under_a_server_that_runs(
    old: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = f"sqlite:{old}", f"sqlite:{tmp_path}/new/journal.sqlite"
    with locked_folder(tmp_path):
        assert run(["move", *place]) == 1
        assert "is in use by another server" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
    assert run(["move", *place]) == 0


def test_nothing_is_moved_from_a_file_that_a_server_with_another_folder_holds(
    old: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = f"sqlite:{old}", f"sqlite:{tmp_path}/new/journal.sqlite"
    with claimed_files([old]):
        assert run(["move", *place]) == 1
        assert f"{old} is in use by another server" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
    assert run(["move", *place]) == 0


def test_an_impossible_move_of_the_journal_is_explained_in_a_sentence(
    old: Path, tmp_path: Path, postgres: Postgres, capsys: pytest.CaptureFixture[str]
) -> None:
    url = asyncio.run(postgres.fresh())
    for words, sentence in (
        ((f"sqlite:{tmp_path}/none.sqlite", url), f"There’s no file {tmp_path}/none.sqlite."),
        ((f"sqlite:{old}", f"sqlite:{old}"), "Source and target are the same."),
        (("mysql://secret@x", url), "FROM can’t begin with “mysql”. Choose from sqlite:…, postgresql:…."),
        (
            (url, f"{url.partition('?')[0]}?search_path=none"),
            "doesn’t let this user create or write tables.",
        ),
    ):
        assert run(["move", *words]) == 1
        said = capsys.readouterr().err
        assert sentence in said
        assert "secret" not in said
    assert not (tmp_path / "none.sqlite").exists()

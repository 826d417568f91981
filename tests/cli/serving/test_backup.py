"""``quincunx backup`` and ``quincunx restore``, on both databases, also while a server runs."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import asyncpg
import msgspec
import pytest

from quincunx.adapters.journal import backup, backup_postgres
from quincunx.cli.main import run
from quincunx.server.adapters import JOURNALS, named
from quincunx.server.operations.backups import MANIFEST
from quincunx.server.operations.data_folder import claimed_files, locked_folder
from quincunx.server.operations.nightly import LAST_BACKUP
from tests.cli.conftest import Quincunx
from tests.cli.serving.test_check import data, spoil
from tests.examples import mostly_nightly
from tests.server.support import Guest, Server, environment, seated
from tests.servers import prepared
from tests.servers.postgres import Postgres
from tests.table.record.test_chain import ENTRIES

__all__ = ["data"]
SAMPLE = Path(__file__).parents[3] / "testdata" / "journal" / "schema-10.sqlite"


@pytest.fixture(autouse=True)
def _mask() -> Iterator[None]:
    """Call the commands in this process; they write for no other test."""
    before = os.umask(0o022)
    yield
    os.umask(before)


async def everything(place: str) -> object:
    """All that a journal holds."""
    journal = named("X", JOURNALS, place)
    await journal.open()
    found = [(row, await journal.read(row.table)) for row in await journal.list_tables("", 1000)]
    await journal.close()
    assert found
    return found


def held(place: str | Path) -> object:
    return asyncio.run(everything(place if isinstance(place, str) else f"sqlite:{place / 'journal.sqlite'}"))


@pytest.fixture
def folder(data: Path) -> Path:
    """A data folder with keys."""
    for name, text in (("cookie.key", "ab" * 32), ("record.key", "cd" * 32)):
        (data / name).write_text(text)
    (data / ".in-use").touch()
    return data


@pytest.fixture
def saved(quincunx: Quincunx, folder: Path, tmp_path: Path) -> Path:
    """Its backup."""
    target = tmp_path / "backups" / "monday"
    done = quincunx("backup", str(target), "--data", str(folder))
    assert done.code == 0, done.err
    counted = f"1 table, {len(ENTRIES)} entries and 2 keys"
    assert done.out == f"Saved in {target}: {counted}. All of it has been checked.\n"
    return target


# ---- one file ----------------------------------------------------------------------------------------------


def test_a_backup_is_a_data_folder_for_the_owner_alone(saved: Path, folder: Path, quincunx: Quincunx) -> None:
    names = ["backup.json", "cookie.key", "journal.sqlite", "record.key"]
    assert sorted(path.name for path in saved.iterdir()) == names
    assert all(path.stat().st_mode & 0o077 == 0 for path in (saved, *saved.iterdir()))
    assert [path.name for path in saved.parent.iterdir()] == [saved.name], "nothing is left beside it"
    assert held(saved) == held(folder)
    assert quincunx("check", "--data", str(saved)).code == 0


def test_of_dated_backups_the_newest_are_kept(folder: Path, tmp_path: Path, quincunx: Quincunx) -> None:
    every = tmp_path / "every"
    (every / "2026-01-01").mkdir(parents=True)  # no backup, though it is called like one
    words = ("backup", str(every), "--data", str(folder), "--keep", "2")
    done = [quincunx(*words) for _ in range(3)]
    assert [each.code for each in done] == [0, 0, 0]
    assert "Deleted" not in done[1].out
    assert done[2].out.endswith("Deleted 1 older backup.\n")
    today = datetime.now(UTC).date()
    assert sorted(path.name for path in every.iterdir()) == ["2026-01-01", f"{today}-2", f"{today}-3"]
    assert held(every / f"{today}-3") == held(folder)
    assert (folder / LAST_BACKUP).exists()
    none = quincunx(*words[:-1], "0")
    assert (none.code, none.err) == (2, "quincunx: The number of backups must be at least 1.\n")


def test_a_backup_with_damage_replaces_no_older_one(folder: Path, tmp_path: Path, quincunx: Quincunx) -> None:
    every = tmp_path / "every"
    words = ("backup", str(every), "--data", str(folder), "--keep", "1")
    assert quincunx(*words).code == 0
    spoil(folder, "UPDATE entries SET at = at + 1 WHERE version = 4")
    assert quincunx(*words).code == 1
    assert len(list(every.iterdir())) == 2


def test_it_comes_back_also_after_it_was_looked_at(saved: Path, tmp_path: Path, quincunx: Quincunx) -> None:
    assert quincunx("check", "--data", str(saved)).code == 0
    new = tmp_path / "new"
    done = quincunx("restore", str(saved), "--data", str(new))
    assert (done.code, done.out) == (
        0,
        f"Restored: 1 table, {len(ENTRIES)} entries and 2 keys. All of it has been checked.\n",
    )
    assert held(new) == held(saved)
    for name in ("cookie.key", "record.key"):
        assert (new / name).read_bytes() == (saved / name).read_bytes()
        assert (new / name).stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in new.iterdir()) == [
        ".in-use",
        "cookie.key",
        "journal.sqlite",
        "journal.sqlite.in-use",
        "people.sqlite.in-use",
        "record.key",
    ]


def test_games_and_keys_that_are_there_stay_unless_told(
    saved: Path, folder: Path, quincunx: Quincunx
) -> None:
    other = folder / "other"
    other.mkdir()
    shutil.copyfile(SAMPLE, other / "journal.sqlite")
    before = held(other)
    done = quincunx("restore", str(saved), "--data", str(other))
    assert done.code == 1
    assert "already contains games. Use --overwrite to replace them." in done.err
    assert held(other) == before
    (other / "cookie.key").write_text("ef" * 32)
    assert "contains another key" in quincunx("restore", str(saved), "--data", str(other)).err
    assert not (other / "record.key").exists(), "all or nothing"
    assert quincunx("restore", str(saved), "--data", str(other), "--overwrite").code == 0
    assert held(other) == held(saved)
    assert (other / "cookie.key").read_text() == "ab" * 32


def test_remains_of_the_old_file_do_not_spoil_the_new_one(
    saved: Path, tmp_path: Path, quincunx: Quincunx
) -> None:
    other = tmp_path / "crashed"
    other.mkdir()
    shutil.copyfile(SAMPLE, other / "journal.sqlite")
    connection = sqlite3.connect(other / "journal.sqlite")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("DELETE FROM entries")
    connection.commit()
    leftover = (other / "journal.sqlite-wal").read_bytes()
    connection.close()
    (other / "journal.sqlite-wal").write_bytes(leftover)
    assert quincunx("restore", str(saved), "--data", str(other), "--overwrite").code == 0
    assert held(other) == held(saved)


def test_an_impossible_backup_is_explained(
    saved: Path, folder: Path, tmp_path: Path, quincunx: Quincunx
) -> None:
    done = quincunx("backup", str(saved), "--data", str(folder))
    assert (done.code, "already exists" in done.err) == (1, True)
    said = quincunx("backup", str(saved), "--data", str(folder), "--lang", "de").err
    assert f"quincunx: {saved} gibt es schon; " in said
    done = quincunx("backup", str(tmp_path / "x"), "--data", str(tmp_path / "nowhere"))
    assert (done.code, "There’s no file" in done.err) == (1, True)
    assert not (tmp_path / "nowhere").exists()
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".x")]


def test_damaged_tables_are_saved_and_reported(folder: Path, tmp_path: Path, quincunx: Quincunx) -> None:
    spoil(folder, "UPDATE entries SET at = at + 1 WHERE version = 4")
    done = quincunx("backup", str(tmp_path / "saved"), "--data", str(folder))
    assert done.code == 1
    assert "1 of the tables is still damaged, as before." in done.err
    assert "Entry 4 doesn’t match its hash" in done.err
    german = quincunx("backup", str(tmp_path / "zwei"), "--data", str(folder), "--lang", "de")
    assert "Eintrag 4 passt nicht zu seinem Hash" in german.err
    assert "Entry" not in german.err
    assert (tmp_path / "saved" / MANIFEST).is_file()


def test_a_file_whose_pages_are_none_is_named(folder: Path, tmp_path: Path, quincunx: Quincunx) -> None:
    journal = folder / "journal.sqlite"
    bytes_ = journal.read_bytes()
    journal.write_bytes(bytes_[:8192] + b"\xff" * (len(bytes_) - 8192))
    done = quincunx("backup", str(tmp_path / "saved"), "--data", str(folder))
    assert done.code == 1
    assert f"{journal} is too damaged to read to the end. Stop the server" in done.err
    assert not (tmp_path / "saved").exists()


@pytest.mark.parametrize(
    ("spoiling", "said"),
    [
        ("UPDATE entries SET at = at + 1 WHERE version = 2", "no longer contains the data saved in it"),
        ("DELETE FROM entries WHERE version = 5", "no longer contains the data saved in it"),
        ("UPDATE summaries SET version = 3", "no longer contains the data saved in it"),
        ("manifest", "isn’t a complete backup"),
        ("newer", "was made by a newer version of Quincunx"),
        ("key", ": cookie.key.\n"),
    ],
)
def test_a_backup_that_is_none_any_more(
    spoiling: str, said: str, saved: Path, tmp_path: Path, quincunx: Quincunx
) -> None:
    if spoiling == "manifest":
        (saved / MANIFEST).unlink()
    elif spoiling == "newer":
        text = (saved / MANIFEST).read_text()
        (saved / MANIFEST).write_text(text.replace('"format": 3', '"format": 4'))
    elif spoiling == "key":
        (saved / "cookie.key").unlink()
    else:
        spoil(saved, spoiling)
    done = quincunx("restore", str(saved), "--data", str(tmp_path / "new"))
    assert done.code == 1
    assert said in done.err
    assert not (tmp_path / "new" / "journal.sqlite").exists()


def test_no_backup_is_restored_under_a_running_server(saved: Path, folder: Path, quincunx: Quincunx) -> None:
    with locked_folder(folder):
        done = quincunx("restore", str(saved), "--data", str(folder), "--overwrite")
    assert (done.code, "is in use by another server" in done.err) == (1, True)


@pytest.mark.parametrize("name", ["journal.sqlite", "people.sqlite"])
def test_no_file_is_restored_that_a_server_with_another_folder_holds(
    name: str, saved: Path, folder: Path, quincunx: Quincunx
) -> None:
    with claimed_files([folder / name]):
        done = quincunx("restore", str(saved), "--data", str(folder), "--overwrite")
    assert (done.code, f"{folder / name} is in use by another server" in done.err) == (1, True)


def test_an_interrupt_leaves_nothing_behind(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(backup, "content_of", interrupted)
    with contextlib.suppress(KeyboardInterrupt):
        assert run(["backup", str(tmp_path / "target" / "saved"), "--data", str(folder)]) == 130
    assert list((tmp_path / "target").iterdir()) == []


def test_the_moment_of_a_backup_is_one_although_others_write(folder: Path, tmp_path: Path) -> None:
    """And it does not begin anew whenever they do."""
    source, target = folder / "journal.sqlite", tmp_path / "copy.sqlite"
    with backup.file(source) as writer:
        filler = [("filler", n, str(n), 1, b"x" * 4000) for n in range(1, 3000)]
        writer.execute("BEGIN")
        backup.write(writer, filler, ())
        writer.execute("COMMIT")
        before = backup.content_of(source)
        steps: list[tuple[int, int]] = []

        def busy(done: int, total: int) -> None:
            assert not steps or done > steps[-1][0], "it began anew"
            steps.append((done, total))
            writer.execute("UPDATE entries SET at = at + 1 WHERE tab = 'filler'")

        backup.copy_file(source, target, busy)
    assert len(steps) > 2
    assert backup.content_of(target) == before


# ---- a database --------------------------------------------------------------------------------------------


def test_from_a_database_to_a_file_and_into_another_database(
    saved: Path, tmp_path: Path, postgres: Postgres, quincunx: Quincunx, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = (asyncio.run(postgres.fresh()) for _ in range(2))
    monkeypatch.setenv("QUINCUNX_DATABASE", here)
    done = quincunx("restore", str(saved), "--data", str(tmp_path / "node"))
    assert done.code == 0, done.err
    assert held(here) == held(saved)
    second = tmp_path / "second"
    assert quincunx("backup", str(second), "--data", str(tmp_path / "node")).code == 0
    assert held(second) == held(saved)
    assert (second / "cookie.key").read_bytes() == (saved / "cookie.key").read_bytes()
    manifests = [msgspec.json.decode((each / MANIFEST).read_bytes())["journal"] for each in (saved, second)]
    assert manifests[0] == manifests[1]
    done = quincunx("restore", str(second), "--data", str(tmp_path / "node"))
    assert (done.code, "The database already contains games" in done.err) == (1, True)
    assert quincunx("restore", str(second), "--data", str(tmp_path / "node"), "--overwrite").code == 0
    monkeypatch.setenv("QUINCUNX_DATABASE", there)
    done = quincunx("backup", str(tmp_path / "empty"), "--data", str(tmp_path / "node"))
    assert (done.code, "contains no journal" in done.err) == (1, True)
    assert not (tmp_path / "empty").exists()


async def test_a_database_in_use_is_not_replaced_and_a_broken_off_restore_changes_nothing(
    saved: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = await postgres.fresh()
    source = saved / "journal.sqlite"
    await backup_postgres.restore(source, url, lambda *_: None)
    before = await backup_postgres.content_of(url)
    assert before == backup.content_of(source)

    def interrupted(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await backup_postgres.restore(source, url, interrupted)
    assert await backup_postgres.content_of(url) == before
    monkeypatch.setattr(backup_postgres, "GONE_SECONDS", 0.0)
    node = await asyncpg.connect(url, server_settings={"application_name": "quincunx"})
    with pytest.raises(backup_postgres.JournalUnavailable, match="is in use by a server"):
        await backup_postgres.restore(source, url, lambda *_: None)
    await node.close()


async def test_the_moment_of_a_databases_backup_is_one(
    saved: Path, tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = await postgres.fresh()
    await backup_postgres.restore(saved / "journal.sqlite", url, lambda *_: None)
    monkeypatch.setattr(backup, "ROWS", 2)
    before = await backup_postgres.content_of(url)
    deletions: list[str] = []

    async def delete() -> None:
        other = await asyncpg.connect(url)
        deletions.append(await other.execute("DELETE FROM journal_summaries"))
        await other.close()

    def busy(done: int, total: int) -> None:
        """Committed before anything more is read: this blocks the whole loop."""
        if not deletions:
            thread = threading.Thread(target=asyncio.run, args=(delete(),))
            thread.start()
            thread.join()

    assert await backup_postgres.save(url, tmp_path / "copy.sqlite", busy) == before
    assert deletions == ["DELETE 1"]
    assert await backup_postgres.content_of(url) != before


# ---- while it runs -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", mostly_nightly(["sqlite", "postgresql"], "sqlite"))
def test_a_server_that_runs_is_saved_and_goes_on_elsewhere(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    more = {}
    if kind == "postgresql":
        postgres: Postgres = request.getfixturevalue("postgres")
        more["QUINCUNX_DATABASE"] = asyncio.run(postgres.fresh())
    server = Server(tmp_path / "data", **more)
    alice, bob = Guest(server), Guest(server)
    table = seated(alice, bob)
    seen = alice.look(table)
    words = ["backup", str(tmp_path / "saved"), "--data", str(tmp_path / "data")]
    done = prepared.run(words, environment(100, **more))
    assert done.returncode == 0, done.stderr
    assert alice.command(table, {"type": "resign", "seat": 0}).status_code == 200, "it plays on meanwhile"
    server.stop()
    assert run(["restore", str(tmp_path / "saved"), "--data", str(tmp_path / "new")]) == 0
    again = Server(tmp_path / "new")
    back = Guest(again, cookie=alice.cookie)
    assert back.look(table) == seen, "the cookie is good, and the game is where it was"
    for guest in (alice, bob, back):
        guest.close()
    again.stop()


@pytest.mark.nightly
def test_ctrl_c_ends_it(folder: Path, tmp_path: Path) -> None:
    program = (
        "import os, signal\n"
        "from quincunx.adapters.journal import backup\n"
        "backup.PAGES, copy = 1, backup.copy_file\n"
        "def interrupted(source, target, on_progress):\n"
        "    signals = [signal.SIGINT]\n"
        "    once = lambda: signals and os.kill(os.getpid(), signals.pop())\n"
        "    copy(source, target, lambda *so: (once(), on_progress(*so)))\n"
        "    print('it went on')\n"
        "backup.copy_file = interrupted\n"
        "from quincunx.cli.main import main\n"
        "main()"
    )
    words = [sys.executable, "-c", program, "backup", str(tmp_path / "b" / "saved"), "--data", str(folder)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, env=environment(100))
    assert (done.returncode, done.stdout) == (130, ""), done.stderr
    assert list((tmp_path / "b").iterdir()) == []

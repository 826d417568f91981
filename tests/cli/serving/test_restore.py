"""A restore is whole whatever happens to it, and its results are those of its games."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from quincunx.adapters.journal import backup_postgres
from quincunx.adapters.store import copies
from quincunx.adapters.store.sql import SqlStore
from quincunx.adapters.swapping import PLAN, former
from quincunx.server.operations import backups, restoring
from quincunx.server.settings import from_environment
from tests.cli.conftest import Quincunx
from tests.cli.serving.test_backup import SAMPLE, held
from tests.cli.serving.test_check import data
from tests.cli.serving.test_people_are_carried import content, fill
from tests.contracts.results import result
from tests.servers.postgres import Postgres

__all__ = ["data"]
KILLED = """
import os, pathlib, shutil, sys
from quincunx.adapters.journal import backup_postgres
from quincunx.adapters.store import copies
from quincunx.adapters import swapping
left = int(sys.argv[1])

def counted(work):
    def step(*given, **named):
        global left
        left -= 1
        if left < 0:
            os._exit(9)
        return work(*given, **named)
    return step

path = pathlib.Path
files = ((path, "rename"), (path, "unlink"), (shutil, "copyfile"), (swapping, "sync"))
database = ((path, "rename"), (backup_postgres, "content_of"), (copies, "copy"), (copies, "_replace"))
for where, name in files if sys.argv[4] == "files" else database:
    setattr(where, name, counted(getattr(where, name)))
from quincunx.cli.main import run
sys.exit(run(["restore", sys.argv[2], "--data", sys.argv[3], "--overwrite"]))
"""
"""Restores, and is killed at a step of those that change files, or before one of a database."""


@pytest.fixture
def saved(quincunx: Quincunx, data: Path, tmp_path: Path) -> Path:
    """A backup with people and keys, whose journal is not the sample."""
    (data / "cookie.key").write_text("ab" * 32)
    asyncio.run(fill(f"sqlite:{data / 'people.sqlite'}"))
    done = quincunx("backup", str(tmp_path / "saved"), "--data", str(data))
    assert done.code == 0, done.err
    return tmp_path / "saved"


def other(folder: Path) -> Path:
    """A data folder with other games, people and keys."""
    folder.mkdir()
    shutil.copyfile(SAMPLE, folder / "journal.sqlite")
    asyncio.run(fill(f"sqlite:{folder / 'people.sqlite'}", "Eve"))
    (folder / "cookie.key").write_text("ef" * 32)
    return folder


def state_of(folder: Path) -> tuple[object, object, str]:
    """Games, people and key."""
    return (
        held(folder),
        content(f"sqlite:{folder / 'people.sqlite'}").sha256,
        (folder / "cookie.key").read_text(),
    )


@pytest.mark.nightly
def test_killed_at_any_step_the_old_or_the_new_state_is_in_place_and_it_says_which(
    saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = state_of(other(tmp_path / "old"))
    found: list[str | None] = []
    code, step = 9, 0
    while code:
        folder = other(tmp_path / f"at-{step}")
        command = [sys.executable, "-c", KILLED, str(step), str(saved), str(folder), "files"]
        code = subprocess.run(command, capture_output=True, check=False).returncode
        assert code in (0, 9)
        is_decided = (folder / PLAN).exists()
        said = asyncio.run(restoring.finish(from_environment(folder)))
        found.append(said)
        is_new = (folder / "cookie.key").read_text() == "ab" * 32
        assert is_new == (said == "new" or code == 0 or (said is None and found[-2:-1] == ["new"]))
        assert (said == "new") == is_decided
        if is_new:
            new = state_of(folder)
            assert new[0] != old[0]
            assert new[1] == content(f"sqlite:{saved / 'people.sqlite'}").sha256
            assert former(folder / "journal.sqlite").exists()
            restoring.forget_former(from_environment(folder))
        else:
            assert state_of(folder) == old
        assert not [each.name for each in folder.iterdir() if "restore" in each.name]
        step += 4
    assert {"old", "new"} <= set(found)


@pytest.mark.nightly
def test_results_of_games_that_are_not_over_are_dropped(
    saved: Path, tmp_path: Path, quincunx: Quincunx
) -> None:
    async def haunt(place: str) -> None:
        store = SqlStore(place)
        await store.open()
        await store.count(result(1, "ada", "bo"))
        assert await store.ratings("ada") != []
        await store.close()

    async def ratings(place: str) -> int:
        store = SqlStore(place)
        await store.open()
        found = await store.ratings("ada")
        await store.close()
        return len(found)

    place = f"sqlite:{saved / 'people.sqlite'}"
    asyncio.run(haunt(place))
    done = quincunx("check", "--data", str(saved))
    assert done.code == 1
    assert "table-0001: it has a result, but its game is not over." in done.out
    manifest = json.loads((saved / "backup.json").read_text())
    manifest["people"]["sha256"] = backups.hash_of(saved / "people.sqlite")
    (saved / "backup.json").write_text(json.dumps(manifest))
    new = tmp_path / "new"
    done = quincunx("restore", str(saved), "--data", str(new))
    assert done.code == 0, done.err
    assert "1 result of an unfinished game was dropped." in done.out
    assert "table-0001" not in asyncio.run(copies.counted_results(f"sqlite:{new / 'people.sqlite'}"))
    assert asyncio.run(ratings(f"sqlite:{new / 'people.sqlite'}")) == 0
    assert quincunx("check", "--data", str(new)).code == 0


@pytest.mark.nightly
def test_files_keep_their_owner_and_mode(saved: Path, tmp_path: Path, quincunx: Quincunx) -> None:
    folder = other(tmp_path / "theirs")
    names = ("journal.sqlite", "people.sqlite", "cookie.key")
    for name in names:
        (folder / name).chmod(0o400)
        if os.geteuid() == 0:
            os.chown(folder / name, 12_345, 12_346)
    assert quincunx("restore", str(saved), "--data", str(folder), "--overwrite").code == 0
    for name in names:
        status = (folder / name).stat()
        assert status.st_mode & 0o777 == 0o400
        if os.geteuid() == 0:
            assert (status.st_uid, status.st_gid) == (12_345, 12_346)


def test_other_commands_wait_until_a_restore_is_finished(
    saved: Path, tmp_path: Path, quincunx: Quincunx
) -> None:
    folder = other(tmp_path / "half")
    (folder / PLAN).write_text('{"files": []}')
    done = quincunx("check", "--data", str(folder))
    assert done.code == 1
    assert "A restore was interrupted" in done.err
    done = quincunx("restore", str(saved), "--data", str(folder), "--overwrite")
    assert "An interrupted restore was" in done.out
    assert quincunx("check", "--data", str(folder)).code == 0


@pytest.mark.nightly
def test_a_restore_is_undone_and_that_as_well(saved: Path, tmp_path: Path, quincunx: Quincunx) -> None:
    folder = other(tmp_path / "theirs")
    old = state_of(folder)
    (folder / "journal.sqlite").chmod(0o400)
    assert quincunx("restore", str(saved), "--data", str(folder), "--overwrite").code == 0
    new = state_of(folder)
    assert new != old
    for state in (old, new):
        done = quincunx("restore", "--undo", "--data", str(folder))
        assert done.code == 0, done.err
        assert state_of(folder) == state
        assert (folder / "journal.sqlite").stat().st_mode & 0o777 == 0o400
    restoring.forget_former(from_environment(folder))  # as a server does when it starts
    left = {each.name for each in folder.iterdir() if not each.name.endswith((".in-use", "-wal", "-shm"))}
    assert left == {"journal.sqlite", "people.sqlite", "cookie.key"}
    done = quincunx("restore", "--undo", "--data", str(folder))
    assert (done.code, "nothing to undo" in done.err) == (1, True)
    assert state_of(folder) == new


def test_a_restore_is_told_what_to_restore(saved: Path, tmp_path: Path, quincunx: Quincunx) -> None:
    for words in ((), (str(saved), "--undo")):
        done = quincunx("restore", *words, "--data", str(tmp_path / "new"))
        assert (done.code, "Choose a backup to restore" in done.err) == (2, True)
    assert not (tmp_path / "new").exists()


# ---- in PostgreSQL ---------------------------------------------------------------------------------------


def in_database(url: str, folder: Path) -> tuple[object, ...]:
    """Games, people and key."""
    key = folder / "cookie.key"
    return asyncio.run(backup_postgres.content_of(url)), content(url).sha256, key.read_text()


@pytest.fixture
def database(postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, Path]:
    """A database with other games and people, and the folder of the server that uses it."""
    url = asyncio.run(postgres.fresh())
    shutil.copyfile(SAMPLE, tmp_path / "sample.sqlite")  # to open a journal is to bring it up to date
    asyncio.run(backup_postgres.restore(tmp_path / "sample.sqlite", url, lambda *_: None))
    asyncio.run(fill(url, "Eve"))
    folder = tmp_path / "node"
    folder.mkdir()
    (folder / "cookie.key").write_text("ef" * 32)
    monkeypatch.setenv("QUINCUNX_DATABASE", url)
    return url, folder


@pytest.mark.nightly
def test_a_restore_into_a_database_is_undone_and_that_as_well(
    saved: Path, database: tuple[str, Path], quincunx: Quincunx
) -> None:
    url, folder = database
    old = in_database(url, folder)
    assert quincunx("restore", str(saved), "--data", str(folder), "--overwrite").code == 0
    new = in_database(url, folder)
    assert new[1] == content(f"sqlite:{saved / 'people.sqlite'}").sha256
    assert all(one != other for one, other in zip(old, new, strict=True))
    for state in (old, new):
        done = quincunx("restore", "--undo", "--data", str(folder))
        assert done.code == 0, done.err
        assert in_database(url, folder) == state
    restoring.forget_former(from_environment(folder))
    assert "nothing to undo" in quincunx("restore", "--undo", "--data", str(folder)).err


@pytest.mark.nightly
def test_a_restore_into_a_database_that_is_killed_at_any_step_leaves_the_old_or_the_new_state(
    saved: Path, database: tuple[str, Path], quincunx: Quincunx
) -> None:
    url, folder = database
    old = in_database(url, folder)
    assert quincunx("restore", str(saved), "--data", str(folder), "--overwrite").code == 0
    new = in_database(url, folder)
    assert all(one != other for one, other in zip(old, new, strict=True))
    found: list[bool] = []
    code, step = 9, 0
    while code:
        assert quincunx("restore", "--undo", "--data", str(folder)).code == 0
        assert in_database(url, folder) == old
        command = [sys.executable, "-c", KILLED, str(step), str(saved), str(folder), "database"]
        code = subprocess.run(command, capture_output=True, check=False).returncode
        assert code in (0, 9)
        said = asyncio.run(restoring.finish(from_environment(folder)))
        found.append(in_database(url, folder) == new)
        assert in_database(url, folder) == (new if found[-1] else old)
        assert found[-1] == (said == "new" or code == 0)
        if not found[-1]:
            assert quincunx("restore", str(saved), "--data", str(folder), "--overwrite").code == 0
        step += 2
    assert set(found) == {True, False}

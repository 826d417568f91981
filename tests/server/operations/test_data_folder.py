"""The data folder belongs to one server, and to its user."""

from __future__ import annotations

import os
import stat
import subprocess
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from quincunx.server.operations.data_folder import close_to_others
from quincunx.server.settings import Settings
from tests.server.support import Server, environment
from tests.servers import prepared


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def serve(data: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """A server that is expected to give up at once."""
    return prepared.run(["serve", "--port", "0", "--data", str(data)], environment(1.0, **more))


def test_a_second_server_on_one_folder_is_refused(tmp_path: Path) -> None:
    data = tmp_path / "data"
    server = Server(data)
    try:
        done = serve(data)
        assert done.returncode == 1
        assert f"{data} is in use by another server" in done.stderr
        assert "Traceback" not in done.stderr
    finally:
        server.stop()
    Server(data).stop()


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["QUINCUNX_DATABASE", "QUINCUNX_STORE"])
def test_a_second_server_on_one_sqlite_file_is_refused_whatever_folder_it_has(
    name: str, tmp_path: Path
) -> None:
    """Also where the file is called by another name."""
    file = {"QUINCUNX_DATABASE": "journal.sqlite", "QUINCUNX_STORE": "people.sqlite"}[name]
    (tmp_path / "link.sqlite").symlink_to(tmp_path / "data" / file)
    server = Server(tmp_path / "data")
    try:
        for path in (tmp_path / "data" / file, tmp_path / "link.sqlite"):
            done = serve(tmp_path / "other", **{name: f"sqlite:{path}"})
            assert done.returncode == 1
            assert f"{tmp_path / 'data' / file} is in use by another server" in done.stderr
            assert "Traceback" not in done.stderr
    finally:
        server.stop()
    Server(tmp_path / "other", **{name: f"sqlite:{tmp_path / 'link.sqlite'}"}).stop()


def test_with_an_empty_key_no_server_starts(tmp_path: Path) -> None:
    """As a crash left it once. A new key, created silently, would take all players' seats."""
    (tmp_path / "cookie.key").touch()
    done = serve(tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert "cookie.key is damaged. Restore it from a backup, or delete it" in done.stderr
    assert "Traceback" not in done.stderr
    assert (tmp_path / "cookie.key").read_text() == ""


def test_no_other_user_may_read_it(tmp_path: Path) -> None:
    data = tmp_path / "data"
    server = Server(data)
    try:
        assert mode(data) == 0o700
        written = [path for path in data.iterdir() if path.is_file()]
        assert {path.name for path in written} >= {"journal.sqlite", "cookie.key", "record.key"}
        assert {path.name: oct(mode(path)) for path in written if mode(path) & 0o077} == {}
    finally:
        server.stop()


KEPT = (
    *("journal.sqlite", "journal.sqlite-wal", "journal.sqlite-shm", "people.sqlite", "people.sqlite-wal"),
    *("cookie.key", "record.key", "record.key.bak"),
)


def left_open(folder: Path) -> Path:
    """A folder that others may read, with all that a server keeps and something that it does not know."""
    folder.mkdir(mode=0o755)
    for name in (*KEPT, "notes.txt"):
        (folder / name).touch()
        (folder / name).chmod(0o644)
    folder.chmod(0o755)
    return folder


def modes(folder: Path) -> dict[str, str]:
    return {path.name: oct(mode(path)) for path in (folder, *folder.iterdir())}


def test_open_permissions_are_closed_when_a_server_starts(tmp_path: Path) -> None:
    data = tmp_path / "data"
    Server(data).stop()
    data.chmod(0o755)
    for path in data.iterdir():
        path.chmod(0o644)
    server = Server(data)
    try:
        assert {name: each for name, each in modes(data).items() if int(each, 8) & 0o077} == {}
        assert "closed_to_others" in server.log()
        assert "cookie.key" in server.log()
    finally:
        server.stop()


def test_a_folder_of_keys_and_databases_elsewhere_are_closed_too(tmp_path: Path) -> None:
    data, keys, disk = (left_open(tmp_path / name) for name in ("data", "keys", "disk"))
    at = {"database": f"sqlite:{disk / 'journal.sqlite'}", "store": f"sqlite:{disk / 'people.sqlite'}"}
    with capture_logs() as lines:
        close_to_others(Settings(data=data, keys=keys, **at))
    assert mode(keys) == mode(data) == 0o700
    is_key = {name: "0o600" if ".key" in name else "0o644" for name in (*KEPT, "notes.txt")}
    assert modes(data) == {"data": "0o700", **is_key}, "there is no journal of this server in it"
    assert modes(keys) == {"keys": "0o700", **is_key}
    is_database = {name: "0o644" if ".sqlite" not in name else "0o600" for name in (*KEPT, "notes.txt")}
    assert modes(disk) == {"disk": "0o755", **is_database}, "that folder may hold anybody's"
    (line,) = lines
    assert line["event"] == "closed_to_others"
    assert set(line["paths"]) >= {str(keys), str(keys / "record.key"), str(disk / "journal.sqlite-wal")}
    with capture_logs() as lines:
        close_to_others(Settings(data=data, keys=keys, **at))
    assert lines == [], "there is nothing to say any more"


def test_foreign_files_are_named_and_public_ones_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = left_open(tmp_path / "data")
    monkeypatch.setattr(os, "geteuid", lambda: data.stat().st_uid + 1)
    with capture_logs() as lines:
        close_to_others(Settings(data=data))
    assert modes(data) == {"data": "0o755", **dict.fromkeys((*KEPT, "notes.txt"), "0o644")}
    (line,) = lines
    assert (line["event"], line["paths"][0]) == ("open_to_others", str(data))
    monkeypatch.undo()
    data.chmod(0o1777)
    close_to_others(Settings(data=data))
    assert mode(data) == 0o1777, "like /tmp"
    assert mode(data / "record.key") == 0o600

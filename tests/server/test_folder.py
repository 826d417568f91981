"""The data folder belongs to one server, and to its user."""

from __future__ import annotations

import stat
import subprocess
from pathlib import Path

from tests.server.support import COMMAND, Server, environment


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def serve(data: Path) -> subprocess.CompletedProcess[str]:
    """A server that is expected to give up at once."""
    return subprocess.run(
        [*COMMAND, "--port", "0", "--data", str(data)],
        env=environment(1.0),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


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


def test_with_an_empty_key_no_server_starts(tmp_path: Path) -> None:
    """As a crash left it once. A new key, made silently, would take everybody's seat."""
    (tmp_path / "cookie.key").touch()
    done = serve(tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert "cookie.key is damaged: restore it from a backup, or delete it" in done.stderr
    assert "Traceback" not in done.stderr
    assert (tmp_path / "cookie.key").read_text() == ""


def test_nobody_else_may_read_it(tmp_path: Path) -> None:
    data = tmp_path / "data"
    server = Server(data)
    try:
        assert mode(data) == 0o700
        written = [path for path in data.iterdir() if path.is_file()]
        assert {path.name for path in written} >= {"journal.sqlite", "cookie.key", "record.key"}
        assert {path.name: oct(mode(path)) for path in written if mode(path) & 0o077} == {}
    finally:
        server.stop()

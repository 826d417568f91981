"""``quincunx serve`` that cannot start says why in one sentence and exits with 1."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import sqlite3
import sys
from pathlib import Path

import httpx
import pytest

from quincunx.cli.serving import serve
from quincunx.server.adapters import JOURNAL
from quincunx.server.settings import Settings
from tests.examples import mostly_nightly
from tests.server.support import Guest, Server, environment, seated
from tests.servers import prepared


def failing(*arguments: str, code: int = 1, **more: str) -> str:
    """Start a server that must not start; what it says."""
    done = prepared.run(["serve", *arguments], environment(100, **more))
    assert done.returncode == code, (done.returncode, done.stdout, done.stderr)
    assert "Traceback" not in done.stderr
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("quincunx: ")
    assert lines[0].endswith(".")
    assert "Quincunx is at" not in done.stdout
    return lines[0]


def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        sentence = failing("--port", port, "--data", str(tmp_path))
    assert f"127.0.0.1:{port}" in sentence


@pytest.mark.parametrize("count", mostly_nightly(["1", "2", "0", "-1", "many"], "2"))
def test_the_flag_for_more_processes_is_refused_with_the_way_to_more_cores(
    count: str, tmp_path: Path
) -> None:
    sentence = failing("--port", "0", "--data", str(tmp_path / "data"), "--processes", count, code=2)
    assert all(word in sentence for word in ("nodes", "PostgreSQL", "Valkey", "proxy", "docs/hosting.md"))
    assert not (tmp_path / "data").exists()


def test_the_flag_for_more_processes_is_in_no_help() -> None:
    done = prepared.run(["serve", "--help"], os.environ)
    assert "--data" in done.stdout
    assert "processes" not in done.stdout


def test_a_local_socket_is_no_bus_any_more(tmp_path: Path) -> None:
    sentence = failing("--port", "0", "--data", str(tmp_path), QUINCUNX_BUS="unix:/tmp/bus")
    assert "QUINCUNX_BUS can’t begin with “unix”. Choose from memory:…, redis:…, rediss:…." in sentence


@pytest.mark.parametrize("port", ["70000", "-1"])
def test_a_port_that_there_is_not(port: str, tmp_path: Path) -> None:
    assert "port" in failing(f"--port={port}", "--data", str(tmp_path)).lower()


def test_a_host_that_is_not_ours(tmp_path: Path) -> None:
    assert "192.0.2.1" in failing("--host", "192.0.2.1", "--port", "0", "--data", str(tmp_path))


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("not a folder")
    for data in (file, file / "below"):
        assert str(file) in failing("--port", "0", "--data", str(data))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        assert str(tmp_path) in failing("--port", "0", "--data", str(tmp_path))
    finally:
        tmp_path.chmod(0o700)


def test_a_folder_without_write_permission() -> None:
    """Not even root."""
    assert "/proc" in failing("--port", "0", "--data", "/proc/quincunx")


@pytest.mark.parametrize("content", [b"not a database at all, and longer than a header of one is" * 9,
                                     b"SQLite format 3\0" + b"\xff" * 4096])  # fmt: skip
def test_a_damaged_journal(content: bytes, tmp_path: Path) -> None:
    (tmp_path / JOURNAL).write_bytes(content)
    (tmp_path / JOURNAL).chmod(0o600)
    sentence = failing("--port", "0", "--data", str(tmp_path))
    assert "damaged" in sentence
    assert (tmp_path / JOURNAL).read_bytes() == content, "nothing is made worse"


def test_another_programs_journal(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / JOURNAL)
    connection.execute("CREATE TABLE theirs (x)")
    connection.commit()
    connection.close()
    (tmp_path / JOURNAL).chmod(0o600)
    assert "another program" in failing("--port", "0", "--data", str(tmp_path))


@pytest.mark.parametrize(
    ("name", "value"),
    mostly_nightly(
        [
            ("QUINCUNX_BOT_PAUSE", "soon"),
            ("QUINCUNX_BOT_PAUSE", "-1"),
            ("QUINCUNX_REQUESTS_PER_SECOND", "inf"),
            ("QUINCUNX_LOG", "loud"),
            ("QUINCUNX_BUS", "redis://bus:port/0"),
        ],
        ("QUINCUNX_BOT_PAUSE", "soon"),
    ),
)
def test_settings_that_make_no_sense(name: str, value: str, tmp_path: Path) -> None:
    assert name in failing("--port", "0", "--data", str(tmp_path), **{name: value})


def test_a_slip_in_the_name_of_a_setting_is_in_the_log(tmp_path: Path) -> None:
    node = Server(tmp_path / "data", QUINCUNX_HOST="club.example", QUINCUNX_OF_SOMEBODY_ELSE="1")
    node.stop()
    (said,) = (
        line for line in map(json.loads, node.log().splitlines()) if line["event"] == "unknown_setting"
    )
    assert (said["name"], said["meant"]) == ("QUINCUNX_HOST", "QUINCUNX_HOSTS")


def test_a_node_that_starts_while_the_bus_is_away_serves_and_says_so(tmp_path: Path) -> None:
    node = Server(tmp_path / "data", QUINCUNX_BUS="redis://127.0.0.1:1/0")
    guest = Guest(node)
    ready = guest.http.get("/health/ready")
    assert (ready.status_code, ready.json()["bus"]) == (200, "lost")
    table = guest.make()
    guest.sit(table, 0)
    assert guest.look(table)["seats"][0]["yours"]
    guest.close()
    node.stop()
    assert "bus_lost" in node.log()


def test_the_key_is_for_the_owner_alone(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    server.stop()
    assert (tmp_path / "data" / "cookie.key").stat().st_mode & 0o077 == 0


def test_everything_is_there_after_a_restart(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    alice, bob = Guest(server), Guest(server)
    table = seated(alice, bob)
    before = alice.look(table)
    with alice.open(table) as line:
        line.hello()
        server.stop()
        assert line.closing()[0] == 1012
    again = Server(tmp_path / "data")
    back = Guest(again, cookie=alice.cookie)
    assert back.look(table) == before
    for guest in (alice, bob, back):
        guest.close()
    again.stop()


@pytest.mark.parametrize("how", mostly_nightly([signal.SIGTERM, signal.SIGINT], signal.SIGTERM))
def test_an_orderly_end(how: signal.Signals, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with log.open("wb") as errors:
        process = prepared.start(
            ["serve", "--port", "0", "--data", str(tmp_path / "data")], environment(100), errors
        )
    with process.stdout:
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found
        assert httpx.get(f"{found[0]}health/ready").status_code == 200
        process.send_signal(how)
        process.wait(60)
    assert log.read_text() == "", "an ordinary end is no event"


def test_a_journal_that_fails_later_is_a_503_and_heals(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    alice, bob = Guest(server), Guest(server)
    table = seated(alice, bob)
    before = alice.look(table)
    command = {"type": "offer_draw", "seat": 0}
    other = sqlite3.connect(tmp_path / "data" / JOURNAL, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    answer = alice.command(table, command, "k", before["version"])
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert str(tmp_path) not in answer.text, "where the file is, is the host's business"
    assert alice.look(table) == before
    other.execute("ROLLBACK")
    other.close()
    assert alice.command(table, command, "k", before["version"]).status_code == 200
    logged = [json.loads(line) for line in server.log().splitlines()]
    assert [each["event"] for each in logged] == ["request_failed"]
    for guest in (alice, bob):
        guest.close()
    server.stop()


async def test_threads_that_compute_give_way_to_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move needs the interpreter several times, each time after at most one interval."""
    intervals: list[float] = []

    async def serving(*_: object, **__: object) -> None:
        intervals.append(sys.getswitchinterval())

    monkeypatch.setattr("uvicorn.Server.serve", serving)
    monkeypatch.setattr(serve, "_limit_garbage_collection", lambda: None)
    usual = sys.getswitchinterval()
    settings = Settings(tmp_path, bot_workers=0)
    try:
        with socket.socket() as listening:
            assert await serve._serve(settings, listening, "127.0.0.1", lambda: None) == 0
    finally:
        sys.setswitchinterval(usual)
    (interval,) = intervals
    assert interval <= 0.001 < usual

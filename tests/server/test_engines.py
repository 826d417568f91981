"""The server with real engines in processes of their own: on a fresh machine, in haste, and at its end."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.support import CINCO, Guest, Server

# Each starts a server and waits for its engine, which tests/adapters/engines tests without a server.
pytestmark = pytest.mark.nightly

COMPILING_SECONDS = 240
BOT_BEGINS: dict[str, Any] = {
    "options": {"game": "cinco", "first": 0},
    "seats": [{"kind": "bot", "level": "expert"}, {"kind": "me"}],
    "hints": True,
}


def until(true: Callable[[], Any], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.02)


def children(pid: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def has_moved(guest: Guest, table: str) -> bool:
    return bool(guest.look(table)["game"]["to_move"] == 1)


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Server]:
    """A server on a machine that has never compiled anything."""
    cache = str(tmp_path / "cache")
    server = Server(
        tmp_path / "data", QUINCUNX_BOT_WORKERS="1", XDG_CACHE_HOME=cache, NUMBA_CACHE_DIR=f"{cache}/kernels"
    )
    yield server
    server.stop()


def test_on_a_fresh_machine_no_player_waits_for_the_compiler(fresh: Server) -> None:
    guest = Guest(fresh)
    table = guest.make(BOT_BEGINS)
    guest.sit(table, 1)
    until(lambda: has_moved(guest, table))
    hint = guest.hint(table, 1)
    assert hint.status_code == 200
    assert hint.json()["choices"]
    assert "engine_ready" not in fresh.log()
    until(lambda: "engine_compiling" in fresh.log(), COMPILING_SECONDS)
    assert "Compiling" not in fresh.log(), "workers write nothing of their own into the log"
    guest.close()


@pytest.fixture
def thinking(tmp_path: Path) -> Iterator[Server]:
    """A server whose one engine takes a minute for a hint unless it is stopped."""
    server = Server(tmp_path / "data", QUINCUNX_BOT_WORKERS="1", QUINCUNX_BOT_SECONDS="60")
    until(lambda: "engine_ready" in server.log(), COMPILING_SECONDS)
    yield server
    server.stop()


def test_a_hung_up_request_is_no_longer_computed(thinking: Server) -> None:
    guest = Guest(thinking)
    table = guest.make(
        {**CINCO, "seats": [{"kind": "me"}, {"kind": "bot", "level": "novice"}], "hints": True}
    )
    guest.sit(table, 0)
    with pytest.raises(httpx.ReadTimeout):
        guest.http.post(f"/api/tables/{table}/hints", json={"seat": 0}, timeout=0.5)
    other = guest.make(BOT_BEGINS)
    guest.sit(other, 1)
    until(lambda: has_moved(guest, other), 30)
    assert "engine_died" not in thinking.log(), "it was stopped, and not killed"
    assert "request_failed" not in thinking.log()
    guest.close()


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM], ids=lambda how: how.name)
def test_no_mind_outlives_its_server(how: signal.Signals, tmp_path: Path) -> None:
    server = Server(tmp_path / "data", QUINCUNX_BOT_WORKERS="1")
    until(lambda: "engine_ready" in server.log(), COMPILING_SECONDS)
    (engine,) = children(server.pid)
    os.kill(server.pid, how)
    until(lambda: not is_alive(engine))
    server.wait()
    assert "Traceback" not in server.log()

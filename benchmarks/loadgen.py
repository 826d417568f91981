"""What several of the programs need: a server process, and sockets that cost the load generator little."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

SERVE = ("-c", "from quincunx.cli.main import main; main()", "serve", "--port", "0")


@contextmanager
def process(*arguments: str) -> Iterator[tuple[str, int]]:
    """A Python process that prints its address when it listens; gives host:port and the process's id."""
    settings = {"QUINCUNX_BOT_PAUSE": "0", "QUINCUNX_REQUESTS_PER_SECOND": "1000000"}
    running = subprocess.Popen(
        [sys.executable, *arguments], stdout=subprocess.PIPE, text=True, env=os.environ | settings
    )
    assert running.stdout is not None
    try:
        line = running.stdout.readline()
        found = re.search(r"http://([^/]+)/", line)
        if found is None:
            raise SystemExit(f"The server did not start: {line}")
        yield found[1], running.pid
    finally:
        running.terminate()
        running.wait(15)
        running.stdout.close()


@contextmanager
def server() -> Iterator[tuple[str, int]]:
    """``quincunx serve`` with a fresh journal on disk, not in memory."""
    with tempfile.TemporaryDirectory() as data, process(*SERVE, "--data", data) as running:
        yield running


def ask(address: str, path: str, cookie: str = "", body: Any = None) -> tuple[Any, str]:
    """The JSON of an answer, and the cookie that came with it."""
    headers = {"cookie": cookie, "content-type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://{address}{path}", data, headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer), (answer.headers["set-cookie"] or "").split(";")[0]


def guest(address: str) -> str:
    """Somebody new's cookie."""
    return ask(address, "/api/me")[1]


def memory(pid: int) -> int:
    """The bytes that a process really holds (Linux)."""
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[1]) * 1024  # type: ignore[index]

"""Servers as separate processes, for the duration of a ``with`` block."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import platformdirs

ROOT = Path(__file__).parents[2]
SERVE = "from quincunx.cli.main import main; main()"
WITHOUT_LIMITS = {
    "QUINCUNX_REQUESTS_PER_SECOND": "1000000",
    "QUINCUNX_CONNECTIONS": "20000",
    "QUINCUNX_CONNECTIONS_PER_ADDRESS": "20000",
    "QUINCUNX_SOCKETS_PER_ADDRESS": "20000",
    "QUINCUNX_NEW_GUESTS_PER_MINUTE": "1000000",
}
TICKS = os.sysconf("SC_CLK_TCK")


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def _children(pid: int) -> list[int]:
    threads = Path(f"/proc/{pid}/task").iterdir()
    return [int(child) for thread in threads for child in (thread / "children").read_text().split()]


class Address(NamedTuple):
    """The address that clients connect to."""

    host: str
    port: int


class Running:
    """A listening server. ``host`` and ``port`` are its address, ``started`` the time when it was called."""

    def __init__(self, process: subprocess.Popen[str], started: float) -> None:
        assert process.stdout is not None
        self.pid = process.pid
        self.started = started
        line = process.stdout.readline()
        found = re.search(r"http://([^/:]*):(\d+)", line)
        if found is None:
            raise RuntimeError(f"the server said {line!r}")
        self.host, self.port = found[1], int(found[2])

    def cpu_seconds(self) -> float:
        """The CPU seconds that the process has used so far, user and kernel."""
        return _cpu_seconds(self.pid)

    def family_cpu_seconds(self) -> float:
        """The same, including its child processes that still run."""
        return sum(map(_cpu_seconds, [self.pid, *_children(self.pid)]))

    def memory(self) -> int:
        """The bytes that only this process holds."""
        lines = Path(f"/proc/{self.pid}/smaps_rollup").read_text().splitlines()
        return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Private_"))


@contextmanager
def _running(command: list[str], environment: dict[str, str] | None = None) -> Iterator[Running]:
    started = time.perf_counter()
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | (environment or {}),
    )
    try:
        yield Running(process, started)
    finally:
        process.terminate()
        process.wait(20)
        assert process.stdout is not None
        process.stdout.close()


@contextmanager
def quincunx(
    bot_pause: float = 0.0,
    bot_workers: int | None = 0,
    more: dict[str, str] | None = None,
    limits: bool = False,
    data: Path | None = None,
    program: str = SERVE,
) -> Iterator[Running]:
    """``quincunx serve`` on an empty folder, or on the contents of ``data``. By default it has no engine
    processes.

    Without ``limits`` it has no limits per address, because all callers share one. ``program`` is Python that
    runs the command line.
    """
    environment = {
        **(more or {}),
        "QUINCUNX_BOT_PAUSE": str(bot_pause),
        **({} if bot_workers is None else {"QUINCUNX_BOT_WORKERS": str(bot_workers)}),
        **({} if limits else WITHOUT_LIMITS),
    }
    with tempfile.TemporaryDirectory() as folder:
        serve = ["serve", "--port", "0", "--data", str(data or folder)]
        with _running([sys.executable, "-c", program, *serve], environment) as server:
            yield server


@contextmanager
def bare() -> Iterator[Running]:
    """The same web server with nothing in it but an echo and one page."""
    with _running([sys.executable, "-m", "benchmarks.support.bare"]) as server:
        yield server


@contextmanager
def boardgame_io() -> Iterator[Running]:
    """A server of boardgame.io with a Cinco for two, in memory; npm installs it once into the cache."""
    sys.path.insert(0, str(ROOT / "tools"))
    from node import npm_command  # a tool of the repository, found on the path set just above

    here = ROOT / "benchmarks" / "support" / "boardgame_io"
    there = Path(platformdirs.user_cache_dir("quincunx-benchmarks", appauthor=False)) / "boardgame_io"
    command, environment = npm_command()
    there.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "server.cjs"):
        shutil.copy(here / name, there / name)
    if not (there / "node_modules").is_dir():
        silent = ["install", "--no-audit", "--no-package-lock", "--silent"]
        subprocess.run([*command, *silent], cwd=there, env=environment, check=True)
    node = shutil.which("node", path=environment["PATH"]) or "node"
    with _running([node, str(there / "server.cjs")], {"NODE_ENV": "production"}) as server:
        yield server


class Shared(NamedTuple):
    """A database and a bus: the environment of servers that share them, and their processes."""

    environment: dict[str, str]
    database: int
    bus: int

    def database_cpu_seconds(self) -> float:
        """The CPU seconds of the database's processes that still run."""
        return sum(map(_cpu_seconds, [self.database, *_children(self.database)]))

    def bus_cpu_seconds(self) -> float:
        """The CPU seconds of the bus."""
        return _cpu_seconds(self.bus)


@contextmanager
def shared() -> Iterator[Shared]:
    """A real PostgreSQL and a real Valkey for several servers."""
    # The module belongs to the tests, and only callers of this function need it.
    from tests.servers.postgres import Postgres
    from tests.servers.valkey import Valkey

    database, bus = Postgres(), Valkey()
    try:
        database.start()
        bus.start()
        with tempfile.TemporaryDirectory() as keys:
            environment = {
                "QUINCUNX_DATABASE": asyncio.run(database.fresh()),
                "QUINCUNX_BUS": bus.fresh(),
                "QUINCUNX_KEYS": keys,
            }
            assert database.process is not None
            assert bus.process is not None
            yield Shared(environment, database.process.pid, bus.process.pid)
    finally:
        database.remove()
        bus.remove()


@contextmanager
def behind_nginx(nodes: Sequence[Running]) -> Iterator[Address]:
    """A real nginx in front of these nodes: the example in ``deploy/``, without TLS and without limits."""
    from tests.deploy.proxy import MOST_OF_ONE_ADDRESS, NAME, Nginx, replaced
    from tools import nginx

    class Plain(Nginx):
        def _configuration(self, text: str, nodes: Sequence[str]) -> str:
            words = {
                "ssl http2": "",
                "ssl_reject_handshake on;": "",
                f"server_name {NAME};": "server_name 127.0.0.1;",
                f"limit_conn addresses {MOST_OF_ONE_ADDRESS};": "",
                "worker_connections 512;": "worker_connections 16384;",
            }
            return replaced(super()._configuration(text, nodes), words)

    program = nginx.find()
    if program is None:
        raise RuntimeError("there is no nginx; as root “make proxy” installs one")
    with Plain(program, *(f"{node.host}:{node.port}" for node in nodes)) as proxy:
        yield Address("127.0.0.1", proxy.port)

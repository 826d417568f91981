"""``quincunx`` as a process of its own, without waiting for its imports: half a second for each server.

One process imports the program. On each request it forks a process that runs the command line from its
beginning, with its own arguments, variables, folder, output and errors. Nothing carries over from another
run.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import gc
import importlib
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, NamedTuple

import msgspec
from litestar import Litestar

from tests.servers import shifted_clock

COMMAND = (sys.executable, "-c", "from quincunx.cli.main import main; main()")
"""The same without any of this."""

PROGRAM = "import sys; from tests.servers.prepared import prepare; prepare(int(sys.argv[1]))"
ROOT = Path(__file__).parents[2]
IMPORTED = (
    "quincunx.adapters.store.sql",
    "quincunx.cli.app",
    "quincunx.cli.main",
    "quincunx.cli.serving.serve",
    "quincunx.server.bootstrap",
    "quincunx.server.operations.data_folder",
    "quincunx.server.operations.restoring",
    "filelock",
    "litestar.middleware",
    "uvicorn.lifespan.on",
    "uvicorn.protocols.http.httptools_impl",
    "uvloop",
)
LONGEST = 1 << 20


class Asked(NamedTuple):
    """The command to run."""

    words: list[str]
    environment: dict[str, str]
    folder: str


class Started:
    """A process that was started so; of :class:`subprocess.Popen` it has what the tests use."""

    def __init__(self, pid: int, ended: socket.socket, stdout: IO[str]) -> None:
        self.pid = pid
        self.stdout = stdout
        self.returncode: int | None = None
        self._ended = ended

    def poll(self) -> int | None:
        """The exit code, or minus the signal that ended it; ``None`` while it runs."""
        return self._look(0)

    def wait(self, timeout: float | None = None) -> int:
        """The same, when it has ended. Raises :class:`subprocess.TimeoutExpired`."""
        code = self._look(timeout)
        if code is None:
            raise subprocess.TimeoutExpired("quincunx", timeout or 0.0)
        return code

    def _look(self, seconds: float | None) -> int | None:
        if self.returncode is None and select.select([self._ended], [], [], seconds)[0]:
            with self._ended:
                self.returncode = int(self._ended.recv(16))
        return self.returncode

    def send_signal(self, number: signal.Signals) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def start(words: Sequence[str], environment: Mapping[str, str], errors: IO[bytes]) -> Started:
    """``quincunx`` with these words, in this folder."""
    ended, its_end = socket.socketpair()
    out, its_out = os.pipe()
    asked = Asked([*map(str, words)], dict(environment), os.getcwd())
    line, one_at_a_time = _preparing()
    with its_end, one_at_a_time:
        socket.send_fds(line, [msgspec.json.encode(asked)], [its_out, errors.fileno(), its_end.fileno()])
        os.close(its_out)
        return Started(int(line.recv(16)), ended, open(out))  # its reader closes it


def run(words: Sequence[str], environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """The same for a command that ends by itself, within a minute."""
    with tempfile.TemporaryFile() as errors:
        process = start(words, environment, errors)
        with process.stdout:
            out = process.stdout.read()
        code = process.wait(60)
        errors.seek(0)
        return subprocess.CompletedProcess(words, code, out, errors.read().decode())


@functools.cache
def _preparing() -> tuple[socket.socket, threading.Lock]:
    """The line to the process that imports; it ends when this one does."""
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with its:
        for each in (ours, its):
            each.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, LONGEST)
        number = its.fileno()
        process = subprocess.Popen([sys.executable, "-c", PROGRAM, str(number)], pass_fds=[number], cwd=ROOT)

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours, threading.Lock()


def prepare(number: int) -> None:
    """Import, then do what comes on this line, until it ends."""
    for name in IMPORTED:
        importlib.import_module(name)
    # The first application imports the optional packages that are installed. Without logging, it starts no
    # thread.
    Litestar([], logging_config=None)
    # The child of a process with threads would have only one of them, and perhaps a lock that no thread
    # opens.
    assert threading.active_count() == 1
    gc.collect()
    gc.freeze()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with socket.socket(fileno=number) as line:
        while True:
            data, given, *_ = socket.recv_fds(line, LONGEST, 3)
            if not data:
                return
            if os.fork() == 0:
                break
            for each in given:
                os.close(each)
        out, errors, ended = given
        asked = msgspec.json.decode(data, type=Asked)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        pid = os.fork()
        if pid:
            line.send(str(pid).encode())
    if pid:
        _tell_its_end(pid, socket.socket(fileno=ended), out, errors)
    for each, its in ((out, 1), (errors, 2)):
        os.dup2(each, its)
    for each in given:
        os.close(each)
    _run(asked)


def _tell_its_end(pid: int, ended: socket.socket, *not_ours: int) -> None:
    """The one between, whose child it is: it waits, and says with which code it ended."""
    for each in not_ours:
        os.close(each)
    _, status = os.waitpid(pid, 0)
    with contextlib.suppress(OSError):  # the parent has gone
        ended.send(str(os.waitstatus_to_exitcode(status)).encode())
    os._exit(0)


def _run(asked: Asked) -> None:
    from quincunx.cli.main import main

    if (file := asked.environment.pop(shifted_clock.FILE, None)) is not None:
        shifted_clock.shift(Path(file))
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(asked.environment)
    os.chdir(asked.folder)
    sys.argv[1:] = asked.words
    main()

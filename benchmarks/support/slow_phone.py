"""A slow phone: a line with little bandwidth and a long way, and a browser that gets a part of the time.

Chromium's own throttling reaches a page's main thread and its requests, and neither its workers nor what
those fetch. These two reach all of them.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

BYTES_A_SECOND = 180_000
"""The line that Chromium's developer tools call Fast 3G: 1.44 Mbit/s …"""
ROUND_TRIP = 0.5625
"""… and a round trip of 562 ms."""
CHUNK = 8_192
PERIOD = 0.004
MOST_CREDIT = 0.004
"""Seconds of processor time that an idle thread may use at once."""
LOOK = 0.1
"""Seconds between two looks for new processes of the browser."""


class SlowLine:
    """A proxy in front of an address, with a port of its own. All its connections share one line."""

    def __init__(self, host: str, port: int) -> None:
        self._there = host, port
        self._free_at = 0.0
        self.port = 0
        self.is_cut = False
        self.is_fast = False
        """True while bytes come at once, so that a visit can be prepared."""
        self._loop = asyncio.new_event_loop()
        self._tasks: set[asyncio.Task[None]] = set()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.is_cut:
            writer.transport.abort()
            return
        await asyncio.sleep(0 if self.is_fast else ROUND_TRIP)
        there, to_there = await asyncio.open_connection(*self._there)
        try:
            ways = self._carry(reader, to_there, is_down=False), self._carry(there, writer, is_down=True)
            await asyncio.gather(*ways)
        finally:
            to_there.close()
            writer.close()

    async def _carry(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, *, is_down: bool
    ) -> None:
        arriving: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue(64)
        delivering = asyncio.ensure_future(self._deliver(arriving, target))
        try:
            with contextlib.suppress(OSError):
                while chunk := await source.read(CHUNK):
                    now = time.monotonic()
                    if self.is_fast:
                        await arriving.put((now, chunk))
                        continue
                    if is_down:
                        self._free_at = max(self._free_at, now) + len(chunk) / BYTES_A_SECOND
                        await asyncio.sleep(max(0.0, self._free_at - now))
                    await arriving.put((time.monotonic() + ROUND_TRIP / 2, chunk))
            await arriving.put((0.0, b""))
            await delivering
        finally:
            delivering.cancel()

    @staticmethod
    async def _deliver(arriving: asyncio.Queue[tuple[float, bytes]], target: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while True:
                at, chunk = await arriving.get()
                if not chunk:
                    break
                await asyncio.sleep(max(0.0, at - time.monotonic()))
                target.write(chunk)
                await target.drain()
            target.write_eof()

    def _on_connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = self._loop.create_task(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda ended: ended.cancelled() or ended.exception())

    def run(self, is_ready: threading.Event) -> None:
        """Serve until :meth:`stop`."""

        async def serve() -> None:
            server = await asyncio.start_server(self._on_connect, "127.0.0.1", 0)
            self.port = server.sockets[0].getsockname()[1]
            is_ready.set()
            self._stopped = asyncio.Event()
            await self._stopped.wait()
            server.close()
            for task in tuple(self._tasks):
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

        self._loop.run_until_complete(serve())

    def cut(self) -> None:
        """Refuse new connections and break the present ones."""
        self.is_cut = True
        for task in tuple(self._tasks):
            self._loop.call_soon_threadsafe(task.cancel)

    def mend(self) -> None:
        """Let connections through again."""
        self.is_cut = False

    def stop(self) -> None:
        """Close the line."""
        self._loop.call_soon_threadsafe(self._stopped.set)


@contextmanager
def slow_line(host: str, port: int) -> Iterator[SlowLine]:
    """A slow line to this address."""
    line = SlowLine(host, port)
    is_ready = threading.Event()
    serving = threading.Thread(target=line.run, args=[is_ready])
    serving.start()
    is_ready.wait()
    try:
        yield line
    finally:
        line.stop()
        serving.join()


def _renderers() -> list[int]:
    """The processes that run pages and their workers, among the descendants of this one."""
    parents: dict[int, int] = {}
    found: list[int] = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdecimal():
            continue
        with contextlib.suppress(OSError):
            pid = int(folder.name)
            parents[pid] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if b"--type=renderer" in (folder / "cmdline").read_bytes():
                found.append(pid)

    def is_ours(pid: int) -> bool:
        while pid > 1 and pid != os.getpid():
            pid = parents.get(pid, 0)
        return pid == os.getpid()

    return [pid for pid in found if is_ours(pid)]


class _Thread:
    """A thread of a browser, and the processor time that it may still use before it must wait."""

    def __init__(self, folder: Path) -> None:
        self._file = os.open(folder / "schedstat", os.O_RDONLY)
        self._last = self._read()
        self._credit = MOST_CREDIT

    def _read(self) -> tuple[int, int]:
        spent, waited, _ = os.pread(self._file, 100, 0).split()
        return int(spent), int(waited)

    def may_run(self, earned: float) -> bool:
        """Count what it has used since the last call, and what it may use: so many seconds more."""
        with contextlib.suppress(OSError):
            now = self._read()
            self._credit += earned - (now[0] - self._last[0]) / 1e9
            # Only a thread that waits for nothing loses what it does not use.
            if now == self._last:
                self._credit = min(self._credit, MOST_CREDIT)
            self._last = now
        return self._credit >= 0

    def close(self) -> None:
        os.close(self._file)


class _Process:
    """A process whose threads get a part of the time each."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._threads: dict[str, _Thread] = {}
        self._is_stopped = False

    def look(self) -> None:
        """Look for new threads, and forget those that have ended."""
        with contextlib.suppress(OSError):
            present = {folder.name: folder for folder in Path(f"/proc/{self._pid}/task").iterdir()}
            for name in self._threads.keys() - present.keys():
                self._threads.pop(name).close()
            for name in present.keys() - self._threads.keys():
                with contextlib.suppress(OSError):
                    self._threads[name] = _Thread(present[name])

    def slow(self, earned: float) -> None:
        """Stop the process while one of its threads has used too much."""
        may_run = [thread.may_run(earned) for thread in self._threads.values()]
        self.stop(not all(may_run))

    def stop(self, is_stopped: bool) -> None:
        if is_stopped != self._is_stopped:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGSTOP if is_stopped else signal.SIGCONT)
            self._is_stopped = is_stopped

    def close(self) -> None:
        self.stop(False)
        for thread in self._threads.values():
            thread.close()


@contextmanager
def slow_processor(times: int) -> Iterator[None]:
    """Every thread of pages and workers of this process's browsers gets one of so many parts of a processor.

    A process is stopped while one of its threads has used more. So what other programs of the machine do
    counts as little as possible.
    """
    is_over = threading.Event()

    def slow() -> None:
        processes: dict[int, _Process] = {}
        looked = 0.0
        last = time.monotonic()
        while not is_over.is_set():
            now = time.monotonic()
            if now - looked > LOOK:
                looked = now
                present = _renderers()
                for pid in processes.keys() - set(present):
                    processes.pop(pid).close()
                for pid in present:
                    processes.setdefault(pid, _Process(pid)).look()
            for process in processes.values():
                process.slow((now - last) / times)
            last = now
            time.sleep(PERIOD)
        for process in processes.values():
            process.close()

    slowing = threading.Thread(target=slow)
    slowing.start()
    try:
        yield
    finally:
        is_over.set()
        slowing.join()

"""``quincunx serve --processes N``: several nodes on one machine, port and database, with a bus between them.

This process holds the listening socket and the bus's hub, and starts the others, each of which is a whole
node. One that dies is replaced; when this one dies, the others end.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
import structlog

if TYPE_CHECKING:
    from quincunx.server.handover import Place
    from quincunx.server.settings import Settings

log = structlog.get_logger("quincunx.server")

MOST_PROCESSES: Final = 64
WORKERS: Final = 4
"""Processes that think for bots, of all nodes together, unless a setting says otherwise."""
SHORT_SECONDS: Final = 5.0
"""A node that ends sooner has not started at all."""
STOP_SECONDS: Final = 8.0

Node = Callable[["Settings", socket.socket, "Place"], int]
"""Serves until a signal stops it; what it returns is the process's exit code."""


async def serve_many(
    count: int, settings: Settings, listening: socket.socket, node: Node, greet: Callable[[], None]
) -> int:
    """Keep so many nodes running until a signal comes; the exit code. ``greet`` is called when they start.

    Raises what :func:`quincunx.server.ports.connected` raises, if the settings cannot be used.
    """
    from quincunx.adapters.bus_socket import SocketHub
    from quincunx.server.guests import load_keys
    from quincunx.server.handover import Place
    from quincunx.server.ports import connected

    # What is wrong is said once, here, and the nodes find the schema and the keys.
    load_keys(settings.keys_folder)
    async with connected(settings):
        greet()
    with tempfile.TemporaryDirectory(prefix="quincunx-") as folder:
        hub = SocketHub(Path(folder) / "bus")
        if settings.bus == "memory:":
            await hub.start()
            settings = msgspec.structs.replace(settings, bus=f"unix:{folder}/bus")
        workers = settings.bot_workers
        if workers is None:
            workers = max(1, min(os.cpu_count() or 1, WORKERS) // count)
        each = msgspec.structs.replace(settings, bot_workers=workers)

        def start(number: int) -> SpawnProcess:
            return _started(_at(each, number), listening, Place(Path(folder), number, count), node)

        try:
            return await _Nodes(start).run(count)
        finally:
            await hub.stop()


def _at(settings: Settings, number: int) -> Settings:
    """The settings of one of the nodes: each has a port of its own for its metrics."""
    from quincunx.server.metrics_page import next_place

    if settings.metrics is None:
        return settings
    return msgspec.structs.replace(settings, metrics=next_place(settings.metrics, number))


def _started(settings: Settings, listening: socket.socket, place: Place, node: Node) -> SpawnProcess:
    given = (settings, listening, place, node)
    process = multiprocessing.get_context("spawn").Process(target=_run, args=given)
    process.start()
    return process


def _run(settings: Settings, listening: socket.socket, place: Place, node: Node) -> None:
    """In the new process: be a node."""
    # Ctrl-C reaches the whole group; who started this process tells it when to end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(node(settings, listening, place))


async def until_parent_dies() -> None:
    """In a node: return when the process that started it is gone; never, if nobody did."""
    parent = multiprocessing.parent_process()
    gone = asyncio.Event()
    if parent is not None:
        asyncio.get_running_loop().add_reader(parent.sentinel, gone.set)
    await gone.wait()


class _Nodes:
    """The running nodes, and the replacing of those that die."""

    def __init__(self, start: Callable[[int], SpawnProcess]) -> None:
        """``start`` is told which number the node has."""
        self._start = start
        self._ends = asyncio.Event()
        self._failed = False

    async def run(self, count: int) -> int:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._ends.set)
        keepers = [asyncio.create_task(self._keep(number)) for number in range(count)]
        await self._ends.wait()
        await asyncio.gather(*keepers)
        return 1 if self._failed else 0

    async def _keep(self, number: int) -> None:
        ends = asyncio.create_task(self._ends.wait())
        while not self._ends.is_set():
            started = time.monotonic()
            process = await asyncio.to_thread(self._start, number)
            died = asyncio.create_task(asyncio.to_thread(process.join))
            await asyncio.wait({died, ends}, return_when=asyncio.FIRST_COMPLETED)
            if self._ends.is_set():
                await _end(process)
            elif process.exitcode == 1 and time.monotonic() - started < SHORT_SECONDS:
                self._failed = True  # it has said why
                self._ends.set()
            else:
                log.error("node_died", code=process.exitcode)
            await died


async def _end(process: SpawnProcess) -> None:
    """An orderly end; a node that does not come to it is killed."""
    with contextlib.suppress(ProcessLookupError):
        process.terminate()
    await asyncio.to_thread(process.join, STOP_SECONDS)
    if process.is_alive():
        process.kill()

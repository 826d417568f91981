"""``quincunx serve --processes 2``: one address, one file, two nodes that may die."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import Callable
from pathlib import Path
from random import Random

import httpx
import pytest

from quincunx.core.game import encode
from quincunx.table.events import TableSettings
from tests.chaos.client import Client, Guest
from tests.chaos.load import KINDS, Load, check
from tests.chaos.server import Server
from tests.plain import NO_CERTIFICATES
from tests.server.test_serve import failing
from tests.servers.process import free_pair

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/fd").is_dir(), reason="asks Linux who holds which socket"
)


ENTRIES = "journal_group_entries_sum"
"""How many a node has written."""


async def _until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(120):
        while not condition():  # noqa: ASYNC110  # what is waited for happens in other processes
            await asyncio.sleep(0.02)


def _sockets(process: int) -> int:
    """How many sockets a process has open."""
    found = 0
    for file in Path(f"/proc/{process}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            found += file.readlink().name.startswith("socket:")
    return found


def _figure(name: str, port: int) -> float:
    """One of the figures of the node that has its metrics there; 0 before it has come."""
    try:
        page = httpx.get(f"http://127.0.0.1:{port}/metrics", verify=NO_CERTIFICATES).text
    except httpx.TransportError:
        return 0.0
    return float(page.partition(f"\nquincunx_{name} ")[2].partition("\n")[0])


def _at_tables(port: int) -> list[float]:
    """How many sockets each of two nodes has, whose metrics are there and at the next."""
    return [_figure("sockets", each) for each in (port, port + 1)]


def _is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"


async def test_two_processes_share_the_tables_and_one_that_dies_is_replaced(tmp_path: Path) -> None:
    port = free_pair()
    server = Server(tmp_path, arguments=("--processes", "2"), QUINCUNX_METRICS=str(port))
    await server.start()
    load = Load(server.address, 8, Random(1))
    try:
        await _until(lambda: len(server.nodes) == 2)
        one, two = server.nodes
        before = [_sockets(node) for node in (one, two)]
        load.start()
        # None has all tables.
        await _until(lambda: load.acknowledged >= 50)
        await _until(lambda: all(_sockets(node) > was for node, was in zip((one, two), before, strict=True)))
        os.kill(one, signal.SIGKILL)
        await _until(lambda: len(server.nodes) == 2 and one not in server.nodes)
        # Each has its own figures, and the one that came new has the port of the one before it.
        await _until(lambda: all(_figure(ENTRIES, each) > 0 for each in (port, port + 1)))
        acknowledged = load.acknowledged
        await _until(lambda: load.acknowledged > acknowledged + 50)
        wrong = await load.stuck()
    finally:
        await load.stop()
        nodes = server.nodes
        await server.stop()
    assert wrong + await check(tmp_path / "journal.sqlite", load.clients, load.clocks) == []
    assert len(nodes) == 2
    assert not any(_is_there(node) for node in nodes)
    assert "node_died" in (tmp_path / "server.log").read_text()


async def test_all_who_are_at_one_table_come_to_one_process(tmp_path: Path) -> None:
    port = free_pair()
    server = Server(tmp_path, arguments=("--processes", "2"), QUINCUNX_METRICS=str(port))
    await server.start()
    guests = [Guest(server.address) for _ in range(2)]
    for guest in guests:
        await guest.say_hello()
    options, seats, _ = KINDS[0]
    async with asyncio.TaskGroup() as lines:
        try:
            for number in range(4):
                table = await guests[0].make(TableSettings(encode(options), seats))
                clients = [Client(guests[each % 2], table, f"{number}c{each}", Random()) for each in range(6)]
                running = [lines.create_task(client.run()) for client in clients]
                # Whichever of the two they were answered by first.
                await _until(lambda: sum(_at_tables(port)) == 6)
                assert sorted(_at_tables(port)) == [0, 6]
                for each in running:
                    each.cancel()
                await _until(lambda: sum(_at_tables(port)) == 0)
        finally:
            await server.stop()


async def test_the_nodes_end_with_the_process_that_started_them(tmp_path: Path) -> None:
    server = Server(tmp_path, arguments=("--processes", "2"))
    await server.start()
    await _until(lambda: len(server.nodes) == 2)
    nodes = server.nodes
    await server.kill()
    await _until(lambda: not any(_is_there(node) for node in nodes))


def test_what_is_wrong_with_the_settings_is_said_once(tmp_path: Path) -> None:
    two = ("--port", "0", "--data", str(tmp_path), "--processes", "2")
    assert "There can be 1 to 64 processes." in failing(*two[:-1], "0")
    (tmp_path / "journal.sqlite").write_bytes(b"no database, and longer than the header of one" * 9)
    (tmp_path / "journal.sqlite").chmod(0o600)
    assert "damaged" in failing(*two)
    (tmp_path / "journal.sqlite").unlink()
    assert "The address in QUINCUNX_BUS cannot be read" in failing(*two, QUINCUNX_BUS="redis://here:port")

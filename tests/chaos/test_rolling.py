"""One node after the other is stopped and started again, as for an update: no player loses anything."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random

import httpx
import pytest

from quincunx.adapters.journal.postgres import PostgresJournal
from quincunx.core.game import encode
from quincunx.games.cinco.types import CincoOptions
from quincunx.table.events import TableSettings
from tests.chaos.balancer import at_random
from tests.chaos.client import Client, Guest
from tests.chaos.cluster import Cluster, cluster
from tests.chaos.load import ME, OPEN, Load, check_journal
from tests.plain import NO_CERTIFICATES

GOING_AWAY = 1012
PATIENCE = 60.0


@pytest.fixture
async def two(tmp_path: Path) -> AsyncIterator[Cluster]:
    async with cluster(tmp_path, 2, at_random(Random(2))) as made:
        yield made


async def _until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110  # what is waited for happens in another process
            await asyncio.sleep(0.02)


async def _says(http: httpx.AsyncClient, health: str, bus: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while (await http.get(health)).json() != {"status": "ok", "bus": bus}:  # noqa: ASYNC110
            await asyncio.sleep(0.1)


@pytest.mark.nightly
async def test_an_update_node_by_node_loses_nothing(two: Cluster) -> None:
    load = Load(two.balancer.address, 4, Random(4))
    load.start()
    try:
        await _until(lambda: load.acknowledged >= 20)
        for node in two.nodes:
            before = load.acknowledged
            await node.stop()
            await _until(lambda before=before: load.acknowledged > before + 20)  # the others play on
            await node.start()
        wrong = await load.stuck()
    finally:
        await load.stop()
    codes = {code for client in load.clients for code in client.codes}
    assert GOING_AWAY in codes, "who is to come back is told so"
    assert wrong + await check_journal(PostgresJournal(two.url), load.clients, load.clocks) == []


@pytest.mark.nightly
async def test_presence_is_one_whichever_node_one_asks(two: Cluster) -> None:
    """And the health of a node tells whether it hears the others."""
    guests = [await Guest(node.address).say_hello() for node in two.nodes]
    table = await guests[0].make(TableSettings(encode(CincoOptions()), (ME, OPEN)))
    clients = [Client(guest, table, f"c{seat}", Random(seat)) for seat, guest in enumerate(guests)]
    lines = [asyncio.create_task(client.run()) for client in clients]
    try:
        for seat, client in enumerate(clients):
            await client.sit_down(seat)
        await _until(lambda: all(c.presence is not None and c.presence.here == (True, True) for c in clients))
        lines[1].cancel()
        await _until(lambda: clients[0].presence is not None and clients[0].presence.here == (True, False))
        async with httpx.AsyncClient(verify=NO_CERTIFICATES) as http:
            health = f"http://{two.nodes[0].address}/health/ready"
            await _says(http, health, "ok")
            await asyncio.to_thread(two.bus.kill)
            await _says(http, health, "lost")
            lines[1] = asyncio.create_task(clients[1].run())
            version = max(client.seen or 0 for client in clients)
            play = [asyncio.create_task(client.play(0.0)) for client in clients]
            await _until(lambda: all((client.seen or 0) > version + 3 for client in clients))
            for task in play:
                task.cancel()
            await asyncio.gather(*play, return_exceptions=True)
            await asyncio.to_thread(two.database.kill)
            assert (await http.get(health)).status_code == 503
            await asyncio.to_thread(two.database.start)
            await asyncio.to_thread(two.bus.start)
            await _says(http, health, "ok")
        await _until(lambda: clients[0].presence is not None and clients[0].presence.here == (True, True))
    finally:
        for line in lines:
            line.cancel()
        await asyncio.gather(*lines, return_exceptions=True)

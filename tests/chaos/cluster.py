"""Several nodes on one PostgreSQL and one Valkey, behind a plain proxy."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.chaos.balancer import Balancer, Placement
from tests.chaos.server import Server
from tests.servers.postgres import Postgres
from tests.servers.valkey import Valkey


class Cluster:
    """All of it, running. Every part may be killed, paused and started again."""

    def __init__(
        self,
        folder: Path,
        nodes: int,
        database: Postgres,
        url: str,
        bus: Valkey,
        place: Placement,
        **more: str,
    ) -> None:
        self.database = database
        self.url = url
        self.bus = bus
        channel = bus.fresh()
        self.nodes = [
            Server(folder / f"node-{number}", QUINCUNX_DATABASE=url, QUINCUNX_BUS=channel, **more)
            for number in range(nodes)
        ]
        self.balancer = Balancer(lambda: [node.address for node in self.nodes], place)

    async def start(self) -> None:
        """The first node makes the keys; the others get copies of them, as an operator does it."""
        first, *others = self.nodes
        first.data.mkdir(parents=True)
        await first.start()
        for node in others:
            node.data.mkdir()
            for key in first.data.glob("*.key"):
                shutil.copy(key, node.data)
        await asyncio.gather(*(node.start() for node in others))
        await self.balancer.start()

    async def stop(self) -> None:
        for node in self.nodes:
            node.go_on()
        await self.balancer.stop()
        await asyncio.gather(*(node.kill() for node in self.nodes))


@asynccontextmanager
async def cluster(folder: Path, nodes: int, place: Placement, **more: str) -> AsyncIterator[Cluster]:
    """A cluster with a database and a bus of its own. ``more`` are further ``QUINCUNX_…`` variables."""
    database, bus = Postgres(), Valkey()
    try:
        await asyncio.to_thread(database.start)
        await asyncio.to_thread(bus.start)
        made = Cluster(folder, nodes, database, await database.fresh(), bus, place, **more)
        try:
            await made.start()
            yield made
        finally:
            await made.stop()
    finally:
        await asyncio.to_thread(database.remove)
        await asyncio.to_thread(bus.remove)

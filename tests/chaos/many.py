"""Nodes, database and bus are killed, paused and stopped at random under load: the experiment itself."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import httpx

from quincunx.adapters.journal.postgres import PostgresJournal
from quincunx.adapters.store.sql import SqlStore
from tests.chaos.balancer import PLACEMENTS
from tests.chaos.cluster import Cluster, cluster
from tests.chaos.load import Load, check_journal
from tests.plain import NO_CERTIFICATES

FAULTS = (
    "kill a node",
    "stop a node",
    "pause a node",
    "kill the database",
    "pause the database",
    "kill the bus",
    "pause the bus",
)
LONGEST_PAUSE = 2.0


async def run(
    folder: Path,
    faults: int,
    tables: int,
    random: Random,
    progress: Callable[[int, Load], None] = lambda *_: None,
    nodes: int = 3,
    placement: str = "hashed",
) -> tuple[Load, Counter[str], list[str]]:
    """Let so many things happen, with connections placed at nodes by one of
    :data:`~tests.chaos.balancer.PLACEMENTS`. Returns the load, what happened, and what went wrong."""
    happened: Counter[str] = Counter()
    async with cluster(folder, nodes, PLACEMENTS[placement](random)) as made:
        load = Load(made.balancer.address, tables, random)
        load.start()
        try:
            async with asyncio.timeout(120):
                while load.acknowledged < tables:  # noqa: ASYNC110  # it happens in other processes
                    await asyncio.sleep(0.02)
            for number in range(faults):
                await asyncio.sleep(random.uniform(0.02, 0.7))
                # Each kind once before any comes again.
                what = FAULTS[number % len(FAULTS)] if number < len(FAULTS) else random.choice(FAULTS)
                await _let(made, what, random)
                happened[what] += 1
                progress(number + 1, load)
            wrong = await load.stuck()
        finally:
            await load.stop()
        wrong += await _shown(made, load)
        wrong += await _counted(made, load)
        wrong += await check_journal(PostgresJournal(made.url), load.clients, load.clocks)
    return load, happened, wrong


async def _let(made: Cluster, what: str, random: Random) -> None:
    node = random.choice(made.nodes)
    pause = random.uniform(0.1, LONGEST_PAUSE)
    match what:
        case "kill a node":
            await node.kill()
            await node.start()
        case "stop a node":
            await node.stop()
            await node.start()
        case "pause a node":
            node.pause()
            await asyncio.sleep(pause)
            node.go_on()
        case _:
            server = made.database if what.endswith("database") else made.bus
            if what.startswith("kill"):
                await asyncio.to_thread(server.kill)
                await asyncio.sleep(pause / 2)
                await asyncio.to_thread(server.start)
            else:
                server.pause()
                await asyncio.sleep(pause)
                server.go_on()


async def _counted(made: Cluster, load: Load) -> list[str]:
    """Every game that has ended must be counted once, by nodes that still run."""
    journal, store = PostgresJournal(made.url), SqlStore(made.url)
    await journal.open()
    try:
        await store.open()
        try:
            return await load.counted.check(journal, store, {client.table for client in load.clients})
        finally:
            await store.close()
    finally:
        await journal.close()


def _without_time(table: dict[str, Any]) -> dict[str, Any]:
    """A table as a node shows it, but for what time it is."""
    clock = table.get("clock")
    return {**table, "clock": clock and {**clock, "now": None}}


async def _shown(made: Cluster, load: Load) -> list[str]:
    """Every node must show every player the same table."""
    wrong = []
    async with httpx.AsyncClient(timeout=60, verify=NO_CERTIFICATES) as http:
        for client in load.clients:
            headers = {"cookie": client.guest.cookie}
            paths = [f"http://{node.address}/api/tables/{client.table}" for node in made.nodes]
            async with asyncio.timeout(60):
                while True:
                    answers = [await http.get(path, headers=headers) for path in paths]
                    tables = [answer.json() for answer in answers]
                    views = {json.dumps(_without_time(table)) for table in tables}
                    # A bot may move between two questions, and a node hears of it a moment later.
                    versions = {table.get("version") for table in tables}
                    if len(versions) == 1:
                        break
                    await asyncio.sleep(0.2)
            if len(views) != 1:
                wrong.append(f"{client.table} is not the same on all nodes")
    return wrong

"""Kill, restart, look: the experiment itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.chaos.load import Load, check
from tests.chaos.server import Server


async def run(
    data: Path,
    kills: int,
    tables: int,
    random: Random,
    progress: Callable[[int, Load], None] = lambda *_: None,
) -> tuple[Load, list[str]]:
    """Kill the server so many times at random moments under load. Returns the load, and what went wrong."""
    server = Server(data)
    await server.start()
    load = Load(server.address, tables, random)
    load.start()
    try:
        for kill in range(kills):
            # However slow the machine is, there is something to lose.
            enough = load.acknowledged + 2 * tables
            await _until(lambda enough=enough: load.acknowledged >= enough)
            await asyncio.sleep(random.uniform(0.02, 0.7))
            await server.kill()
            await server.start()
            progress(kill + 1, load)
        wrong = await load.stuck()
    finally:
        await load.stop()
        await server.kill()
    return load, wrong + await check(data / "journal.sqlite", load.clients, load.clocks)


async def _until(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110  # what is waited for happens in another process
            await asyncio.sleep(0.02)

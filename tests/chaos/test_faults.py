"""Frames are lost, doubled, delayed and reordered, connections are cut: all clients end with the same
table."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import msgspec
import pytest

from quincunx.adapters.journal.sqlite import SqliteJournal
from quincunx.core.game import encode
from quincunx.games.cinco.types import CincoOptions
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.table.commands import MakeMove
from quincunx.table.events import Entry, Moved, TableSettings
from tests.chaos.client import Client, Guest
from tests.chaos.load import ME, OPEN, check
from tests.chaos.proxy import Faults, Proxy
from tests.chaos.server import Server


async def _moves(path: Path, table: str) -> list[Moved]:
    journal = SqliteJournal(path)
    await journal.open()
    entries: list[Entry] = list(await journal.read(table))
    await journal.close()
    return [event for entry in entries for event in entry.events if isinstance(event, Moved)]


@pytest.mark.nightly
@pytest.mark.parametrize(
    "options",
    [CincoOptions(), CinqoOptions(goal="rounds", rounds=6)],
    ids=lambda each: each.__class__.__name__,
)
async def test_a_bad_line_changes_nothing(tmp_path: Path, options: CincoOptions | CinqoOptions) -> None:
    random = Random(11)
    server = Server(tmp_path)
    await server.start()
    faults = Faults(longest=0.05)
    proxy = Proxy(server.address, faults, random)
    await proxy.start()
    guests = [await Guest(server.address).say_hello() for _ in range(3)]
    table = await guests[0].make(TableSettings(encode(options), (ME, OPEN)))
    for guest in guests:
        guest.address = proxy.address
    clients = [
        Client(guest, table, f"c{number}", Random(number), resend=0.15) for number, guest in enumerate(guests)
    ]
    lines = [asyncio.create_task(client.run()) for client in clients]
    try:
        async with asyncio.timeout(90):
            await clients[0].sit_down(0)
            await clients[1].sit_down(1)
            await asyncio.gather(*(client.play(0.0) for client in clients[:2]))
            faults.heal()
            await clients[2].wait(lambda view: view.status == "ended")
    finally:
        for line in lines:
            line.cancel()
        await asyncio.gather(*lines, return_exceptions=True)
        await proxy.stop()
        await server.stop()
    assert set(faults.happened) == {"cut", "drop", "double", "delay"}, "the line was not bad enough"
    assert await check(tmp_path / "journal.sqlite", clients) == []
    views = [client.view for client in clients]
    assert all(view is not None and view.status == "ended" for view in views)
    seen = {
        msgspec.json.encode((view.version, view.game, view.outcome)) for view in views if view is not None
    }
    assert len(seen) == 1
    ordered = [
        Moved(command.seat, command.move)
        for _, command in sorted(
            (each for client in clients for each in client.acknowledged.values()), key=lambda each: each[0]
        )
        if isinstance(command, MakeMove)
    ]
    assert await _moves(tmp_path / "journal.sqlite", table) == ordered, "a move was made twice, or not at all"

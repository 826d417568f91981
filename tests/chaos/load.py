"""Tables in play, and the questions that are asked of the journal afterwards."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from random import Random

from quincunx.adapters.clock import SteadyClock
from quincunx.adapters.journal.sqlite import SqliteJournal
from quincunx.core.game import encode
from quincunx.games.cinco.types import CincoOptions
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.node.ports import Journal
from quincunx.table.commands import MakeMove
from quincunx.table.events import Entry, LivePace, Moved, Pace, SeatSetup, TableSettings
from quincunx.table.fold import fold
from tests.chaos.client import Client, Guest
from tests.chaos.clocks import Clocks
from tests.chaos.counted import Counted

ME, OPEN, BOT = SeatSetup("me"), SeatSetup("open"), SeatSetup("bot", "random")

KINDS: tuple[tuple[CincoOptions | CinqoOptions, tuple[SeatSetup, ...], Pace | None], ...] = (
    (CincoOptions(), (ME, OPEN), None),
    (CinqoOptions(), (ME, BOT), None),
    # Clocks are short, and people doze: many run out.
    (CinqoOptions(goal="rounds", rounds=20), (ME, OPEN), LivePace(2, 1)),
    (CincoOptions(players=3, teams=3, joker=True), (ME, BOT, OPEN), None),
    (CinqoOptions(players=3, goal="rounds", rounds=20), (ME, OPEN, OPEN), None),
    (CincoOptions(players=3, teams=3), (ME, BOT, OPEN), LivePace(3, 1)),
)


class Load:
    """Keeps so many tables in play; a finished one is followed by a new one."""

    def __init__(self, address: str, tables: int, random: Random, pause: float = 0.03) -> None:
        self._address = address
        self._random = random
        self._pause = pause
        self._tasks: list[asyncio.Task[None]] = []
        self.clients: list[Client] = []
        self.clocks = Clocks(0)
        self.counted = Counted()
        self._number = tables

    def start(self) -> None:
        self._tasks = [asyncio.create_task(self._keep_playing(number)) for number in range(self._number)]

    async def stop(self) -> None:
        self.clocks = Clocks(SteadyClock().now())
        for task in self._tasks:
            task.cancel()
        for result in await asyncio.gather(*self._tasks, return_exceptions=True):
            if isinstance(result, Exception):
                raise result

    @property
    def acknowledged(self) -> int:
        return sum(len(client.acknowledged) for client in self.clients)

    async def _keep_playing(self, number: int) -> None:
        games = 0
        while True:
            options, seats, pace = KINDS[(number + games) % len(KINDS)]
            # Where a clock runs, the game is rated.
            settings = TableSettings(encode(options), seats, pace=pace, rated=pace is not None)
            await self._game(f"t{number}g{games}", settings)
            games += 1

    async def _game(self, name: str, settings: TableSettings) -> None:
        people = [seat for seat, setup in enumerate(settings.seats) if setup.kind != "bot"]
        guests = [await Guest(self._address).say_hello() for _ in people]
        table = await guests[0].make(settings)
        clients = [
            Client(guest, table, f"{name}s{seat}", Random(self._random.random()))
            for guest, seat in zip(guests, people, strict=True)
        ]
        self.clients += clients
        lines = [asyncio.create_task(client.run()) for client in clients]
        try:
            for client, seat in zip(clients, people, strict=True):
                await client.sit_down(seat)
            async with asyncio.TaskGroup() as group:
                for client in clients:
                    group.create_task(client.play(self._pause))
        finally:
            for line in lines:
                line.cancel()
            await asyncio.gather(*lines, return_exceptions=True)

    async def stuck(self, seconds: float = 60.0) -> list[str]:
        """The games that get no further although their clients are there, for a crash swallowed something."""
        going_on = [client for client in self.clients if not _ended(client)]
        before = {id(client): client.seen or 0 for client in going_on}
        waiting = going_on
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while waiting:
                    waiting = [c for c in waiting if not _ended(c) and (c.seen or 0) <= before[id(c)]]
                    await asyncio.sleep(0.05)
        return [f"{client.table}: nothing moves after version {client.seen}" for client in waiting]


def _ended(client: Client) -> bool:
    return client.view is not None and client.view.status == "ended"


async def check(path: Path, clients: list[Client], clocks: Clocks | None = None) -> list[str]:
    """The differences between this journal file and the clients' acknowledgements, and errors of its clocks;
    empty if there are none."""
    return await check_journal(SqliteJournal(path), clients, clocks)


async def check_journal(journal: Journal, clients: list[Client], clocks: Clocks | None = None) -> list[str]:
    """The same for any journal, not opened yet."""
    clocks = clocks or Clocks(0)
    wrong: list[str] = [complaint for client in clients for complaint in client.complaints]
    await journal.open()
    try:
        tables = {client.table for client in clients}
        for table in tables:
            entries = list(await journal.read(table))
            # It raises if an entry is missing or does not follow from the others.
            wrong += clocks.check(table, entries)
            for client in (client for client in clients if client.table == table):
                wrong += [
                    f"{table}: {each}" for each in [*_shown(client, entries), *_promised(client, entries)]
                ]
            keys = [entry.key for entry in entries]
            if len(set(keys)) != len(keys):
                wrong.append(f"{table}: a key had two effects")
    finally:
        await journal.close()
    return wrong


def _shown(client: Client, entries: list[Entry]) -> list[str]:
    """Errors unless the last view of the client is on disk, and equals the view that the journal gives."""
    view = client.view
    if view is None:
        return []
    if view.version > len(entries):
        return [f"version {view.version} was shown, but {len(entries)} is the last on disk"]
    state = fold(entries[: view.version])
    if state.status != "playing":
        return []
    game = state.game.view(state.position, view.point_of_view)
    return [] if game == view.game else [f"version {view.version} was shown differently"]


def _promised(client: Client, entries: list[Entry]) -> list[str]:
    """Errors unless each acknowledged command is on disk as it was sent."""
    wrong = []
    for key, (version, command) in client.acknowledged.items():
        entry = entries[version - 1] if version <= len(entries) else None
        if entry is None or not entry.key.endswith(f":{key}"):
            wrong.append(f"{key}, acknowledged as version {version}, is not there")
        elif isinstance(command, MakeMove) and Moved(command.seat, command.move) not in entry.events:
            wrong.append(f"version {version} is not the move of {key}")
    return wrong

"""A busy lobby: 10,000 running tables, and 1,000 people who follow it. ``python -m benchmarks.lobby``

A node on a SQLite journal lists and compares tables as a server does, once a second, while games start and
end. Each follower takes the news as its socket would. All previews that are shown change at every look, and
making them counts. The floor is the time to read and decode the rows of the list. A second table shows the
time to pair all of a crowd that looks for a game.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from quincunx.adapters.clock import SteadyClock
from quincunx.adapters.journal.sqlite import SqliteJournal
from quincunx.club.matchmaking import Seeker, pair
from quincunx.core.chance import CHANCE, resolve_chance
from quincunx.core.game import encode
from quincunx.games.cinco.game import GAME as CINCO
from quincunx.games.cinco.types import CincoOptions
from quincunx.node.lists.lobby import MOST_READ, MOST_READ_OF_ONE_ORIGIN, LobbySources, OpenTables
from quincunx.node.lists.previews import MOST_DRAWN
from quincunx.table.events import Entry, SeatSetup, TableSettings
from quincunx.table.summary import Summary
from quincunx.table.wire.lists import OpenTable

SEATS = (SeatSetup("me"), SeatSetup("open"))
SETTINGS = TableSettings(encode(CincoOptions()), SEATS, listed=True)
CHANGES = 50
"""The number of tables that start, continue or end between two looks."""


class Follower:
    """A follower of the lobby that handles news as a socket does, without the socket."""

    def __init__(self, tables: OpenTables) -> None:
        self._tables = tables
        self.known = 0
        self.bytes = 0

    def lobby_changed(self) -> None:
        """See :class:`quincunx.node.lists.lobby.LobbyFollower`."""
        self.known, frame = self._tables.news(self.known)
        self.bytes += len(frame)


def positions(count: int) -> list[Any]:
    """The positions of a game of Cinco, one move after the other."""
    state, random = CINCO.initial(CincoOptions(first=0)), Random(1)
    found: list[Any] = []
    while len(found) < count:
        if CINCO.to_move(state) == CHANCE:
            state = CINCO.apply(state, resolve_chance(CINCO.asks(state), random))
        else:
            state = CINCO.apply(state, random.choice(CINCO.legal_moves(state)))
            found.append(state)
    return found


POSITIONS = positions(64)


def drawn(look: int) -> dict[str, str]:
    """As many previews as are shown, each one move further than at the last look."""
    shown = (POSITIONS[(look + table) % len(POSITIONS)] for table in range(MOST_DRAWN))
    assert CINCO.small is not None
    return {f"{n:026}": CINCO.small(CINCO.view(state, None)) for n, state in enumerate(shown)}


def row(number: int, changed: int) -> tuple[Entry, Summary]:
    """A running table as its journal has it; each has a host of its own."""
    name = f"running-table-{number:06}"
    line = OpenTable(name, "playing", f"Host {number}", SETTINGS, (f"Host {number}", "Guest"), changed)
    listing = msgspec.json.encode(line)
    return Entry(name, 1, "k", changed, ()), Summary(
        name, 1, "playing", None, listing, changed, origin=f"network-{number % 500}"
    )


async def look(tables: int, people: int, looks: int) -> dict[str, float]:
    """Milliseconds of this process's CPU, and bytes, of one look."""
    with tempfile.TemporaryDirectory() as folder:
        journal = SqliteJournal(Path(folder) / "journal.sqlite")
        await journal.open()
        now = round(1000 * time.time())
        for start in range(0, tables, 500):
            rows = [row(number, now) for number in range(start, start + 500)]
            await asyncio.gather(*(journal.append(entry, summary) for entry, summary in rows))
        lobby = OpenTables(journal, SteadyClock(), LobbySources())
        followers = [Follower(lobby) for _ in range(people)]
        lobby._followers.extend(followers)  # without the task that looks every second
        cost: list[float] = []
        floor: list[float] = []
        number = tables
        for _ in range(looks):
            rows = [row(number + at, round(1000 * time.time())) for at in range(CHANGES)]
            number += CHANGES
            await asyncio.gather(*(journal.append(entry, summary) for entry, summary in rows))
            begun = time.process_time()
            for line in await journal.lobby(MOST_READ, MOST_READ_OF_ONE_ORIGIN):
                msgspec.json.decode(line, type=OpenTable)
            floor.append(time.process_time() - begun)
            begun = time.process_time()
            lobby.forget()
            lobby._take_in(await lobby.open_tables(), drawn(len(cost)), (), ())
            cost.append(time.process_time() - begun)
        await journal.close()
        told = statistics.fmean(each.bytes for each in followers) / looks
        return {"look": statistics.median(cost), "floor": statistics.median(floor), "bytes": told}


def crowd(size: int) -> list[Seeker]:
    """People of all strengths who have just started to look for a game, or have waited."""
    random = Random(size)
    return [
        Seeker(
            f"p{n}",
            "Somebody",
            f"pool {n % 6}",
            2,
            round(random.gauss(1500, 250)),
            150,
            random.randrange(90_000),
        )
        for n in range(size)
    ]


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--looks", type=int, default=15)
    asked = parser.parse_args()
    table = Table(
        "running tables", "people", "one look, ms", "floor, ms", "ratio", "bytes to each", title="Lobby"
    )
    for tables, people in ((1_000, 100), (10_000, 1_000)):
        found = asyncio.run(look(tables, people, asked.looks))
        ms = [1000 * found[name] for name in ("look", "floor")]
        figures = f"{ms[0]:.1f}", f"{ms[1]:.1f}", f"{ms[0] / ms[1]:.2f}", f"{found['bytes']:,.0f}"
        table.add_row(f"{tables:,}", f"{people:,}", *figures)
    Console().print(table)
    table = Table("people who look", "pairs", "ms", "µs a person", title="Pairing all of them at once")
    for size in (10, 100, 1_000):
        people_, times = crowd(size), []
        groups: Sequence[tuple[Seeker, ...]] = ()
        for _ in range(asked.looks if size < 1_000 else 3):
            begun = time.perf_counter()
            groups = pair(people_, 90_000)
            times.append(time.perf_counter() - begun)
        ms_ = 1000 * statistics.median(times)
        table.add_row(f"{size:,}", str(len(groups)), f"{ms_:.1f}", f"{1000 * ms_ / size:.0f}")
    Console().print(table)


if __name__ == "__main__":
    main()

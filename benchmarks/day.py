"""Cost of the page of a day with one player in the world, and with a million. ``python -m benchmarks.day``

The page is shown to a player of that day in two ways. First as a server does it: the distribution of results
is read once a second, for all requests. Then without a cache between requests. Two more figures are for
comparison: the cost of summing up all results at each request, a design that was rejected; and the cost of
recording a result, when the sums are updated instead. ``--postgres`` measures there as well.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import sqlalchemy as sa
from rich.console import Console
from rich.table import Table

from quincunx.adapters.clock import SteadyClock
from quincunx.adapters.entropy import SystemEntropy
from quincunx.adapters.store.schema import DAY_ATTEMPTS, DAY_COUNTS
from quincunx.adapters.store.sql import SqlStore
from quincunx.club.results.results import DayResult, Result, SeatResult
from quincunx.core.game import AnyGame, encode
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.node.events.daily import Days
from quincunx.server.people.day_pages import DayPages
from quincunx.table.events import OfDay
from quincunx.table.seats.person import Person

LOOKS = 1_000
COUNTED = 200
BATCH = 20_000
NAIVE_LOOKS = 5


def rounds(random: Random) -> int:
    """A random number of rounds, roughly as people need."""
    return max(4, min(20, round(random.gauss(8.6, 1.7))))


async def fill(store: SqlStore, day: int, people: int) -> None:
    """Record both deals of this many people; the first of them is the one whose page is shown."""
    random = Random(1)
    for first in range(0, people, BATCH):
        rows = [
            {
                "day": day,
                "game": game,
                "person": f"person-{number}",
                "tab": f"{game}-{number}",
                "began_at": number,
                "ended_at": number,
                "number": rounds(random),
            }
            for number in range(first, min(people, first + BATCH))
            for game in ("cinco", "cinqo")
        ]
        await store.database.write(sa.Connection.execute, DAY_ATTEMPTS.insert(), rows, patience=None)
    added = sa.select(
        DAY_ATTEMPTS.c.day, DAY_ATTEMPTS.c.game, DAY_ATTEMPTS.c.number, sa.func.count()
    ).group_by(DAY_ATTEMPTS.c.day, DAY_ATTEMPTS.c.game, DAY_ATTEMPTS.c.number)

    def count(connection: sa.Connection) -> None:
        connection.execute(DAY_COUNTS.insert().from_select(list(DAY_COUNTS.c), added))
        if not store.database.is_sqlite:
            connection.execute(sa.text("ANALYZE day_attempts"))

    await store.database.write(count, patience=None)


Once = Callable[[int], Awaitable[Any]]


async def timed(count: int, sizes: Mapping[int, Once]) -> dict[int, list[float]]:
    """Milliseconds of each call, for each size in turn, so that other load on the machine affects them
    alike."""
    found: dict[int, list[float]] = {people: [] for people in sizes}
    for number in range(count):
        for people, once in sizes.items():
            began = time.perf_counter()
            await once(number)
            found[people].append((time.perf_counter() - began) * 1_000)
    return found


def result(day: int, number: int) -> Result:
    """The result of a person's first try, which ends now."""
    person = f"late-{number}"
    seat = SeatResult(0, 0, person, "Late", None, "won", facts={"rounds": 8})
    own = DayResult(day, person, 0, 8)
    options = encode(CinqoOptions(players=1))
    return Result(f"late-{number}", "cinqo", None, options, False, 0, number, "hundred", (seat,), own)


async def _nothing(table: str, person: Person, game: AnyGame, of_day: OfDay, seed: str) -> None: ...


class Population:
    """A store in which this many people have played today."""

    def __init__(self, place: str, people: int) -> None:
        self.people = people
        self.store = SqlStore(place)
        self.days = Days(self.store, SteadyClock(), SystemEntropy(), _nothing)
        self.pages = DayPages(self.days, self.store, SteadyClock())

    async def open(self) -> None:
        await self.store.open()
        self.day = self.days.today
        await fill(self.store, self.day, self.people)
        await self.days.seed(self.day)

    async def look(self, _: int) -> None:
        """Make the page as a server does."""
        msgspec.json.encode(await self.pages.view(self.day, ["person-0"]))

    async def anew(self, number: int) -> None:
        """Make the page without a cache."""
        self.days.forget()
        await self.look(number)

    async def add_up(self, _: int) -> None:
        """Sum up one game's distribution without counts."""
        query = (
            sa.select(DAY_ATTEMPTS.c.number, sa.func.count())
            .where(DAY_ATTEMPTS.c.day == self.day, DAY_ATTEMPTS.c.game == "cinqo")
            .group_by(DAY_ATTEMPTS.c.number)
        )
        await self.store.database.read(lambda connection: connection.execute(query).all())

    async def count(self, number: int) -> None:
        """Record one more result."""
        await self.store.count(result(self.day, number))


async def measure(places: dict[int, str]) -> dict[str, dict[int, list[float]]]:
    """Times of the page, of summing up at each request, and of recording one more result."""
    populations = {people: Population(place, people) for people, place in places.items()}
    for population in populations.values():
        await population.open()
    looks = {people: population.look for people, population in populations.items()}
    await timed(20, looks)
    found = {
        "the page": await timed(LOOKS, looks),
        "the page, nothing kept": await timed(LOOKS // 4, {n: each.anew for n, each in populations.items()}),
        "adding up at each look": await timed(
            NAIVE_LOOKS, {n: each.add_up for n, each in populations.items()}
        ),
        "counting one more": await timed(COUNTED, {n: each.count for n, each in populations.items()}),
    }
    for population in populations.values():
        await population.store.close()
    return found


def show(console: Console, title: str, found: dict[str, dict[int, list[float]]]) -> None:
    table = Table("", "people", "p50 ms", "p99 ms", "ratio of p50", title=title)
    for what, sizes in found.items():
        least = statistics.median(sizes[min(sizes)])
        for people, times in sizes.items():
            p50, p99 = statistics.median(times), statistics.quantiles(times, n=100)[98]
            table.add_row(what, f"{people:,}", f"{p50:.2f}", f"{p99:.2f}", f"{p50 / least:.2f}")
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=1_000_000)
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL of its own, too")
    flags = parser.parse_args()
    console = Console()
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        places: dict[str, Callable[[int], str]] = {
            "SQLite": lambda people: f"sqlite:{Path(folder) / f'{people}.sqlite'}"
        }
        if flags.postgres:
            from tests.servers.postgres import Postgres

            server = stack.enter_context(Postgres())
            places["PostgreSQL"] = lambda _: asyncio.run(server.fresh())
        for name, place in places.items():
            show(console, name, asyncio.run(measure({people: place(people) for people in (1, flags.people)})))


if __name__ == "__main__":
    main()

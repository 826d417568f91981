"""Cost of accounts: a new guest, a session that is looked up, a result that is recorded.

``python -m benchmarks.people``

The store is a SQLite file. A transaction is one call in a thread. CPU is that of the whole process. The floor
is SQLite's own time to write a guest's two rows in one thread. Figures are medians of several rounds.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal

from rich.console import Console
from rich.table import Table

from quincunx.adapters.store.sql import SqlStore
from quincunx.club.results.results import Result, SeatResult
from quincunx.club.rows import PersonRow, SessionRow
from quincunx.core.game import encode
from quincunx.games.cinco.types import CincoOptions

OPTIONS = encode(CincoOptions())
Work = Callable[[int], Awaitable[object]]


def guest(number: int) -> tuple[PersonRow, SessionRow]:
    id, hash = f"person-{number}", sha256(str(number).encode()).digest()
    session = SessionRow(f"session-{number}", hash, id, 1, 1, "A browser", "guest", None)
    return PersonRow(id, f"Guest {number}", 1, 1), session


OUTCOMES: Final[tuple[Literal["won", "lost"], ...]] = ("won", "lost")


def game(number: int, is_rated: bool) -> Result:
    """The result of a game between two of the guests."""
    seats = tuple(
        SeatResult(seat, seat, f"person-{number + seat}", "Guest", None, ending, facts={"tokens": 10})
        for seat, ending in enumerate(OUTCOMES)
    )
    return Result(
        f"table-{is_rated}-{number}", "cinco", "two", OPTIONS, is_rated, number, number + 1, "five", seats
    )


async def cost(work: Work, count: int) -> tuple[float, float]:
    """Microseconds of CPU, and milliseconds of time, for one call."""
    cpu, start = time.process_time(), time.perf_counter()
    for number in range(count):
        await work(number)
    took = time.perf_counter() - start
    return (time.process_time() - cpu) / count * 1e6, took / count * 1e3


async def costs(count: int) -> dict[str, tuple[float, float]]:
    """The costs of all kinds of work, in a fresh file."""
    with tempfile.TemporaryDirectory() as folder:
        store = SqlStore(f"sqlite:{folder}/people.sqlite")
        await store.open()
        try:
            return {
                "a new guest": await cost(lambda number: store.add_guest(*guest(number)), count),
                "a session is looked up": await cost(
                    lambda number: store.session(guest(number)[1].hash), count
                ),
                "a game is counted": await cost(lambda number: store.count(game(number, False)), count - 1),
                "a rated game is counted": await cost(
                    lambda number: store.count(game(number, True)), count - 1
                ),
            }
        finally:
            await store.close()


def floor(count: int) -> tuple[float, float]:
    """The cost of a guest's two rows, on disk."""
    with tempfile.TemporaryDirectory() as folder:
        file = sqlite3.connect(Path(folder) / "floor.sqlite", isolation_level=None)
        for statement in ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL"):
            file.execute(statement)
        file.execute("CREATE TABLE people (id TEXT PRIMARY KEY, name TEXT, made_at INTEGER)")
        file.execute("CREATE TABLE sessions (id TEXT PRIMARY KEY, hash BLOB UNIQUE, person TEXT)")
        cpu, start = time.process_time(), time.perf_counter()
        for number in range(count):
            person, session = guest(number)
            file.execute("BEGIN IMMEDIATE")
            file.execute("INSERT INTO people VALUES (?, ?, ?)", (person.id, person.name, person.made_at))
            file.execute("INSERT INTO sessions VALUES (?, ?, ?)", (session.id, session.hash, person.id))
            file.execute("COMMIT")
        used, took = time.process_time() - cpu, time.perf_counter() - start
        file.close()
    return used / count * 1e6, took / count * 1e3


def middle(values: list[tuple[float, float]]) -> tuple[float, float]:
    return statistics.median(cpu for cpu, _ in values), statistics.median(wall for _, wall in values)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--count", type=int, default=200)
    given = parser.parse_args()
    rounds = [asyncio.run(costs(given.count)) for _ in range(given.rounds)]
    least = middle([floor(given.count) for _ in range(given.rounds)])
    rows = Table(title=f"CPU µs / ms until done; median of {given.rounds} rounds of {given.count}")
    for column in ("", "CPU µs", "ms", "CPU ratio"):
        rows.add_column(column, justify="right" if column else "left", no_wrap=True)
    found = {what: middle([each[what] for each in rounds]) for what in rounds[0]}
    for what, (cpu, wall) in {"floor: SQLite writes a guest": least, **found}.items():
        rows.add_row(what, f"{cpu:,.0f}", f"{wall:.2f}", f"{cpu / least[0]:.1f}")
    Console().print(rows)


if __name__ == "__main__":
    main()

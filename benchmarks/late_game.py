"""Recording of a rated game late, before thousands that ended after it: times of a step, and in total.

``python -m benchmarks.late_game [GAMES]``. While the ratings are recomputed, another game of the same kind is
recorded after every tenth step, as on a server in use.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import tempfile
from collections.abc import Awaitable
from pathlib import Path
from random import Random
from time import perf_counter
from typing import TypeVar

from msgspec.structs import replace
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from quincunx.adapters.store.results.rows import game_values, seat_values
from quincunx.adapters.store.schema import GAMES, RATINGS, SEATS
from quincunx.adapters.store.sql import SqlStore
from quincunx.club.results.ratings import NEWCOMER, Rating, rate
from quincunx.club.results.results import Result
from tests.contracts.results import result

PEOPLE = 300
ALONE = 20
"""The number of games that are recorded in order first: the floor."""
T = TypeVar("T")


async def filled(store: SqlStore, games: list[Result]) -> None:
    """Record these games in their order."""
    now: dict[str, Rating] = {}
    played: dict[str, int] = {}
    rows = []
    for game in games:
        people = [seat.person or "" for seat in game.seats]
        before = {seat: now.get(person, NEWCOMER) for seat, person in enumerate(people)}
        after = rate(game, before)
        for seat, person in enumerate(people):
            now[person], played[person] = after[seat], played.get(person, 0) + 1
            rated = {"mu_before": before[seat].mu, "sigma_before": before[seat].sigma}
            rated |= {"mu": after[seat].mu, "sigma": after[seat].sigma}
            rows.append({**seat_values(game, game.seats[seat]), **rated})
    people_now = [
        {
            **{"person": person, "game": "cinco", "kind": "two", "mu": rating.mu, "sigma": rating.sigma},
            **{"games": played[person], "ended_at": games[-1].ended_at},
        }
        for person, rating in now.items()
    ]
    async with store.database.writing(patience=None) as connection:
        await connection.execute(GAMES.insert(), [game_values(game) for game in games])
        await connection.execute(SEATS.insert(), rows)
        await connection.execute(RATINGS.insert(), people_now)


def show(rows: dict[str, list[float]]) -> None:
    """Print the figures; the first row is the floor."""
    table = Table(title=f"load average: {os.getloadavg()[0]:.1f}")
    for column in ("", "number", "median ms", "longest", "sum s", "ratio"):
        table.add_column(column, justify="right" if column else "left", no_wrap=True)
    floor = statistics.median(next(iter(rows.values())))
    for name, seconds in rows.items():
        middle = statistics.median(seconds)
        figures = f"{1000 * middle:.1f}", f"{1000 * max(seconds):.1f}", f"{sum(seconds):.2f}"
        table.add_row(name, str(len(seconds)), *figures, f"{middle / floor:.1f} ×")
    Console().print(table)


async def _timed(steps: list[float], step: Awaitable[T]) -> T:
    start = perf_counter()
    done = await step
    steps.append(perf_counter() - start)
    return done


async def measure(number: int) -> dict[str, list[float]]:
    """Record one game late, and recompute the ratings."""
    random = Random(1)
    names = [f"person-{each}" for each in range(PEOPLE)]
    games = [result(each, *random.sample(names, 2)) for each in range(2, number + 2)]
    floor, late, steps, others = rows = list[float](), list[float](), list[float](), list[float]()
    with tempfile.TemporaryDirectory() as folder, Progress() as progress:
        task = progress.add_task("games rated anew", total=number)
        store = SqlStore(f"sqlite:{Path(folder) / 'people.sqlite'}")
        await store.open()
        await filled(store, games)
        for each in range(ALONE):
            await _timed(floor, store.count(result(number + 2 + each, *random.sample(names, 2))))
        await _timed(late, store.count(replace(result(1, *names[:2]), ended_at=1)))
        while rated := await _timed(steps, store.rate_on()):
            progress.advance(task, rated)
            if len(steps) % 10 == 1:
                new = result(number + 2 + ALONE + len(steps), *random.sample(names, 2))
                await _timed(others, store.count(new))
        await store.close()
    return dict(
        zip(
            ("a game in its turn", "the late one", "a step after it", "a game meanwhile"),
            rows,
            strict=True,
        )
    )


if __name__ == "__main__":
    show(asyncio.run(measure(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)))

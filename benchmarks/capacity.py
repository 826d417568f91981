"""Costs of a server as tables, spectators, the journal and nodes grow. ``python -m benchmarks.capacity``

* *Tables*: two people at each of 10 to 10,000 tables of one process. They exchange their cards for ever, with
  the pings of browsers. All tables make 100 moves a second together, so only their number grows. CPU and
  delay of a move; memory of a table with its two sockets.
* *Spectators*: 1 to 5,000 at one table. Time until 99 % of them have the move.
* *Journal*: 1,000 to 1,000,000 entries. Time to open the file, and to open a table in the middle of it.
* *Nodes*: 1 to 4 on one PostgreSQL and one Valkey behind nginx, at 100 moves a second. CPU of a move in the
  nodes, in the database and in the bus.

The load generator runs on the same machine. With ``--keep FILE`` each point is stored as soon as it is
measured, and a later run measures only the missing ones. ``--picture FILE`` draws the four plots.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import resource
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Final

import msgspec
import uvloop
from rich.console import Console
from rich.table import Table

from benchmarks import journal_growth, spectators
from benchmarks.sockets import figures
from benchmarks.support.http import new_cookie
from benchmarks.support.lines import whole_lines
from benchmarks.support.players import Exchanger, Tally, one_game
from benchmarks.support.processes import Address, Running, behind_nginx, quincunx, shared
from quincunx.adapters.journal.sqlite import SqliteJournal

TABLES: Final = (10, 100, 1_000, 3_000, 10_000)
SPECTATORS: Final = (1, 10, 100, 1_000, 5_000)
ENTRIES: Final = (1_000, 10_000, 100_000, 1_000_000)
NODES: Final = (1, 2, 4)
MOVES_A_SECOND: Final = 100
TABLES_OF_NODES: Final = 40
SECONDS: Final = 15.0
REST_SECONDS: Final = 8.0
"""The pause before the first player, in which an idle server is measured, and after the last one has come, in
which it finishes other work than moves."""
AT_ONCE: Final = 50
"""The number of tables that are set up at once."""
FILES: Final = 65_536
"""Open files: 10,000 tables have 20,000 sockets."""


class Point(msgspec.Struct):
    """The costs at one size, by name."""

    series: str
    size: int
    costs: dict[str, float]


Keep = Callable[[Point], None]


async def _play(
    servers: Sequence[Running],
    door: Running | Address,
    tables: int,
    other: dict[str, Callable[[], float]] | None = None,
) -> dict[str, float]:
    """The costs of a move at this many tables; ``other`` are the CPU seconds of other processes."""
    tally, pause = Tally(), tables / MOVES_A_SECOND
    games: list[asyncio.Task[None]] = []
    ground = sum(server.memory() for server in servers)
    idle = sum(server.family_cpu_seconds() for server in servers)
    await asyncio.sleep(REST_SECONDS)
    idle = (sum(server.family_cpu_seconds() for server in servers) - idle) / REST_SECONDS * 1000
    while len(games) < tables:
        for _ in range(min(AT_ONCE, tables - len(games))):
            games.append(asyncio.create_task(_game(door, tally, pause)))  # noqa: PERF401  # awaited in groups
        while tally.here < 2 * len(games):
            await asyncio.sleep(0.05)
            for game in games:
                if game.done():
                    game.result()
    await asyncio.sleep(REST_SECONDS)
    before = {name: read() for name, read in (other or {}).items()}
    cpu, start = sum(server.family_cpu_seconds() for server in servers), time.perf_counter()
    tally.counting = True
    await asyncio.sleep(SECONDS)
    tally.counting = False
    used = sum(server.family_cpu_seconds() for server in servers) - cpu
    found = figures(tally.acknowledged, time.perf_counter() - start, used, tally.seen)
    memory = sum(server.memory() for server in servers) - ground
    costs = {"moves/s": found.rate, "CPU µs": found.cpu, "p50 ms": found.p50, "p99 ms": found.p99}
    for name, read in (other or {}).items():
        costs[name] = (read() - before[name]) / len(tally.acknowledged) * 1e6
    for game in games:
        game.cancel()
    await asyncio.gather(*games, return_exceptions=True)
    if tally.refusals:
        raise RuntimeError(f"{len(tally.refusals)} commands were refused, the first: {tally.refusals[0]}")
    return costs | {"KiB a table": memory / tables / 1024, "idle CPU ms/s": idle}


async def _game(door: Running | Address, tally: Tally, pause: float) -> None:
    cookies = [await new_cookie(door.host, door.port) for _ in range(2)]
    await one_game([door], cookies, tally, Random(0), pause, Exchanger)


def measure_tables(missing: list[int], keep: Keep) -> None:
    for size in missing:
        with quincunx() as server, _runner() as runner:
            keep(Point("tables", size, runner.run(_play([server], server, size))))


def measure_spectators(missing: list[int], keep: Keep) -> None:
    with quincunx() as server, _runner() as runner:
        for each in runner.run(spectators.measure(server, missing)):
            costs = {"acknowledged ms": each.acknowledged * 1000, "99 % have it, ms": each.p99 * 1000}
            keep(Point("spectators", each.size, costs))


async def _journal(size: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite"
        journal = SqliteJournal(path)
        await journal.open()
        start = time.perf_counter()
        tables = await journal_growth.fill(journal, size, journal_growth.one_game())
        rate = size / (time.perf_counter() - start)
        await journal.close()
        found = await journal_growth.measure(path, tables)
        return {
            "open the file, ms": found["open the file"],
            "open a table, ms": found["open a table"],
            "find what is due, ms": found["find what is due"],
            "MB": path.stat().st_size / 1e6,
            "written/s": rate,
        }


def measure_journal(missing: list[int], keep: Keep) -> None:
    with _runner() as runner:
        for size in missing:
            keep(Point("journal", size, runner.run(_journal(size))))


def measure_nodes(missing: list[int], keep: Keep) -> None:
    for number in missing:
        with contextlib.ExitStack() as running, _runner() as runner:
            common = running.enter_context(shared())
            nodes = [running.enter_context(quincunx(more=common.environment)) for _ in range(number)]
            proxy = running.enter_context(behind_nginx(nodes))
            other = {
                "database CPU µs": common.database_cpu_seconds,
                "bus CPU µs": common.bus_cpu_seconds,
            }
            costs = runner.run(_play(nodes, proxy, TABLES_OF_NODES, other))
            keep(Point("nodes", number, costs))


SERIES: Final[dict[str, tuple[tuple[int, ...], Callable[[list[int], Keep], None]]]] = {
    "tables": (TABLES, measure_tables),
    "spectators": (SPECTATORS, measure_spectators),
    "journal": (ENTRIES, measure_journal),
    "nodes": (NODES, measure_nodes),
}
PLOTS: Final = {
    "tables": ("CPU µs", "p99 ms"),
    "spectators": ("acknowledged ms", "99 % have it, ms"),
    "journal": ("open the file, ms", "open a table, ms"),
    "nodes": ("CPU µs", "database CPU µs", "bus CPU µs"),
}


def _runner() -> asyncio.Runner:
    return asyncio.Runner(loop_factory=uvloop.new_event_loop)


def show(points: list[Point]) -> None:
    for series in SERIES:
        mine = sorted((each for each in points if each.series == series), key=lambda each: each.size)
        if not mine:
            continue
        rows = Table(title=series)
        for column in (series, *mine[0].costs):
            rows.add_column(column, justify="right")
        for each in mine:
            rows.add_row(f"{each.size:,}", *(f"{cost:,.1f}" for cost in each.costs.values()))
        Console().print(rows)


def draw(points: list[Point], path: Path) -> None:
    """Draw a plot for each series, with logarithmic axes."""
    from matplotlib.figure import Figure

    figure = Figure((10, 6.4), layout="constrained")
    for axes, (series, names) in zip(figure.subplots(2, 2).flat, PLOTS.items(), strict=True):
        mine = sorted((each for each in points if each.series == series), key=lambda each: each.size)
        if not mine:
            continue
        for name in names:
            axes.plot(
                [each.size for each in mine], [each.costs[name] for each in mine], marker="o", label=name
            )
        axes.set(xlabel=series, xscale="log", yscale="log")
        axes.grid(visible=True, alpha=0.3)
        axes.legend()
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--series", choices=list(SERIES), action="append", help="only these")
    parser.add_argument("--most", type=int, help="no sizes above this")
    parser.add_argument("--keep", type=Path, metavar="FILE")
    parser.add_argument("--picture", type=Path, metavar="FILE")
    given = parser.parse_args()
    points: list[Point] = []
    if given.keep is not None and given.keep.exists():
        points += [msgspec.json.decode(line, type=Point) for line in whole_lines(given.keep)]

    def keep(point: Point) -> None:
        points.append(point)
        if given.keep is not None:
            with given.keep.open("ab") as file:
                file.write(msgspec.json.encode(point) + b"\n")

    with contextlib.suppress(ValueError, OSError):  # only root may raise the limit
        resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))
    for series in given.series or SERIES:
        sizes, measure = SERIES[series]
        known = {each.size for each in points if each.series == series}
        missing = [size for size in sizes if size not in known and size <= (given.most or size)]
        if missing:
            measure(missing, keep)
    show(points)
    if given.picture is not None:
        draw(points, given.picture)


if __name__ == "__main__":
    main()

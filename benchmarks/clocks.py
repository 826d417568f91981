"""Cost and punctuality of clocks. ``python -m benchmarks.clocks``

Three measurements, in one run:

* An idle server on a journal with 100,000 daily games: time until it listens, memory, and CPU while nothing
  happens. Beside it the same games without clocks, and an empty journal.
* The cost of a move at a table with a clock, compared with one without. A node on a SQLite journal takes
  moves of two people at many tables, the three kinds in turn; medians of several rounds.
* The delay until a bot takes over, in milliseconds, when some hundred short clocks run out on an otherwise
  idle node.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any, Final, NoReturn

import msgspec
from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.support.processes import quincunx
from quincunx.adapters.bus.memory import MemoryBus
from quincunx.adapters.clock import SteadyClock
from quincunx.adapters.entropy import SystemEntropy
from quincunx.adapters.journal.sqlite import SqliteJournal
from quincunx.core.game import encode
from quincunx.games.cinco.types import CincoOptions
from quincunx.node.node import Tables
from quincunx.node.ports import World
from quincunx.table.commands import MakeMove, SitDown
from quincunx.table.deadlines.timeout import ends_at
from quincunx.table.decide import decide
from quincunx.table.events import (
    DailyPace,
    Entry,
    Event,
    LivePace,
    Pace,
    SeatSetup,
    TableSettings,
    TimeRanOut,
)
from quincunx.table.fold import advance, fold, take_in
from quincunx.table.seats.person import Person
from quincunx.table.seats.setup import create_table
from quincunx.table.state import TableState
from quincunx.table.summary import Summary, summarize
from quincunx.table.wire.table import CommandRequest

PEOPLE: Final = (Person("person-one", "Ada"), Person("person-two", "Bob"))
PROMISE: Final = "ab" * 32
DAYS: Final = DailyPace(72)
KINDS: Final[dict[str, Pace | None]] = {"no clock": None, "live": LivePace(1_500, 30), "by the day": DAYS}
AT_ONCE: Final = 2_000
IDLE_SECONDS: Final = 60.0
SETTLE_SECONDS: Final = 15.0


def plan(pace: Pace | None) -> TableSettings:
    """The settings of a table for two people."""
    return TableSettings(encode(CincoOptions(first=0)), (SeatSetup("open"),) * 2, pace=pace)


# ---- a journal full of games -----------------------------------------------------------------------------


def one_game(pace: Pace | None, at: int) -> tuple[Entry, Summary]:
    """A game with some moves, all in one entry: folding and the index see no difference."""
    random = Random(1)
    events: list[Event] = list(create_table("?" * 22, PEOPLE[0], plan(pace), "5e" * 32))
    state = advance(None, Entry("?" * 22, 1, "make", at, tuple(events)))
    commands: list[SitDown | MakeMove] = [SitDown(0, PROMISE), SitDown(1, PROMISE)]
    for _ in range(12):
        if not commands:
            seat = state.to_move()
            assert seat is not None
            commands.append(MakeMove(seat, encode(random.choice(state.game.legal_moves(state.position)))))
        command = commands.pop(0)
        steps = decide(state, command, PEOPLE[command.seat], state.version, at, {})
        more = tuple(step.event for step in steps)
        events += more
        state = take_in(state, Entry(state.id, state.version + 1, "key", at, more)).after
    entry = Entry("?" * 22, 1, "make", at, tuple(events))
    return entry, summarize(advance(None, entry), at)


async def fill(path: Path, tables: int, pace: Pace | None) -> None:
    """Write this many games into a journal."""
    journal = SqliteJournal(path)
    await journal.open()
    entry, summary = one_game(pace, SteadyClock().now())
    names = [f"table-{number:016}" for number in range(tables)]
    for start in track(range(0, tables, AT_ONCE), f"{tables:,} games", transient=True):
        await asyncio.gather(
            *(
                journal.append(
                    msgspec.structs.replace(entry, table=name), msgspec.structs.replace(summary, table=name)
                )
                for name in names[start : start + AT_ONCE]
            )
        )
    await journal.close()


def idle(tables: int, pace: Pace | None, seconds: float) -> tuple[float, float, float]:
    """A server on such a journal: seconds until it listens, megabytes, and its CPU in percent of a core."""
    with tempfile.TemporaryDirectory() as folder:
        if tables:
            asyncio.run(fill(Path(folder) / "journal.sqlite", tables, pace))
        with quincunx(data=Path(folder)) as server:
            started = time.perf_counter() - server.started
            time.sleep(SETTLE_SECONDS)
            before = server.cpu_seconds()
            time.sleep(seconds)
            used = server.cpu_seconds() - before
            return started, server.memory() / 1e6, 100 * used / seconds


# ---- moves -----------------------------------------------------------------------------------------------


class Thoughtless:
    """An engine without any decision: the cost of bots is not measured here."""

    async def choose(self, level: str, view: Any, seed: bytes, asker: Any) -> NoReturn:
        await asyncio.Event().wait()
        raise AssertionError("unreachable")

    choose_surely = choose
    has_workers = False

    def reserve(self, asker: Any) -> bool:
        return False

    def release(self, table: str) -> None: ...

    async def advise(self, view: Any, seed: bytes, asker: Any) -> NoReturn:
        raise AssertionError("nobody asks")


class Node:
    """A node on a journal in a file."""

    def __init__(self, path: Path) -> None:
        self.journal = SqliteJournal(path)
        self.clock = SteadyClock()
        self.tables = Tables(World(self.journal, MemoryBus(), SystemEntropy(), self.clock, Thoughtless()))
        self._keys = 0

    async def begin(self, pace: Pace | None) -> str:
        """Start a game of two people, and return its table."""
        table = (await self.tables.create_table(PEOPLE[0], plan(pace))).id
        for seat in (0, 1):
            await self.do(table, SitDown(seat, PROMISE))
        return table

    async def do(self, table: str, command: SitDown | MakeMove) -> int:
        self._keys += 1
        person = PEOPLE[command.seat]
        version = (await self.tables.watch(table, person)).state.version
        request = CommandRequest(f"key-{self._keys}", version, command)
        return (await self.tables.execute(table, person, request)).version

    async def state(self, table: str) -> TableState:
        return (await self.tables.watch(table, PEOPLE[0])).state

    async def move(self, table: str, random: Random) -> bool:
        """Make a random legal move; false once the game is over."""
        state = await self.state(table)
        seat = state.to_move()
        if seat is None:
            return False
        move = random.choice(state.game.legal_moves(state.position))
        await self.do(table, MakeMove(seat, encode(move)))
        return True


async def moves(rounds: int, tables: int) -> dict[str, list[float]]:
    """Microseconds of CPU per move, for each round, including the writer's thread."""
    found: dict[str, list[float]] = {kind: [] for kind in KINDS}
    with tempfile.TemporaryDirectory() as folder:
        node = Node(Path(folder) / "journal.sqlite")
        await node.journal.open()
        await node.tables.start()
        for number in track(range(rounds), "moves", transient=True):
            kinds = list(KINDS)
            for kind in kinds[number % 3 :] + kinds[: number % 3]:
                found[kind].append(await _round(node, KINDS[kind], tables, number))
        await node.tables.stop()
        await node.journal.close()
    return {kind: each[1:] for kind, each in found.items()}


async def _round(node: Node, pace: Pace | None, tables: int, seed: int) -> float:
    names = await asyncio.gather(*(node.begin(pace) for _ in range(tables)))
    made, before = 0, time.process_time()
    randoms = [Random(seed * tables + number) for number in range(tables)]
    for _ in range(20):
        done = await asyncio.gather(*map(node.move, names, randoms))
        made += sum(done)
    return (time.process_time() - before) / made * 1e6


# ---- punctuality -----------------------------------------------------------------------------------------


async def lateness(tables: int) -> list[int]:
    """The delay in milliseconds from the end of each clock to its entry in the journal."""
    with tempfile.TemporaryDirectory() as folder:
        node = Node(Path(folder) / "journal.sqlite")
        await node.journal.open()
        await node.tables.start()
        names = [await node.begin(LivePace(5 + number % 9, 1)) for number in range(tables)]
        await asyncio.sleep(16)
        late = []
        for name in names:
            *before, last = await node.journal.read(name)
            assert isinstance(last.events[0], TimeRanOut)
            end = ends_at(fold(before))
            assert end is not None
            late.append(last.at - end)
        await node.tables.stop()
        await node.journal.close()
    return sorted(late)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100_000, help="games that nobody touches")
    parser.add_argument("--seconds", type=float, default=IDLE_SECONDS, help="how long nothing happens")
    parser.add_argument("--rounds", type=int, default=13, help="of moves")
    given = parser.parse_args()
    console = Console()

    rows = Table("games", "clocks", "listens after s", "MB", "CPU % of a core", title="Nobody does anything")
    for tables, kind in ((0, "no clock"), (given.tables, "no clock"), (given.tables, "by the day")):
        started, megabytes, cpu = idle(tables, KINDS[kind], given.seconds)
        rows.add_row(f"{tables:,}", kind, f"{started:.2f}", f"{megabytes:.1f}", f"{cpu:.2f}")
    console.print(rows)

    costs = asyncio.run(moves(given.rounds, tables=40))
    plain = costs["no clock"]
    rows = Table("", "µs of CPU a move", "ratio", title="A move (node and journal, no sockets)")
    for kind, each in costs.items():
        ratio = statistics.median(one / other for one, other in zip(each, plain, strict=True))
        rows.add_row(kind, f"{statistics.median(each):.0f}", f"{ratio:.3f}")
    console.print(rows)

    late = asyncio.run(lateness(300))
    p99 = late[int(len(late) * 0.99)]
    console.print(
        f"{len(late)} clocks ran out: a bot took over {statistics.median(late):.0f} ms later (median), "
        f"{p99} ms (p99), {late[-1]} ms at most."
    )


if __name__ == "__main__":
    main()

"""Time to start, and to open a table, as the journal grows. ``python -m benchmarks.journal_growth``

For each size, a journal of that many entries is written: finished games, and a few that wait for the system.
Then it is opened as a server does: the file, the sweeper's query, the lobby, and one table in the middle of
it. Times are medians of several openings, each on fresh connections.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import msgspec
from rich.console import Console
from rich.progress import track
from rich.table import Table

from quincunx.adapters.journal.sqlite import SqliteJournal
from quincunx.core.game import encode
from quincunx.games.cinco.types import CincoOptions
from quincunx.table.commands import MakeMove
from quincunx.table.decide import decide
from quincunx.table.events import Entry, SeatSetup, TableSettings
from quincunx.table.fold import advance, fold
from quincunx.table.seats.person import SYSTEM, Person
from quincunx.table.seats.setup import create_table
from quincunx.table.state import TableState
from quincunx.table.summary import Summary, summarize

OPENINGS = 7
AT_ONCE = 2_000


def one_game() -> list[tuple[Entry, Summary]]:
    """A whole game of Cinco between bots, with its summaries: the contents of every table of the journal."""
    random = Random(4)
    settings = TableSettings(encode(CincoOptions(first=0)), (SeatSetup("bot", "random"),) * 2, listed=True)
    events = create_table("?" * 22, Person("host", "Host"), settings, "5e" * 32)
    entries: list[tuple[Entry, Summary]] = []
    state: TableState | None = None
    while True:
        version = len(entries) + 1
        entry = Entry("?" * 22, version, f"system:bot-{version}", version, events)
        state = advance(state, entry)
        entries.append((entry, summarize(state, version)))
        if state.status == "ended":
            return entries
        seat = state.to_move()
        assert seat is not None
        move = random.choice(state.game.legal_moves(state.position))
        steps = decide(state, MakeMove(seat, encode(move)), SYSTEM, state.version, version, {})
        events = tuple(step.event for step in steps)


async def fill(journal: SqliteJournal, size: int, game: list[tuple[Entry, Summary]]) -> int:
    """Write this many entries as copies of the game; the last few tables stop in the middle.

    Returns the number of tables.
    """
    tables = max(1, size // len(game))
    unfinished = max(0, tables - 5)
    for table in track(range(tables), f"{size:>9,} entries", transient=True):
        name = f"table-{table:016}"
        lines = game[: len(game) // 2] if table >= unfinished else game
        await asyncio.gather(
            *(
                journal.append(
                    msgspec.structs.replace(entry, table=name), msgspec.structs.replace(summary, table=name)
                )
                for entry, summary in lines
            )
        )
    return tables


async def timed(action: Callable[[], Awaitable[object]]) -> float:
    """The duration of an action in milliseconds."""
    start = time.perf_counter()
    await action()
    return (time.perf_counter() - start) * 1000


async def measure(path: Path, tables: int) -> dict[str, float]:
    """Medians over several openings, in milliseconds."""
    times: dict[str, list[float]] = {
        "open the file": [],
        "find what is due": [],
        "lobby": [],
        "open a table": [],
    }
    for _ in range(OPENINGS):
        start = time.perf_counter()
        journal = SqliteJournal(path)
        await journal.open()
        times["open the file"].append((time.perf_counter() - start) * 1000)
        times["find what is due"].append(await timed(lambda: journal.due(2**62, 1000)))  # noqa: B023  # awaited before it changes
        times["lobby"].append(await timed(lambda: journal.lobby(100, 60)))  # noqa: B023  # awaited before it changes
        name = f"table-{tables // 2:016}"

        async def open_table() -> None:
            fold(await journal.read(name))  # noqa: B023  # awaited before it changes

        times["open a table"].append(await timed(open_table))
        await journal.close()
    return {what: statistics.median(each) for what, each in times.items()}


async def run(largest: int) -> Table:
    """Measure every power of ten from a thousand up."""
    game = one_game()
    rows = Table(title=f"A journal that grows (each game: {len(game)} entries); milliseconds")
    rows.add_column("entries", justify="right")
    size = 1_000
    with tempfile.TemporaryDirectory() as folder:
        while size <= largest:
            path = Path(folder) / f"{size}.sqlite"
            journal = SqliteJournal(path)
            await journal.open()
            start = time.perf_counter()
            tables = await fill(journal, size, game)
            rate = size / (time.perf_counter() - start)
            await journal.close()
            figures = await measure(path, tables)
            if size == 1_000:
                for what in (*figures, "MB", "written/s"):
                    rows.add_column(what, justify="right")
            megabytes = path.stat().st_size / 1e6
            rows.add_row(
                f"{size:,}", *(f"{each:.2f}" for each in figures.values()), f"{megabytes:.1f}", f"{rate:,.0f}"
            )
            size *= 10
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--largest", type=int, default=1_000_000, help="entries in the largest journal")
    Console().print(asyncio.run(run(parser.parse_args().largest)))


if __name__ == "__main__":
    main()

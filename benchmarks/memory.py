"""Memory of a table, beside the size of its entries in the journal. ``python -m benchmarks.memory``

Games of Cinco and Cinq-O are played with random moves to some number of entries. "Watched": two players and a
spectator are shown each move, and stay. "Left": they have disconnected. "Loaded": read from the journal. Each
line is measured in a process of its own. It shows the growth of its resident memory, after everything that
tables share has been loaded.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import subprocess
import sys
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

from rich.console import Console
from rich.table import Table

from quincunx.games.cinqo.types import CinqoOptions
from quincunx.node.live.live_table import LiveTable
from quincunx.node.node import Tables
from quincunx.table.record.chain import body_of, entry_of
from tests.node.support import World, live
from tests.table.support import ALICE, BOB, CAROL, PEOPLE, TWO, make_move, settings

OPTIONS: dict[str, Any] = {"cinco": TWO, "cinqo": CinqoOptions()}
KINDS = ("watched", "left", "loaded")
VIEWERS = ((ALICE, 0), (BOB, 1), (CAROL, None))


class Screen:
    """A watcher that ignores wake-ups, because the benchmark polls."""

    def set(self) -> None:
        """Do nothing."""


async def play(world: World, node: Tables, game: str, entries: int, kind: str, seed: int) -> LiveTable:
    """Play a game at a table up to this many entries, or to its end."""
    table, random = await live(node, await world.make(node, settings(OPTIONS[game]))), Random(seed)
    screens = [(person, Screen()) for person, _ in VIEWERS]
    for person, screen in screens:
        node.join(table, person, screen)
    known = 0
    while table.state.status == "playing" and table.state.version < entries:
        seat = table.state.to_move()
        assert seat is not None
        move = random.choice(table.state.game.legal_moves(table.state.position))
        await world.do(node, table.state.id, PEOPLE[seat], make_move(seat, move))
        for person, seen_from in VIEWERS:
            if not known or node.changes(table, person, seen_from, known) is None:
                _ = node.update(table, person, seen_from, known or None).frame
        known = table.state.version
    if kind != "watched":
        for person, screen in screens:
            node.leave(table, person, screen)
    return table


def resident() -> int:
    """Resident memory of this process in bytes."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise OSError("no VmRSS")


async def measure(game: str, kind: str, tables: int, entries: int) -> tuple[float, float, float]:
    """KB a table in memory, KB a table in the journal, and entries a table."""
    world = World()
    node = await world.node()
    kept: list[Any] = []
    samples = [await play(world, node, game, entries, kind, seed) for seed in range(8)]
    rows = [
        [(e.table, e.version, e.key, e.at, body_of(e)) for e in world.journal.tables[each.state.id]]
        for each in samples
    ]
    if kind == "loaded":
        kept += [LiveTable([entry_of(*row) for row in some], 0) for some in rows]
    gc.collect()
    before = resident()
    for seed, some in zip(range(tables), cycle(rows), strict=False):
        if kind == "loaded":
            kept.append(LiveTable([entry_of(*row) for row in some], 0))
        else:
            kept.append(await play(world, node, game, entries, kind, 100 + seed))
            world.journal.tables[kept[-1].state.id] = []  # on disk, with a real journal
    gc.collect()
    grown = resident() - before
    await node.stop()
    sizes = [sum(len(row[4]) + len(row[2]) for row in some) for some in rows]
    return grown / tables / 1024, sum(sizes) / len(rows) / 1024, sum(map(len, rows)) / len(rows)


def main() -> None:
    """Measure every kind of table, each in a process of its own, and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--entries", type=int, default=65)
    parser.add_argument("--one", nargs=2, metavar=("GAME", "KIND"), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one:
        game, kind = asked.one
        print(*asyncio.run(measure(game, kind, asked.tables, asked.entries)))
        return
    table = Table("game", "table", "entries", "KB in memory", "KB in the journal", "ratio")
    for game in OPTIONS:
        for kind in KINDS:
            words = [sys.executable, "-m", "benchmarks.memory", "--one", game, kind]
            words += ["--tables", str(asked.tables), "--entries", str(asked.entries)]
            done = subprocess.run(words, check=True, capture_output=True, text=True)
            memory, journal, entries = map(float, done.stdout.split())
            table.add_row(
                game, kind, f"{entries:.0f}", f"{memory:.0f}", f"{journal:.1f}", f"{memory / journal:.1f}"
            )
    Console().print(table)


if __name__ == "__main__":
    main()

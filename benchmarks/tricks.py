"""Gains of each way of saving time in the server. ``python -m benchmarks.tricks``

The game and the load are those of :mod:`benchmarks.boardgame_io`. In each round the server as it is plays
beside servers that lack one trick each; the lack is put in from outside. A row shows medians of all rounds:
the CPU of a move, and how much more that is than with all tricks.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
from typing import Final

import uvloop
from rich.console import Console
from rich.table import Table

from benchmarks.boardgame_io import SIDES, measured
from benchmarks.sockets import Figures
from benchmarks.support.processes import SERVE, quincunx

WITHOUT: Final = {
    "as it is": "",
    "uvloop": """
import asyncio, quincunx.cli.serving.serve as serve
serve._loop = lambda: asyncio.new_event_loop
""",
    "batches": """
import asyncio
from quincunx.server.transport.batch import Together
Together.add = lambda self, work: asyncio.get_running_loop().call_soon(work)
""",
    "the short way past ASGI": """
from quincunx.server.transport.websocket_protocol import WebSocketProtocol
WebSocketProtocol.listen = lambda self, listener: None
""",
    "group commit": """
import quincunx.adapters.journal.sqlite as sqlite
sqlite.MOST_AT_ONCE = 1
""",
    "changes instead of views": """
from quincunx.node.node import Tables
Tables.changes = lambda self, *given: None
""",
    "rare garbage collections": """
import quincunx.cli.serving.serve as serve
serve._limit_garbage_collection = lambda: __import__("gc").set_threshold(700, 10, 10)
""",
    "a clock that is read seldom": """
import quincunx.adapters.clock as clock
clock.MEASURE_EVERY = 0
""",
}
"""For each trick, the Python that takes it out of a server before it starts."""


def show(results: dict[str, list[Figures]]) -> None:
    rows = Table(title=f"200 tables; medians of {len(results['as it is'])} rounds")
    for column in ("without", "moves/s", "p99 ms", "CPU µs", "CPU, ×"):
        rows.add_column(column, justify="right" if column != "without" else "left", no_wrap=True)
    for name, each in results.items():
        rate, p99, cpu = (
            statistics.median(getattr(one, what) for one in each) for what in ("rate", "p99", "cpu")
        )
        ratio = statistics.median(
            one.cpu / whole.cpu for one, whole in zip(each, results["as it is"], strict=True)
        )
        rows.add_row(name, f"{rate:,.0f}", f"{p99:.0f}", f"{cpu:.0f}", f"{ratio:.2f}")
    Console().print(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=4.0, help="counted in each round, at most")
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    _, game = SIDES["ours"]
    results: dict[str, list[Figures]] = {name: [] for name in WITHOUT}
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        for _ in range(given.rounds):
            for name, patch in WITHOUT.items():
                with quincunx(program=patch + SERVE) as server:
                    results[name].append(runner.run(measured(server, game, given.tables, given.seconds)))
    show(results)


if __name__ == "__main__":
    main()

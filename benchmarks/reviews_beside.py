"""Effect of reviews on tables. ``python -m benchmarks.reviews_beside``

People play Cinco over WebSockets, one move at a time with a pause. They do so first alone, and then while the
server's review process works through a queue of long games of Cinco. Times are until a move is acknowledged,
which means on disk. Both halves alternate, so that other load on the machine affects them alike.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import statistics
from pathlib import Path

import uvloop
from rich.console import Console
from rich.table import Table

from benchmarks.sockets import Figures, moves
from benchmarks.support.processes import Running, quincunx
from quincunx.adapters.engines.reviewer import ReviewProcess

RECORD = Path(__file__).parents[1] / "testdata/records/cinco-2in2.txt"
SIMULATIONS = 400
PAUSE = 0.2
"""Seconds before each move. People play more slowly than the server answers, so cores are idle at times."""


async def reviewing(reviewer: ReviewProcess, most: int, done: list[int]) -> None:
    """Review one game after another, as a server does."""
    record = RECORD.read_text("utf-8")
    for _ in range(most):
        await reviewer.review(record, SIMULATIONS, lambda *_: None)
        done.append(1)


async def beside(server: Running, tables: int, seconds: float, reviews: int, done: list[int]) -> Figures:
    """The moves while this many reviews wait for their turn."""
    reviewer = ReviewProcess()
    work = asyncio.create_task(reviewing(reviewer, reviews, done))
    try:
        return await moves([server], tables, seconds, PAUSE)
    finally:
        work.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await work
        await reviewer.stop()


def median(rounds: list[Figures]) -> Figures:
    names = Figures.__struct_fields__
    return Figures(*(statistics.median(getattr(each, name) for each in rounds) for name in names))


def show(alone: Figures, with_reviews: Figures, done: int, args: argparse.Namespace) -> None:
    rows = Table(
        title=f"{args.tables} tables, {os.cpu_count()} cores, median of {args.rounds} rounds",
        caption=f"{args.reviews} reviews waited, {done} were done; load average {os.getloadavg()[0]:.1f}",
    )
    for column in ("", "moves/s", "p50 ms", "p99 ms"):
        rows.add_column(column, justify="right" if column else "left", no_wrap=True)
    for name, one in (("alone", alone), ("beside reviews", with_reviews)):
        rows.add_row(name, f"{one.rate:,.0f}", f"{one.p50:.1f}", f"{one.p99:.1f}")
    ratios = (with_reviews.rate / alone.rate, with_reviews.p50 / alone.p50, with_reviews.p99 / alone.p99)
    rows.add_row("ratio", *(f"{ratio:.2f} ×" for ratio in ratios))
    Console().print(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=6.0, help="counted in each round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--reviews", type=int, default=50, help="that wait while it is counted")
    args = parser.parse_args()
    alone: list[Figures] = []
    with_reviews: list[Figures] = []
    done: list[int] = []
    with quincunx() as server:
        for _ in range(args.rounds):
            alone.append(uvloop.run(moves([server], args.tables, args.seconds, PAUSE)))
            with_reviews.append(uvloop.run(beside(server, args.tables, args.seconds, args.reviews, done)))
    show(median(alone), median(with_reviews), len(done), args)


if __name__ == "__main__":
    main()

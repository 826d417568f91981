"""Moves per second beside boardgame.io. ``python -m benchmarks.boardgame_io``

The same two players play the same Cinco at each of 200 tables, as fast as they get answers. The servers of
boardgame.io and of Quincunx take turns. All players have sat down before the first move, and counting stops
when a tenth of the games are over, so that only moves are measured. boardgame.io keeps its games in memory;
Quincunx acknowledges a move when it is on disk (fsync). The load generator runs on the same machine. Figures
are medians of several rounds. npm installs boardgame.io once.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import time
from collections.abc import Callable, Coroutine
from contextlib import AbstractContextManager
from random import Random
from typing import Any, Final

import uvloop
from rich.console import Console
from rich.table import Table

from benchmarks.sockets import Figures, figures, median
from benchmarks.support import boardgame, players
from benchmarks.support.http import new_cookie
from benchmarks.support.players import Tally
from benchmarks.support.processes import Running, boardgame_io, quincunx

WARM_SECONDS = 8.0
"""The time for uncounted games first, until compilers and caches are warm."""
REST_SECONDS = 1.0
"""The pause after all players have sat down, in which servers finish other work than moves."""

Game = Callable[[Running, Tally, Random], Coroutine[Any, Any, None]]
Start = Callable[[], AbstractContextManager[Running]]


async def _ours(server: Running, tally: Tally, random: Random) -> None:
    cookies = [await new_cookie(server.host, server.port) for _ in range(2)]
    await players.one_game([server], cookies, tally, random)


SIDES: Final[dict[str, tuple[Start, Game]]] = {
    "boardgame.io": (boardgame_io, boardgame.one_game),
    "ours": (quincunx, _ours),
}
"""For each server, the function that starts it, and the function that plays a game there."""


async def measured(server: Running, game: Game, tables: int, seconds: float) -> Figures:
    """Start all tables at once; stop after this many seconds, or when a tenth of the games are over."""
    await _warm(server, game, tables)
    tally = Tally()
    tally.held = []
    games = [asyncio.create_task(game(server, tally, Random(number))) for number in range(tables)]
    while tally.here < 2 * tables or len(tally.held) < tables:  # noqa: ASYNC110  # once per round
        await asyncio.sleep(0.05)
    await asyncio.sleep(REST_SECONDS)
    begins, tally.held = tally.held, None
    tally.counting = True
    cpu, start = server.family_cpu_seconds(), time.perf_counter()
    for begin in begins:
        begin()
    over = asyncio.as_completed(games, timeout=seconds)
    with contextlib.suppress(TimeoutError):
        for _, each in zip(range(tables // 10), over, strict=False):
            await each
    tally.counting = False
    took, used = time.perf_counter() - start, server.family_cpu_seconds() - cpu
    await _give_up(games)
    if tally.refusals:
        raise RuntimeError(f"{len(tally.refusals)} commands were refused, the first: {tally.refusals[0]}")
    return figures(tally.acknowledged, took, used, tally.seen)


async def _warm(server: Running, game: Game, tables: int) -> None:
    async def keep_playing(random: Random) -> None:
        while True:
            await game(server, Tally(), random)

    games = [asyncio.create_task(keep_playing(Random(-number))) for number in range(tables // 4)]
    await asyncio.sleep(WARM_SECONDS)
    await _give_up(games)


async def _give_up(games: list[asyncio.Task[None]]) -> None:
    for each in games:
        if each.done():
            each.result()
        each.cancel()
    await asyncio.gather(*games, return_exceptions=True)


def show(results: dict[str, list[Figures]], tables: int) -> None:
    rounds = len(results["ours"])
    rows = Table(
        title=f"{tables} tables, {os.cpu_count()} cores, load generator included; median of {rounds}"
    )
    for column in ("", "/s", "p50 ms", "p99 ms", "CPU \u00b5s", "\u00d7 its rate"):
        rows.add_column(column, justify="right" if column else "left", no_wrap=True)
    peer = median(results["boardgame.io"])
    for name, each in results.items():
        one = median(each)
        ratio = f"{one.rate / peer.rate:.2f} \u00d7"
        rows.add_row(name, f"{one.rate:,.0f}", f"{one.p50:.0f}", f"{one.p99:.0f}", f"{one.cpu:.0f}", ratio)
    Console().print(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=4.0, help="counted in each round, at most")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    results: dict[str, list[Figures]] = {name: [] for name in SIDES}
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        for _ in range(given.rounds):
            for name, (start, game) in SIDES.items():
                with start() as server:
                    run = measured(server, game, given.tables, given.seconds)
                    results[name].append(runner.run(run))
    show(results, given.tables)


if __name__ == "__main__":
    main()

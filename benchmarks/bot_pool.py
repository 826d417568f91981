"""Effect of searching bots on people's moves. ``python -m benchmarks.bot_pool``

At ten tables two people each play Cinco against each other, with a fifth of a second before every move. The
benchmark measures the time from sending a move to its acknowledgement (on disk), and to its arrival at the
other player. It does so first alone, and then while bots play at fifty other tables. There two bots of the
best level search as hard as the server permits, with its own settings for pause and time. Server, bots and
load share this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import time
from random import Random

import msgspec
import uvloop
from rich.console import Console
from rich.table import Table

from benchmarks.support.http import ask, new_cookie
from benchmarks.support.line import Line, open_line
from benchmarks.support.players import FRAMES, Tally, Update, keep_playing
from benchmarks.support.processes import Running, quincunx

PAUSE = 0.2
READY_SECONDS = 300.0
SETTLE_SECONDS = 5.0


class Figures(msgspec.Struct):
    """The figures of one round: milliseconds for people, seconds for bots."""

    moves: float
    p50: float
    p99: float
    seen_p99: float
    bot_moves: float
    bot_p50: float
    bot_p95: float


class Watched:
    """A table of bots with a spectator, and the duration of each of their moves."""

    def __init__(self, counting: Tally) -> None:
        self.times: list[float] = []
        self.over = asyncio.Event()
        self._last = 0.0
        self._counting = counting

    def hear(self, raw: bytes) -> None:
        said = FRAMES.decode(raw)
        if not isinstance(said, Update):
            return
        now = time.perf_counter()
        if self._counting.counting and self._last:
            self.times.append(now - self._last)
        self._last = now
        if said.table.status == "ended":
            self.over.set()


async def keep_thinking(server: Running, tally: Tally, times: list[float], level: str) -> None:
    """Watch bots play game after game, until cancelled."""
    cookie = await new_cookie(server.host, server.port)
    bot = {"kind": "bot", "level": level}
    settings = {"options": {"game": "cinco", "first": 0}, "seats": [bot, bot]}
    while True:
        _, made = await ask(server.host, server.port, "POST", "/api/tables", cookie, settings)
        watched = Watched(tally)
        watched.times = times
        path = f"/api/tables/{msgspec.json.decode(made)['id']}/socket"
        line: Line = await open_line(server.host, server.port, path, watched.hear, cookie)
        line.say(b'{"type":"hello"}')
        try:
            await watched.over.wait()
        finally:
            line.close()


async def minds_ready(server: Running) -> None:
    """Return when the workers have compiled: the server's child processes are then idle."""
    end = time.monotonic() + READY_SECONDS
    used = -1.0
    while time.monotonic() < end:
        before, used = used, server.family_cpu_seconds()
        if used - before < 0.1 and used > 1:
            return
        await asyncio.sleep(1)
    raise TimeoutError("the engines did not get ready")


async def measure(server: Running, people: int, bots: int, seconds: float, level: str) -> Figures:
    tally = Tally()
    times: list[float] = []
    tasks = [
        *(asyncio.create_task(keep_playing([server], tally, Random(each), PAUSE)) for each in range(people)),
        *(asyncio.create_task(keep_thinking(server, tally, times, level)) for _ in range(bots)),
    ]
    await asyncio.sleep(SETTLE_SECONDS)
    start = time.perf_counter()
    tally.counting = True
    await asyncio.sleep(seconds)
    tally.counting = False
    took = time.perf_counter() - start
    for task in tasks:
        if task.done():
            task.result()
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    if tally.refusals:
        raise RuntimeError(f"{len(tally.refusals)} commands were refused, the first: {tally.refusals[0]}")

    def percentile(of: list[float], which: float) -> float:
        return sorted(of)[int(len(of) * which)] if of else 0.0

    return Figures(
        moves=len(tally.acknowledged) / took,
        p50=percentile(tally.acknowledged, 0.5) * 1000,
        p99=percentile(tally.acknowledged, 0.99) * 1000,
        # Counted from the other player's sending: the players' own pause is not the server's.
        seen_p99=percentile(tally.seen, 0.99) * 1000,
        bot_moves=len(times) / took,
        bot_p50=percentile(times, 0.5),
        bot_p95=percentile(times, 0.95),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=10, help="tables of two people")
    parser.add_argument("--bots", type=int, default=50, help="tables of two bots")
    parser.add_argument("--level", default="master")
    parser.add_argument("--seconds", type=float, default=20.0, help="counted in each round")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    results: dict[int, list[Figures]] = {0: [], given.bots: []}
    load = os.getloadavg()[0]
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        for _ in range(given.rounds):
            for bots in results:
                with quincunx(bot_pause=0.6, bot_workers=None) as server:
                    runner.run(minds_ready(server))
                    run = measure(server, given.people, bots, given.seconds, given.level)
                    results[bots].append(runner.run(run))
    rows = Table(
        title=f"{given.people} tables of people beside tables of “{given.level}”; {os.cpu_count()} cores, "
        f"median of {given.rounds} rounds",
        caption=f"seen: by the other person, in ms; bots': their moves; load average before: {load:.1f}",
    )
    columns = ("bots", "moves/s", "p50 ms", "p99 ms", "seen p99", "bots' /s", "p50 s", "p95 s")
    for column in columns:
        rows.add_column(column, justify="right", no_wrap=True)
    for bots, rounds in results.items():
        one = [
            statistics.median(getattr(each, name) for each in rounds) for name in Figures.__struct_fields__
        ]
        words = (f"{one[0]:.1f}", *(f"{each:.1f}" for each in one[1:4]), f"{one[4]:.1f}")
        rows.add_row(str(bots), *words, *(f"{each:.2f}" if bots else "" for each in one[5:]))
    Console().print(rows)


if __name__ == "__main__":
    main()

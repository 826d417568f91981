"""Moves per second, and delay of their acknowledgements. ``python -m benchmarks.sockets``

Two people at each of 200 tables play Cinco over WebSockets as fast as they get answers. A move counts when
its acknowledgement has come, and then it is on disk (fsync). The load generator runs on the same machine.
There are two floors in the same run: the same web server that only echoes, and one that sends as many bytes
as follow a move, without any work (``silent answers``). Figures are medians of several rounds.

``--postgres`` stores the games in PostgreSQL. ``--nodes 2`` measures two nodes as well, in the same rounds:
on one PostgreSQL and one Valkey, behind the nginx of ``deploy/`` (without TLS), which hashes the table's id.
CPU is that of all our servers; proxy, database and bus are not counted.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import statistics
import tempfile
import time
from random import Random

import msgspec
import uvloop
from rich.console import Console
from rich.table import Table

from benchmarks.support.line import Line, open_line
from benchmarks.support.players import Tally, keep_playing
from benchmarks.support.processes import Address, Running, bare, behind_nginx, quincunx, shared

FRAME = b'{"type":"command","key":"m12","version":34,"command":{"type":"make_move","seat":0,"move":{"x":1}}}'
WARM_SECONDS = 15.0
"""The time until all people have come and sat down, and every table has started a second game. New people
cost a write to the store each, which belongs to no move."""
FLOORS = {"echo": ("/echo", 1), "silent answers": ("/talk", 3)}


class Figures(msgspec.Struct):
    """The figures of one round: operations a second, milliseconds, and the server's CPU per operation in
    microseconds."""

    rate: float
    p50: float
    p99: float
    cpu: float
    other_p99: float = 0.0
    """Milliseconds until the other player's browser has the move too."""


def figures(times: list[float], seconds: float, cpu: float, other: list[float]) -> Figures:
    def percentile(of: list[float], which: float) -> float:
        return sorted(of)[int(len(of) * which)] * 1000 if of else 0.0

    return Figures(
        rate=len(times) / seconds,
        p50=percentile(times, 0.5),
        p99=percentile(times, 0.99),
        cpu=cpu / len(times) * 1e6,
        other_p99=percentile(other, 0.99),
    )


async def moves(
    servers: list[Running], tables: int, seconds: float, pause: float = 0.0, proxy: Address | None = None
) -> Figures:
    """The figures of one server, or of several behind a ``proxy``; ``pause`` is the time before each move."""
    tally = Tally()
    doors = servers if proxy is None else [proxy]
    games = [
        asyncio.create_task(keep_playing(doors, tally, Random(number), pause)) for number in range(tables)
    ]
    await asyncio.sleep(WARM_SECONDS)
    cpu, start = sum(server.family_cpu_seconds() for server in servers), time.perf_counter()
    tally.counting = True
    await asyncio.sleep(seconds)
    tally.counting = False
    took = time.perf_counter() - start
    used = sum(server.family_cpu_seconds() for server in servers) - cpu
    for game in games:
        if game.done():
            game.result()
        game.cancel()
    await asyncio.gather(*games, return_exceptions=True)
    if tally.refusals:
        raise RuntimeError(f"{len(tally.refusals)} commands were refused, the first: {tally.refusals[0]}")
    return figures(tally.acknowledged, took, used, tally.seen)


class Asker:
    """A socket that sends a frame as soon as the last one has been answered by ``answers`` frames."""

    def __init__(self, answers: int, times: list[float]) -> None:
        self.line: Line | None = None
        self._answers, self._times = answers, times
        self._heard = 0
        self._sent = 0.0

    def say(self) -> None:
        assert self.line is not None
        self._sent = time.perf_counter()
        self.line.say(FRAME)

    def hear(self, raw: bytes) -> None:
        self._heard += 1
        if self._heard % self._answers == 0:
            self._times.append(time.perf_counter() - self._sent)
            self.say()


async def floor(server: Running, path: str, answers: int, sockets: int, seconds: float) -> Figures:
    """The figures of the bare server."""
    times: list[float] = []
    askers = [Asker(answers, times) for _ in range(sockets)]
    for asker in askers:
        asker.line = await open_line(server.host, server.port, path, asker.hear)
        asker.say()
    await asyncio.sleep(1)
    times.clear()
    cpu, start = server.cpu_seconds(), time.perf_counter()
    await asyncio.sleep(seconds)
    counted = list(times)
    result = figures(counted, time.perf_counter() - start, server.cpu_seconds() - cpu, [])
    for asker in askers:
        assert asker.line is not None
        asker.line.close()
    return result


def median(rounds: list[Figures]) -> Figures:
    names = Figures.__struct_fields__
    return Figures(*(statistics.median(getattr(each, name) for each in rounds) for name in names))


def fsync_milliseconds(count: int = 50) -> float:
    """The cost in milliseconds of one small write to the same disk, until it is stored safely."""
    times = []
    with tempfile.NamedTemporaryFile() as file:
        for _ in range(count):
            file.write(b"x" * 4096)
            file.flush()
            start = time.perf_counter()
            os.fsync(file.fileno())
            times.append(time.perf_counter() - start)
    return statistics.median(times) * 1000


def show(results: dict[str, Figures], tables: int, rounds: int) -> None:
    rows = Table(
        title=f"{tables} tables, {os.cpu_count()} cores, load generator included; median of {rounds} rounds",
        caption=f"fsync on this disk: {fsync_milliseconds():.1f} ms; load average: {os.getloadavg()[0]:.1f}",
    )
    for column in ("", "/s", "p50 ms", "p99 ms", "other sees, p99", "CPU µs"):
        rows.add_column(column, justify="right" if column else "left", no_wrap=True)
    for name, one in results.items():
        other = f"{one.other_p99:.0f} ms" if one.other_p99 else ""
        rows.add_row(name, f"{one.rate:,.0f}", f"{one.p50:.1f}", f"{one.p99:.1f}", other, f"{one.cpu:.0f}")
    ours = results["moves"]
    for name in FLOORS:
        rate, cpu = ours.rate / results[name].rate, ours.cpu / results[name].cpu
        rows.add_row(f"moves : {name}", f"{rate:.2f} ×", "", "", "", f"{cpu:.1f} ×")
    Console().print(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=8.0, help="counted in each round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--postgres", action="store_true", help="instead of SQLite")
    parser.add_argument("--nodes", type=int, default=1, help="measure so many behind nginx as well")
    given = parser.parse_args()
    several = f"{given.nodes} nodes behind nginx"
    names = (*FLOORS, "moves", *([several] if given.nodes > 1 else []))
    results: dict[str, list[Figures]] = {name: [] for name in names}
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        for _ in range(given.rounds):
            for name, (path, answers) in FLOORS.items():
                with bare() as server:
                    run = floor(server, path, answers, given.tables, given.seconds / 2)
                    results[name].append(runner.run(run))
            with contextlib.ExitStack() as running:
                more = running.enter_context(shared()).environment if given.postgres else {}
                server = running.enter_context(quincunx(more=more))
                results["moves"].append(runner.run(moves([server], given.tables, given.seconds)))
            if given.nodes > 1:
                with contextlib.ExitStack() as running:
                    more = running.enter_context(shared()).environment
                    servers = [running.enter_context(quincunx(more=more)) for _ in range(given.nodes)]
                    proxy = running.enter_context(behind_nginx(servers))
                    run = moves(servers, given.tables, given.seconds, proxy=proxy)
                    results[several].append(runner.run(run))
    show({name: median(rounds) for name, rounds in results.items()}, given.tables, given.rounds)


if __name__ == "__main__":
    main()

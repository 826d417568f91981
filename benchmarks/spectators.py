"""Cost of one more spectator. ``python -m benchmarks.spectators``

Spectators open a socket each to one running game of Cinco, get the table once, and then only listen. Memory
is that of the server process alone, above a hundred spectators, so that one-time costs are not counted. Then
moves are made. The benchmark measures the time until their sender has them, and until the crowd does. The
crowd itself is one process on the same machine.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import time

import msgspec
import uvloop
from rich.console import Console
from rich.table import Table

from benchmarks.support.http import ask, new_cookie
from benchmarks.support.line import Line, open_line
from benchmarks.support.players import PROMISE, SETTINGS
from benchmarks.support.processes import Running, bare, quincunx

CROWDS = (100, 500, 1_000, 2_000, 5_000)
AT_ONCE = 30
MOVES = 9


class Crowd:
    """Spectators at one table. Received frames are counted and timed, but not stored."""

    def __init__(self, server: Running, path: str, hello: bytes) -> None:
        self._server, self._path, self._hello = server, path, hello
        self._cookie = ""
        self.lines: list[Line] = []
        self.heard: list[float] = []
        """The time of each update."""

    def _hear(self, raw: bytes) -> None:
        if raw.startswith((b'{"type":"update"', self._hello)):
            self.heard.append(time.perf_counter())

    async def _one(self) -> None:
        line = await open_line(self._server.host, self._server.port, self._path, self._hear, self._cookie)
        line.say(self._hello)
        self.lines.append(line)

    async def grow(self, size: int, with_cookies: bool = True) -> None:
        """Add spectators up to this number, and return when each has been answered."""
        expected = size - len(self.lines)
        self.heard.clear()
        while len(self.lines) < size:
            if with_cookies:  # without one a caller may not open many more windows
                self._cookie = await new_cookie(self._server.host, self._server.port)
            await asyncio.gather(*(self._one() for _ in range(min(AT_ONCE, size - len(self.lines)))))
        await self.wait(expected)

    async def wait(self, updates: int) -> None:
        async with asyncio.timeout(60):
            while len(self.heard) < updates:  # noqa: ASYNC110  # no event for each of thousands of frames
                await asyncio.sleep(0.001)


async def running_game(server: Running) -> tuple[str, list[str]]:
    """A running table, and the cookies of its players; the first is to move."""
    alice, bob = [await new_cookie(server.host, server.port) for _ in range(2)]
    _, made = await ask(server.host, server.port, "POST", "/api/tables", alice, SETTINGS)
    table = msgspec.json.decode(made)["id"]
    for seat, cookie in enumerate((alice, bob)):
        await command(server, table, cookie, {"type": "sit_down", "seat": seat, "commitment": PROMISE})
    return table, [alice, bob]


async def command(server: Running, table: str, cookie: str, command: object) -> float:
    """Send a command over a connection of its own, and return the seconds until its acknowledgement."""
    path = f"/api/tables/{table}"
    _, raw = await ask(server.host, server.port, "GET", path, cookie)
    view = msgspec.json.decode(raw)
    body = {"key": f"k{view['version']}", "version": view["version"], "command": command}
    start = time.perf_counter()
    await ask(server.host, server.port, "POST", f"{path}/commands", cookie, body)
    return time.perf_counter() - start


class Figures(msgspec.Struct):
    """The figures of one crowd. Times are in seconds from the sending of a move: medians of several moves."""

    size: int
    kib: float
    """KiB for each spectator above the first crowd."""
    acknowledged: float
    p50: float
    p99: float
    """Seconds until half (``p50``) or 99 % (``p99``) of the crowd had the move."""


async def measure(server: Running, crowds: list[int]) -> list[Figures]:
    table, cookies = await running_game(server)
    crowd = Crowd(server, f"/api/tables/{table}/socket", b'{"type":"hello"}')
    results: list[Figures] = []
    ground = turns = 0
    for number, size in enumerate(crowds):
        await crowd.grow(size)
        await asyncio.sleep(1.5)
        memory = server.memory()
        if not number:
            ground = memory
        kib = (memory - ground) / max(1, size - crowds[0]) / 1024
        times: list[tuple[float, float, float]] = []
        for _ in range(MOVES):
            crowd.heard.clear()
            # Both players have four cards, and may exchange them for ever.
            seat = turns % 2
            turns += 1
            start = time.perf_counter()
            exchange = {"type": "make_move", "seat": seat, "move": {"type": "exchange"}}
            acknowledged = await command(server, table, cookies[seat], exchange)
            await crowd.wait(size)
            heard = sorted(crowd.heard)
            times.append((acknowledged, heard[size // 2] - start, heard[int(size * 0.99)] - start))
            await asyncio.sleep(0.2)
        results.append(Figures(size, kib, *(statistics.median(each) for each in zip(*times, strict=True))))
    return results


async def idle_floor(server: Running, size: int) -> float:
    """KiB for each socket of the bare server."""
    crowd = Crowd(server, "/echo", b'{"type":"hello"}')
    await crowd.grow(CROWDS[0], with_cookies=False)
    ground = server.memory()
    await crowd.grow(size, with_cookies=False)
    await asyncio.sleep(1)
    return (server.memory() - ground) / (size - CROWDS[0]) / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=CROWDS[-1], help="watchers in the largest crowd")
    crowds = [size for size in CROWDS if size <= parser.parse_args().most]
    rows = Table(title="Watchers of one table")
    for column in ("watchers", "KiB each", "acknowledged", "half of them have it", "99 % of them"):
        rows.add_column(column, justify="right")
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        with bare() as server:
            floor = runner.run(idle_floor(server, 1_000))
        with quincunx() as server:
            results = runner.run(measure(server, crowds))
    for each in results:
        times = (f"{seconds * 1000:,.0f} ms" for seconds in (each.acknowledged, each.p50, each.p99))
        rows.add_row(f"{each.size:,}", f"{each.kib:.1f}" if each.kib else "", *times)
    rows.caption = f"An idle socket of the same web server with nothing in it: {floor:.1f} KiB."
    Console().print(rows)


if __name__ == "__main__":
    main()

"""What does one more watcher cost? ``python -m benchmarks.spectators``

Strangers open a socket each to one running game of Cinco, are sent the table once, and then only
listen. Memory is what the server process alone holds, above a hundred watchers, so that what the first
ones bring with them is not counted. Then a move is made: how long until the last of them has it?
"""

from __future__ import annotations

import argparse
import asyncio
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
AT_ONCE = 50


class Crowd:
    """Watchers at one table; each keeps only how many frames of a kind it has had."""

    def __init__(self, server: Running, path: str, cookie: str, hello: bytes) -> None:
        self._server, self._path, self._cookie, self._hello = server, path, cookie, hello
        self.lines: list[Line] = []
        self.updates = 0

    def _hear(self, raw: bytes) -> None:
        self.updates += raw.startswith((b'{"type":"update"', self._hello))

    async def _one(self) -> None:
        line = await open_line(self._server.host, self._server.port, self._path, self._hear, self._cookie)
        line.say(self._hello)
        self.lines.append(line)

    async def grow(self, size: int) -> None:
        """Until there are so many, and each new one has been answered."""
        expected = size - len(self.lines)
        while len(self.lines) < size:
            await asyncio.gather(*(self._one() for _ in range(min(AT_ONCE, size - len(self.lines)))))
        await self.wait(expected)
        self.updates = 0

    async def wait(self, updates: int) -> None:
        async with asyncio.timeout(60):
            while self.updates < updates:  # noqa: ASYNC110  # no event for each of thousands of frames
                await asyncio.sleep(0.001)


async def running_game(server: Running) -> tuple[str, str]:
    """A table and the cookie of the one who is to move."""
    alice, bob = [await new_cookie(server.host, server.port) for _ in range(2)]
    _, made = await ask(server.host, server.port, "POST", "/api/tables", alice, SETTINGS)
    table = msgspec.json.decode(made)["id"]
    for seat, cookie in enumerate((alice, bob)):
        await command(server, table, cookie, {"type": "sit_down", "seat": seat, "commitment": PROMISE})
    return table, alice


async def command(server: Running, table: str, cookie: str, command: object) -> None:
    path = f"/api/tables/{table}"
    _, raw = await ask(server.host, server.port, "GET", path, cookie)
    view = msgspec.json.decode(raw)
    body = {"key": f"k{view['version']}", "version": view["version"], "command": command}
    await ask(server.host, server.port, "POST", f"{path}/commands", cookie, body)


async def measure(server: Running, crowds: list[int]) -> list[tuple[int, float, float]]:
    """For each crowd: its size, KiB for each watcher above the first crowd, and seconds until all knew."""
    table, cookie = await running_game(server)
    stranger = await new_cookie(server.host, server.port)
    crowd = Crowd(server, f"/api/tables/{table}/socket", stranger, b'{"type":"hello"}')
    results: list[tuple[int, float, float]] = []
    ground = 0
    for number, size in enumerate(crowds):
        await crowd.grow(size)
        await asyncio.sleep(1.5)
        memory = server.memory()
        if not number:
            ground = memory
        kib = (memory - ground) / max(1, size - crowds[0]) / 1024
        start = time.perf_counter()
        # A draw is offered and taken back: something that all are told, as often as one likes.
        kind = "take_back_offer" if number % 2 else "offer_draw"
        await command(server, table, cookie, {"type": kind, "seat": 0})
        await crowd.wait(size)
        results.append((size, kib, time.perf_counter() - start))
        await asyncio.sleep(0.5)
        crowd.updates = 0
    return results


async def idle_floor(server: Running, size: int) -> float:
    """KiB for each socket of the bare server."""
    crowd = Crowd(server, "/echo", "", b'{"type":"hello"}')
    await crowd.grow(CROWDS[0])
    ground = server.memory()
    await crowd.grow(size)
    await asyncio.sleep(1)
    return (server.memory() - ground) / (size - CROWDS[0]) / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=CROWDS[-1], help="watchers in the largest crowd")
    crowds = [size for size in CROWDS if size <= parser.parse_args().most]
    rows = Table(title="Watchers of one table")
    for column in ("watchers", "KiB each", "a move is with all of them after"):
        rows.add_column(column, justify="right")
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        with bare() as server:
            floor = runner.run(idle_floor(server, 1_000))
        with quincunx() as server:
            results = runner.run(measure(server, crowds))
    for size, kib, seconds in results:
        rows.add_row(f"{size:,}", f"{kib:.1f}" if kib else "", f"{seconds * 1000:,.0f} ms")
    rows.caption = f"An idle socket of the same web server with nothing in it: {floor:.1f} KiB."
    Console().print(rows)


if __name__ == "__main__":
    main()

"""How many moves a second are acknowledged, and how soon? ``python -m benchmarks.sockets``

At each of 200 tables two people play Cinco over WebSockets as fast as they are answered; a move counts
when its acknowledgement has come, and then it is on disk. The load generator runs on the same machine.
Beside it, in the same run: as many sockets of a server that only echoes, over the same uvicorn.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import statistics
import time
from typing import Any

import msgspec
import uvloop
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from benchmarks.loadgen import ask, guest, process, server

SETTINGS = {"options": {"game": "cinco", "first": 0}, "seats": [{"kind": "me"}, {"kind": "open"}]}
LINE: dict[str, Any] = {
    "compression": None,
    "max_size": None,
    "ping_interval": None,
    "open_timeout": 60,
    "proxy": None,
}
WARM_UP = 2.0


class Reach(msgspec.Struct):
    card: int
    spaces: list[int]


class View(msgspec.Struct):
    to_move: int | None = None
    reach: list[Reach] = []


class Shown(msgspec.Struct):
    status: str
    version: int
    game: View | None = None


class Frame(msgspec.Struct):
    """What the load generator needs of any frame."""

    type: str
    key: str | None = None
    table: Shown | str | None = None


class Meter:
    """Delays of what was answered while it counts."""

    def __init__(self) -> None:
        self.delays: list[float] = []
        self.counts = False

    def add(self, sent: float) -> None:
        if self.counts:
            self.delays.append(time.perf_counter() - sent)

    async def run(self, players: list[Any], seconds: float) -> tuple[float, float, float]:
        """Per second, p50 and p99 in milliseconds."""
        tasks = [asyncio.create_task(player) for player in players]
        await asyncio.sleep(WARM_UP + len(players) / 200)
        self.counts = True
        start = time.perf_counter()
        await asyncio.sleep(seconds)
        self.counts = False
        spent = time.perf_counter() - start
        for task in tasks:
            task.cancel()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(result, Exception):
                raise result
        cuts = statistics.quantiles(self.delays, n=100)
        return len(self.delays) / spent, cuts[49] * 1000, cuts[98] * 1000


class Player:
    """One seat's line."""

    def __init__(self, seat: int, table: str, meter: Meter) -> None:
        self._seat, self._table, self._meter = seat, table, meter
        self._decode = msgspec.json.Decoder(Frame).decode
        self._sent = 0.0

    async def play(self, address: str, cookie: str) -> None:
        """From sitting down to the end of the game."""
        url = f"ws://{address}/api/tables/{self._table}/socket"
        async with connect(url, additional_headers={"cookie": cookie}, **LINE) as socket:
            sit = {"type": "sit_down", "seat": self._seat, "entropy": "5e" * 32}
            await socket.send('{"type":"hello"}')
            await socket.send(self._order("sit", 1, sit))
            moved = 0
            async for data in socket:
                frame = self._decode(data)
                if frame.type == "ack" and frame.key != "sit":
                    self._meter.add(self._sent)
                elif frame.type == "refused":
                    raise RuntimeError(data)
                elif frame.type == "update" and isinstance(frame.table, Shown):
                    view = frame.table
                    if view.status == "ended":
                        return
                    if view.game and view.game.to_move == self._seat and view.version > moved:
                        moved = view.version
                        self._sent = time.perf_counter()
                        move = {"type": "make_move", "seat": self._seat, "move": _move(view.game)}
                        await socket.send(self._order(f"m{moved}", moved, move))

    @staticmethod
    def _order(key: str, version: int, command: Any) -> str:
        order = {"type": "order", "key": key, "version": version, "command": command}
        return msgspec.json.encode(order).decode()


def _move(view: View) -> Any:
    """A card that is placed far from the others, so that games last; nothing to play: draw."""
    if not view.reach:
        return {"type": "draw"}
    best = view.reach[0]
    return {"type": "play", "card": best.card, "space": best.spaces[-1] if best.spaces else None}


async def tables(address: str, cookies: tuple[str, str], meter: Meter) -> None:
    """Two people, one game after the other."""
    while True:
        made, _ = await asyncio.to_thread(ask, address, "/api/tables", cookies[0], SETTINGS)
        with contextlib.suppress(ConnectionClosed):
            await asyncio.gather(
                *(Player(seat, made["id"], meter).play(address, cookies[seat]) for seat in (0, 1))
            )


async def echoes(address: str, meter: Meter) -> None:
    """One line of the bare server, with words as long as a move."""
    word = Player._order("m10", 10, {"type": "make_move", "seat": 0, "move": {"type": "draw"}})
    async with connect(f"ws://{address}/echo", **LINE) as socket:
        while True:
            sent = time.perf_counter()
            await socket.send(word)
            await socket.recv()
            meter.add(sent)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10.0)
    chosen = parser.parse_args()
    with process("-m", "benchmarks.echo") as (address, _):
        meter = Meter()
        floor = uvloop.run(meter.run([echoes(address, meter) for _ in range(chosen.tables)], chosen.seconds))
    with server() as (address, _):
        people = [(guest(address), guest(address)) for _ in range(chosen.tables)]
        meter = Meter()
        ours = uvloop.run(meter.run([tables(address, each, meter) for each in people], chosen.seconds))
    rows = Table(title=f"{chosen.tables} tables, two players each, load generator on the same machine")
    for name in ("", "per second", "p50 ms", "p99 ms"):
        rows.add_column(name, justify="right" if name else "left")
    rows.add_row("moves acknowledged, each on disk", *(f"{each:,.1f}" for each in ours))
    rows.add_row("bare echo, one line for each table", *(f"{each:,.1f}" for each in floor))
    rows.add_row("ratio", *(f"{mine / its:.2f} ×" for mine, its in zip(ours, floor, strict=True)))
    Console().print(rows)


if __name__ == "__main__":
    main()

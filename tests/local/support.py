"""A device for the tests: a journal and values in memory, a clock that moves on when something is due."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Coroutine, Sequence
from math import ceil
from random import Random
from typing import Any, TypeVar

from quincunx.local.ports import LocalWorld
from quincunx.local.requests import Answer
from quincunx.local.server import LocalServer
from quincunx.table.events import Entry
from quincunx.table.record.chain import body_of, entry_of
from quincunx.table.record.faults import Conflict, JournalUnavailable
from quincunx.table.summary import Summary

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """The result of work that waits for nothing."""
    try:
        work.send(None)
    except StopIteration as done:
        return done.value  # type: ignore[no-any-return]  # a generator's value has no type
    raise AssertionError("it waits for something")


class Disk:
    """The data that stay on a device when its windows are closed."""

    def __init__(self) -> None:
        self.entries: dict[tuple[str, int], tuple[str, int, bytes]] = {}
        self.summaries: dict[str, Summary] = {}
        self.values: dict[str, bytes] = {}
        self.is_broken = False
        self.dies_after: int | None = None
        """The number of entries after which the tab is killed: what was appended stays, nothing is said."""

    async def append(self, entry: Entry, summary: Summary) -> None:
        if self.is_broken:
            raise JournalUnavailable("No space is left.")
        at = entry.table, entry.version
        if at in self.entries:
            raise Conflict
        self.entries[at] = entry.key, entry.at, body_of(entry)
        self.summaries[entry.table] = summary
        if self.dies_after is not None:
            self.dies_after -= 1
            if self.dies_after <= 0:
                raise KeyboardInterrupt

    async def read(self, table: str, after: int = 0) -> Sequence[Entry]:
        found = sorted(at for at in self.entries if at[0] == table and at[1] > after)
        return [entry_of(*at, *self.entries[at]) for at in found]

    async def rows(self) -> Sequence[Summary]:
        return sorted(self.summaries.values(), key=lambda row: -row.changed)

    async def get(self, name: str) -> bytes | None:
        return self.values.get(name)

    async def put(self, name: str, value: bytes) -> None:
        self.values[name] = value


class Line:
    """A window's end of a socket."""

    def __init__(self, device: Device, path: str) -> None:
        self.device = device
        self.frames: deque[dict[str, Any]] = deque()
        self.closed: tuple[int, str] | None = None
        self.number = run(device.server.open(path, self))

    def send(self, frame: bytes) -> None:
        """Called by the server."""
        self.frames.append(json.loads(frame))

    def close(self, code: int, reason: str) -> None:
        """Called by the server."""
        self.closed = code, reason

    def say(self, frame: dict[str, Any]) -> None:
        assert self.number is not None
        run(self.device.server.receive(self.number, json.dumps(frame).encode()))

    def hang_up(self) -> None:
        assert self.number is not None
        self.device.server.close(self.number)

    def hear(self, *types: str) -> dict[str, Any]:
        """The next frame of one of these types; time passes until it comes."""
        for _ in range(1000):
            while self.frames:
                frame = self.frames.popleft()
                if frame["type"] in types:
                    return frame
            self.device.wait()
        raise AssertionError(f"no {types} came")


class Device:
    """One device, and what a page on it asks."""

    def __init__(self, disk: Disk | None = None, seed: int = 1) -> None:
        self.disk = disk or Disk()
        self.now = 1_800_000_000_000
        self.steady = 5.0
        self._random = Random(seed)
        world = LocalWorld(
            self.disk,
            self.disk,
            lambda: self._random.randbytes(32).hex(),
            lambda: self.now,
            lambda: self.steady,
        )
        self.server = LocalServer(world)

    def wait(self) -> None:
        """Let time pass until something is due, and do it."""
        wait = self.server.wait()
        assert wait is not None, "nothing will be due"
        self.now += ceil(wait * 1000)
        self.steady += wait
        run(self.server.act())

    def request(self, method: str, path: str, body: Any = None) -> Answer:
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        return run(self.server.request(method, path, data))

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """The status of an answer, and its value."""
        answer = self.request(method, path, body)
        return answer.status, answer.body.decode() if answer.is_text else json.loads(answer.body)

    def open(self, path: str) -> Line:
        return Line(self, path)

"""A proxy between clients and server that drops, doubles, delays and reorders frames, and cuts lines."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from random import Random

import websockets
from websockets.asyncio.client import connect
from websockets.asyncio.server import Server, ServerConnection, serve

Connection = websockets.asyncio.connection.Connection


class Faults:
    """The chance of each fault for a frame, and the number of times that it happened."""

    def __init__(self, longest: float) -> None:
        self.drop = 0.05
        self.double = 0.1
        self.delay = 0.1
        self.longest = longest
        """Seconds that a frame may be held up."""
        self.cut_every = 60
        """After so many frames a line is cut."""
        self.frames = 0
        self.happened: Counter[str] = Counter()

    def heal(self) -> None:
        """From now on every frame passes once, in order."""
        self.drop = self.double = self.delay = 0.0
        self.cut_every = 10**9


class Proxy:
    """Frames pass through, or do not; what is HTTP goes to the server directly."""

    def __init__(self, upstream: str, faults: Faults, random: Random) -> None:
        self._upstream = upstream
        self._faults = faults
        self._random = random
        self._late: set[asyncio.Task[None]] = set()
        self._server: Server | None = None
        self.address = ""

    async def start(self) -> None:
        self._server = await serve(self._through, "127.0.0.1", 0, max_size=None)
        self.address = f"127.0.0.1:{next(iter(self._server.sockets)).getsockname()[1]}"

    async def stop(self) -> None:
        assert self._server is not None
        self._server.close()
        await self._server.wait_closed()
        for task in self._late:
            task.cancel()
        await asyncio.gather(*self._late, return_exceptions=True)

    async def _through(self, client: ServerConnection) -> None:
        assert client.request is not None
        headers = {"cookie": client.request.headers.get("cookie", "")}
        with contextlib.suppress(OSError, websockets.WebSocketException):
            async with connect(
                f"ws://{self._upstream}{client.request.path}", additional_headers=headers, max_size=None
            ) as server:
                ways = [
                    asyncio.create_task(self._carry(client, server)),
                    asyncio.create_task(self._carry(server, client)),
                ]
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                for way in ways:
                    way.cancel()
                await asyncio.gather(*ways, return_exceptions=True)
        await client.close()

    async def _carry(self, source: Connection, target: Connection) -> None:
        faults = self._faults
        async for frame in source:
            chance = self._random.random
            faults.frames += 1
            if faults.frames % faults.cut_every == 0:
                faults.happened["cut"] += 1
                return
            if chance() < faults.drop:
                faults.happened["drop"] += 1
                continue
            if chance() < faults.double:
                faults.happened["double"] += 1
                self._send_later(target, frame)
            if chance() < faults.delay:
                faults.happened["delay"] += 1  # later ones overtake it
                self._send_later(target, frame)
            else:
                await target.send(frame)

    def _send_later(self, target: Connection, frame: str | bytes) -> None:
        async def send() -> None:
            await asyncio.sleep(self._random.uniform(0, self._faults.longest))
            with contextlib.suppress(websockets.WebSocketException):
                await target.send(frame)

        task = asyncio.create_task(send())
        self._late.add(task)
        task.add_done_callback(self._late.discard)

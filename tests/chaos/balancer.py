"""A plain proxy in front of several nodes: each connection goes to the next one that takes it."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import Callable


class Balancer:
    """Knows addresses and bytes, and nothing of HTTP: who comes back may come to any node."""

    def __init__(self, nodes: Callable[[], list[str]], takes_turns: bool = True) -> None:
        """Without ``takes_turns`` everybody comes to the first node, as long as it is there."""
        self._nodes = nodes
        self._takes_turns = takes_turns
        self._next = itertools.count()
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.address = ""

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._take, "127.0.0.1", 0)
        self.address = f"127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def stop(self) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            await self._through(reader, writer)
        except asyncio.CancelledError:
            pass  # asyncio would complain of it
        finally:
            writer.close()
            self._tasks.discard(task)

    async def _through(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nodes = self._nodes()
        first = next(self._next) if self._takes_turns else 0
        for offset in range(len(nodes)):
            host, port = nodes[(first + offset) % len(nodes)].split(":")
            try:
                upstream = await asyncio.open_connection(host, int(port))
            except OSError:
                continue
            ways = [
                asyncio.create_task(_carry(reader, upstream[1])),
                asyncio.create_task(_carry(upstream[0], writer)),
            ]
            try:
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for way in ways:
                    way.cancel()
                await asyncio.gather(*ways, return_exceptions=True)
                upstream[1].close()
            return


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(64 * 1024):
            writer.write(data)
            await writer.drain()

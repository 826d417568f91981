"""A plain proxy in front of several nodes. A placement chooses the node that each connection tries first."""

from __future__ import annotations

import asyncio
import contextlib
import re
import zlib
from collections.abc import Callable
from random import Random

Placement = Callable[[bytes], int]
"""A number for the first line of a request; modulo the number of nodes it is the node that is tried first."""

_SOCKET_OF_TABLE = re.compile(rb"GET /api/tables/([^/? ]+)/socket[? ]")


def at_random(random: Random) -> Placement:
    """Any node for any connection, as chance has it."""
    return lambda line: random.getrandbits(16)


def hashed(random: Random) -> Placement:
    """One node for all sockets of a table, as the examples in ``deploy/`` have it; any node for the rest."""
    elsewhere = at_random(random)

    def place(line: bytes) -> int:
        found = _SOCKET_OF_TABLE.match(line)
        return zlib.crc32(found[1]) if found else elsewhere(line)

    return place


def first(line: bytes) -> int:
    """The first node, as long as it is there."""
    return 0


PLACEMENTS = {"hashed": hashed, "random": at_random}


class Balancer:
    """Reads the first line of each connection, and passes bytes on."""

    def __init__(self, nodes: Callable[[], list[str]], place: Placement) -> None:
        self._nodes = nodes
        self._place = place
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
        except (OSError, ValueError):
            pass  # it ended, or its first line did not
        finally:
            writer.close()
            self._tasks.discard(task)

    async def _through(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = await reader.readline()
        nodes = self._nodes()
        begin = self._place(line)
        for offset in range(len(nodes)):
            host, port = nodes[(begin + offset) % len(nodes)].split(":")
            try:
                upstream = await asyncio.open_connection(host, int(port))
            except OSError:
                continue
            upstream[1].write(line)
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

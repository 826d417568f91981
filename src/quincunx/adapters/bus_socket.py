"""The bus between the processes of one machine: a hub on a local socket repeats everything to everybody."""

from __future__ import annotations

import asyncio
import contextlib
import os
from pathlib import Path
from typing import Final

from quincunx.adapters.bus_remote import RemoteBus

LARGEST: Final = 16 * 1024 * 1024
MOST_BEHIND: Final = 8 * 1024 * 1024
"""Bytes that a process may leave unread; then it is let go of, and comes back with a gap."""
_LENGTH: Final = 4


class SocketBus(RemoteBus):
    """A :class:`~quincunx.node.ports.Bus` through the hub at this path."""

    def __init__(self, path: Path) -> None:
        super().__init__(lambda: _connect(path))


async def _connect(path: Path) -> _SocketWire:
    try:
        return _SocketWire(*await asyncio.open_unix_connection(path))
    except OSError as error:
        raise ConnectionError(f"{path}: {error.strerror}") from error


class _SocketWire:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def send(self, message: bytes) -> None:
        self._writer.write(_framed(message))
        await self._writer.drain()

    async def receive(self) -> bytes:
        return await _read(self._reader)

    async def close(self) -> None:
        self._writer.close()
        await self._writer.wait_closed()


class SocketHub:
    """Listens at a path, and sends each message that comes to all who are connected, its sender too."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._server: asyncio.Server | None = None
        self._connected: dict[asyncio.StreamWriter, asyncio.Task[None]] = {}

    async def start(self) -> None:
        """Return when processes can connect; only this user's can."""
        before = os.umask(0o177)
        try:
            self._server = await asyncio.start_unix_server(self._take, self._path)
        finally:
            os.umask(before)

    async def stop(self) -> None:
        """Hang up on everybody."""
        if self._server is not None:
            self._server.close()
        tasks = list(self._connected.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._connected[writer] = asyncio.create_task(self._repeat(reader, writer))

    async def _repeat(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with contextlib.suppress(OSError):
                while True:
                    self._send(_framed(await _read(reader)))
        finally:
            del self._connected[writer]
            writer.close()

    def _send(self, frame: bytes) -> None:
        for writer in self._connected:
            if writer.transport.get_write_buffer_size() > MOST_BEHIND:
                writer.transport.abort()
            else:
                writer.write(frame)


def _framed(message: bytes) -> bytes:
    return len(message).to_bytes(_LENGTH, "big") + message


async def _read(reader: asyncio.StreamReader) -> bytes:
    """The next message. Raises ``OSError`` when there is none any more."""
    try:
        length = int.from_bytes(await reader.readexactly(_LENGTH), "big")
        if length > LARGEST:
            raise ConnectionError("a message was too long")
        return await reader.readexactly(length)
    except EOFError as error:
        raise ConnectionError("the other side has hung up") from error

"""The bus between the processes of one machine: a hub on a local socket tells the others what one says."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final, cast

from quincunx.adapters.bus_remote import RemoteBus, has_probe

LARGEST: Final = 16 * 1024 * 1024
MOST_BEHIND: Final = 8 * 1024 * 1024
"""Bytes that a process may leave unread; then it is let go of, and comes back with a gap."""
_AT_ONCE: Final = 256 * 1024
"""Bytes that are read at most before anything else goes on."""
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
        self._frames = _Frames()

    async def send(self, message: bytes) -> None:
        if self._writer.is_closing():  # which not every event loop says with an OSError
            raise ConnectionError("the other side has hung up")
        self._writer.write(_framed(message))
        await self._writer.drain()

    async def receive(self) -> Sequence[bytes]:
        while piece := await self._reader.read(_AT_ONCE):
            if messages := self._frames.take(piece):
                return messages
        raise ConnectionError("the other side has hung up")

    async def close(self) -> None:
        self._writer.close()
        await self._writer.wait_closed()


class SocketHub:
    """Listens at a path, and sends each message that comes to all others who are connected; one with a probe
    also back to its sender."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._server: asyncio.Server | None = None
        self._connected: set[_Connection] = set()

    async def start(self) -> None:
        """Return when processes can connect; only this user's can."""
        loop = asyncio.get_running_loop()
        before = os.umask(0o177)
        try:
            self._server = await loop.create_unix_server(lambda: _Connection(self), self._path)
        finally:
            os.umask(before)

    async def stop(self) -> None:
        """Hang up on everybody."""
        if self._server is not None:
            self._server.close()
        for connection in self._connected:
            connection.transport.close()

    def join(self, connection: _Connection) -> None:
        """Somebody has connected."""
        self._connected.add(connection)

    def leave(self, connection: _Connection) -> None:
        """Undo :meth:`join`."""
        self._connected.discard(connection)

    def repeat(self, message: bytes, sender: _Connection) -> None:
        """Pass on what has been said."""
        frame = _framed(message)
        for connection in self._connected:
            if connection is not sender or has_probe(message):
                connection.send(frame)


class _Connection(asyncio.Protocol):
    """The hub's side of one."""

    transport: asyncio.Transport

    def __init__(self, hub: SocketHub) -> None:
        self._hub = hub
        self._frames = _Frames()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        self._hub.join(self)

    def connection_lost(self, error: Exception | None) -> None:
        self._hub.leave(self)

    def data_received(self, data: bytes) -> None:
        try:
            for message in self._frames.take(data):
                self._hub.repeat(message, self)
        except ConnectionError:
            self.transport.abort()

    def send(self, frame: bytes) -> None:
        """Send it, or hang up on somebody who reads nothing."""
        if self.transport.get_write_buffer_size() > MOST_BEHIND:
            self.transport.abort()
        elif not self.transport.is_closing():
            self.transport.write(frame)


def _framed(message: bytes) -> bytes:
    return len(message).to_bytes(_LENGTH, "big") + message


class _Frames:
    """Makes messages of bytes that come in pieces of any size."""

    def __init__(self) -> None:
        self._rest = b""

    def take(self, piece: bytes) -> list[bytes]:
        """The messages that end in this piece. Raises ``ConnectionError`` if one is too long."""
        data = self._rest + piece
        messages = []
        start = 0
        while (begin := start + _LENGTH) <= len(data):
            end = begin + int.from_bytes(data[start:begin], "big")
            if end - begin > LARGEST:
                raise ConnectionError("a message was too long")
            if end > len(data):
                break
            messages.append(data[begin:end])
            start = end
        self._rest = data[start:]
        return messages

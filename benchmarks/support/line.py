"""A WebSocket client that costs little, so that one core can load a server that fills another.

It knows only what a well-behaved server sends: whole text frames, pings, and one close.
"""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from typing import cast

TEXT, CLOSE, PING = 0x1, 0x8, 0x9


class Line(asyncio.Protocol):
    """One open socket. ``hear`` is called with each text frame; ``closed`` holds the close code."""

    def __init__(self, hear: Callable[[bytes], None]) -> None:
        loop = asyncio.get_running_loop()
        self.hear = hear
        self.closed: asyncio.Future[int] = loop.create_future()
        self._opened: asyncio.Future[None] = loop.create_future()
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's own class is not derived from it

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._opened.done():
            self._opened.set_exception(ConnectionError("the server did not open the socket"))
        if not self.closed.done():
            self.closed.set_result(1006)

    def say(self, payload: bytes) -> None:
        """Send a text frame, masked with zeros, as a client may."""
        size = len(payload)
        head = bytes((0x81, 0x80 | size)) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
        assert self._transport is not None
        self._transport.write(head + b"\0\0\0\0" + payload)

    def close(self) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(b"\x88\x82\0\0\0\0\x03\xe8")
            self._transport.close()

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._opened.done():
            head, found, rest = bytes(self._buffer).partition(b"\r\n\r\n")
            if not found:
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self._opened.set_exception(ConnectionError(head.decode()))
                return
            self._opened.set_result(None)
            self._buffer = bytearray(rest)
        self._frames()

    def _frames(self) -> None:
        buffer, at = self._buffer, 0
        while len(buffer) - at >= 2:
            size, start = buffer[at + 1], at + 2
            if size >= 126:
                width = 2 if size == 126 else 8
                size, start = int.from_bytes(buffer[start : start + width], "big"), start + width
            if len(buffer) < start + size:
                break
            payload, kind = bytes(buffer[start : start + size]), buffer[at] & 0xF
            at = start + size
            if kind == TEXT:
                self.hear(payload)
            elif kind == PING and self._transport is not None:
                self._transport.write(bytes((0x8A, 0x80 | len(payload))) + b"\0\0\0\0" + payload)
            elif kind == CLOSE and not self.closed.done():
                self.closed.set_result(int.from_bytes(payload[:2], "big"))
        del buffer[:at]

    async def wait_open(self, host: str, path: str, cookie: str) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        assert self._transport is not None
        self._transport.write(
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\nCookie: {cookie}\r\n\r\n".encode()
        )
        await self._opened


async def open_line(host: str, port: int, path: str, hear: Callable[[bytes], None], cookie: str = "") -> Line:
    """An open socket, or :class:`ConnectionError`."""
    _, line = await asyncio.get_running_loop().create_connection(lambda: Line(hear), host, port)
    await line.wait_open(f"{host}:{port}", path, cookie)
    return line

"""A light WebSocket client, so that one core can load a server that fills another.

It knows only the frames of a well-behaved server: whole text frames, pings, and one close.
"""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from struct import Struct
from typing import cast

TEXT, CLOSE, PING = 0x81, 0x88, 0x89
"""The first byte of a whole frame of each kind."""
SHORT_HEAD, HEAD = Struct("!BBI").pack, Struct("!BBHI").pack
"""The header of a sent frame: its kind, its size, and a mask of zeros."""


class Source:
    """The source address of this process's connections."""

    address: tuple[str, int] | None = None
    """``None`` means the usual address."""


SOURCE = Source()


class Line(asyncio.Protocol):
    """One open socket. ``hear`` is called with each text frame; ``closed`` holds the close code."""

    def __init__(self, hear: Callable[[bytes], None]) -> None:
        loop = asyncio.get_running_loop()
        self.hear = hear
        self.closed: asyncio.Future[int] = loop.create_future()
        self._opened: asyncio.Future[None] = loop.create_future()
        self._rest = b""
        """The bytes of an incomplete frame."""
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
        head = SHORT_HEAD(TEXT, 0x80 | size, 0) if size < 126 else HEAD(TEXT, 0xFE, size, 0)
        assert self._transport is not None
        self._transport.write(head + payload)

    def close(self) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(b"\x88\x82\0\0\0\0\x03\xe8")
            self._transport.close()

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data, self._rest = self._rest + data, b""
        if not self._opened.done():
            head, found, rest = data.partition(b"\r\n\r\n")
            if not found:
                self._rest = data
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self._opened.set_exception(ConnectionError(head.decode()))
                return
            self._opened.set_result(None)
            data = rest
        at, end = 0, len(data)
        while end - at >= 2:  # usually it is one whole frame or two
            size, start = data[at + 1], at + 2
            if size >= 126:
                width = 2 if size == 126 else 8
                size, start = int.from_bytes(data[start : start + width], "big"), start + width
            after = start + size
            if after > end:
                break
            if data[at] == TEXT:
                self.hear(data[start:after])
            else:
                self._control(data[at], data[start:after])
            at = after
        if at < end:
            self._rest = data[at:]

    def _control(self, kind: int, payload: bytes) -> None:
        if kind == PING and self._transport is not None:
            self._transport.write(SHORT_HEAD(0x8A, 0x80 | len(payload), 0) + payload)
        elif kind == CLOSE and not self.closed.done():
            self.closed.set_result(int.from_bytes(payload[:2], "big"))

    async def wait_open(self, host: str, path: str, cookie: str) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        assert self._transport is not None
        self._transport.write(
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\nCookie: {cookie}\r\n\r\n".encode()
        )
        await self._opened


async def open_line(host: str, port: int, path: str, hear: Callable[[bytes], None], cookie: str = "") -> Line:
    """An open socket. Raises :class:`ConnectionError`."""
    _, line = await asyncio.get_running_loop().create_connection(
        lambda: Line(hear), host, port, local_addr=SOURCE.address
    )
    await line.wait_open(f"{host}:{port}", path, cookie)
    return line

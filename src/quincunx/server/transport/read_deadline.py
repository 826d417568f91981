"""Deadline for a client that does not read what it is sent."""

from __future__ import annotations

import asyncio


class ReadDeadline:
    """Aborts a connection when nothing of its buffer was read for ``seconds``. A slow reader is not cut off.

    It watches while the buffer is full, or while the last data sent is unread.
    """

    __slots__ = ("_loop", "_seconds", "_timer", "_transport")

    def __init__(
        self, loop: asyncio.AbstractEventLoop, transport: asyncio.WriteTransport, seconds: float
    ) -> None:
        self._loop = loop
        self._transport = transport
        self._seconds = seconds
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Start watching: the buffer is full, or nothing more is to be sent."""
        self.stop()
        unread = self._transport.get_write_buffer_size()
        self._timer = self._loop.call_later(self._seconds, self._check_progress, unread)

    def stop(self) -> None:
        """Stop watching: nothing is awaited, or the connection has ended."""
        if self._timer is not None:
            self._timer.cancel()

    def go_on(self) -> None:
        """Stop watching, as the buffer is no longer full; a closing connection is watched until it is
        empty."""
        if self._transport.is_closing():
            self.start()
        else:
            self.stop()

    def _check_progress(self, before: int) -> None:
        left = self._transport.get_write_buffer_size()
        if 0 < left < before:
            self.start()
        elif left:
            self._transport.abort()

"""A client that does not read what it is sent."""

from __future__ import annotations

import asyncio


class Unread:
    """Watches a connection while its buffer is full, or something is left of what it was sent last, and lets
    go of it when nothing of that has been read for ``seconds``. A slow reader is not a dead one."""

    __slots__ = ("_before", "_loop", "_seconds", "_timer", "_transport")

    def __init__(
        self, loop: asyncio.AbstractEventLoop, transport: asyncio.WriteTransport, seconds: float
    ) -> None:
        self._loop = loop
        self._transport = transport
        self._seconds = seconds
        self._before = 0
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """The buffer is full, or nothing more is to be sent."""
        self.stop()
        self._before = self._transport.get_write_buffer_size()
        self._timer = self._loop.call_later(self._seconds, self._look)

    def stop(self) -> None:
        """Nothing is waited for, or the connection has ended."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def go_on(self) -> None:
        """The buffer is not full any more. A connection that is being closed waits until it is empty."""
        if self._transport.is_closing():
            self.start()
        else:
            self.stop()

    def _look(self) -> None:
        left = self._transport.get_write_buffer_size()
        if not left:
            self._timer = None
        elif left < self._before:
            self.start()
        else:
            self._transport.abort()

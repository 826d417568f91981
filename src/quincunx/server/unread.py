"""A client that does not read what it is sent."""

from __future__ import annotations

import asyncio


class Unread:
    """Watches a connection while its buffer is full, and lets go of it when nothing of it has been read for
    ``seconds``. A slow reader is not a dead one."""

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
        """The buffer is full."""
        self.stop()
        self._before = self._transport.get_write_buffer_size()
        self._timer = self._loop.call_later(self._seconds, self._look)

    def stop(self) -> None:
        """It is not any more, or the connection has ended."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        if self._transport.get_write_buffer_size() < self._before:
            self.start()
        else:
            self._transport.abort()

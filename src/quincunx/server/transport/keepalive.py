"""Pings that find out whether a client is still there."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable


class Keepalive:
    """Sends a ping every ``seconds``; the answer must come before the next one is due."""

    __slots__ = ("_awaited", "_give_up", "_loop", "_ping", "_seconds", "_timer")

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        seconds: float,
        ping: Callable[[bytes], None],
        give_up: Callable[[], None],
    ) -> None:
        self._loop = loop
        self._seconds = seconds
        self._ping = ping
        self._give_up = give_up
        self._timer: asyncio.TimerHandle | None = None
        self._awaited: bytes | None = None
        """Payload of the ping that has not been answered."""

    def start(self) -> None:
        """Send the first ping after ``seconds``."""
        self._timer = self._loop.call_later(self._seconds, self._on_time)

    def stop(self) -> None:
        """Stop pinging: the connection closes."""
        if self._timer is not None:
            self._timer.cancel()

    def on_pong(self, payload: bytes) -> None:
        """Note a pong; unsolicited ones are allowed and ignored."""
        if payload == self._awaited:
            self._awaited = None

    def _on_time(self) -> None:
        if self._awaited is not None:
            self._give_up()
            return
        self._awaited = os.urandom(4)  # random, so that a client cannot answer before it is asked
        self._ping(self._awaited)
        self.start()

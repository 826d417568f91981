"""What comes up at many sockets is done together, when the event loop has nothing else in hand.

Between two things that the operating system tells it the loop lets go of the interpreter. If the journal's
thread waits for that just then, each small piece of work in between has the two of them change places. And
whoever reads at the other end of a socket sleeps while nothing comes: the first piece of a burst wakes them,
and they find the others; one piece after each bit of work would wake them again and again. Both costs more
than the work itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import structlog

log = structlog.get_logger("quincunx.server")


class Together:
    """Work of one kind, in one event loop."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: list[Callable[[], None]] = []

    def add(self, work: Callable[[], None]) -> None:
        """Have this called in a moment."""
        if not self._waiting:
            if self._loop is None:
                self._loop = asyncio.get_running_loop()  # asked each time it would be a system call
            self._loop.call_soon(self._do)
        self._waiting.append(work)

    def _do(self) -> None:
        waiting, self._waiting = self._waiting, []
        for work in waiting:
            try:
                work()
            except Exception:  # one socket's; the others want to be served
                log.exception("socket_failed")

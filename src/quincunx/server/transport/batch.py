"""Batching of small work from many sockets: it is done together, once the event loop has no other events.

Between two events from the operating system, the event loop releases the interpreter's lock. If the journal's
thread is waiting for the lock, each small piece of work in between makes the two threads change places. The
process at the other end of a socket sleeps while nothing arrives. The first piece of a burst wakes it, and it
finds the rest; a piece after each bit of work would wake it again and again. Both cost more than the work
itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import structlog

log = structlog.get_logger("quincunx.server")


class Together:
    """Batched work of one kind, in one event loop."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: list[Callable[[], None]] = []

    def add(self, work: Callable[[], None]) -> None:
        """Call ``work`` in the loop's next turn, together with other added work."""
        if not self._waiting:
            if self._loop is None:
                self._loop = asyncio.get_running_loop()  # cached: asking is a system call
            self._loop.call_soon(self._do)
        self._waiting.append(work)

    def _do(self) -> None:
        waiting, self._waiting = self._waiting, []
        for work in waiting:
            try:
                work()
            except Exception:  # one socket failed; the others must still be served
                log.exception("socket_failed")

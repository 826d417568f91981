"""Structured logs on standard error. They name tables and codes, but never contain cards, seeds or
cookies."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable
from typing import Final

import cachetools
import structlog

from quincunx.kit import Rate, RateLimiter

LINES: Final = Rate(5, 10.0)
"""The rate of lines of one event: five at once, and one more every ten seconds."""
MAX_EVENTS: Final = 500


def set_up(human: bool) -> None:
    """Configure the log: one JSON object a line, or coloured text for people."""
    renderer: structlog.typing.Processor
    renderer = structlog.dev.ConsoleRenderer() if human else structlog.processors.JSONRenderer()
    structlog.configure(
        processors=[
            # The id of the request or connection that is being served, at any depth below the server.
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            # The plain traceback: structlog's richer one shows local variables, which may be secret.
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(level=logging.WARNING, handlers=[_OtherPeoplesLogs()], force=True)
    # uvicorn logs a line for every invalid HTTP request, so strangers could fill the disk.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)


class Sparing:
    """Limits the log lines of each event: a few at once, then rarely. Strangers can cause some events, and
    must not be able to fill the disk with them. ``timer`` returns seconds."""

    def __init__(self, timer: Callable[[], float] = time.monotonic) -> None:
        self._lines = RateLimiter(LINES, MAX_EVENTS, timer)
        self._left_out: cachetools.LRUCache[str, int] = cachetools.LRUCache(MAX_EVENTS)

    def admit(self, event: str) -> int | None:
        """``None`` if the event gets no line now; otherwise the number of events without a line since its
        last line."""
        if self._lines.acquire(event):
            self._left_out[event] = self._left_out.get(event, 0) + 1
            return None
        return int(self._left_out.pop(event, 0))


class _OtherPeoplesLogs(logging.Handler):
    """Writes the log records of libraries (uvicorn, asyncio) in the form of our own lines."""

    def __init__(self) -> None:
        super().__init__()
        self._sparing = Sparing()

    def emit(self, record: logging.LogRecord) -> None:
        kind = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
        left_out = self._sparing.admit(f"{record.name} {record.msg} {kind}"[:200])
        if left_out is None:
            return
        more = {"left_out": left_out} if left_out else {}
        structlog.get_logger().log(
            record.levelno, record.getMessage(), logger=record.name, exc_info=record.exc_info, **more
        )

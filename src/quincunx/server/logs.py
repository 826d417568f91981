"""Structured logs on standard error. They name tables and codes, never cards, seeds or cookies."""

from __future__ import annotations

import logging
import sys

import structlog


def set_up(human: bool) -> None:
    """Log as one JSON object a line, or in colours for people."""
    renderer: structlog.typing.Processor
    renderer = structlog.dev.ConsoleRenderer() if human else structlog.processors.JSONRenderer()
    structlog.configure(
        processors=[
            # The request or connection for which something is done, however deep below the server.
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            # The plain traceback: structlog's other one shows local variables, which may be secret.
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(level=logging.WARNING, handlers=[_OtherPeoplesLogs()], force=True)
    # It writes a line for whatever is no HTTP, so that anybody could fill the disk.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)


class _OtherPeoplesLogs(logging.Handler):
    """What the libraries have to say (uvicorn, asyncio), in the same form as our own lines."""

    def emit(self, record: logging.LogRecord) -> None:
        structlog.get_logger().log(
            record.levelno, record.getMessage(), logger=record.name, exc_info=record.exc_info
        )

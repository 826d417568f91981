"""The end of tasks."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, Final

import structlog

log = structlog.get_logger("quincunx.background")

AGAIN_SECONDS: Final = 5.0
"""Seconds before a task that goes on is cancelled again: longer than cancelled work takes to clean up."""


async def end_tasks(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks, and wait until all have ended, whatever they raise.

    Cancelling is repeated. Until Python 3.12 ``asyncio.wait_for``, which libraries use as well, loses a
    cancellation that arrives together with its result. Such a task would be waited for without end. Each
    repetition is logged.
    """
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        done, left = await asyncio.wait(left, timeout=AGAIN_SECONDS)
        for task in done:
            if not task.cancelled():
                task.exception()  # retrieved, or asyncio would log it
        if left:
            log.warning("tasks_cancelled_again", tasks=sorted(task.get_name() for task in left))

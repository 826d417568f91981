"""An event loop for tests whose time is no clock's: it passes when nothing is left to do before the next
timer.

A test that waits half a second takes no time, and finds the same on a machine of any speed: earlier timers
have fired, and later ones have not.
"""

from __future__ import annotations

import asyncio
import selectors
from asyncio import SelectorEventLoop
from collections.abc import Callable
from typing import Any


class _Waiting(selectors.DefaultSelector):
    """Lets the loop's time pass instead of waiting."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.threads = 0
        """The number of calls in progress in threads. Time stands still for them."""

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None or self.threads:
            return super().select(timeout)
        found = super().select(0)
        if not found:
            self.now += max(0.0, timeout)
        return found


class HoursLoop(SelectorEventLoop):
    """An event loop that never waits for a timer. Nothing may wait for another process in it."""

    def __init__(self) -> None:
        self._waiting = _Waiting()
        super().__init__(self._waiting)

    def time(self) -> float:
        return self._waiting.now

    def run_in_executor(  # type: ignore[override]  # as the base class has it, for one kind of caller
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        self._waiting.threads += 1
        under_way = super().run_in_executor(executor, func, *args)
        under_way.add_done_callback(self._back)
        return under_way

    async def shutdown_default_executor(self, timeout: float | None = None) -> None:  # noqa: ASYNC109  # its name
        """Threads end in real time, not this loop's: no timeout ends the wait for them."""
        await super().shutdown_default_executor()

    def _back(self, _: object) -> None:
        self._waiting.threads -= 1


class HoursClock:
    """The time of day by the running loop's time."""

    def now(self) -> int:
        """Milliseconds since it began."""
        return round(1000 * asyncio.get_running_loop().time())

"""A watcher for tests: a task can wait until there is something new."""

from __future__ import annotations

import asyncio


class Signal:
    """Set by anyone, waited for by one task. Setting it again before it was cleared changes nothing."""

    __slots__ = ("_is_set", "_waiting")

    def __init__(self) -> None:
        self._is_set = False
        self._waiting: asyncio.Future[None] | None = None

    def set(self) -> None:
        """Wake all waiting tasks, now or later."""
        self._is_set = True
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def clear(self) -> None:
        """Wait for the next time."""
        self._is_set = False

    async def wait(self) -> None:
        """Return once it is set. Only one task may wait."""
        if not self._is_set:
            self._waiting = asyncio.get_running_loop().create_future()
            try:
                await self._waiting
            finally:
                self._waiting = None

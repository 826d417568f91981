"""A table's lock: one command at a time, in the order in which they came.

asyncio's own is taken and let go of by coroutines, also where nobody is waited for, and that is so at nearly
every move.
"""

from __future__ import annotations

import asyncio
from collections import deque


class Lock:
    """``async with lock: …``; or :meth:`take`, else :meth:`wait`, and then :meth:`release`."""

    __slots__ = ("_is_held", "_waiting")

    def __init__(self) -> None:
        self._is_held = False
        self._waiting: deque[asyncio.Future[None]] = deque()

    def locked(self) -> bool:
        """Whether somebody has it."""
        return self._is_held

    def take(self) -> bool:
        """Whether it was free; now it is the caller's."""
        if self._is_held:
            return False
        self._is_held = True
        return True

    async def wait(self) -> None:
        """Return when it is the caller's. Only for whoever could not :meth:`take` it."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.release()  # it had come to the caller in this very moment
            raise

    def release(self) -> None:
        """Let go of it, or hand it to who has waited for longest: nobody comes in between."""
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():  # who has given up is passed over
                turn.set_result(None)
                return
        self._is_held = False

    async def __aenter__(self) -> None:
        if not self.take():
            await self.wait()

    async def __aexit__(self, *_: object) -> None:
        self.release()

"""Whether this node's journal can be used just now."""

from __future__ import annotations

import asyncio
from typing import Final

from quincunx.node.ports import Clock, Journal

CHECKED_MILLISECONDS: Final = 1_000
"""So long an answer is good."""


class Readiness:
    """The answer, and when it was found. Whoever asks again within a moment gets the same one: anybody may
    ask, and it costs a write."""

    def __init__(self, journal: Journal, clock: Clock) -> None:
        self._journal = journal
        self._clock = clock
        self._checking: asyncio.Future[None] | None = None
        self._checked_at = 0

    async def check(self) -> None:
        """Return if the journal can be read and written. Raises
        :class:`~quincunx.node.ports.JournalUnavailable`."""
        if self._checking is None or self._clock.now() - self._checked_at >= CHECKED_MILLISECONDS:
            self._checked_at = self._clock.now()
            self._checking = asyncio.ensure_future(self._try_out())
            self._checking.add_done_callback(lambda done: done.cancelled() or done.exception())
        await asyncio.shield(self._checking)

    async def _try_out(self) -> None:
        await self._journal.lobby(1)
        await self._journal.try_write()

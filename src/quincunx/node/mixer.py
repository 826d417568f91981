"""Rounds of mixing that somebody holds up are closed when their time is over.

As with bots, that there is something to close is read off the state: whoever finds the table, on any node,
waits and closes it, and of two who do one append wins.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from quincunx.node.live import LiveTable
from quincunx.node.ports import Clock, JournalUnavailable
from quincunx.table.mixing import REVEAL_MILLISECONDS

log = structlog.get_logger("quincunx.tables")

AGAIN_SECONDS = 1.0
"""How long to wait before trying again what could not be stored."""


class Mixer:
    """``close`` closes the table's round if its time is over, and does nothing else."""

    def __init__(self, clock: Clock, close: Callable[[LiveTable], Awaitable[None]]) -> None:
        self._clock = clock
        self._close = close
        self._waiting: dict[str, asyncio.Task[None]] = {}

    def call(self, live: LiveTable) -> None:
        """See to it that the round is closed if there is one; safe to call at any time."""
        if live.state.mixing.until is not None and live.state.id not in self._waiting:
            self._waiting[live.state.id] = asyncio.create_task(self._wait(live))

    def is_waiting(self, table: str) -> bool:
        """Whether this table has a round to be closed."""
        return table in self._waiting

    async def stop(self) -> None:
        """Forget what is waited for."""
        tasks = list(self._waiting.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _wait(self, live: LiveTable) -> None:
        # Whoever takes up a round that was left lying, after a restart, gives the devices time to come back.
        least = REVEAL_MILLISECONDS
        try:
            while (until := live.state.mixing.until) is not None:
                await asyncio.sleep(max(least, until - self._clock.now()) / 1000)
                least = 0
                try:
                    await self._close(live)
                except JournalUnavailable as error:
                    log.warning("mixing_waits", table=live.state.id, reason=str(error))
                    await asyncio.sleep(AGAIN_SECONDS)
        except Exception:
            log.exception("mixing_failed", table=live.state.id)  # the sweeper comes back to it
        finally:
            del self._waiting[live.state.id]

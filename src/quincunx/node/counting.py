"""What came of a game is kept beside people: counted once, whatever node dies at whatever moment.

An ended table is due until it has been counted. The node that ended it counts at once, a sweeper of any node
what is left lying; the store is told first, keyed by the table, and the mark falls after that. Who dies
between the two leaves the mark, and the second time changes nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

import structlog

from quincunx.club.ports import StoreUnavailable
from quincunx.club.results import Result, result_of
from quincunx.node.ports import Journal, JournalUnavailable
from quincunx.table.state import TableState

log = structlog.get_logger("quincunx.tables")

MOST_AT_ONCE: Final = 4


class Counter(Protocol):
    """Whoever keeps results."""

    async def count(self, result: Result) -> bool:
        """``False``: it was counted before. Raises :class:`~quincunx.club.ports.StoreUnavailable`."""
        ...


class Counting:
    """``counter`` is ``None`` where nobody keeps results; then there is nothing to do about ended tables."""

    def __init__(self, journal: Journal, counter: Counter | None) -> None:
        self._journal = journal
        self._counter = counter
        self._under_way: dict[str, asyncio.Task[None]] = {}
        self._turns = asyncio.Semaphore(MOST_AT_ONCE)
        self.on_counted: Callable[[], None] = lambda: None
        """Called when something has been counted here."""

    def call(self, state: TableState) -> None:
        """Count the table if it has ended. Safe to call at any time, also again."""
        if state.status != "ended" or state.id in self._under_way:
            return
        task = self._under_way[state.id] = asyncio.create_task(self._count(state))
        task.add_done_callback(lambda _: self._under_way.pop(state.id, None))

    def is_counting(self, table: str) -> bool:
        """Whether it is being counted just now."""
        return table in self._under_way

    async def stop(self) -> None:
        """Finish what is under way."""
        await asyncio.gather(*self._under_way.values(), return_exceptions=True)

    async def _count(self, state: TableState) -> None:
        try:
            async with self._turns:
                result = result_of(state)
                if result is not None and self._counter is not None:
                    await self._counter.count(result)
                    self.on_counted()
                await self._journal.settle(state.id, state.version)
        except (StoreUnavailable, JournalUnavailable) as error:
            # It stays due, and the sweeper comes back to it.
            log.warning("counting_waits", table=state.id, reason=str(error))
        except Exception:
            log.exception("counting_failed", table=state.id)

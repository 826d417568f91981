"""What came of a game is kept beside people: counted once, whatever node dies at whatever moment.

An ended table is due until it has been counted. The node that ended it counts at once, a sweeper of any node
what is left lying; the store is told first, keyed by the table, and the mark falls after that. Who dies
between the two leaves the mark, and the second time changes nothing. What has been counted here is not
counted again whenever somebody comes by.

Ratings after a game that is counted late follow in steps, between which others are counted. How far they have
come is kept in the store, so any node goes on with it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

import structlog

from quincunx.club.ports import StoreUnavailable
from quincunx.club.results.results import Result, result_of
from quincunx.kit import Cache, Periodic
from quincunx.node.ports import Journal, JournalUnavailable
from quincunx.table.state import TableState

log = structlog.get_logger("quincunx.tables")

MOST_AT_ONCE: Final = 4
REMEMBERED: Final = 10_000
"""Tables of which it is known here that they have been counted; more than are kept in memory."""
PAUSE_SECONDS: Final = 0.05
"""Between two steps of ratings that follow: others have the store meanwhile."""
LOOK_SECONDS = 60.0
"""How often it is looked whether a node that has gone has left some to follow."""
STOP_SECONDS: Final = 10.0
"""How long a step under way may take to finish when the node stops."""
TOLD: Final = 5_000
"""After so many games it is told how far they have come."""


class Counter(Protocol):
    """Whoever keeps results."""

    async def count(self, result: Result) -> bool:
        """``False``: it was counted before. Raises :class:`~quincunx.club.ports.StoreUnavailable`."""
        ...

    async def rate_on(self) -> int:
        """Rate some games anew, if one before them has been counted late: how many; 0 when there is nothing
        left to do. Raises :class:`~quincunx.club.ports.StoreUnavailable`."""
        ...


class Counting:
    """``counter`` is ``None`` where nobody keeps results; then there is nothing to do about ended tables."""

    def __init__(self, journal: Journal, counter: Counter | None) -> None:
        self._journal = journal
        self._counter = counter
        self._under_way: dict[str, asyncio.Task[None]] = {}
        self._settled: Cache[str, int] = Cache(REMEMBERED)
        """Tables that have been counted here, with the versions of which the journal was told so."""
        self._turns = asyncio.Semaphore(MOST_AT_ONCE)
        self.on_counted: Callable[[Result], None] = lambda result: None
        """Called when a game has been counted here."""
        self._rating = Periodic("ratings", self._rate_all, lambda: LOOK_SECONDS, expected=(StoreUnavailable,))

    def start(self) -> None:
        """Have ratings follow that are behind, until :meth:`stop`."""
        if self._counter is not None:
            self._rating.start()

    def call(self, state: TableState) -> None:
        """Count the table if it has ended. Safe to call at any time, also again."""
        if state.status != "ended" or state.id in self._under_way:
            return
        if self._settled.peek(state.id) == state.version:
            return  # a sweeper comes by every few seconds, at every table in memory
        task = self._under_way[state.id] = asyncio.create_task(self._count(state))
        task.add_done_callback(lambda _: self._under_way.pop(state.id, None))

    def is_counting(self, table: str) -> bool:
        """Whether it is being counted just now."""
        return table in self._under_way

    async def stop(self) -> None:
        """Finish what is under way; steps that are left are anybody's."""
        await asyncio.gather(*self._under_way.values(), return_exceptions=True)
        await self._rating.stop(STOP_SECONDS)

    async def _rate_all(self) -> None:
        assert self._counter is not None
        games, told = 0, 0
        while not self._rating.is_ending and (step := await self._counter.rate_on()):
            games += step
            if games - told >= TOLD:
                told = games
                log.info("ratings_follow", games=games)
            await asyncio.sleep(PAUSE_SECONDS)
        if games:
            log.info("ratings_followed", games=games)

    async def _count(self, state: TableState) -> None:
        try:
            async with self._turns:
                result = result_of(state)
                if result is not None and self._counter is not None:
                    await self._counter.count(result)
                    if result.is_rated:
                        self._rating.wake()
                    self.on_counted(result)
                await self._journal.settle(state.id, state.version)
                # A word at the table after its end gives it a new version, and makes it due once more.
                self._settled.put(state.id, state.version)
        except (StoreUnavailable, JournalUnavailable) as error:
            # It stays due, and the sweeper comes back to it.
            log.warning("counting_waits", table=state.id, reason=str(error))
        except Exception:
            log.exception("counting_failed", table=state.id)

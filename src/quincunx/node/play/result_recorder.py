"""Recorder of results: each result is recorded exactly once, even across crashes.

An ended table stays due until its result is recorded. The node that ended the game records it at once. If it
does not, a sweeper of any node does. The result is stored first, keyed by the table, and then the due mark is
cleared. A node that dies between the two leaves the mark, and recording again changes nothing. A cache keeps
this node from recording the same result on every sweep.

A result that is recorded late changes the ratings after it. They are recomputed in steps, and other results
are recorded between steps. The progress is stored, so that any node can continue.
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
"""The number of tables remembered as recorded here. It exceeds the number of tables in memory."""
PAUSE_SECONDS: Final = 0.05
"""The pause between two steps of recomputed ratings, in which others can use the store."""
LOOK_SECONDS = 60.0
"""The interval at which this node looks for ratings that another node left to recompute."""
STOP_SECONDS: Final = 10.0
"""The time that a step in progress has to finish when the node stops."""
TOLD: Final = 5_000
"""The number of games after which progress is logged."""


class Counter(Protocol):
    """A store of results."""

    async def count(self, result: Result) -> bool:
        """Record a result; false if it was recorded before. Raises
        :class:`~quincunx.club.ports.StoreUnavailable`."""
        ...

    async def rate_on(self) -> int:
        """Recompute the ratings of some games that follow a result recorded late. Returns their number, or 0
        if none are left. Raises :class:`~quincunx.club.ports.StoreUnavailable`."""
        ...


class ResultRecorder:
    """Recorder of ended tables' results. Without a ``counter``, results are not recorded. ``on_counted`` is
    called with each result that was recorded here."""

    def __init__(
        self, journal: Journal, counter: Counter | None, on_counted: Callable[[Result], None]
    ) -> None:
        self._journal = journal
        self._counter = counter
        self._under_way: dict[str, asyncio.Task[None]] = {}
        self._settled: Cache[str, int] = Cache(REMEMBERED)
        """Tables recorded here, each with the version at which its due mark was cleared."""
        self._turns = asyncio.Semaphore(MOST_AT_ONCE)
        self._on_counted = on_counted
        self._rating = Periodic("ratings", self._rate_all, lambda: LOOK_SECONDS, expected=(StoreUnavailable,))

    def start(self) -> None:
        """Recompute outdated ratings until :meth:`stop`."""
        if self._counter is not None:
            self._rating.start()

    def call(self, state: TableState) -> None:
        """Record the table's result if it has ended. Safe to call repeatedly."""
        if state.status != "ended" or state.id in self._under_way:
            return
        if self._settled.peek(state.id) == state.version:
            return  # the sweeper calls this every few seconds for every table in memory
        task = self._under_way[state.id] = asyncio.create_task(self._count(state))
        task.add_done_callback(lambda _: self._under_way.pop(state.id, None))

    def is_recording(self, table: str) -> bool:
        """True while this table's result is being recorded."""
        return table in self._under_way

    async def stop(self) -> None:
        """Finish the step in progress; any node can do the remaining ones."""
        await asyncio.gather(*self._under_way.values())
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
                    self._on_counted(result)
                await self._journal.settle(state.id, state.version)
                # A chat line after the end gives the table a new version, and makes it due again.
                self._settled.put(state.id, state.version)
        except (StoreUnavailable, JournalUnavailable) as error:
            # It stays due, and the sweeper retries.
            log.warning("counting_waits", table=state.id, reason=str(error))
        except Exception:
            log.exception("counting_failed", table=state.id)

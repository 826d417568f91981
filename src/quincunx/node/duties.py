"""What a node does unasked: it hears what others have committed, and takes up what was left lying."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import structlog

from quincunx.core.reason import GameError
from quincunx.node.live import LiveTable
from quincunx.node.memory import Memory
from quincunx.node.ports import Bus, Clock, Journal, JournalDamaged, JournalUnavailable
from quincunx.table.events import Entry
from quincunx.table.state import TableState

log = structlog.get_logger("quincunx.tables")

MOST_SWEPT = 1000
SWEEP_SECONDS = 30.0
RETRY_SECONDS = 1.0
"""How long to wait for a journal that cannot be read, before asking it again."""


class Duties:
    """Two tasks, from :meth:`start` to :meth:`stop`. ``act`` sees to it that the system does what it has
    to do at a table, ``on_entry`` hears of each state that other nodes brought about."""

    def __init__(
        self,
        journal: Journal,
        bus: Bus,
        clock: Clock,
        memory: Memory,
        act: Callable[[LiveTable], None],
        on_entry: Callable[[TableState], None],
    ) -> None:
        self._journal = journal
        self._bus = bus
        self._clock = clock
        self._memory = memory
        self._act = act
        self._on_entry = on_entry
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Listen to the bus, and look for tables on which the system must act."""
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._sweep())]

    async def stop(self) -> None:
        """End both."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _listen(self) -> None:
        async for entry in self._bus.subscribe():
            await self._hear(entry)

    async def _hear(self, entry: Entry) -> None:
        live = self._memory.find(entry.table)
        while live is not None and entry.version > live.state.version:
            try:
                async with live.lock:
                    await self._memory.catch_up(live, self._on_entry)
                self._act(live)
                return
            except JournalDamaged:
                return  # it is in the log already, and waiting does not mend it
            except JournalUnavailable as error:
                log.warning("cannot_catch_up", table=entry.table, reason=str(error))
                await asyncio.sleep(RETRY_SECONDS)
            except (GameError, ValueError):
                log.exception("table_damaged", table=entry.table)
                return

    async def _sweep(self) -> None:
        while True:
            tables: Sequence[str] = ()
            try:
                tables = await self._journal.due(self._clock.now(), MOST_SWEPT)
            except JournalUnavailable as error:
                log.warning("sweep_failed", reason=str(error))
            for table in tables:
                await self._take_up(table)
            await asyncio.sleep(SWEEP_SECONDS)

    async def _take_up(self, table: str) -> None:
        try:
            self._act(await self._memory.get(table))
        except JournalUnavailable as error:
            log.warning("sweep_failed", reason=str(error))
        except Exception:
            # One table that cannot be folded must not keep the system from all others.
            log.exception("table_damaged", table=table)

"""When nodes ran, and when none did: each node beats in the journal, and a gap between beats is an outage.

A gap that no node's beat covers is stored once, by whichever node beats first after it. A table that had a
deadline then is told of it before anything else happens there (:mod:`quincunx.table.deadlines.outage`).
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence
from typing import Final

import structlog

from quincunx.kit import Periodic
from quincunx.node.ports import Clock, Journal, JournalUnavailable
from quincunx.table.deadlines.outage import BEHIND_MILLISECONDS, Outage, interruption
from quincunx.table.events import Event
from quincunx.table.state import TableState

log = structlog.get_logger("quincunx.tables")

BEAT_SECONDS: Final = 5.0
GAP_MILLISECONDS: Final = 6_000
"""A node that starts finds an outage if no node has beaten for longer."""
STALL_SECONDS: Final = 15.0
"""A node that has not beaten for so long has not run, or could not store anything: perhaps no node could."""
LOOK_SECONDS: Final = 0.5
MOST_AT_ONCE: Final = 500


async def present(journal: Journal, now: int, is_alone: bool, listen_seconds: float = 6.5) -> int:
    """The time at which a node begins whose system clock says ``now``: that of nodes that run already, and
    never one that has been before, unless a clock was far ahead. ``is_alone``: there are no other nodes.

    Raises :class:`~quincunx.node.ports.JournalUnavailable`.
    """
    begun = time.monotonic()
    last = await journal.last_beat()
    if last is None:
        return now
    is_far = abs(now - last[1]) > GAP_MILLISECONDS
    while is_far and not is_alone and time.monotonic() - begun < listen_seconds:
        await asyncio.sleep(LOOK_SECONDS)
        newer = await journal.last_beat()
        if newer is not None and newer != last:
            log.info("clock_of_other_nodes", milliseconds=newer[1] - now)
            return newer[1]
    now += round(1000 * (time.monotonic() - begun))
    if last[1] - now > BEHIND_MILLISECONDS:
        log.warning("clock_was_ahead", milliseconds=last[1] - now)
        return now
    return max(now, last[1])


def steady_ns() -> int:
    """Nanoseconds that nobody can set, and that pass while the machine sleeps, where the system counts so."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic_ns() if boot is None else time.clock_gettime_ns(boot)


class Outages:
    """This node's beats, from :meth:`start` to :meth:`stop`, and the outages that its tables are told of.
    ``on_outage`` is called when there is a new one. ``steady`` is a time in nanoseconds that nobody sets."""

    def __init__(
        self,
        journal: Journal,
        clock: Clock,
        node: str,
        on_outage: Callable[[], None],
        steady: Callable[[], int] = steady_ns,
    ) -> None:
        self._journal = journal
        self._clock = clock
        self._node = node
        self._on_outage = on_outage
        self._steady = steady
        self.known: Sequence[Outage] = ()
        """All that a table or a tournament can still be waiting for."""
        self.ahead: Sequence[str] = ()
        """Tables whose last entry lies in the future, as a clock that was ahead has left them."""
        self._is_started = False
        self._is_cut_off = False
        """Whether the last beat could not be stored."""
        self._beaten_at: int | None = None
        self._beating = asyncio.Lock()
        self._loop = Periodic(
            "beats", self._keep, BEAT_SECONDS, expected=(JournalUnavailable,), waits_first=True
        )

    async def start(self) -> None:
        """Find out how long no node has run, and beat from now on."""
        self._is_started = True
        try:
            await self._keep()
        except JournalUnavailable as error:
            log.warning("first_beat_waits", reason=str(error))
        self._loop.start()

    async def stop(self) -> None:
        """Beat a last time: until now this node has run."""
        await self._loop.stop()
        if self._beaten_at is None:
            return
        try:
            await self._journal.beat(self._node, self._clock.now())
        except JournalUnavailable as error:
            log.warning("last_beat_failed", reason=str(error))

    async def check(self) -> None:
        """Return when it is known whether there has been an outage just now.

        Raises :class:`~quincunx.node.ports.JournalUnavailable`."""
        if self._has_stalled:
            await self._keep()

    async def look(self) -> None:
        """The same for a caller that only looks: without a journal it is shown what was known before."""
        if self._has_stalled and not self._is_cut_off:
            with contextlib.suppress(JournalUnavailable):
                async with self._beating:
                    if self._has_stalled and not self._is_cut_off:
                        await self._find_out()

    @property
    def _has_stalled(self) -> bool:
        if self._beaten_at is None:
            return self._is_started
        return self._steady() - self._beaten_at > STALL_SECONDS * 1_000_000_000

    async def _keep(self) -> None:
        async with self._beating:
            await self._find_out()

    async def _find_out(self) -> None:
        try:
            if self._beaten_at is None:
                await self._find_ahead()
                await self._beat(GAP_MILLISECONDS)
            else:
                await self._beat(round(1000 * STALL_SECONDS) if self._has_stalled else None)
        except JournalUnavailable:
            self._is_cut_off = True
            raise
        self._is_cut_off = False

    async def _find_ahead(self) -> None:
        now = self._clock.now()
        last = await self._journal.last_beat()
        if last is not None and last[1] > now + BEHIND_MILLISECONDS:
            self.ahead = await tables_ahead(self._journal, now)

    async def _beat(self, longest: int | None) -> None:
        now = self._clock.now()
        await self._journal.beat(self._node, now, longest)
        self._beaten_at = self._steady()
        known = tuple(await self._journal.outages())
        if known != self.known:
            self.known = known
            if known and known[-1].until >= now:
                log.warning("nothing_ran", seconds=(known[-1].until - known[-1].since) // 1000)
            self._on_outage()

    def interruption(self, state: TableState) -> tuple[Event, ...]:
        """The events by which a table is told of outages, before anything else happens there."""
        return interruption(state, self.known, self._clock.now())


async def tables_ahead(journal: Journal, now: int) -> list[str]:
    """Tables that have not ended, and whose last entry lies in the future: a clock was ahead.

    Raises :class:`~quincunx.node.ports.JournalUnavailable`."""
    found: list[str] = []
    after = ""
    while rows := await journal.list_tables(after, MOST_AT_ONCE):
        found += [
            row.table for row in rows if row.status != "ended" and row.changed > now + BEHIND_MILLISECONDS
        ]
        after = rows[-1].table
    return found

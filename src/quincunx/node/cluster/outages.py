"""Outages: the times when no node ran. Each node beats in the journal, and a gap between beats is an outage.

The first node that beats after such a gap stores it, once. A table that had a deadline in an outage gets
events about it before anything else happens there (:mod:`quincunx.table.deadlines.outage`).
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
"""A starting node records an outage if no node has beaten for longer than this."""
STALL_SECONDS: Final = 15.0
"""A node that has not beaten for this long was stopped, or could not write to the journal. Perhaps no node
could."""
LOOK_SECONDS: Final = 0.5
MOST_AT_ONCE: Final = 500


async def start_time(journal: Journal, now: int, is_alone: bool, listen_seconds: float = 6.5) -> int:
    """The start time of a node whose system clock says ``now``, in ms since 1970.

    It is the time of other running nodes, if there are any. It is never earlier than the last beat, unless
    that beat came from a clock that was far ahead. ``is_alone`` is true if there are no other nodes;
    otherwise the function listens for them for up to ``listen_seconds``.

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


_BOOT: Final[int | None] = getattr(time, "CLOCK_BOOTTIME", None)


def steady_ns() -> int:
    """A monotonic time in nanoseconds. It includes time asleep where the operating system can measure
    that."""
    return time.monotonic_ns() if _BOOT is None else time.clock_gettime_ns(_BOOT)


class Outages:
    """This node's beats, from :meth:`start` to :meth:`stop`, and the outages that apply to its tables.

    ``on_outage`` is called when there is a new outage. ``steady`` is a monotonic time in nanoseconds.
    """

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
        self.recorded: Sequence[Outage] = ()
        """The outages that can still affect a table or a tournament."""
        self.tables_due: Sequence[str] = ()
        """Tables whose last entry lies in the future, because a clock was ahead."""
        self._is_started = False
        self._is_cut_off = False
        """True if the last beat could not be stored."""
        self._beaten_at: int | None = None
        self._beating = asyncio.Lock()
        self._loop = Periodic(
            "beats", self._record_beat, BEAT_SECONDS, expected=(JournalUnavailable,), waits_first=True
        )

    async def start(self) -> None:
        """Record an outage if no node has run for long, and start to beat."""
        self._is_started = True
        try:
            await self._record_beat()
        except JournalUnavailable as error:
            log.warning("first_beat_waits", reason=str(error))
        self._loop.start()

    async def stop(self) -> None:
        """Store a last beat, so that this node counts as running until now."""
        await self._loop.stop()
        if self._beaten_at is None:
            return
        try:
            await self._journal.beat(self._node, self._clock.now())
        except JournalUnavailable as error:
            log.warning("last_beat_failed", reason=str(error))

    async def check(self) -> None:
        """Return when outages are known up to now.

        Raises :class:`~quincunx.node.ports.JournalUnavailable`.
        """
        if self._has_stalled:
            await self._record_beat()

    async def try_check(self) -> None:
        """Do the same as :meth:`check` for a caller that only reads. If the journal is unavailable, the
        outages known before apply."""
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

    async def _record_beat(self) -> None:
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
            self.tables_due = await tables_ahead(self._journal, now)

    async def _beat(self, longest: int | None) -> None:
        now = self._clock.now()
        await self._journal.beat(self._node, now, longest)
        self._beaten_at = self._steady()
        known = tuple(await self._journal.outages())
        if known != self.recorded:
            self.recorded = known
            if known and known[-1].until >= now:
                log.warning("nothing_ran", seconds=(known[-1].until - known[-1].since) // 1000)
            self._on_outage()

    def interruption(self, state: TableState, now: int) -> tuple[Event, ...]:
        """The events that apply outages to a table. They come before anything else there."""
        return interruption(state, self.recorded, now)


async def tables_ahead(journal: Journal, now: int) -> list[str]:
    """Tables that have not ended, and whose last entry lies in the future because a clock was ahead.

    Raises :class:`~quincunx.node.ports.JournalUnavailable`.
    """
    found: list[str] = []
    after = ""
    while rows := await journal.list_tables(after, MOST_AT_ONCE):
        found += [
            row.table for row in rows if row.status != "ended" and row.changed > now + BEHIND_MILLISECONDS
        ]
        after = rows[-1].table
    return found

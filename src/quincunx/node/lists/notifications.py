"""Push notifications for absent players: at most one per turn, even if a node dies.

The node that caused the turn waits a little, checks whether the player is connected, and has them notified if
not. A player who seems connected may have a phone that sleeps. So there is a second check, after dead
connections have been closed. A notification is recorded for all nodes before it is sent, so that it is sent
at most once. When a node ends, the other nodes check its unfinished turns.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final

import structlog

from quincunx.club.ports import StoreUnavailable
from quincunx.core.reason import Refusal
from quincunx.kit import Periodic
from quincunx.node.lists.my_tables import MyTables
from quincunx.node.live.cache import Memory
from quincunx.node.live.live_table import LiveTable
from quincunx.node.ports import Clock, Journal, JournalDamaged, JournalUnavailable, Notifier
from quincunx.table.my_tables import notice_of, waits
from quincunx.table.state import TableState

log = structlog.get_logger("quincunx.tables")

LOOK_SECONDS = 8.0
"""Time for which a player may be absent from a table before they are notified."""
AGAIN_SECONDS = 70.0
"""Time of the second check for players who seemed connected. Dead connections are closed before."""
RETRY_SECONDS = 30.0
"""Delay of a retry while the store is unavailable."""
TRIES: Final = 10
LEFT_LYING_MILLISECONDS: Final = 15 * 60_000
"""Age after which turns need no check, because they were handled."""
MOST_TABLES: Final = 8
"""Most tables of one person whose unfinished turns are checked."""
PAGE: Final = 200
BREATH_SECONDS: Final = 0.005
LEAST_SECONDS: Final = 0.001
"""Tolerance for a timer that fires early."""


class Notifications:
    """Notifications on this node. Without a ``notifier`` it does nothing."""

    def __init__(
        self, notifier: Notifier | None, journal: Journal, memory: Memory, mine: MyTables, clock: Clock
    ) -> None:
        self._notifier = notifier
        self._journal = journal
        self._memory = memory
        self._my_tables = mine
        self._clock = clock
        self._pending: dict[str, _Pending] = {}
        self._looks: set[asyncio.Task[None]] = set()
        outages = (StoreUnavailable, JournalUnavailable)
        self._looking_back = Periodic("unsent notices", self._look_at_everybody, None, expected=outages)

    def call(self, live: LiveTable, left_lying: bool = False) -> None:
        """Schedule the notification of the people for whom this table waits. Safe to call at any time, also
        when nothing has changed. ``left_lying``: schedule it whichever node caused the turn."""
        if self._notifier is None:
            return
        state = live.state
        pending = self._pending.get(state.id)
        if pending is not None and pending.is_about(state):
            return
        if state.status == "ended" or not (live.is_ours or left_lying):
            if pending is not None:
                self._forget(pending)
        elif pending is not None and not pending.is_looking:
            # The timer keeps running, and reschedules itself when it fires too early. So a fast game does not
            # set one for every turn.
            pending.renew(state, pending.loop.time() + LOOK_SECONDS)
        else:
            self._set(_Pending(live), LOOK_SECONDS)

    def is_waiting(self, table: str) -> bool:
        """True if a person may soon have to be notified that this table waits."""
        return table in self._pending

    async def stop(self) -> None:
        """Drop all scheduled notifications; other nodes take over."""
        await self._looking_back.stop()
        for pending in list(self._pending.values()):
            self._forget(pending)
        await asyncio.gather(*self._looks)

    # ---- one table ---------------------------------------------------------------------------------------

    def _set(self, pending: _Pending, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        self._pending[pending.live.state.id] = pending
        pending.due = loop.time() + seconds
        pending.is_looking = False
        pending.timer = loop.call_at(pending.due, self._ring, pending)

    def _forget(self, pending: _Pending) -> None:
        # A running check continues, because it may be recording a notification.
        if pending.timer is not None:
            pending.timer.cancel()
        del self._pending[pending.live.state.id]

    def _ring(self, pending: _Pending) -> None:
        loop = asyncio.get_running_loop()
        if loop.time() < pending.due - LEAST_SECONDS:  # there have been turns meanwhile
            pending.timer = loop.call_at(pending.due, self._ring, pending)
            return
        pending.is_looking = True
        task = asyncio.create_task(self._check_pending(pending))
        self._looks.add(task)
        task.add_done_callback(self._looks.discard)

    async def _check_pending(self, pending: _Pending) -> None:
        live, again = pending.live, None
        table = live.state.id
        try:
            if await self._notify_absent(live) and not pending.has_looked:
                pending.has_looked = True
                again = AGAIN_SECONDS - LOOK_SECONDS
        except StoreUnavailable as error:
            log.warning("notice_waits", table=table, reason=str(error))
            pending.tries += 1
            again = RETRY_SECONDS if pending.tries < TRIES else None
        except Exception:
            log.exception("notice_failed", table=table)
        if self._pending.get(table) is pending:
            del self._pending[table]
            if again is not None:
                self._set(pending, again)

    async def _notify_absent(self, live: LiveTable) -> bool:
        """Notify the waited-for people who are absent. True if others are, or seem, connected."""
        assert self._notifier is not None
        is_anybody_here = False
        for wait in waits(live.state):
            notice = notice_of(live.state, wait, self._clock.now())
            is_here = live.presence.is_present(wait.person)
            # A person in a live game who has another page open sees the turn there.
            if is_here or (notice.is_live and self._my_tables.is_followed(wait.person)):
                is_anybody_here = True
            else:
                await self._notifier.notify(notice)
        return is_anybody_here

    # ---- unfinished turns --------------------------------------------------------------------------------

    def look_back(self) -> None:
        """Check the turns of the last minutes for missing notifications, since this node has started or
        another one has ended."""
        if self._notifier is not None:
            self._looking_back.start()
            self._looking_back.wake()

    async def _look_at_everybody(self) -> None:
        notifier = self._notifier
        assert notifier is not None
        since = self._clock.now() - LEFT_LYING_MILLISECONDS
        after = ""
        while people := await notifier.reachable(after, PAGE):
            for person in people:
                await self._look_at(person, since)
                await asyncio.sleep(BREATH_SECONDS)
            after = people[-1]

    async def _look_at(self, person: str, since: int) -> None:
        for table in await self._journal.tables_of([person], MOST_TABLES):
            with contextlib.suppress(Refusal, JournalDamaged):
                live = await self._memory.get(table)
                if live.state.changed_at < since:
                    return  # the following ones are older
                self.call(live, left_lying=True)


class _Pending:
    """A scheduled check of a table that may wait for a person."""

    __slots__ = ("_moved_at", "_status", "due", "has_looked", "is_looking", "live", "loop", "timer", "tries")

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self.loop = asyncio.get_running_loop()  # looking it up at every turn costs a system call
        self.is_looking = False
        self.timer: asyncio.TimerHandle | None = None
        self.renew(live.state, 0.0)

    def is_about(self, state: TableState) -> bool:
        """True if the table has not changed since the check was scheduled."""
        return self._moved_at == state.moved_at and self._status == state.status

    def renew(self, state: TableState, due: float) -> None:
        """Reschedule the check after a new turn; ``due`` is in the event loop's time."""
        self._status, self._moved_at = state.status, state.moved_at
        self.has_looked = False
        self.tries = 0
        self.due = due

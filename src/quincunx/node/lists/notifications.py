"""Who is not at a table that waits for them is told so elsewhere: once for each turn, whatever node dies.

The node that brought the turn about waits a little, looks whether the person is there, and has them told.
Whoever looks as if they were there may have a phone that sleeps: a second look comes after such connections
have been given up. That somebody was told is noted before anything is sent, for all nodes alike, so it is
once at most; when a node ends, the others look at what it may have left lying.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final

import structlog

from quincunx.club.ports import StoreUnavailable
from quincunx.core.reason import Refusal
from quincunx.kit import Periodic
from quincunx.node.lists.my_tables import Mine
from quincunx.node.live.cache import Memory
from quincunx.node.live.live_table import LiveTable
from quincunx.node.ports import Clock, Journal, JournalDamaged, JournalUnavailable, Notifier
from quincunx.table.my_tables import notice_of, waits
from quincunx.table.state import TableState

log = structlog.get_logger("quincunx.tables")

LOOK_SECONDS = 8.0
"""So long somebody may take to come to a table before they are told."""
AGAIN_SECONDS = 70.0
"""When those are looked for again who were there: a connection that says nothing is given up before."""
RETRY_SECONDS = 30.0
"""How long to wait for a store that cannot be used."""
TRIES: Final = 10
LEFT_LYING_MILLISECONDS: Final = 15 * 60_000
"""Turns older than that were taken care of."""
MOST_TABLES: Final = 8
"""Of one person, that may have been left lying at the same time."""
PAGE: Final = 200
BREATH_SECONDS: Final = 0.005
LEAST_SECONDS: Final = 0.001
"""A timer may ring so much too early."""


class Notices:
    """``notifier`` is ``None`` where nobody can be told; then there is nothing to do."""

    def __init__(
        self, notifier: Notifier | None, journal: Journal, memory: Memory, mine: Mine, clock: Clock
    ) -> None:
        self._notifier = notifier
        self._journal = journal
        self._memory = memory
        self._mine = mine
        self._clock = clock
        self._pending: dict[str, _Pending] = {}
        self._looks: set[asyncio.Task[None]] = set()
        outages = (StoreUnavailable, JournalUnavailable)
        self._looking_back = Periodic("unsent notices", self._look_at_everybody, None, expected=outages)

    def call(self, live: LiveTable, left_lying: bool = False) -> None:
        """See to it that those are told for whom this table waits. Safe to call at any time, also when
        nothing has changed. ``left_lying``: whichever node brought the turn about."""
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
            # Its timer goes on, and finds that it is too early: a quick game does not set one for every turn.
            pending.renew(state, pending.loop.time() + LOOK_SECONDS)
        else:
            self._set(_Pending(live), LOOK_SECONDS)

    def is_waiting(self, table: str) -> bool:
        """Whether somebody may have to be told soon that this table waits."""
        return table in self._pending

    async def stop(self) -> None:
        """Forget what is waited for: other nodes take it up."""
        await self._looking_back.stop()
        for pending in list(self._pending.values()):
            self._forget(pending)
        await asyncio.gather(*self._looks, return_exceptions=True)

    # ---- one table ---------------------------------------------------------------------------------------

    def _set(self, pending: _Pending, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        self._pending[pending.live.state.id] = pending
        pending.due = loop.time() + seconds
        pending.is_looking = False
        pending.timer = loop.call_at(pending.due, self._ring, pending)

    def _forget(self, pending: _Pending) -> None:
        # A look that has begun goes on: it may just be noting that somebody is told.
        if pending.timer is not None:
            pending.timer.cancel()
        del self._pending[pending.live.state.id]

    def _ring(self, pending: _Pending) -> None:
        loop = asyncio.get_running_loop()
        if loop.time() < pending.due - LEAST_SECONDS:  # there have been turns meanwhile
            pending.timer = loop.call_at(pending.due, self._ring, pending)
            return
        pending.is_looking = True
        task = asyncio.create_task(self._look(pending))
        self._looks.add(task)
        task.add_done_callback(self._looks.discard)

    async def _look(self, pending: _Pending) -> None:
        live, again = pending.live, None
        table = live.state.id
        try:
            if await self._tell(live) and not pending.has_looked:
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

    async def _tell(self, live: LiveTable) -> bool:
        """Have those told who are not here; whether others are, or seem to be."""
        assert self._notifier is not None
        is_anybody_here = False
        for wait in waits(live.state):
            notice = notice_of(live.state, wait, self._clock.now())
            is_here = live.presence.is_present(wait.person)
            # Who plays in one go and has another page of ours open sees it there.
            if is_here or (notice.is_live and self._mine.is_followed(wait.person)):
                is_anybody_here = True
            else:
                await self._notifier.tell(notice)
        return is_anybody_here

    # ---- what was left lying -----------------------------------------------------------------------------

    def look_back(self) -> None:
        """This node has started, or another one has ended: find the turns of the last minutes of which
        nobody may have been told."""
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
                    return  # those that follow are older
                self.call(live, left_lying=True)


class _Pending:
    """A table that may wait for somebody: what it has come to, and when that is looked at."""

    __slots__ = ("_moved_at", "_status", "due", "has_looked", "is_looking", "live", "loop", "timer", "tries")

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self.loop = asyncio.get_running_loop()  # asked at every turn it would be as many system calls
        self.is_looking = False
        self.timer: asyncio.TimerHandle | None = None
        self.renew(live.state, 0.0)

    def is_about(self, state: TableState) -> bool:
        """Whether nothing has been done there since."""
        return self._moved_at == state.moved_at and self._status == state.status

    def renew(self, state: TableState, due: float) -> None:
        """There has been a turn: it is looked at then (by the event loop's time)."""
        self._status, self._moved_at = state.status, state.moved_at
        self.has_looked = False
        self.tries = 0
        self.due = due

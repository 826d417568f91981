"""Timers for deadlines: they replace players whose time runs out, and close commit–reveal rounds that are
held up.

As with bots, a deadline is read off the table's state. Any node that finds the table waits and acts, and only
one append succeeds. The node that caused the position is a little ahead of the others. Only near deadlines
have a timer and keep their table in memory. The others are looked up in the journal's index in time
(:mod:`quincunx.node.cluster.sync`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import structlog

from quincunx.node.live.live_table import LiveTable
from quincunx.node.ports import Clock, JournalUnavailable
from quincunx.table.chance.commit_reveal import REVEAL_MILLISECONDS
from quincunx.table.summary import next_due

log = structlog.get_logger("quincunx.tables")

NEAR_MILLISECONDS: Final = 10_000
STAND_BY_MILLISECONDS = 500
"""The time for which other nodes leave a deadline to the node that caused the position."""
AGAIN_SECONDS = 1.0
"""The delay before a failed write is tried again."""
LEAST_SECONDS: Final = 0.01
"""The minimum delay of a timer. Two clocks never run alike, so a timer may fire too early."""


class DeadlineTimers:
    """Timers for the next deadline of each table. ``act`` does what the system must do at a table by now, if
    anything."""

    def __init__(self, clock: Clock, act: Callable[[LiveTable], Awaitable[None]]) -> None:
        self._clock = clock
        self._act = act
        self._alarms: dict[str, _Alarm] = {}

    def call(self, live: LiveTable, left_lying: bool = False) -> None:
        """Set a timer for the table's next deadline. Safe to call at any time, even if nothing has changed.

        ``left_lying`` is true if no node may have handled the table for long, for example after a restart.
        Devices that the table waits for then get time to reconnect.
        """
        table = live.state.id
        at = next_due(live.state)
        alarm = self._alarms.get(table)
        if alarm is not None:
            if alarm.moment == at or alarm.task is not None:
                return
            alarm.cancel()
            del self._alarms[table]
        if at is not None:
            self._set(live, at, left_lying)

    def _set(self, live: LiveTable, at: int, left_lying: bool) -> None:
        now = self._clock.now()
        if at - now > NEAR_MILLISECONDS:
            return
        wait = at - now
        if left_lying and live.state.commit_reveal.until is not None:
            wait = max(wait, REVEAL_MILLISECONDS)
        elif not live.is_ours:
            wait += STAND_BY_MILLISECONDS
        alarm = self._alarms[live.state.id] = _Alarm(at)
        seconds = max(wait / 1000, LEAST_SECONDS)
        alarm.timer = asyncio.get_running_loop().call_later(seconds, self._ring, live, alarm)

    def is_waiting(self, table: str) -> bool:
        """True if the table has a timer."""
        return table in self._alarms

    async def stop(self) -> None:
        """Cancel all timers."""
        alarms = list(self._alarms.values())
        for alarm in alarms:
            alarm.cancel()
        await asyncio.gather(*(alarm.task for alarm in alarms if alarm.task), return_exceptions=True)
        self._alarms.clear()

    def _ring(self, live: LiveTable, alarm: _Alarm) -> None:
        alarm.task = asyncio.create_task(self._on_due(live))

    async def _on_due(self, live: LiveTable) -> None:
        table = live.state.id
        try:
            await self._act(live)
        except JournalUnavailable as error:
            log.warning("moment_waits", table=table, reason=str(error))
            await asyncio.sleep(AGAIN_SECONDS)
        except Exception:
            log.exception("moment_failed", table=table)
            await asyncio.sleep(AGAIN_SECONDS)
        del self._alarms[table]
        self.call(live)  # set a timer for the next deadline, or retry


class _Alarm:
    """A table's deadline in ms, and the task that acts on it."""

    __slots__ = ("moment", "task", "timer")

    def __init__(self, moment: int) -> None:
        self.moment = moment
        self.timer: asyncio.TimerHandle | None = None
        self.task: asyncio.Task[None] | None = None

    def cancel(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
        if self.task is not None:
            self.task.cancel()

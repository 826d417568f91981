"""What the system does at a moment: who has no time left is played for, and a round of mixing that somebody
holds up is closed.

As with bots, that there is such a moment is read off the state: whoever finds the table, on any node, waits
and acts, and of two who do one append wins. The node that brought the position about is a little ahead of the
others. Only moments that are near have a timer, and keep their table in memory; for the others the journal's
index is looked through in time (``duties``).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import structlog

from quincunx.node.live.live_table import LiveTable
from quincunx.node.ports import Clock, JournalUnavailable
from quincunx.table.chance.commit_reveal import REVEAL_MILLISECONDS
from quincunx.table.summary import moment

log = structlog.get_logger("quincunx.tables")

NEAR_MILLISECONDS: Final = 10_000
STAND_BY_MILLISECONDS = 500
"""So long the others leave it to the node that brought the position about."""
AGAIN_SECONDS = 1.0
"""How long to wait before trying again what could not be stored."""
LEAST_SECONDS: Final = 0.01
"""Two clocks never go alike: a timer may come too early."""


class Moments:
    """``act`` does what the system must do at a table by now, if anything, and nothing else."""

    def __init__(self, clock: Clock, act: Callable[[LiveTable], Awaitable[None]]) -> None:
        self._clock = clock
        self._act = act
        self._alarms: dict[str, _Alarm] = {}

    def call(self, live: LiveTable, left_lying: bool = False) -> None:
        """See to it that the system acts when it is time. Safe to call at any time, also when nothing has
        changed.

        ``left_lying``: nobody may have seen to it for long, as after a restart; devices that are waited for
        get time to come back.
        """
        table = live.state.id
        at = moment(live.state)
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
        if left_lying and live.state.mixing.until is not None:
            wait = max(wait, REVEAL_MILLISECONDS)
        elif not live.is_ours:
            wait += STAND_BY_MILLISECONDS
        alarm = self._alarms[live.state.id] = _Alarm(at)
        seconds = max(wait / 1000, LEAST_SECONDS)
        alarm.timer = asyncio.get_running_loop().call_later(seconds, self._ring, live, alarm)

    def is_waiting(self, table: str) -> bool:
        """Whether there is something to be done soon at this table."""
        return table in self._alarms

    async def stop(self) -> None:
        """Forget what is waited for."""
        alarms = list(self._alarms.values())
        for alarm in alarms:
            alarm.cancel()
        await asyncio.gather(*(alarm.task for alarm in alarms if alarm.task), return_exceptions=True)
        self._alarms.clear()

    def _ring(self, live: LiveTable, alarm: _Alarm) -> None:
        alarm.task = asyncio.create_task(self._answer(live))

    async def _answer(self, live: LiveTable) -> None:
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
        self.call(live)  # what comes next, or once more


class _Alarm:
    """What is waited for at a table: its moment, and the task that acts once it has come."""

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

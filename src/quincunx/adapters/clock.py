"""The server's clock: the system's time at the start, then a steady pace.

If the system clock is set during a game, no player may lose time. So this clock follows a monotonic one, and
approaches the system's time by at most 1 % of the time that passes.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

import structlog

from quincunx.core.sentence import sentence
from quincunx.node.cluster.outages import steady_ns
from quincunx.node.ports import JournalUnavailable

NANOSECONDS: Final = 1_000_000
"""Nanoseconds in a millisecond."""
SLEW: Final = 100
"""The clock is corrected by at most one part in :data:`SLEW` of the time that passes."""
EARLIEST: Final = 1_767_225_600_000
"""2026-01-01 in milliseconds since 1970. This program did not exist before."""


def wall_ns() -> int:
    """The system's present time in nanoseconds since 1970; it can be set."""
    return time.time_ns()


FAR_MILLISECONDS: Final = 60_000
"""The least error that is logged. The clock needs almost two hours to correct it."""
WARN_SECONDS: Final = 600.0
"""Seconds between log lines about a clock that is still wrong."""
log = structlog.get_logger("quincunx.server")


class Slew:
    """A time that follows a monotonic clock, and slowly approaches a wall clock. Pure: all readings are
    arguments. All times are in nanoseconds."""

    def __init__(self, wall: int, steady: int) -> None:
        self.time = wall
        self._steady = steady

    def advance(self, wall: int, steady: int) -> int:
        """The time at these readings. It never goes back, and deviates from the steady pace by at most 1
        %."""
        passed = max(0, steady - self._steady)
        self._steady = max(steady, self._steady)
        even = self.time + passed
        most = passed // SLEW
        self.time = even + max(-most, min(most, wall - even))
        return self.time


class SteadyClock:
    """A :class:`~quincunx.node.ports.Clock` for one process. Safe to use from any thread."""

    def __init__(self, wall: Callable[[], int] = wall_ns, steady: Callable[[], int] = steady_ns) -> None:
        self._wall = wall
        self._steady = steady
        self._lock = threading.Lock()
        self._slew = Slew(wall(), steady())

    def begin_at(self, at: int) -> None:
        """Set the time to ``at`` (milliseconds since 1970). Must be called before the first :meth:`now`."""
        with self._lock:
            self._slew = Slew(at * NANOSECONDS, self._steady())

    def now(self) -> int:
        """The present time in milliseconds since 1970."""
        with self._lock:
            return self._slew.advance(self._wall(), self._steady()) // NANOSECONDS

    @property
    def error(self) -> int:
        """Milliseconds by which the system's clock is ahead of this one."""
        with self._lock:
            wall = self._wall()
            return (wall - self._slew.advance(wall, self._steady())) // NANOSECONDS

    async def warn(self) -> None:
        """Log a system clock that was set so far that this clock needs hours to follow."""
        error = self.error
        if abs(error) >= FAR_MILLISECONDS:
            log.warning("system_clock_was_set", seconds=error // 1000, help="restart when nobody plays")


def check_plausible(now: int) -> None:
    """Raise :class:`~quincunx.node.ports.JournalUnavailable` for a time before :data:`EARLIEST`. Otherwise
    days, games and sessions would be stored under a wrong date."""
    if now < EARLIEST:
        raise JournalUnavailable(
            sentence("The system clock isn’t set. Set it, or wait for network time, and start again.")
        )

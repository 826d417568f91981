"""The server's clock: the system's time at the start, and from then on an even pace.

A system clock that is set while games run must not cost a player their time. So the clock follows a steady
one, and comes nearer to the system's by at most one part in a hundred of the time that passes.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

import structlog

from quincunx.node.cluster.outages import steady_ns
from quincunx.node.ports import JournalUnavailable

NANOSECONDS: Final = 1_000_000
"""In a millisecond."""
SLEW: Final = 100
"""The clock is corrected by at most one in so many parts of the time that passes."""
EARLIEST: Final = 1_767_225_600_000
"""2026-01-01 in milliseconds since 1970: no server of this program has run before."""


def wall_ns() -> int:
    """The system's time in nanoseconds since 1970, as it is now: it can be set."""
    return time.time_ns()


FAR_MILLISECONDS: Final = 60_000
"""The clock follows the system's over so much in two hours."""
WARN_SECONDS: Final = 600.0
"""The pause between log lines about a clock that is still wrong."""
log = structlog.get_logger("quincunx.server")


class Slew:
    """A time that follows a steady clock and comes slowly nearer to a wall clock. Pure: every reading is
    handed in. All times are in nanoseconds."""

    def __init__(self, wall: int, steady: int) -> None:
        self.time = wall
        self._steady = steady

    def advance(self, wall: int, steady: int) -> int:
        """The time at these readings. It never goes back, and neither gains nor loses more than 1 %."""
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
        """Take this moment (milliseconds since 1970) as the present, before anything has asked for it."""
        with self._lock:
            self._slew = Slew(at * NANOSECONDS, self._steady())

    def now(self) -> int:
        """Milliseconds since 1970."""
        with self._lock:
            return self._slew.advance(self._wall(), self._steady()) // NANOSECONDS

    @property
    def error(self) -> int:
        """By how many milliseconds the system's clock is ahead of this one."""
        with self._lock:
            wall = self._wall()
            return (wall - self._slew.advance(wall, self._steady())) // NANOSECONDS

    async def warn(self) -> None:
        """Log that the system's clock was set by so much that this one takes hours to follow."""
        error = self.error
        if abs(error) >= FAR_MILLISECONDS:
            log.warning("system_clock_was_set", seconds=error // 1000, help="restart when nobody plays")


def check_plausible(now: int) -> None:
    """Raises :class:`~quincunx.node.ports.JournalUnavailable` for a time that no server can have started at:
    days, games and sessions would be stored under a wrong date."""
    if now < EARLIEST:
        raise JournalUnavailable(
            "The system clock has not been set. Set it, or wait for the network time, and start again."
        )

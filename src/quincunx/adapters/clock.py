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
MEASURE_EVERY: Final = 100_000_000
"""Nanoseconds between two readings of the system's clock. A move asks for the time about five times."""
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
        self._base = wall, steady, 0
        """The time at the last measurement, the steady reading then, and how far the wall clock was ahead."""

    def at(self, steady: int) -> int:
        """The time at this reading. It never goes back, and deviates from the steady pace by at most 1 %."""
        time, since, error = self._base
        passed = steady - since
        if passed <= 0:
            return time
        most = passed // SLEW
        return time + passed + (error if -most <= error <= most else most if error > 0 else -most)

    def measure(self, wall: int, steady: int) -> None:
        """From this reading on, approach the wall clock at its present distance."""
        time = self.at(steady)
        self._base = time, max(steady, self._base[1]), wall - time


class SteadyClock:
    """A :class:`~quincunx.node.ports.Clock` for one process. Safe to use from any thread."""

    def __init__(self, wall: Callable[[], int] = wall_ns, steady: Callable[[], int] = steady_ns) -> None:
        self._wall = wall
        self._steady = steady
        self._lock = threading.Lock()
        """Held to measure. Reading needs no lock: a measurement replaces one tuple."""
        self._measured = steady()
        self._slew = Slew(wall(), self._measured)

    def begin_at(self, at: int) -> None:
        """Set the time to ``at`` (milliseconds since 1970). Must be called before the first :meth:`now`."""
        with self._lock:
            self._measured = self._steady()
            self._slew = Slew(at * NANOSECONDS, self._measured)
            self._slew.measure(self._wall(), self._measured)

    def now(self) -> int:
        """The present time in milliseconds since 1970."""
        steady = self._steady()
        if steady - self._measured >= MEASURE_EVERY:
            with self._lock:
                self._measured = steady
                self._slew.measure(self._wall(), steady)
        return self._slew.at(steady) // NANOSECONDS

    @property
    def error(self) -> int:
        """Milliseconds by which the system's clock is ahead of this one."""
        return (self._wall() - self._slew.at(self._steady())) // NANOSECONDS

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

"""The clock of a machine as a test sets it while a server runs there (:mod:`tests.servers.prepared`).

A file holds by how many seconds the system's time is wrong, and how many the machine has slept: ``-3600 0``.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

FILE: Final = "TEST_CLOCK"
"""The variable that names the file, in the environment of a server."""
_SECOND: Final = 1_000_000_000


def shift(file: Path) -> None:
    """Replace what this process reads from the system's clocks."""
    wall, read = time.time_ns, time.clock_gettime_ns

    def errors() -> tuple[int, int]:
        wrong, slept = map(int, file.read_text().split())
        return wrong * _SECOND, slept * _SECOND

    def clock_gettime_ns(clock: int) -> int:
        # A machine that sleeps counts only this clock on, and the wall's.
        return read(clock) + (errors()[1] if clock == time.CLOCK_BOOTTIME else 0)

    time.time_ns = lambda: wall() + sum(errors())
    time.time = lambda: time.time_ns() / _SECOND
    time.clock_gettime_ns = clock_gettime_ns

"""The wall clock."""

from __future__ import annotations

import time


class WallClock:
    """UTC from the operating system."""

    def now(self) -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000

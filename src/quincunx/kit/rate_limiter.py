"""Token buckets: a limit on each caller's use, at once and over time."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from typing import Final, NamedTuple

import cachetools

MAX_KEYS: Final = 50_000
LONGEST_WAIT: Final = 3_600.0
"""The wait in seconds that is reported in place of an endless one."""


class Rate(NamedTuple):
    """``burst`` units at once, and one more in each ``every`` seconds after that."""

    burst: float
    every: float


class RateLimiter:
    """A token bucket for each key. The number of keys is bounded; the least recently used one is dropped.

    A key that has been idle may use :attr:`Rate.burst` units at once. ``timer`` returns the time in seconds.
    """

    def __init__(
        self, rate: Rate, max_keys: int = MAX_KEYS, timer: Callable[[], float] = time.monotonic
    ) -> None:
        self._burst, self._every = rate
        self._timer = timer
        self._used: cachetools.LRUCache[Hashable, tuple[float, float]] = cachetools.LRUCache(max_keys)
        """Units in use, and the time at which they were counted."""

    def __len__(self) -> int:
        return len(self._used)

    def wait(self, key: Hashable, cost: float = 1.0) -> float:
        """Return 0 if ``cost`` units may be used now, else the number of seconds until they may.

        A cost above the burst is allowed as soon as nothing is in use.
        """
        over = self._in_use(key) + min(cost, self._burst) - self._burst
        return min(over * self._every, LONGEST_WAIT) if over > 1e-9 else 0.0

    def acquire(self, key: Hashable, cost: float = 1.0) -> float:
        """Use ``cost`` units if that is allowed now and return 0; otherwise use nothing and return the
        wait."""
        seconds = self.wait(key, cost)
        if not seconds:
            self.spend(key, cost)
        return seconds

    def spend(self, key: Hashable, cost: float = 1.0) -> float:
        """Use ``cost`` units whether or not that is allowed; return the seconds until the excess is worked
        off."""
        used = max(0.0, self._in_use(key) + cost)
        self._used[key] = used, self._timer()
        excess = used - self._burst
        return min(excess * self._every, LONGEST_WAIT) if excess > 0 else 0.0

    def refund(self, key: Hashable, cost: float = 1.0) -> None:
        """Return units that turned out not to count."""
        if key in self._used:
            self.spend(key, -cost)

    def _in_use(self, key: Hashable) -> float:
        used, at = self._used.get(key, (0.0, 0.0))
        if not used or not self._every:
            return 0.0
        return max(0.0, used - (self._timer() - at) / self._every)


def charge(*charges: tuple[RateLimiter, Hashable, float]) -> float:
    """Take from several limiters, each given as ``(limiter, key, cost)``. Either take from all and return 0,
    or take from none and return the longest wait in seconds."""
    seconds = max((limiter.wait(key, cost) for limiter, key, cost in charges), default=0.0)
    if not seconds:
        for limiter, key, cost in charges:
            limiter.spend(key, cost)
    return seconds

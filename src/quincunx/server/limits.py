"""How often one caller may ask: a token bucket for each, in memory of bounded size."""

from __future__ import annotations

from collections import OrderedDict

MOST_CALLERS = 50_000
BURST_SECONDS = 5.0
"""A caller who has been quiet may use this many seconds' worth at once."""


class RateLimit:
    """Token buckets by caller. ``now`` is in seconds on any steady clock."""

    def __init__(self, per_second: float, burst_seconds: float = BURST_SECONDS) -> None:
        self._rate = per_second
        self._most = max(1.0, per_second * burst_seconds)
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, caller: str, now: float) -> float:
        """0 if the caller may go on, else how many seconds to wait first."""
        left, at = self._buckets.pop(caller, (self._most, now))
        left = min(self._most, left + (now - at) * self._rate)
        allowed = left >= 1
        self._buckets[caller] = (left - 1 if allowed else left, now)
        if len(self._buckets) > MOST_CALLERS:
            self._buckets.popitem(last=False)
        if allowed:
            return 0.0
        return (1 - left) / self._rate if self._rate else 60.0

    def spend(self, caller: str, cost: float, now: float) -> float:
        """Take so much, whether it is there or not; how many seconds it takes to earn what is owed."""
        left, at = self._buckets.pop(caller, (self._most, now))
        left = min(self._most, left + (now - at) * self._rate) - cost
        self._buckets[caller] = (left, now)
        if len(self._buckets) > MOST_CALLERS:
            self._buckets.popitem(last=False)
        return max(0.0, -left / self._rate) if self._rate else 60.0

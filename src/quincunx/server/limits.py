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
        self._buckets: OrderedDict[str, list[float]] = OrderedDict()

    def wait(self, caller: str, now: float) -> float:
        """0 if the caller may go on, else how many seconds to wait first."""
        bucket = self._bucket(caller, now)
        if bucket[0] >= 1:
            bucket[0] -= 1
            return 0.0
        return (1 - bucket[0]) / self._rate if self._rate else 60.0

    def spend(self, caller: str, cost: float, now: float) -> float:
        """Take so much, whether it is there or not; how many seconds it takes to earn what is owed."""
        bucket = self._bucket(caller, now)
        bucket[0] -= cost
        if bucket[0] >= 0:
            return 0.0
        return -bucket[0] / self._rate if self._rate else 60.0

    def _bucket(self, caller: str, now: float) -> list[float]:
        """What the caller has left now, and since when."""
        bucket = self._buckets.get(caller)
        if bucket is None:
            bucket = self._buckets[caller] = [self._most, now]
            if len(self._buckets) > MOST_CALLERS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(caller)
            bucket[0] = min(self._most, bucket[0] + (now - bucket[1]) * self._rate)
            bucket[1] = now
        return bucket

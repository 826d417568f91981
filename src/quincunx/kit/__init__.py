"""The few mechanisms that every part of a server shares: a cache, a supervised loop, a rate limiter,
and the end of tasks."""

from quincunx.kit.cache import Cache
from quincunx.kit.periodic import Periodic, stop_all
from quincunx.kit.rate_limiter import Rate, RateLimiter, charge
from quincunx.kit.tasks import end_tasks

__all__ = ["Cache", "Periodic", "Rate", "RateLimiter", "charge", "end_tasks", "stop_all"]

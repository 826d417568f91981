"""The few mechanisms that every part of a server shares: a cache, a supervised loop, a rate limiter."""

from quincunx.kit.cache import Cache
from quincunx.kit.periodic import Periodic, stop_all
from quincunx.kit.rate_limiter import Rate, RateLimiter, charge

__all__ = ["Cache", "Periodic", "Rate", "RateLimiter", "charge", "stop_all"]

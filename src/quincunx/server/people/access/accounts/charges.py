"""Rate limits of what concerns accounts, with a count of what they refuse."""

from __future__ import annotations

from contextlib import AbstractContextManager

from quincunx.club import limits
from quincunx.club.limits import Charge, admit, admitted
from quincunx.core.reason import Refusal
from quincunx.kit import RateLimiter, charge
from quincunx.server.observability.watch import Watch


class Charges:
    """Charges of limiters, each refused with the time after which it is admitted."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch

    def charge(self, limiter: RateLimiter, key: str) -> None:
        """Charge one act to a key."""
        admit((limiter, key, 1.0), refusal=self._too_often)

    def charged(self, limiter: RateLimiter, key: str) -> AbstractContextManager[None]:
        """The same, for what is done inside the block: what is refused there is not charged."""
        return admitted((limiter, key, 1.0), refusal=self._too_often)

    def _too_often(self, seconds: float) -> Refusal:
        self._watch.security.record_event("too_fast")
        return limits.too_often(seconds)

    def attempt(self, charges: tuple[Charge, ...]) -> None:
        """Charge an attempt to sign in."""
        seconds = charge(*charges)
        if seconds:
            self._watch.security.record_event("sign_in_throttled")
            raise limits.too_often(seconds)

    def give_back(self, charges: tuple[Charge, ...]) -> None:
        """Refund an attempt that was right, or was not tried."""
        for limiter, key, cost in charges:
            limiter.refund(key, cost)

"""How many new people may come from one network: each is a row, which strangers could make without end."""

from __future__ import annotations

import time
from typing import Final

from quincunx.core.reason import Reason, Refusal
from quincunx.server.limits import RateLimit
from quincunx.server.watch import Watch

COSTS: Final = 100
"""A newcomer counts as so many requests."""
AT_ONCE_SECONDS: Final = 500.0
"""A network that has been quiet may send this many seconds' worth at once: a whole school."""
TOO_MANY: Final = Reason(
    "too-fast", "too-many-newcomers", "Many people have just come from your network; please try again soon."
)


class Newcomers:
    """In step with how many requests a caller may make."""

    def __init__(self, requests_per_second: float, watch: Watch) -> None:
        self._limit = RateLimit(requests_per_second / COSTS, AT_ONCE_SECONDS)
        self._watch = watch

    def admit(self, network: str) -> None:
        """Raise :class:`~quincunx.core.reason.Refusal` if there were too many."""
        if self._limit.wait(network, time.monotonic()):
            self._watch.security.note("too_many_newcomers")
            raise Refusal(TOO_MANY)

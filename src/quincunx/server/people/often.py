"""How often one person may do something."""

from __future__ import annotations

import time

from quincunx.club.throttle import Rule, Throttle
from quincunx.core.reason import refused


class Often:
    """Counts what each person does; too often is refused."""

    def __init__(self, rule: Rule) -> None:
        self._throttle = Throttle(rule)

    def count(self, person: str) -> None:
        """Count it. Raises :class:`~quincunx.core.reason.Refusal`."""
        now = time.monotonic()
        wait = self._throttle.wait(person, now)
        if wait:
            sentence = "That was done too often; please wait a while."
            raise refused("too-fast", "too-many-tries", sentence, seconds=int(wait) + 1)
        self._throttle.count(person, now)

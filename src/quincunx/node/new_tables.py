"""How many tables one person may have made: each occupies the server for as long as it is played at."""

from __future__ import annotations

import time
from collections.abc import Callable

from quincunx.club.throttle import Rule, Throttle
from quincunx.core.reason import refused
from quincunx.table.person import Person


class NewTables:
    """Counts those that people make themselves, by whatever way: also rematches, which are asked for at a
    table. What the system makes (who is paired, rounds of evenings, the deal of a day) has bounds of its own,
    and is not counted. Without a rule nobody is refused."""

    def __init__(self, rule: Rule | None, steady: Callable[[], float] = time.monotonic) -> None:
        self._throttle = None if rule is None else Throttle(rule)
        self._steady = steady

    def count(self, person: Person) -> None:
        """Somebody is about to have one made. Raises :class:`~quincunx.core.reason.Refusal`."""
        if self._throttle is None:
            return
        now = self._steady()
        if self._throttle.wait(person.id, now):
            raise refused("too-fast", "too-fast", "That was too fast; please wait a moment.")
        self._throttle.count(person.id, now)

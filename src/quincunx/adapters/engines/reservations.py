"""Capacity that is reserved for rated games, so that their bots play at full strength."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from quincunx.node.ports import Asker

FOR_A_WORKER: Final = 20
"""The most rated games for each worker: a move takes it about 0.2 s, and a turn at a table some seconds."""
FOR_A_PERSON: Final = 4
"""The most rated games with bots at one time at the tables of one person."""
IDLE_SECONDS: Final = 3600.0
"""Seconds without a question after which a reservation expires. A game that continues reserves again."""


class Reservations:
    """The tables with reserved capacity."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._held: dict[str, tuple[str, float]] = {}
        """The host of each table, and the time of its last use; the least recently used comes first."""

    def __len__(self) -> int:
        return len(self._held)

    def reserve(self, asker: Asker, workers: int) -> bool:
        """Reserve capacity for this table, or renew its reservation. Returns ``False`` if so many workers
        have no capacity left, or the host has too many reservations."""
        self._expire()
        if asker.table not in self._held:
            of_person = sum(host == asker.host for host, _ in self._held.values())
            if len(self._held) >= workers * FOR_A_WORKER or of_person >= FOR_A_PERSON:
                return False
        self.use(asker.table, asker.host)
        return True

    def use(self, table: str, host: str) -> None:
        """Renew the reservation of a table that asks a question."""
        self._held.pop(table, None)
        self._held[table] = host, self._now()

    def is_held(self, table: str) -> bool:
        """True if the table has a reservation."""
        return table in self._held

    def release(self, table: str) -> None:
        """Release the reservation of a game that is over."""
        self._held.pop(table, None)

    def _expire(self) -> None:
        while self._held:
            table, (_, used) = next(iter(self._held.items()))
            if self._now() - used < IDLE_SECONDS:
                return
            del self._held[table]

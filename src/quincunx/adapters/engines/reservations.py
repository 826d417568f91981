"""Capacity that is reserved for rated games, so that their bots play at their own level."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from quincunx.node.ports import Asker

FOR_A_WORKER: Final = 20
"""Rated games that one worker can serve: a move takes it about 0.2 s, and a turn at a table some seconds."""
FOR_A_PERSON: Final = 4
"""Rated games with bots at the tables of one person, at one time."""
IDLE_SECONDS: Final = 3600.0
"""A reservation ends when nothing has been asked for so long; a game that goes on reserves anew."""


class Reservations:
    """The tables that have a reservation. At most as many as ``take`` is told are kept."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._held: dict[str, tuple[str, float]] = {}
        """The host of each table, and when it was used last; the longest unused comes first."""

    def __len__(self) -> int:
        return len(self._held)

    def take(self, asker: Asker, workers: int) -> bool:
        """Reserve for this table, or keep what it has; ``False`` if these workers have no room for it."""
        self._expire()
        if asker.table not in self._held:
            of_person = sum(host == asker.host for host, _ in self._held.values())
            if len(self._held) >= workers * FOR_A_WORKER or of_person >= FOR_A_PERSON:
                return False
        self.use(asker.table, asker.host)
        return True

    def use(self, table: str, host: str) -> None:
        """The table asks something: its reservation lasts."""
        self._held.pop(table, None)
        self._held[table] = host, self._now()

    def is_held(self, table: str) -> bool:
        """Whether something is reserved for this table."""
        return table in self._held

    def release(self, table: str) -> None:
        """The game is over."""
        self._held.pop(table, None)

    def _expire(self) -> None:
        while self._held:
            table, (_, used) = next(iter(self._held.items()))
            if self._now() - used < IDLE_SECONDS:
                return
            del self._held[table]

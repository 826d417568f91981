"""Watchers to wake when a table changes: players at once, a crowd bit by bit."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import islice
from typing import Final, Protocol

from quincunx.table.parts import SeatState

AT_ONCE: Final = 50
"""Most watchers woken at once. A larger crowd may wait, so that it does not delay other tables of this
node."""


class Watcher(Protocol):
    """The connection of a person to a table."""

    def set(self) -> None:
        """Note that there is news, and handle it soon but not now. A repeated call has no further effect."""
        ...


class Watchers:
    """The watchers of one table."""

    def __init__(self) -> None:
        self._people: dict[Watcher, str] = {}
        """The ids of the watchers' people, in the order of arrival."""
        self._waiting: dict[Watcher, None] = {}
        """The rest of a crowd, in the order in which it is woken."""
        self._next: asyncio.Handle | None = None

    def __len__(self) -> int:
        return len(self._people)

    def add(self, watcher: Watcher, person: str) -> None:
        """Add a watcher, and wake it at once."""
        self._people[watcher] = person
        watcher.set()

    def discard(self, watcher: Watcher) -> None:
        """Undo :meth:`add`."""
        self._people.pop(watcher, None)
        self._waiting.pop(watcher, None)

    def wake(self, seats: Sequence[SeatState]) -> None:
        """Wake all watchers. In a crowd, people with a seat come first, and the others in turn."""
        if len(self._people) <= AT_ONCE:
            for watcher in self._people:
                watcher.set()
            return
        seated = {seat.person for seat in seats}
        for watcher, person in self._people.items():
            if person in seated:
                watcher.set()
            else:
                # A watcher that waits already keeps its place, however fast the game goes.
                self._waiting.setdefault(watcher)
        if self._next is None:
            self._next = asyncio.get_running_loop().call_soon(self._go_on)

    def _go_on(self) -> None:
        self._next = None
        for watcher in tuple(islice(self._waiting, AT_ONCE)):
            del self._waiting[watcher]
            watcher.set()
        if self._waiting:
            self._next = asyncio.get_running_loop().call_soon(self._go_on)

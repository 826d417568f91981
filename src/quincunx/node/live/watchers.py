"""Whoever is to be told when a table changes: players at once, a crowd bit by bit."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final, Protocol

from quincunx.table.parts import SeatState

AT_ONCE: Final = 50
"""So many are told before everybody else at this node has their turn: a crowd may take its time, but must not
take other people's."""


class Watcher(Protocol):
    """Somebody connected to a table."""

    def set(self) -> None:
        """There is something new, to be told soon but not now. Once more before that changes nothing."""
        ...


class Watchers:
    """Those of one table."""

    def __init__(self) -> None:
        self._people: dict[Watcher, str] = {}
        """In the order in which they came, with their ids."""
        self._waiting: dict[Watcher, None] = {}
        """A crowd's rest, in the order in which it is told."""
        self._next: asyncio.Handle | None = None

    def __len__(self) -> int:
        return len(self._people)

    def add(self, watcher: Watcher, person: str) -> None:
        """One more, who is told at once how things are."""
        self._people[watcher] = person
        watcher.set()

    def discard(self, watcher: Watcher) -> None:
        """Undo :meth:`add`."""
        self._people.pop(watcher, None)
        self._waiting.pop(watcher, None)

    def wake(self, seats: Sequence[SeatState]) -> None:
        """Set all; in a crowd those who sit there first, and the others after them in turn."""
        if len(self._people) <= AT_ONCE:
            for watcher in self._people:
                watcher.set()
            return
        seated = {seat.person for seat in seats}
        for watcher, person in self._people.items():
            if person in seated:
                watcher.set()
            else:
                # Who waits already keeps their place, however fast the game goes.
                self._waiting.setdefault(watcher)
        if self._next is None:
            self._next = asyncio.get_running_loop().call_soon(self._go_on)

    def _go_on(self) -> None:
        self._next = None
        for watcher in _first(self._waiting):
            del self._waiting[watcher]
            watcher.set()
        if self._waiting:
            self._next = asyncio.get_running_loop().call_soon(self._go_on)


def _first(waiting: dict[Watcher, None]) -> list[Watcher]:
    return [watcher for watcher, _ in zip(waiting, range(AT_ONCE), strict=False)]

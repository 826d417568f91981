"""Who is connected to a table on this node, and since when somebody is not."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Container, Mapping

from quincunx.node.signal import Signal
from quincunx.table.seats import is_away
from quincunx.table.state import SeatState, TableState
from quincunx.table.wire import Presence

GATHERING_SECONDS = 0.3
"""Comings and goings are told together, at most this often: else a crowd that arrives would wake itself
as often as the square of its size."""


FRESH_MILLISECONDS = 1_000
"""While somebody is gone, it is looked up this often at most whether they count as away by now."""


class TablePresence:
    """The connections to one table. ``now`` is in milliseconds since 1970; ``on_change`` is called once for
    all that come or go within a moment."""

    def __init__(self, now: int, on_change: Callable[[], None]) -> None:
        self._since = now
        self._on_change = on_change
        self._connections: Counter[str] = Counter()
        self._left: dict[str, int] = {}
        self._telling: asyncio.TimerHandle | None = None
        self._view: Presence | None = None
        """What was told last, until somebody comes or goes."""
        self._view_seats: tuple[SeatState, ...] = ()
        self._view_until: int | None = None

    def join(self, person: str) -> None:
        """One more connection of this person's."""
        self._connections[person] += 1
        self._left.pop(person, None)
        self._changed()

    def leave(self, person: str, now: int) -> None:
        """Undo :meth:`join`."""
        self._connections[person] -= 1
        if not self._connections[person]:
            del self._connections[person]
            self._left[person] = now
        self._changed()

    def _changed(self) -> None:
        self._view = None
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(GATHERING_SECONDS, self._tell)

    def _tell(self) -> None:
        self._telling = None
        self._on_change()

    @property
    def here(self) -> Container[str]:
        """The ids of all who are connected."""
        return self._connections.keys()

    def last_seen(self, state: TableState) -> dict[str, int]:
        """Since when people who hold a seat are not connected; whoever is connected is not in it."""
        return {
            seat.person: self._left.get(seat.person, self._since)
            for seat in state.seats
            if seat.kind == "person" and seat.person is not None and seat.person not in self._connections
        }

    def view(self, state: TableState, now: int) -> Presence:
        """What everybody at the table may know of it; that somebody has become away is noticed within
        :data:`FRESH_MILLISECONDS`."""
        if self._view is None or self._view_seats is not state.seats or self._is_stale(now):
            last_seen = self.last_seen(state)
            self._view = self._look(state, now, last_seen)
            self._view_seats = state.seats
            # With everybody here, time changes nothing.
            self._view_until = now + FRESH_MILLISECONDS if last_seen else None
        return self._view

    def _is_stale(self, now: int) -> bool:
        return self._view_until is not None and now >= self._view_until

    def _look(self, state: TableState, now: int, last_seen: Mapping[str, int]) -> Presence:
        seated = [seat.person if seat.kind == "person" else None for seat in state.seats]
        return Presence(
            here=tuple(person in self._connections for person in seated),
            away=tuple(is_away(person, now, last_seen) for person in seated),
            watching=len(self._connections) - sum(person in self._connections for person in {*seated}),
        )


class Watchers:
    """Whoever is to be woken when a table changes."""

    def __init__(self) -> None:
        self._signals: set[Signal] = set()

    def __len__(self) -> int:
        return len(self._signals)

    def add(self) -> Signal:
        """A signal that is set whenever there is something new."""
        signal = Signal()
        self._signals.add(signal)
        return signal

    def discard(self, signal: Signal) -> None:
        """Undo :meth:`add`."""
        self._signals.discard(signal)

    def wake(self) -> None:
        """Set all signals."""
        for signal in self._signals:
            signal.set()

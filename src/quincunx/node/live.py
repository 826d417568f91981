"""A table in memory: its state, and its recent past for those who come back."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Sequence

from quincunx.core.game import Seat
from quincunx.core.reason import Reason
from quincunx.node.presence import TablePresence, Watchers
from quincunx.node.signal import Signal
from quincunx.table.events import Entry
from quincunx.table.state import TableState, advance_checked
from quincunx.table.view import public_events
from quincunx.table.wire import PublicEvent

REMEMBERED = 64
"""Entries kept for clients that missed some; who missed more gets the newest view alone."""
LATELY = 20
"""So many of them are told to whoever comes new."""
REFUSALS_REMEMBERED = 100


class PastEntry:
    """An entry and the state before it. What a viewer may know of it is worked out once for each point of
    view, however many ask."""

    __slots__ = ("_before", "_entry", "_events")

    def __init__(self, before: TableState | None, entry: Entry) -> None:
        self._before = before
        self._entry = entry
        self._events: dict[Seat | None, tuple[PublicEvent, ...]] = {}

    def events(self, point_of_view: Seat | None) -> tuple[PublicEvent, ...]:
        """What somebody who sees from this seat is told."""
        found = self._events.get(point_of_view)
        if found is None:
            found = self._events[point_of_view] = public_events(self._before, self._entry, point_of_view)
        return found


class LiveTable:
    """One table. ``lock`` is held while a command is decided and appended."""

    def __init__(self, entries: Sequence[Entry], now: int) -> None:
        """Fold all entries of a table, the first one included."""
        self.lock = asyncio.Lock()
        self.versions: dict[str, int] = {}
        """Idempotency key → the version that it brought about."""
        self.refusals: OrderedDict[str, Reason] = OrderedDict()
        """Idempotency key → why it was refused: a double that comes late finds the same answer."""
        self._past: deque[PastEntry] = deque(maxlen=REMEMBERED)
        self._watchers = Watchers()
        self.presence = TablePresence(now, self._watchers.wake)
        state: TableState | None = None
        for entry in entries:
            self._past.append(PastEntry(state, entry))
            self.versions[entry.key] = entry.version
            state = advance_checked(state, entry)
        assert state is not None
        self.state = state

    def advance(self, entry: Entry, state: TableState) -> None:
        """Take in the next entry, which is on disk, and the state that it leads to; wake everybody who
        watches."""
        self._past.append(PastEntry(self.state, entry))
        self.versions[entry.key] = entry.version
        self.state = state
        self._watchers.wake()

    def remember_refusal(self, key: str, reason: Reason) -> None:
        """Keep an answer for its doubles; the oldest are forgotten."""
        self.refusals.setdefault(key, reason)
        if len(self.refusals) > REFUSALS_REMEMBERED:
            self.refusals.popitem(last=False)

    def since(self, version: int) -> list[PastEntry] | None:
        """The entries after ``version``; ``None`` if they are forgotten, or
        if the version is not of this table's past at all."""
        if not 0 <= version <= self.state.version:
            return None
        missed = self.state.version - version
        if missed > len(self._past):
            return None
        return list(self._past)[len(self._past) - missed :]

    def lately(self) -> list[PastEntry]:
        """The newest entries, for somebody who comes new to the table."""
        return list(self._past)[-LATELY:]

    @property
    def is_in_use(self) -> bool:
        """Whether somebody watches, or a command is under way."""
        return bool(self._watchers) or self.lock.locked()

    def join(self, person: str) -> Signal:
        """Connect somebody; the signal is set whenever there is something new."""
        self.presence.join(person)
        return self._watchers.add()

    def leave(self, person: str, signal: Signal, now: int) -> None:
        """Undo :meth:`join`."""
        self._watchers.discard(signal)
        self.presence.leave(person, now)

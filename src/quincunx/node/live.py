"""A table in memory: its state, and its recent past for those who come back."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Sequence

from quincunx.core.reason import Reason
from quincunx.node.presence import TablePresence, Watchers
from quincunx.node.signal import Signal
from quincunx.table.events import Entry
from quincunx.table.state import TableState, advance

REMEMBERED = 64
"""Entries kept for clients that missed some; who missed more gets the newest view alone."""
REFUSALS_REMEMBERED = 100


class LiveTable:
    """One table. ``lock`` is held while a command is decided and appended."""

    def __init__(self, entries: Sequence[Entry], now: int) -> None:
        """Fold all entries of a table, the first one included."""
        self.lock = asyncio.Lock()
        self.versions: dict[str, int] = {}
        """Idempotency key → the version that it brought about."""
        self.refusals: OrderedDict[str, Reason] = OrderedDict()
        """Idempotency key → why it was refused: a double that comes late finds the same answer."""
        self._past: deque[tuple[TableState | None, Entry]] = deque(maxlen=REMEMBERED)
        self._watchers = Watchers()
        self.presence = TablePresence(now, self._watchers.wake)
        state: TableState | None = None
        for entry in entries:
            self._past.append((state, entry))
            self.versions[entry.key] = entry.version
            state = advance(state, entry)
        assert state is not None
        self.state = state

    def advance(self, entry: Entry, state: TableState) -> None:
        """Take in the next entry, which is on disk, and the state that it leads to; wake everybody who
        watches."""
        self._past.append((self.state, entry))
        self.versions[entry.key] = entry.version
        self.state = state
        self._watchers.wake()

    def remember_refusal(self, key: str, reason: Reason) -> None:
        """Keep an answer for its doubles; the oldest are forgotten."""
        self.refusals.setdefault(key, reason)
        if len(self.refusals) > REFUSALS_REMEMBERED:
            self.refusals.popitem(last=False)

    def since(self, version: int) -> list[tuple[TableState | None, Entry]] | None:
        """The entries after ``version`` with the state before each; ``None`` if they are forgotten, or
        if the version is not of this table's past at all."""
        if not 0 <= version <= self.state.version:
            return None
        missed = self.state.version - version
        if missed > len(self._past):
            return None
        return list(self._past)[len(self._past) - missed :]

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

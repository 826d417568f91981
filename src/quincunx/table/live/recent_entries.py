"""The newest entries of a table, for clients that missed some of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Set
from itertools import islice
from typing import Final

from quincunx.core.values import Seat
from quincunx.table.events import Entry
from quincunx.table.fold import Progress, take_in
from quincunx.table.record.redaction import redact_entry, redact_state
from quincunx.table.state import TableState
from quincunx.table.view import public_events
from quincunx.table.wire.table import PublicEvent

REMEMBERED: Final = 64
"""Entries that a client may have missed. A client that missed more gets only the newest view."""
LATELY: Final = 20
"""Entries whose events a new client gets."""
CHECKPOINT_EVERY: Final = 16
"""Entries between two stored states. A state takes some 3 KB. Following an entry takes some 40 µs, and only
reconnecting clients cause it."""


class RecentEntries:
    """Entries and, at intervals, the state before one, from which the states between are recomputed."""

    __slots__ = ("_entries", "_events", "_newest", "_states")

    def __init__(self) -> None:
        # The maximum is larger by one interval, because the oldest entry asked for needs a stored state
        # before it.
        self._entries: deque[Entry] = deque(maxlen=REMEMBERED + CHECKPOINT_EVERY)
        self._states: dict[int, TableState | None] = {}
        """The state before an entry, by the entry's version."""
        self._newest: Progress | None = None
        self._events: dict[Seat | None, tuple[PublicEvent, ...]] = {}
        """The events of the newest entry by point of view: all watchers ask for them."""

    def append(self, before: TableState | None, progress: Progress) -> None:
        """Add the newest entry, and the state that it was decided on."""
        entry = progress.entry
        if not self._entries or entry.version % CHECKPOINT_EVERY == 0:
            self._states[entry.version] = before
            for version in [each for each in self._states if each < self._oldest(entry)]:
                del self._states[version]
        self._entries.append(entry)
        self._newest = progress
        self._events.clear()

    def reach(self, version: int | None) -> bool:
        """True if all entries after ``version`` are stored; ``False`` for a version that the table does not
        have."""
        last = self._entries[-1].version if self._entries else 0
        return version is not None and 0 <= version <= last <= version + REMEMBERED

    def events_since(self, version: int, point_of_view: Seat | None) -> tuple[PublicEvent, ...] | None:
        """The events after ``version``, seen from this seat; ``None`` if they are no longer stored."""
        if not self.reach(version):
            return None
        return self._last(self._entries[-1].version - version, point_of_view)

    def newest_events(self, point_of_view: Seat | None) -> tuple[PublicEvent, ...]:
        """The newest events, for a new client, seen from this seat."""
        return self._last(min(LATELY, len(self._entries)), point_of_view)

    def forget_names(self, gone: Set[str]) -> None:
        """Replace the names of these people."""
        entries = [redact_entry(entry, gone) for entry in self._entries]
        self._entries.clear()
        self._entries.extend(entries)
        for version, state in self._states.items():
            self._states[version] = state and redact_state(state, gone)
        self._newest = None
        self._events.clear()

    def _oldest(self, newest: Entry) -> int:
        """The version of the oldest stored entry once this one has been added."""
        return newest.version - REMEMBERED - CHECKPOINT_EVERY + 1

    def _last(self, number: int, point_of_view: Seat | None) -> tuple[PublicEvent, ...]:
        if number == 1:
            found = self._events.get(point_of_view)
            if found is None:
                progress = self._newest or next(self._follow(1))
                found = self._events[point_of_view] = public_events(progress, point_of_view)
            return found
        return tuple(
            event for progress in self._follow(number) for event in public_events(progress, point_of_view)
        )

    def _follow(self, number: int) -> Iterator[Progress]:
        """Fold the last entries again, from the last stored state before them on."""
        if not number:
            return
        first = self._entries[-number].version
        known = max(version for version in self._states if version <= first)
        state = self._states[known]
        skipped = len(self._entries) - (self._entries[-1].version - known + 1)
        for entry in islice(self._entries, skipped, None):
            progress = take_in(state, entry)
            state = progress.after
            if entry.version >= first:
                yield progress

"""A table in memory: its state, and its recent past for those who come back."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence, Set
from typing import Final

from quincunx.core.game import Seat
from quincunx.node.presence import Horizon, TablePresence
from quincunx.node.shown import ShownOnce
from quincunx.node.watchers import Watcher, Watchers
from quincunx.table.events import Entry
from quincunx.table.fold import Progress, take_in, take_in_checked
from quincunx.table.names import people_named, state_without_names, without_names
from quincunx.table.state import TableState
from quincunx.table.view import public_events, small_view
from quincunx.table.wire import PublicEvent

REMEMBERED = 64
"""Entries kept for clients that missed some; who missed more gets the newest view alone."""
STATES_APART: Final = 4
"""Of so many entries one keeps the state before it: each move would leave some 3 KB behind else."""
LATELY = 20
"""So many of them are told to whoever comes new."""


class PastEntry:
    """An entry that was taken in. What a viewer may know of it is worked out once for each point of view,
    however many ask."""

    __slots__ = ("_before", "_entry", "_events", "_previous", "_progress")

    def __init__(self, before: TableState | None, progress: Progress, previous: PastEntry | None) -> None:
        """``previous`` is the entry before, if the state between is to be found from there later on."""
        self._before = before
        self._entry = progress.entry
        self._previous = previous
        self._progress: Progress | None = progress
        self._events: dict[Seat | None, tuple[PublicEvent, ...]] = {}

    def events(self, point_of_view: Seat | None) -> tuple[PublicEvent, ...]:
        """What somebody who sees from this seat is told."""
        found = self._events.get(point_of_view)
        if found is None:
            progress = self._progress or take_in(self._state_before(), self._entry)
            found = self._events[point_of_view] = public_events(progress, point_of_view)
        return found

    def _state_before(self) -> TableState | None:
        previous = self._previous
        if previous is None or self._before is not None:
            return self._before
        return take_in(previous._state_before(), previous._entry).after

    def forget_names(self, gone: Set[str]) -> None:
        """Tell nobody any more what these people were called."""
        if self._previous is not None:
            self._previous.forget_names(gone)  # perhaps nobody else has it any more
        self._entry = without_names(self._entry, gone)
        self._before = self._before and state_without_names(self._before, gone)
        self._progress = None
        self._events.clear()

    def is_past(self) -> None:
        """There is a newer entry. Who asks now is rare, and the states between cost more than to find them
        again."""
        self._progress = None
        if self._previous is not None:
            self._before = None


def events_of(past: Sequence[PastEntry], point_of_view: Seat | None) -> tuple[PublicEvent, ...]:
    """What somebody who sees from this seat is told of these entries."""
    if len(past) == 1:
        return past[0].events(point_of_view)
    return tuple(event for entry in past for event in entry.events(point_of_view))


def position(state: TableState) -> tuple[int, Seat | None]:
    """What a bot's search is about: talk at the table does not make it stale."""
    return state.moved_at, state.bot_to_move()


class LiveTable:
    """One table. ``lock`` is held while a command is decided and appended."""

    def __init__(
        self,
        entries: Sequence[Entry],
        now: int,
        horizon: Horizon | None = None,
        gone: frozenset[str] = frozenset(),
    ) -> None:
        """Fold all entries of a table, the first one included, without the names of who is ``gone``."""
        self.lock = asyncio.Lock()
        self.commands = 0
        """Commands that are under way, those that wait for the lock included."""
        self.versions: dict[str, int] = {}
        """Idempotency key → the version that it brought about."""
        self.shown = ShownOnce()
        self.named: set[str] = set()
        """All people whose names or words any entry holds."""
        self._past: deque[PastEntry] = deque(maxlen=REMEMBERED)
        self._watchers = Watchers()
        self.presence = TablePresence(now, self._wake, horizon)
        state: TableState | None = None
        for entry in entries:
            progress = take_in_checked(state, entry)
            nameless = without_names(entry, gone) if gone else entry
            if nameless is not entry:
                progress = take_in(state, nameless)
            self._remember(state, progress)
            state = progress.after
        assert state is not None
        self.state = state
        self._small: tuple[int, str | None] = (0, None)
        self.is_ours = False
        """Whether this node brought the present position about: then it thinks for the bots."""

    def advance(self, progress: Progress, is_ours: bool = False) -> None:
        """Go on by an entry that is on disk; wake everybody who watches. ``is_ours``: this node has appended
        it."""
        entry = progress.entry
        before, after = self.state, progress.after
        if before.moved_at != after.moved_at or before.bot_to_move() != after.bot_to_move():
            self.is_ours = is_ours
        self.presence.saw(entry.key.partition(":")[0], entry.at)
        self._remember(before, progress)
        self.state = after
        self.shown.advance()
        self._wake()

    def forget_names(self, gone: frozenset[str]) -> None:
        """Show nobody any more what these people were called."""
        if self.named.isdisjoint(gone):
            return
        state = state_without_names(self.state, gone)
        for past in self._past:
            past.forget_names(gone)
        self.shown.clear()
        if state is not self.state:
            self.state = state
            self._wake()

    @property
    def small(self) -> str | None:
        """See :func:`quincunx.table.view.small_view`; worked out once for each version."""
        if self._small[0] != self.state.version:
            self._small = self.state.version, small_view(self.state)
        return self._small[1]

    def _wake(self) -> None:
        self._watchers.wake(self.state.seats)

    def _remember(self, before: TableState | None, progress: Progress) -> None:
        previous = self._past[-1] if self._past else None
        if previous is not None:
            previous.is_past()
        self.named |= people_named(progress.entry)
        keeps_state = progress.entry.version % STATES_APART == 0
        self._past.append(PastEntry(before, progress, None if keeps_state else previous))
        self.versions[progress.entry.key] = progress.entry.version

    def since(self, version: int) -> list[PastEntry] | None:
        """The entries after ``version``; ``None`` if they are forgotten, or
        if the version is not of this table's past at all."""
        if not 0 <= version <= self.state.version:
            return None
        missed = self.state.version - version
        if missed > len(self._past):
            return None
        if missed == 1:
            return [self._past[-1]]
        return [self._past[at] for at in range(len(self._past) - missed, len(self._past))]

    def events_since(self, version: int, point_of_view: Seat | None) -> tuple[PublicEvent, ...] | None:
        """What somebody who sees from this seat is told of the entries after ``version``; ``None`` as for
        :meth:`since`."""
        past = self.since(version)
        return None if past is None else events_of(past, point_of_view)

    def lately(self) -> list[PastEntry]:
        """The newest entries, for somebody who comes new to the table."""
        return list(self._past)[-LATELY:]

    @property
    def is_in_use(self) -> bool:
        """Whether somebody watches, or a command is under way."""
        return bool(self._watchers) or self.commands > 0 or self.lock.locked()

    def join(self, person: str, watcher: Watcher) -> None:
        """Connect somebody; the watcher is set now, and whenever there is something new."""
        self.presence.join(person)
        self._watchers.add(watcher, person)

    def leave(self, person: str, watcher: Watcher, now: int) -> None:
        """Undo :meth:`join`."""
        self._watchers.discard(watcher)
        if not self._watchers:
            self.shown.clear()  # thousands of tables that nobody watches may be in memory
        self.presence.leave(person, now)

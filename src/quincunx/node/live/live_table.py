"""A table in memory: its state, and its recent past for those who come back."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from quincunx.core.values import Seat
from quincunx.node.live.frames import ShownOnce
from quincunx.node.live.presence import Horizon, TablePresence
from quincunx.node.live.recent_entries import RecentEntries
from quincunx.node.live.watchers import Watcher, Watchers
from quincunx.table.events import Entry
from quincunx.table.fold import Progress, take_in, take_in_checked
from quincunx.table.record.redaction import people_named, state_without_names, without_names
from quincunx.table.state import TableState
from quincunx.table.view import small_view


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
        self.recent = RecentEntries()
        self._watchers = Watchers()
        self.presence = TablePresence(now, self._wake, horizon)
        self.state = self._folded(None, entries, gone)
        self._small: tuple[int, str | None] = (0, None)
        self.used_at = 0.0
        """When the table was last asked for, by the event loop's time."""
        self.is_ours = False
        """Whether this node brought the present position about: then it thinks for the bots."""

    def fold(self, entries: Sequence[Entry], gone: frozenset[str]) -> None:
        """Go on by further entries of the journal, before anybody has this table: a long one is folded in
        parts."""
        self.state = self._folded(self.state, entries, gone)

    def _folded(self, state: TableState | None, entries: Sequence[Entry], gone: frozenset[str]) -> TableState:
        for entry in entries:
            progress = take_in_checked(state, entry)
            nameless = without_names(entry, gone) if gone else entry
            if nameless is not entry:
                progress = take_in(state, nameless)
            self._remember(state, progress)
            state = progress.after
        assert state is not None
        return state

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
        self.recent.forget_names(gone)
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
        entry = progress.entry
        self.named |= people_named(entry)
        self.recent.append(before, progress)
        self.versions[entry.key] = entry.version

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

"""A table in memory: its state, and its recent entries for reconnecting clients."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from quincunx.core.values import Seat
from quincunx.node.live.frames import UpdateCache
from quincunx.node.live.presence import Horizon, TablePresence
from quincunx.node.live.recent_entries import RecentEntries
from quincunx.node.live.watchers import Watcher, Watchers
from quincunx.table.events import Entry
from quincunx.table.fold import Progress, take_in, take_in_checked
from quincunx.table.record.redaction import people_named, redact_entry, redact_state
from quincunx.table.state import TableState
from quincunx.table.view import small_view


def position(state: TableState) -> tuple[int, Seat | None]:
    """The position that a bot's search is about. Chat does not make a search stale."""
    return state.moved_at, state.bot_to_move()


class LiveTable:
    """One table. ``lock`` is held while a command is decided and appended."""

    def __init__(
        self,
        entries: Sequence[Entry],
        now: int,
        horizon: Horizon | None = None,
        gone: frozenset[str] = frozenset(),
        announce: Callable[[LiveTable], None] | None = None,
    ) -> None:
        """Fold all entries of a table, the first one included, without the names of the people in
        ``gone``. ``announce`` tells other nodes who is connected here."""
        self.lock = asyncio.Lock()
        self._commands = 0
        """The number of commands in progress, including those waiting for the lock."""
        self.versions: dict[str, int] = {}
        """Versions created by commands, by idempotency key."""
        self.shown = UpdateCache()
        self.named: set[str] = set()
        """All people whose names or words any entry contains."""
        self.recent = RecentEntries()
        self._watchers = Watchers()
        announce_this = None if announce is None else partial(announce, self)
        self.presence = TablePresence(now, self._wake, horizon, announce_this)
        self.state = self._folded(None, entries, gone)
        self._small: tuple[int, str | None] = (0, None)
        self.used_at = 0.0
        """The event loop's time of the last request for the table."""
        self.is_ours = False
        """True if this node caused the present position, so that it computes for the bots."""

    def fold(self, entries: Sequence[Entry], gone: frozenset[str]) -> None:
        """Fold further entries of the journal before the table is shared; a long table is folded in parts."""
        self.state = self._folded(self.state, entries, gone)

    def _folded(self, state: TableState | None, entries: Sequence[Entry], gone: frozenset[str]) -> TableState:
        for entry in entries:
            progress = take_in_checked(state, entry)
            nameless = redact_entry(entry, gone) if gone else entry
            if nameless is not entry:
                progress = take_in(state, nameless)
            self._remember(state, progress)
            state = progress.after
        assert state is not None
        return state

    def advance(self, progress: Progress, is_ours: bool = False) -> None:
        """Apply an entry that is on disk, and wake all watchers. ``is_ours``: this node has appended it."""
        entry = progress.entry
        before, after = self.state, progress.after
        if before.moved_at != after.moved_at or before.bot_to_move() != after.bot_to_move():
            self.is_ours = is_ours
        self.presence.record_action(entry.key.partition(":")[0], entry.at)
        self._remember(before, progress)
        self.state = after
        self.shown.advance()
        self._wake()

    def forget_names(self, gone: frozenset[str]) -> None:
        """Redact the names of these people from now on."""
        if self.named.isdisjoint(gone):
            return
        state = redact_state(self.state, gone)
        self.recent.forget_names(gone)
        self.shown.clear()
        if state is not self.state:
            self.state = state
            self._wake()

    @property
    def small(self) -> str | None:
        """The small picture of the game (:func:`quincunx.table.view.small_view`), computed once per
        version."""
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

    def begin_command(self) -> None:
        """Count a command in progress: the table is in use until :meth:`end_command`."""
        self._commands += 1

    def end_command(self) -> None:
        """Undo :meth:`begin_command`."""
        self._commands -= 1

    def claim(self) -> None:
        """Note that this node caused the present position."""
        self.is_ours = True

    def touch(self, now: float) -> None:
        """Note a request for the table, at the event loop's time."""
        self.used_at = now

    @property
    def is_in_use(self) -> bool:
        """True if the table has watchers, or a command is in progress."""
        return bool(self._watchers) or self._commands > 0 or self.lock.locked()

    def join(self, person: str, watcher: Watcher) -> None:
        """Connect a person. The watcher is set now, and whenever there is news."""
        self.presence.join(person)
        self._watchers.add(watcher, person)

    def leave(self, person: str, watcher: Watcher, now: int) -> None:
        """Undo :meth:`join`."""
        self._watchers.discard(watcher)
        if not self._watchers:
            self.shown.clear()  # thousands of tables without watchers may be in memory
        self.presence.leave(person, now)

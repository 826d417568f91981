"""A table in memory: its state, and its recent entries for reconnecting clients."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from quincunx.core.values import Seat
from quincunx.node.live.presence import Horizon, TablePresence
from quincunx.node.live.watchers import Watcher, Watchers
from quincunx.table.events import Entry
from quincunx.table.fold import Progress
from quincunx.table.live.folded import FoldedTable
from quincunx.table.state import TableState


def position(state: TableState) -> tuple[int, Seat | None]:
    """The position that a bot's search is about. Chat does not make a search stale."""
    return state.moved_at, state.bot_to_move()


class LiveTable(FoldedTable):
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
        super().__init__(entries, gone)
        self.lock = asyncio.Lock()
        self._commands = 0
        """The number of commands in progress, including those waiting for the lock."""
        self._watchers = Watchers()
        announce_this = None if announce is None else partial(announce, self)
        self.presence = TablePresence(now, self._wake, horizon, announce_this)
        self.used_at = 0.0
        """The event loop's time of the last request for the table."""
        self.is_ours = False
        """True if this node caused the present position, so that it computes for the bots."""

    def advance(self, progress: Progress, is_ours: bool = False) -> None:
        """Apply an entry that is on disk, and wake all watchers. ``is_ours``: this node has appended it."""
        entry = progress.entry
        before, after = self.state, progress.after
        if before.moved_at != after.moved_at or before.bot_to_move() != after.bot_to_move():
            self.is_ours = is_ours
        self.presence.record_action(entry.key.partition(":")[0], entry.at)
        super().advance(progress)
        self._wake()

    def forget_names(self, gone: frozenset[str]) -> bool:
        """Redact the names of these people from now on. True if the state has changed."""
        has_changed = super().forget_names(gone)
        if has_changed:
            self._wake()
        return has_changed

    def _wake(self) -> None:
        self._watchers.wake(self.state.seats)

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
            self.updates.clear()  # thousands of tables without watchers may be in memory
        self.presence.leave(person, now)

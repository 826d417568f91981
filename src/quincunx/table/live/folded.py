"""A table's state, folded from its entries, and what is remembered of them for its viewers."""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.table.events import Entry
from quincunx.table.fold import Progress, take_in, take_in_checked
from quincunx.table.live.frames import UpdateCache
from quincunx.table.live.recent_entries import RecentEntries
from quincunx.table.record.redaction import people_named, redact_entry, redact_state
from quincunx.table.state import TableState
from quincunx.table.view import small_view


class FoldedTable:
    """One table in memory."""

    def __init__(self, entries: Sequence[Entry], gone: frozenset[str] = frozenset()) -> None:
        """Fold all entries of a table, the first one included, without the names of the people in
        ``gone``."""
        self.versions: dict[str, int] = {}
        """Versions created by commands, by idempotency key."""
        self.updates = UpdateCache()
        self.named: set[str] = set()
        """All people whose names or words any entry contains."""
        self.recent = RecentEntries()
        self.state = self._folded(None, entries, gone)
        self._small: tuple[int, str | None] = (0, None)

    def fold(self, entries: Sequence[Entry], gone: frozenset[str] = frozenset()) -> None:
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

    def advance(self, progress: Progress) -> None:
        """Apply an entry that is on disk."""
        self._remember(self.state, progress)
        self.state = progress.after
        self.updates.advance()

    def forget_names(self, gone: frozenset[str]) -> bool:
        """Redact the names of these people from now on. True if the state has changed."""
        if self.named.isdisjoint(gone):
            return False
        before, self.state = self.state, redact_state(self.state, gone)
        self.recent.forget_names(gone)
        self.updates.clear()
        return self.state is not before

    @property
    def small(self) -> str | None:
        """The small picture of the game (:func:`quincunx.table.view.small_view`), computed once per
        version."""
        if self._small[0] != self.state.version:
            self._small = self.state.version, small_view(self.state)
        return self._small[1]

    def _remember(self, before: TableState | None, progress: Progress) -> None:
        entry = progress.entry
        self.named |= people_named(entry)
        self.recent.append(before, progress)
        self.versions[entry.key] = entry.version

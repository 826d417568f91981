"""Checks of the clocks in the journal: each clock that ran out did so once, and not too early; no player
moved too late; and no clock was forgotten."""

from __future__ import annotations

from quincunx.table.deadlines.timeout import ends_at
from quincunx.table.events import Entry, Moved, TimeRanOut
from quincunx.table.fold import take_in_checked
from quincunx.table.state import TableState

FORGOTTEN_MILLISECONDS = 30_000
"""Seconds within which a node should have acted, with nodes up and down in between."""


class Clocks:
    """Findings at all tables. ``until`` is the time of the last check for clocks that have run out."""

    def __init__(self, until: int) -> None:
        self.until = until
        self.late: list[int] = []
        """For each clock that ran out, how many milliseconds later a bot took over."""
        self.moved = 0
        """The number of moves that people made in time."""

    def check(self, table: str, entries: list[Entry]) -> list[str]:
        """The errors at a table; empty if there are none."""
        wrong: list[str] = []
        state: TableState | None = None
        for entry in entries:
            after = take_in_checked(state, entry).after
            if state is not None and state.clock is not None:
                wrong += self._check(table, state, entry)
            state = after
        end = None if state is None else ends_at(state)
        if end is not None and end + FORGOTTEN_MILLISECONDS < self.until:
            wrong.append(f"{table}: a clock has run out, and nobody noticed")
        return wrong

    def _check(self, table: str, state: TableState, entry: Entry) -> list[str]:
        assert state.clock is not None
        end, now = state.clock.ends_at, max(entry.at, state.clock.now)
        for event in entry.events:
            if isinstance(event, TimeRanOut):
                if end is None or now < end or event.seat != state.clock.running:
                    return [f"{table}: at version {entry.version} nobody’s time had run out"]
                self.late.append(now - end)
            elif isinstance(event, Moved) and state.seats[event.seat].kind == "person":
                if end is None or now >= end:
                    return [f"{table}: version {entry.version} is a move that came too late"]
                self.moved += 1
        return []

"""A local table in memory, with the windows that show it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from quincunx.core.reason import Refusal
from quincunx.table.deadlines.outage import Outage
from quincunx.table.events import Entry
from quincunx.table.live.folded import FoldedTable
from quincunx.table.seats.person import Person
from quincunx.table.wire.table import Presence

GAP_MILLISECONDS: Final = 10_000
"""A table without an entry for so long, and now loaded, was not open: its clocks stood still."""
MOST_REFUSALS: Final = 32


class Window(Protocol):
    """A client that shows a table."""

    @property
    def person(self) -> Person: ...

    def set(self) -> None:
        """Note that there is news."""
        ...


class LocalTable(FoldedTable):
    """One table. Its windows are told of every change."""

    def __init__(self, entries: Sequence[Entry], now: int) -> None:
        super().__init__(entries)
        self.windows: list[Window] = []
        self.bot_at: float | None = None
        """The time at which a bot moves, on the steady clock; ``None`` if none is to move."""
        self.rests_until = 0.0
        """The time before which the system does nothing here, on the steady clock."""
        self.about: tuple[int, int | None] | None = None
        """The position that ``bot_at`` is about."""
        self.refusals: dict[str, Refusal] = {}
        """The last refusals, by the stored key of the command."""
        last = self.state.last_at
        self.gaps = (Outage(last, now),) if now - last >= GAP_MILLISECONDS else ()
        """The time before the table was loaded."""

    def wake(self) -> None:
        """Tell all windows that there is news."""
        for window in self.windows:
            window.set()

    def refuse(self, key: str, refusal: Refusal) -> None:
        """Remember a refusal, so that a repeated command gets the same answer."""
        self.refusals[key] = refusal
        while len(self.refusals) > MOST_REFUSALS:
            del self.refusals[next(iter(self.refusals))]

    @property
    def people_present(self) -> frozenset[str]:
        """The ids of the people whose windows show the table."""
        return frozenset(window.person.id for window in self.windows)

    @property
    def presence(self) -> Presence:
        """The public presence: no player is away from a table on their own device."""
        here = self.people_present
        seated = tuple(seat.kind == "person" and seat.person in here for seat in self.state.seats)
        return Presence(here=seated, away=(False,) * len(seated), watching=0)

"""What is sent of a table, worked out and encoded once for all who see the same."""

from __future__ import annotations

from typing import Final

import msgspec

from quincunx.core.game import Seat
from quincunx.table import view
from quincunx.table.person import Person
from quincunx.table.state import TableState
from quincunx.table.wire import TableView, Update

MOST_KEPT: Final = 16
"""For one version of one table, some 10 KB each: every seat and the spectators, and a few who come back."""

Eyes = tuple[Seat | None, tuple[Seat, ...], bool]
"""Everything about a person on which it depends what they see of a table: the seat that they see from, all
seats that are theirs, and whether they are the host."""


class Shown:
    """An update, and the frame that carries it."""

    __slots__ = ("_frame", "update")

    def __init__(self, update: Update) -> None:
        self.update = update
        self._frame: bytes | None = None

    @property
    def frame(self) -> bytes:
        """The update as JSON."""
        if self._frame is None:
            self._frame = msgspec.json.encode(self.update)
        return self._frame


class ShownOnce:
    """What was sent of the present version, and what was seen of the one before."""

    __slots__ = ("_kept", "_views")

    def __init__(self) -> None:
        self._kept: dict[tuple[Eyes, int | None], Shown] = {}
        self._views: dict[Eyes, tuple[TableState, TableView]] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def find(self, eyes: Eyes, since: int | None) -> Shown | None:
        """What somebody else was sent who sees the same, and had the same."""
        return self._kept.get((eyes, since))

    def keep(self, eyes: Eyes, update: Update) -> Shown:
        """Take in what was worked out for one of them."""
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
        shown = self._kept[eyes, update.since] = Shown(update)
        return shown

    def view(self, state: TableState, person: Person, wanted: Seat | None, eyes: Eyes) -> TableView:
        """The table as this person sees it; what has not changed since they saw it last is not made again."""
        before = self._views.get(eyes)
        found = before and view.carry_on(before[1], before[0], state)
        if found is None:
            found = view.view_table(state, person, wanted)
            if len(self._views) >= MOST_KEPT:
                self._views.clear()
        self._views[eyes] = state, found
        return found

    def advance(self) -> None:
        """There is a new version."""
        self._kept.clear()

    def clear(self) -> None:
        """Nobody watches any more."""
        self._kept.clear()
        self._views.clear()


def eyes_of(state: TableState, person: Person, point_of_view: Seat | None) -> Eyes:
    """The eyes with which a person sees a table from this seat."""
    theirs = tuple([seat for seat, each in enumerate(state.seats) if each.person == person.id])
    return point_of_view, theirs, person.id == state.host

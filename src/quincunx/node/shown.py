"""What is sent of a table, worked out and encoded once for all who see the same."""

from __future__ import annotations

from typing import Final

import msgspec

from quincunx.core.game import Seat
from quincunx.table import view
from quincunx.table.changes import changed
from quincunx.table.parts import SeatState
from quincunx.table.person import Person
from quincunx.table.state import TableState
from quincunx.table.wire import Changes, TableView, Update

MOST_KEPT: Final = 16
"""For one version of one table, some 10 KB each: every seat and the spectators, and a few who come back."""

FRESH_MILLISECONDS: Final = 200
"""So long what was sent once may be sent again where time runs: it says what time it is."""

PointOfView = tuple[Seat | None, tuple[Seat, ...], bool]
"""Everything about a person on which it depends what they see of a table: the seat that they see from, all
seats that are theirs, and whether they are the host."""


class Shown:
    """An update, and the frames that carry it. ``before`` is what was shown of the version that it goes on
    from, if nothing but the game has changed since."""

    __slots__ = ("_before", "_frame", "_short", "update")

    def __init__(self, update: Update, before: TableView | None = None) -> None:
        self.update = update
        self._before = before
        self._frame: bytes | None = None
        self._short: bytes | None = None

    def is_fresh(self, now: int) -> bool:
        """Whether it still says how things are. ``now`` is in milliseconds since 1970."""
        table = self.update.table
        if table.of_day is not None and table.status == "ended" and table.seed is None:
            return now < table.of_day.opens_at
        if table.appointment is not None:
            return now - table.appointment.now < FRESH_MILLISECONDS
        clock = table.clock
        return clock is None or clock.running is None or now - clock.now < FRESH_MILLISECONDS

    @property
    def frame(self) -> bytes:
        """The update as JSON."""
        if self._frame is None:
            self._frame = msgspec.json.encode(self.update)
        return self._frame

    @property
    def short_frame(self) -> bytes:
        """The same for who was shown the version before: what has changed, where that says it all."""
        if self._before is None:
            return self.frame
        if self._short is None:
            self._short = msgspec.json.encode(changes(self.update, self._before))
        return self._short


class ShownOnce:
    """What was sent of the present version, and what was seen of the one before."""

    __slots__ = ("_before", "_kept", "_points", "_seats", "_views")

    def __init__(self) -> None:
        self._seats: tuple[SeatState, ...] = ()
        self._points: dict[tuple[str, Seat | None], PointOfView] = {}
        """As long as these seats are as they are: where those who sit there see from."""
        self._kept: dict[tuple[PointOfView, int | None], Shown] = {}
        self._views: dict[PointOfView, tuple[TableState, TableView]] = {}
        self._before: dict[PointOfView, TableView] = {}
        """What was shown of the version before this one to those for whom the game alone has gone on."""

    def __len__(self) -> int:
        return len(self._kept)

    def point(self, state: TableState, person: Person, wanted: Seat | None) -> PointOfView:
        """All on which it depends what this person sees who would like to see from a seat."""
        if self._seats is not state.seats:
            self._points.clear()
            self._seats = state.seats
        found = self._points.get((person.id, wanted))
        if found is None:
            found = point_of_view_of(state, person, view.point_of_view(state, person, wanted))
            # A crowd of spectators may pass by, and anybody may wish for seats that there are not.
            if found[1] and len(self._points) < MOST_KEPT:
                self._points[person.id, wanted] = found
        return found

    def find(self, point: PointOfView, since: int | None) -> Shown | None:
        """What somebody else was sent who sees the same, and had the same."""
        return self._kept.get((point, since))

    def keep(self, point: PointOfView, update: Update) -> Shown:
        """Take in what was worked out for one of them."""
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
        before = self._before.get(point)
        if before is not None and before.version != update.since:
            before = None
        shown = self._kept[point, update.since] = Shown(update, before)
        return shown

    def view(
        self, state: TableState, person: Person, wanted: Seat | None, point: PointOfView, now: int
    ) -> TableView:
        """The table as this person sees it; what has not changed since they saw it last is not made again."""
        before = self._views.get(point)
        found = before and view.carry_on(before[1], before[0], state, now)
        if found is None:
            found = view.view_table(state, person, wanted, now)
            if len(self._views) >= MOST_KEPT:
                self._views.clear()
        elif before is not None and before[1].version != state.version:
            self._before[point] = before[1]
        self._views[point] = state, found
        return found

    def advance(self) -> None:
        """There is a new version."""
        self._kept.clear()
        self._before.clear()

    def clear(self) -> None:
        """Nobody watches any more."""
        self._points.clear()
        self._kept.clear()
        self._views.clear()
        self._before.clear()


def changes(update: Update, before: TableView) -> Changes:
    """An update for who has been shown ``before``, from which the game alone has gone on."""
    table = update.table
    assert before.game is not None  # it goes on, so it has begun
    assert table.game is not None
    game = changed(before.game, table.game)
    return Changes(before.version, update.version, update.events, table.moved_at, table.clock, game)


def point_of_view_of(state: TableState, person: Person, point_of_view: Seat | None) -> PointOfView:
    """All on which it depends what a person sees of a table from this seat."""
    theirs = tuple([seat for seat, each in enumerate(state.seats) if each.person == person.id])
    return point_of_view, theirs, person.id == state.host

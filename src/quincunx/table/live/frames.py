"""Frames of a table's updates, computed and encoded once for all viewers with the same view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from quincunx.core.values import Seat
from quincunx.table import view
from quincunx.table.parts import SeatState
from quincunx.table.seats.person import Person
from quincunx.table.state import TableState
from quincunx.table.wire.changes import changed_members
from quincunx.table.wire.table import Changes, PublicEvent, TableView, Update

MOST_KEPT: Final = 16
"""Most frames for one version of a table, some 10 KB each: every seat, the spectators, and some reconnecting
clients."""

FRESH_MILLISECONDS: Final = 200
"""Time for which a frame with a running clock may be sent again. It contains the time of its creation."""

PointOfView = tuple[Seat | None, tuple[Seat, ...], bool]
"""Cache key of a viewer's update: the seat that they see from, all seats that are theirs, and whether they
are the host."""

EventsSince = Callable[[int, Seat | None], tuple[PublicEvent, ...] | None]
"""The events after a version for a viewer who sees from a seat; ``None`` if they are no longer stored."""


class Shown:
    """An update, and the frame that carries it."""

    __slots__ = ("_frame", "update")

    def __init__(self, update: Update) -> None:
        self.update = update
        self._frame: bytes | None = None

    def is_fresh(self, now: int) -> bool:
        """True if the update is still correct. ``now`` is in milliseconds since 1970."""
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


class _GameShown:
    """The game as last shown, in this state of the table. ``before`` is the game as shown at version
    ``since``, if only the game has changed from there."""

    __slots__ = ("before", "frame", "game", "since", "state", "told_at")

    def __init__(self, state: TableState, game: Any, since: int | None = None, before: Any = None) -> None:
        self.state = state
        self.game = game
        self.since = since
        self.before = before
        self.frame: bytes | None = None
        self.told_at = 0

    def is_fresh(self, now: int) -> bool:
        """True if the frame is still correct."""
        clock = self.state.clock
        return clock is None or clock.running is None or now - self.told_at < FRESH_MILLISECONDS


class UpdateCache:
    """Frames sent of the current version, and views of the previous one."""

    __slots__ = ("_alone", "_games", "_points", "_seats", "_updates", "_views")

    def __init__(self) -> None:
        self._seats: tuple[SeatState, ...] = ()
        self._points: dict[tuple[str, Seat | None], PointOfView] = {}
        """Points of view of people with a seat, valid while the seats are unchanged."""
        self._updates: dict[tuple[PointOfView, int | None], Shown] = {}
        self._views: dict[PointOfView, tuple[TableState, TableView]] = {}
        self._games: dict[PointOfView, _GameShown] = {}
        self._alone: tuple[TableState | None, TableState | None, bool] = None, None, False
        """The last two states compared, and whether only the game changed between them: all viewers ask about
        the same two."""

    def __len__(self) -> int:
        return len(self._updates)

    def point(self, state: TableState, person: Person, wanted: Seat | None) -> PointOfView:
        """Cache key for a viewer's update, if they want to see from seat ``wanted``."""
        if self._seats is not state.seats:
            self._points.clear()
            self._seats = state.seats
        found = self._points.get((person.id, wanted))
        if found is None:
            found = point_of_view_of(state, person, view.point_of_view(state, person, wanted))
            # Spectators are not cached: there may be many, and any of them may ask for seats that do not
            # exist.
            if found[1] and len(self._points) < MOST_KEPT:
                self._points[person.id, wanted] = found
        return found

    def cached_update(self, point: PointOfView, since: int | None) -> Shown | None:
        """The update sent to another viewer with the same point of view and the same version before."""
        return self._updates.get((point, since))

    def cache_update(self, point: PointOfView, update: Update) -> Shown:
        """Cache a computed update."""
        if len(self._updates) >= MOST_KEPT:
            self._updates.clear()
        shown = self._updates[point, update.since] = Shown(update)
        return shown

    def view(
        self, state: TableState, person: Person, wanted: Seat | None, point: PointOfView, now: int
    ) -> TableView:
        """The table as this person sees it. Parts unchanged since their last view are reused."""
        before = self._views.get(point)
        found = before and view.carry_on(before[1], before[0], state, now)
        if found is None:
            found = view.view_table(state, person, wanted, now)
        _put_bounded(self._views, point, (state, found))
        known = self._games.get(point)
        if known is None or known.state is not state:
            game = _GameShown(state, found.game)
            if known is not None and self._has_gone_on_alone(known.state, state):
                # Viewers of that version still get the changes only, even if another viewer asks first.
                game.since, game.before = known.state.version, known.game
            _put_bounded(self._games, point, game)
        return found

    def changes(
        self, state: TableState, point: PointOfView, since: int, now: int, events: EventsSince
    ) -> bytes | None:
        """The frame with the changes of the game, for viewers who were shown version ``since``. ``None`` if
        more than the game has changed, or the ``events`` since then are no longer stored."""
        shown = self._games.get(point)
        if shown is None:
            return None
        if shown.state is not state:
            if shown.state.version != since or not self._has_gone_on_alone(shown.state, state):
                return None
            game = state.game.view(state.position, point[0])
            shown = self._games[point] = _GameShown(state, game, since, shown.game)
        elif shown.since != since:
            return None
        if shown.frame is None or not shown.is_fresh(now):
            told = events(since, point[0])
            if told is None:
                return None
            members = changed_members(shown.before, shown.game)
            clock = view.clock_view(state, now)
            frame = Changes(since, state.version, told, state.moved_at, clock, members)
            shown.frame, shown.told_at = msgspec.json.encode(frame), now
        return shown.frame

    def _has_gone_on_alone(self, before: TableState, state: TableState) -> bool:
        known_before, known, is_alone = self._alone
        if known_before is not before or known is not state:
            is_alone = view.has_gone_on_alone(before, state)
            self._alone = before, state, is_alone
        return is_alone

    def advance(self) -> None:
        """Drop the frames of the previous version."""
        if self._updates:
            self._updates.clear()

    def clear(self) -> None:
        """Drop everything, because the table has no viewers any more."""
        self._points.clear()
        self._updates.clear()
        self._views.clear()
        self._games.clear()
        self._alone = None, None, False


def _put_bounded(kept: dict[PointOfView, Any], point: PointOfView, value: Any) -> None:
    if point not in kept and len(kept) >= MOST_KEPT:
        kept.clear()
    kept[point] = value


def point_of_view_of(state: TableState, person: Person, point_of_view: Seat | None) -> PointOfView:
    """Cache key for a viewer's update, seen from this seat."""
    theirs = tuple([seat for seat, each in enumerate(state.seats) if each.person == person.id])
    return point_of_view, theirs, person.id == state.host

"""Updates of a table for one viewer: the whole view with what was missed, or only the changes of the game."""

from __future__ import annotations

from typing import Final

from quincunx.core.reason import Reason, Refusal
from quincunx.core.values import Seat
from quincunx.table import view
from quincunx.table.live.folded import FoldedTable
from quincunx.table.live.frames import Shown
from quincunx.table.seats.person import Person
from quincunx.table.state import TableState
from quincunx.table.wire.table import Update

NOT_FOR_WATCHING: Final = Reason(
    "forbidden", "not-for-watching", "This table is only for those who sit at it."
)


def check_may_watch(state: TableState, person: Person, now: int) -> None:
    """Raise :class:`~quincunx.core.reason.Refusal` if this person may not see the table."""
    if not view.may_watch(state, person, now):
        raise Refusal(NOT_FOR_WATCHING)


def update(live: FoldedTable, person: Person, wanted: Seat | None, since: int | None, now: int) -> Shown:
    """The update for a client that has version ``since``; ``None`` means that it has no version. Raises like
    :func:`check_may_watch`."""
    check_may_watch(live.state, person, now)
    point = live.updates.point(live.state, person, wanted)
    known = since if live.recent.reach(since) else None
    found = live.updates.cached_update(point, known)
    if found is not None and found.is_fresh(now):
        return found
    missed = None if known is None else live.recent.events_since(known, point[0])
    made = Update(
        since=known,
        version=live.state.version,
        events=live.recent.newest_events(point[0]) if missed is None else missed,
        table=live.updates.view(live.state, person, wanted, point, now),
    )
    return live.updates.cache_update(point, made)


def changes(live: FoldedTable, person: Person, wanted: Seat | None, since: int, now: int) -> bytes | None:
    """The encoded changes of the game since version ``since``, or ``None`` if more has changed. Raises like
    :func:`check_may_watch`."""
    check_may_watch(live.state, person, now)
    point = live.updates.point(live.state, person, wanted)
    return live.updates.changes(live.state, point, since, now, live.recent.events_since)

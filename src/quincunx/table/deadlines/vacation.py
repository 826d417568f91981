"""Vacations at turn-based tables: a player's clock stands still while they are away. Pure.

A vacation is a fact about a person, and each of their tables records it as an entry. That happens when the
person starts or ends it. A table at which the entry is missing, for example because a node died, records it
before a player's time runs out. Live games know no vacations, and games of tournaments neither: there others
wait for the result.
"""

from __future__ import annotations

from collections.abc import Mapping

from quincunx.table.events import DailyPace, Event, VacationSet
from quincunx.table.parts import Vacation
from quincunx.table.seats.person import tournament_of
from quincunx.table.state import TableState


def knows_vacations(state: TableState) -> bool:
    """True if vacations count at the table."""
    is_daily = isinstance(state.settings.pace, DailyPace)
    return is_daily and state.status != "ended" and tournament_of(state.host) is None


def is_away(state: TableState, now: int) -> bool:
    """True if the table has recorded a vacation that runs now."""
    return any(seat.vacation is not None and seat.vacation.until > now for seat in state.seats)


def record_vacations(state: TableState, vacations: Mapping[str, Vacation], now: int) -> tuple[Event, ...]:
    """The events that record the latest vacations of people at the table, given by their ids; empty if it has
    recorded all that matters there. A vacation that runs at the table ends now if its person has none."""
    if not knows_vacations(state):
        return ()
    found: list[Event] = []
    for seat, taken in enumerate(state.seats):
        latest = vacations.get(taken.person or "")
        if latest is None and taken.vacation is not None and taken.vacation.until > now:
            # Its person has been deleted or banned.
            latest = Vacation(taken.vacation.since, max(taken.vacation.since, now))
        if latest is None or latest == taken.vacation or taken.kind not in ("person", "stand_in"):
            continue
        if _matters(state, seat, latest, now):
            found.append(VacationSet(seat, latest.since, latest.until))
    return tuple(found)


def _matters(state: TableState, seat: int, latest: Vacation, now: int) -> bool:
    clock, known = state.clock, state.seats[seat].vacation
    ends_at = clock.ends_at if clock is not None and clock.running == seat else None
    if ends_at is not None and latest.since >= ends_at:
        return False  # the time of the turn had run out before
    if latest.until > now or (known is not None and known.until > now):
        return True
    return clock is not None and ends_at is not None and latest.until > clock.since

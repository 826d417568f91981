"""Outages and the deadlines of a table: each deadline moves by the duration of the outage. Pure.

While no node runs, no player can move, so that time is charged to no player. Each table that had a deadline
then
records the outage as an entry, before anything else happens there. So a table that is loaded long afterwards,
on any node, reaches the same state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from quincunx.table.chance.day import opens_at
from quincunx.table.deadlines.expiry import expires_at
from quincunx.table.events import Event, Interrupted
from quincunx.table.state import TableState

BEHIND_MILLISECONDS: Final = 60_000
"""An entry more than this far in the future was written by a server with a wrong clock. Less than this is a
node whose clock is slightly ahead."""


class Outage(msgspec.Struct, frozen=True, order=True):
    """A period in which no node ran, in milliseconds since 1970."""

    since: int
    until: int


def absence(outages: Sequence[Outage], since: int) -> int:
    """The time after ``since`` during which no node ran, in milliseconds."""
    return sum(max(0, each.until - max(each.since, since)) for each in outages)


def interruption(state: TableState, outages: Sequence[Outage], now: int) -> tuple[Event, ...]:
    """The events that move a table's deadlines, one per outage not recorded yet. Empty if the table has no
    deadline. After the end of a game only the deadline of its day can be left: until then it is not shown."""
    is_ended = state.status == "ended"
    is_waiting_for_day = _is_waiting_for_day(state, outages, now)
    if is_ended and not is_waiting_for_day:
        return ()
    last = state.last_at
    is_ahead = last > now + BEHIND_MILLISECONDS
    if not is_ahead and (not outages or outages[-1].until <= last):
        return ()
    if not is_waiting_for_day and not _has_deadline(state, now):
        return ()
    if is_ahead:
        return () if is_ended else (Interrupted(last, now),)
    return tuple(Interrupted(each.since, each.until) for each in outages if each.until > last)


def _is_waiting_for_day(state: TableState, outages: Sequence[Outage], now: int) -> bool:
    """Whether outages have moved the moment at which the table's day opens, and it is still to come."""
    if state.of_day is None:
        return False
    opens = opens_at(state.of_day.day, outages)
    return now < opens != opens_at(state.of_day.day)


def _has_deadline(state: TableState, now: int) -> bool:
    if state.clock is not None or state.commit_reveal.until is not None:
        return True
    if state.status == "waiting" and state.begins_by is not None:
        return True
    expires = expires_at(state)
    return expires is not None and (expires <= now or state.last_at > now)

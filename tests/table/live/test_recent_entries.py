"""Missed entries of a table: exactly those after a version, as each viewer sees them."""

from __future__ import annotations

from random import Random

import pytest

from quincunx.core.values import Seat
from quincunx.table.commands import StandUp
from quincunx.table.fold import take_in
from quincunx.table.live.recent_entries import CHECKPOINT_EVERY, LATELY, REMEMBERED, RecentEntries
from quincunx.table.record.redaction import SOMEBODY
from quincunx.table.view import public_events
from quincunx.table.wire.table import PublicEvent, SeatEvent
from tests.table.support import BOB, Desk, seated

LONG = seated().play(Random(2), 120)
assert len(LONG.entries) > REMEMBERED + 2 * CHECKPOINT_EVERY
VIEWERS: tuple[Seat | None, ...] = (None, 0, 1)


def remembered(desk: Desk, number: int) -> RecentEntries:
    """The remembered part of this table’s first entries."""
    recent, state = RecentEntries(), None
    for entry in desk.entries[:number]:
        progress = take_in(state, entry)
        recent.append(state, progress)
        state = progress.after
    return recent


def told(viewer: Seat | None) -> list[tuple[PublicEvent, ...]]:
    """The events of each entry of the long game."""
    found, state = [], None
    for entry in LONG.entries:
        progress = take_in(state, entry)
        found.append(public_events(progress, viewer))
        state = progress.after
    return found


TOLD = {viewer: told(viewer) for viewer in VIEWERS}


def joined(events: list[tuple[PublicEvent, ...]]) -> tuple[PublicEvent, ...]:
    return tuple(event for each in events for event in each)


@pytest.mark.parametrize("number", [1, 2, 15, 16, 17, 63, 64, 65, 66, 79, 80, 81, 82, 96, len(LONG.entries)])
def test_a_client_gets_what_it_missed_or_nothing_if_it_missed_too_much(number: int) -> None:
    recent = remembered(LONG, number)
    for version in range(-1, number + 2):
        is_stored = 0 <= version <= number <= version + REMEMBERED
        assert recent.reach(version) is is_stored
        for viewer in VIEWERS:
            missed = joined(TOLD[viewer][version:number]) if is_stored else None
            assert recent.events_since(version, viewer) == missed


@pytest.mark.parametrize("number", [1, LATELY - 1, LATELY, LATELY + 1, len(LONG.entries)])
def test_a_new_client_gets_the_latest_events(number: int) -> None:
    for viewer in VIEWERS:
        lately = joined(TOLD[viewer][max(0, number - LATELY) : number])
        assert remembered(LONG, number).newest_events(viewer) == lately


def test_nothing_is_missed_of_a_table_without_entries() -> None:
    recent = RecentEntries()
    assert [recent.reach(version) for version in (None, 0, 1)] == [False, True, False]
    assert recent.newest_events(None) == ()


def test_the_events_of_the_newest_entry_are_computed_once() -> None:
    number = len(LONG.entries)
    recent = remembered(LONG, number - 1)
    first = recent.events_since(number - 2, None)
    assert recent.events_since(number - 2, None) is first
    recent.append(LONG.state, take_in(None, LONG.entries[0]))
    assert recent.events_since(0, None) == TOLD[None][0]


def test_a_long_game_takes_no_more_memory() -> None:
    recent = remembered(LONG, len(LONG.entries))
    assert len(recent._entries) == REMEMBERED + CHECKPOINT_EVERY
    assert len(recent._states) <= 1 + REMEMBERED // CHECKPOINT_EVERY + 1


@pytest.mark.parametrize("moves", [0, 40, 70])
def test_names_of_the_deleted_are_in_no_event(moves: int) -> None:
    desk = seated().play(Random(3), moves)
    desk.do(BOB, StandUp(1))
    desk.play(Random(3), 3)
    number = len(desk.entries)
    recent = remembered(desk, number)
    before = {viewer: recent.newest_events(viewer) for viewer in VIEWERS}
    recent.forget_names({BOB.id})
    for viewer in VIEWERS:
        after = recent.newest_events(viewer)
        assert SOMEBODY in {event.name for event in after if isinstance(event, SeatEvent)}
        assert "Bob" not in str(after)
        assert len(after) == len(before[viewer])
        assert recent.events_since(number - 1, viewer) == before[viewer][-1:]

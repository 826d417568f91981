"""Frames for many viewers: computed once, equal to what each would be shown alone, and never stale."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from quincunx.core.values import Seat
from quincunx.games import GAMES
from quincunx.table.chance.day import opens_at
from quincunx.table.commands import Say, SitDown, StandUp
from quincunx.table.events import LivePace
from quincunx.table.live.frames import FRESH_MILLISECONDS, MOST_KEPT, Shown, UpdateCache
from quincunx.table.state import TableState
from quincunx.table.view import clock_view, view_table
from quincunx.table.wire.changes import changed_members
from quincunx.table.wire.table import PublicEvent, TableEvent, Update
from tests.table.support import ALICE, BOB, CAROL, ME, DayDesk, Desk, promise, seated, settings

START = 1_700_000_000_000
PEOPLE = (ALICE, BOB, CAROL)
EVENTS = (TableEvent("rematch", None, None),)
"""Events that no move has: they show that a frame has those it was given."""


def timed() -> Desk:
    """A game with clocks that has just begun; Alice is to move."""
    desk = Desk(replace(settings(), pace=LivePace(60, 5)))
    desk.now = START
    return desk.seat_everybody()


def shown(state: TableState, now: int) -> Shown:
    """A spectator's update at this time."""
    return Shown(Update(None, state.version, (), view_table(state, CAROL, None, now)))


def since(version: int, seat: Seat | None) -> tuple[PublicEvent, ...] | None:
    """The events after a version."""
    return EVENTS


# ---- when a frame is stale ---------------------------------------------------------------------------------


def test_a_frame_without_a_clock_stays_correct() -> None:
    assert shown(seated().state, 0).is_fresh(1 << 50)
    assert shown(Desk().state, 0).is_fresh(1 << 50)


def test_a_running_clock_is_sent_with_a_recent_time() -> None:
    desk = timed()
    frame = shown(desk.state, START + 9_000)
    assert frame.is_fresh(START + 9_000 + FRESH_MILLISECONDS - 1)
    assert not frame.is_fresh(START + 9_000 + FRESH_MILLISECONDS)
    desk.do(ALICE, StandUp(0))
    assert shown(desk.state, START).is_fresh(START + 60_000), "no clock runs while a bot is to move"


def test_an_appointment_is_sent_with_a_recent_time() -> None:
    frame = shown(Desk(begins_by=START).state, START - 9_000)
    assert frame.is_fresh(START - 9_000 + FRESH_MILLISECONDS - 1)
    assert not frame.is_fresh(START - 9_000 + FRESH_MILLISECONDS)


def test_the_end_of_a_days_game_is_shown_until_the_day_opens() -> None:
    desk = DayDesk(GAMES["cinqo"])
    opens = opens_at(20_000)
    assert shown(desk.state, 0).is_fresh(opens), "the game goes on, and shows nothing of its end"
    desk.play(Random(1))
    closed = shown(desk.state, opens - 1)
    assert closed.is_fresh(opens - 1)
    assert not closed.is_fresh(opens)
    assert shown(desk.state, opens).is_fresh(opens + 1)


def test_a_frame_is_encoded_once() -> None:
    frame = shown(seated().state, 0)
    assert frame.frame == msgspec.json.encode(frame.update)
    assert frame.frame is frame.frame


# ---- what viewers share ------------------------------------------------------------------------------------


def test_viewers_share_an_update_if_they_see_the_same() -> None:
    cache, state = UpdateCache(), seated().state
    points = [cache.point(state, person, None) for person in PEOPLE]
    assert points == [(0, (0,), True), (1, (1,), False), (None, (), False)]
    assert cache.point(state, ALICE, 7) == points[0]
    assert cache.point(state, BOB, None) is points[1], "it is looked up once"
    one_device = seated(settings(seats=(ME, ME), one_device=True)).state
    wanted = [cache.point(one_device, ALICE, seat) for seat in (0, 1, None)]
    assert wanted == [(0, (0, 1), True), (1, (0, 1), True), (None, (0, 1), True)]


def test_a_point_of_view_follows_the_seats() -> None:
    cache, desk = UpdateCache(), Desk()
    assert cache.point(desk.state, BOB, None) == (None, (), False)
    assert cache.point(desk.state, ALICE, None) == (None, (0,), True)
    desk.do(BOB, SitDown(1, promise(2)))
    assert cache.point(desk.state, BOB, None) == (1, (1,), False)
    desk.do(BOB, StandUp(1))
    assert cache.point(desk.state, BOB, None) == (None, (), False)


def test_an_update_is_cached_by_its_viewer_and_the_version_before() -> None:
    cache, state = UpdateCache(), seated().state
    point = cache.point(state, ALICE, None)
    update = Update(3, state.version, (), view_table(state, ALICE, None))
    assert cache.cached_update(point, 3) is None
    frame = cache.cache_update(point, update)
    assert frame.update is update
    assert cache.cached_update(point, 3) is frame
    assert cache.cached_update(point, None) is None
    assert cache.cached_update(cache.point(state, BOB, None), 3) is None
    cache.advance()
    assert cache.cached_update(point, 3) is None


def test_few_updates_are_cached_at_once() -> None:
    cache, state = UpdateCache(), seated().state
    point = cache.point(state, ALICE, None)
    view = view_table(state, ALICE, None)
    for version in range(3 * MOST_KEPT):
        cache.cache_update(point, Update(version, state.version, (), view))
        assert cache.cached_update(point, version) is not None
        assert len(cache) == version % MOST_KEPT + 1
    cache.clear()
    assert len(cache) == 0


@pytest.mark.parametrize("plan", [settings(), replace(settings(), pace=LivePace(60, 5))])
def test_a_view_from_the_cache_is_the_one_that_its_viewer_would_have_alone(plan: Any) -> None:
    desk, cache = Desk(plan), UpdateCache()
    desk.now = START
    desk.seat_everybody()
    for number in range(12):
        desk.now += 700
        desk.move(Random(number))
        if number == 7:
            desk.do(BOB, Say(1, "hello"))
        for person in PEOPLE:
            point = cache.point(desk.state, person, None)
            now = desk.now + 10
            view = cache.view(desk.state, person, None, point, now)
            assert view == view_table(desk.state, person, None, now)
        cache.advance()


def test_unchanged_parts_are_reused_after_a_move() -> None:
    desk, cache = seated(), UpdateCache()
    point = cache.point(desk.state, BOB, None)
    first = cache.view(desk.state, BOB, None, point, 0)
    desk.move(Random(1))
    second = cache.view(desk.state, BOB, None, point, 0)
    assert second.seats is first.seats
    cache.clear()
    assert cache.view(desk.state, BOB, None, point, 0).seats is not first.seats


# ---- changes of the game alone -----------------------------------------------------------------------------


def expected(before: TableState, state: TableState, seat: Seat | None, now: int) -> dict[str, Any]:
    """The frame with the changes between two states."""
    shown_before, shown_now = (each.game.view(each.position, seat) for each in (before, state))
    found = {
        "type": "changes",
        "since": before.version,
        "version": state.version,
        "events": EVENTS,
        "moved_at": state.moved_at,
        "clock": clock_view(state, now),
        "game": changed_members(shown_before, shown_now),
    }
    return msgspec.json.decode(msgspec.json.encode(found))  # type: ignore[no-any-return]  # JSON has no narrower type


def changes(cache: UpdateCache, desk: Desk, person: Any, version: int, now: int = 0) -> Any:
    """The decoded changes since this version, or ``None``."""
    point = cache.point(desk.state, person, None)
    frame = cache.changes(desk.state, point, version, now, since)
    return None if frame is None else msgspec.json.decode(frame)


def look(cache: UpdateCache, desk: Desk, now: int = 0) -> TableState:
    """Show the whole table to all people."""
    for person in PEOPLE:
        cache.view(desk.state, person, None, cache.point(desk.state, person, None), now)
    return desk.state


def test_viewers_get_the_changes_of_each_move() -> None:
    desk, cache = seated(), UpdateCache()
    before = look(cache, desk)
    for number in range(4):
        desk.move(Random(number))
        for person, seat in zip(PEOPLE, (0, 1, None), strict=True):
            for _ in range(2):
                assert changes(cache, desk, person, before.version) == expected(before, desk.state, seat, 0)
        before = desk.state


def test_a_viewer_of_an_earlier_version_gets_the_changes_after_another_got_the_whole() -> None:
    desk, cache = seated(), UpdateCache()
    before = look(cache, desk)
    desk.move(Random(1))
    look(cache, desk)
    look(cache, desk)
    assert changes(cache, desk, CAROL, before.version) == expected(before, desk.state, None, 0)
    assert changes(cache, desk, CAROL, before.version - 1) is None
    assert changes(cache, desk, CAROL, desk.state.version) is None


def test_without_the_state_that_was_shown_there_are_no_changes() -> None:
    desk, cache = seated(), UpdateCache()
    version = desk.state.version
    desk.move(Random(1))
    assert changes(cache, desk, CAROL, version) is None
    look(cache, desk)
    assert changes(cache, desk, CAROL, version) is None
    version = desk.state.version
    desk.move(Random(2))
    desk.move(Random(3))
    assert changes(cache, desk, CAROL, version + 1) is None
    cache.clear()
    assert changes(cache, desk, CAROL, version) is None


def test_if_more_than_the_game_has_changed_the_whole_is_needed() -> None:
    desk, cache = seated(), UpdateCache()
    before = look(cache, desk)
    desk.do(BOB, Say(1, "hello"))
    assert changes(cache, desk, CAROL, before.version) is None
    look(cache, desk)
    assert changes(cache, desk, CAROL, before.version) is None


def test_without_the_events_there_are_no_changes() -> None:
    desk, cache = seated(), UpdateCache()
    before = look(cache, desk)
    desk.move(Random(1))
    point = cache.point(desk.state, CAROL, None)
    assert cache.changes(desk.state, point, before.version, 0, lambda version, seat: None) is None
    assert changes(cache, desk, CAROL, before.version) is not None


def test_changes_are_encoded_once_while_they_are_fresh() -> None:
    for desk, is_timed in ((seated(), False), (timed(), True)):
        cache = UpdateCache()
        before = look(cache, desk, START)
        desk.move(Random(1))
        point = cache.point(desk.state, CAROL, None)
        later = (START, START + FRESH_MILLISECONDS - 1, START + FRESH_MILLISECONDS)
        first, soon, late = (cache.changes(desk.state, point, before.version, now, since) for now in later)
        assert soon is first
        assert (late is first) is not is_timed
        assert late is not None
        assert msgspec.json.decode(late) == expected(before, desk.state, None, later[2])


def test_changes_of_few_viewers_are_stored() -> None:
    cache = UpdateCache()
    state = seated().state
    for number in range(3 * MOST_KEPT):
        cache.view(state, CAROL, None, (None, (number,), False), 0)
        assert len(cache._games) == len(cache._views) == number % MOST_KEPT + 1
        cache.view(state, CAROL, None, (None, (number,), False), 0)
        assert len(cache._games) == len(cache._views) == number % MOST_KEPT + 1

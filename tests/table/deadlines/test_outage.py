"""Time during which no node runs is charged to no player."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from quincunx.games import GAMES
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.table.chance.day import ends_at
from quincunx.table.commands import SitDown
from quincunx.table.deadlines.absence import begins_at
from quincunx.table.deadlines.due import overdue
from quincunx.table.deadlines.expiry import WAITING_MILLISECONDS, close, expires_at
from quincunx.table.deadlines.outage import BEHIND_MILLISECONDS, Outage, absence, interruption
from quincunx.table.events import DailyPace, Interrupted, LivePace, Pace
from quincunx.table.seats.sitting import IDLE_MILLISECONDS, idle_seat
from quincunx.table.summary import damaged_parts, next_due, summarize
from tests.table.support import ALICE, BOB, OPEN, DayDesk, Desk, promise, settings

NOW = 1_800_000_000_000
MINUTE = 60_000
HOUR = 60 * MINUTE


def playing(pace: Pace | None = None) -> Desk:
    """A table whose game has begun at :data:`NOW`."""
    desk = Desk(replace(settings(CinqoOptions(goal="rounds", rounds=1)), pace=pace))
    desk.now = NOW
    return desk.seat_everybody()


def tell(desk: Desk, *outages: Outage) -> None:
    """Write down what the table has not been told of yet."""
    assert desk.now is not None
    events = interruption(desk.state, outages, desk.now)
    assert events
    desk.write(events)


@pytest.mark.parametrize("pace", [LivePace(60, 5), DailyPace(12)])
def test_a_clock_stands_while_no_node_runs(pace: Pace) -> None:
    desk = playing(pace)
    before = next_due(desk.state)
    assert before is not None
    desk.now = NOW + 10_000 + 10 * MINUTE
    tell(desk, Outage(NOW + 10_000, desk.now))
    assert next_due(desk.state) == before + 10 * MINUTE
    assert desk.state.clock is not None
    assert desk.state.to_move() == 0
    whole = desk.state.clock.remaining[0]
    assert desk.state.clock.times_left(desk.now)[0] == whole - 10_000, "what was thought before counts"


def test_an_outage_counts_once_from_all_reports() -> None:
    desk = playing(LivePace(60, 5))
    outage = Outage(NOW + 1_000, NOW + HOUR)
    desk.now = NOW + HOUR
    tell(desk, outage)
    assert interruption(desk.state, (outage,), desk.now) == ()
    assert interruption(desk.state, (outage,), desk.now + MINUTE) == ()
    assert interruption(desk.state, (outage,), desk.now - 2_000) == (), "another node's clock is behind"


def test_a_table_that_was_long_away_is_told_of_all_outages() -> None:
    desk = playing(DailyPace(72))
    due = next_due(desk.state)
    assert due is not None
    desk.now = NOW + 30 * HOUR
    tell(desk, Outage(NOW + HOUR, NOW + 2 * HOUR), Outage(NOW + 10 * HOUR, NOW + 15 * HOUR))
    assert next_due(desk.state) == due + 6 * HOUR


def test_the_time_after_the_last_beat_is_not_given_twice() -> None:
    desk = playing(LivePace(60, 5))
    end = next_due(desk.state)
    assert end is not None
    desk.now = NOW + HOUR
    tell(desk, Outage(NOW - 4_000, desk.now))  # the game began four seconds after the last beat
    assert next_due(desk.state) == end + HOUR
    assert desk.state.clock is not None
    assert desk.state.clock.times_left(desk.now) == desk.state.clock.remaining


def test_only_a_table_with_a_deadline_is_told() -> None:
    outage = Outage(NOW + 1, NOW + HOUR)
    without = playing()
    assert interruption(without.state, (outage,), NOW + HOUR) == ()
    ended = playing(LivePace(600, 5))
    ended.play(Random(1))
    assert ended.state.status == "ended"
    assert interruption(ended.state, (outage,), NOW + HOUR) == ()


def test_no_player_has_kept_the_game_waiting_while_no_node_ran() -> None:
    desk = playing(LivePace(600, 5))
    desk.now = NOW + HOUR
    tell(desk, Outage(NOW + 1_000, desk.now))
    without_clock = replace(desk.state, clock=None)
    assert idle_seat(without_clock, desk.now + IDLE_MILLISECONDS - 1) is None
    assert idle_seat(without_clock, desk.now + IDLE_MILLISECONDS) == 0


def test_devices_have_as_long_to_reveal_as_before() -> None:
    desk = Desk(settings(CinqoOptions(goal="rounds", rounds=1)))
    desk.now = NOW
    for seat, person in enumerate((ALICE, BOB)):
        desk.do(person, SitDown(seat, promise(seat + 1)), here=[ALICE.id, BOB.id])
    until = desk.state.commit_reveal.until
    assert until is not None
    desk.now = NOW + HOUR
    tell(desk, Outage(NOW + 1_000, desk.now))
    assert desk.state.commit_reveal.until == until + HOUR - 1_000
    assert overdue(desk.state, desk.now, "00" * 32) == ("expired", ())


def test_a_player_awaited_at_an_appointment_has_as_long_as_before() -> None:
    desk = Desk(settings(seats=(OPEN, OPEN)), kept=(ALICE, BOB), begins_by=NOW + MINUTE)
    desk.now = NOW
    outage = Outage(NOW + 1_000, NOW + HOUR)
    desk.now = NOW + HOUR
    tell(desk, outage)  # also while no player has come
    assert begins_at(desk.state) is None
    desk.do(ALICE, SitDown(0, promise(1)))
    assert begins_at(desk.state) == NOW + MINUTE + HOUR - 1_000


def test_a_table_is_not_forgotten_because_the_server_was_away() -> None:
    desk = Desk(settings())
    opened = desk.entries[0].at
    away = Outage(opened + MINUTE, opened + 20 * 24 * HOUR)
    desk.now = away.until
    assert close(desk.state, desk.now), "without the outage it would be closed"
    tell(desk, away)
    assert close(desk.state, desk.now) == ()
    left = WAITING_MILLISECONDS - MINUTE
    at = expires_at(desk.state)
    assert at is not None
    assert desk.now + left <= at < desk.now + left + 25 * HOUR
    assert damaged_parts(summarize(desk.state, desk.now), desk.state, desk.now) == ()


@pytest.mark.parametrize("pace", [LivePace(60, 5), DailyPace(24)])
@pytest.mark.parametrize("ahead", [HOUR, 365 * 24 * HOUR])
def test_a_clock_that_was_ahead_leaves_no_deadline_in_the_future(pace: Pace, ahead: int) -> None:
    desk = playing(pace)
    end = next_due(desk.state)
    assert end is not None
    now = NOW - ahead
    events = interruption(desk.state, (), now)
    assert events == (Interrupted(NOW, now),)
    desk.now = now
    desk.write(events)
    assert next_due(desk.state) == end - ahead
    assert desk.state.last_at == now
    assert interruption(desk.state, (), now) == ()


def test_a_node_that_is_a_little_behind_corrects_nothing() -> None:
    for behind in (30_000, BEHIND_MILLISECONDS):
        assert interruption(playing(LivePace(60, 5)).state, (), NOW - behind) == ()


@pytest.mark.parametrize(
    ("since", "lost"), [(0, 30), (10, 30), (15, 25), (20, 20), (25, 20), (49, 1), (60, 0)]
)
def test_the_time_lost_after_a_moment(since: int, lost: int) -> None:
    assert absence((Outage(10, 20), Outage(30, 50)), since) == lost


def test_only_a_table_that_still_waits_for_its_appointment_has_a_deadline_by_it() -> None:
    desk = Desk(settings(seats=(OPEN, OPEN)), kept=(ALICE, BOB), begins_by=NOW + MINUTE)
    desk.now = NOW
    desk.do(ALICE, SitDown(0, promise(1)))
    outage = Outage(NOW + 1_000, NOW + HOUR)
    assert interruption(desk.state, (outage,), NOW + HOUR) == (Interrupted(NOW + 1_000, NOW + HOUR),)
    desk.do(BOB, SitDown(1, promise(2)))
    assert (desk.state.status, desk.state.begins_by) == ("playing", NOW + MINUTE)
    assert interruption(desk.state, (outage,), NOW + HOUR) == ()


def test_an_outage_up_to_the_last_entry_is_known_to_the_table() -> None:
    desk = playing(LivePace(60, 5))
    before, last = Outage(NOW - HOUR, NOW), Outage(NOW + 1, NOW + 2)
    assert interruption(desk.state, (before,), NOW) == ()
    assert interruption(desk.state, (before, last), NOW + 2) == (Interrupted(NOW + 1, NOW + 2),)


def test_a_table_that_expires_at_this_moment_is_told_of_the_outage_first() -> None:
    desk = playing()
    at = expires_at(desk.state)
    assert at is not None
    for now, events in ((at - 1, ()), (at, (Interrupted(NOW + 1, NOW + HOUR),))):
        assert interruption(desk.state, (Outage(NOW + 1, NOW + HOUR),), now) == events


def test_a_clock_that_was_ahead_changes_nothing_at_a_finished_days_game() -> None:
    desk = DayDesk(GAMES["cinqo"])
    ends = desk.now = ends_at(20_000)
    desk.play(Random(1))
    away = Outage(ends + 50 * MINUTE, ends + 3 * HOUR)
    assert interruption(desk.state, (away,), ends - HOUR) == ()
    assert interruption(desk.state, (away,), ends + 3 * HOUR) == (Interrupted(away.since, away.until),)

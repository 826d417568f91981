"""While a player is on vacation, the clock of their turns stands still."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from quincunx.core.values import Seat
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.table import clock as clocks
from quincunx.table.commands import Resign
from quincunx.table.deadlines.expiry import close, expires_at
from quincunx.table.deadlines.outage import Outage, interruption
from quincunx.table.deadlines.timeout import hand_over
from quincunx.table.deadlines.vacation import is_away, record_vacations
from quincunx.table.events import DailyPace, LivePace, Pace, VacationSet
from quincunx.table.fold import fold
from quincunx.table.parts import Vacation
from quincunx.table.seats.person import host_of_tournament
from quincunx.table.summary import damaged_parts, next_due, summarize
from quincunx.table.view import clock_view
from tests.table.support import ALICE, BOB, Desk, settings

NOW = 1_800_000_000_000
HOUR = 3_600_000
DAY = 24 * HOUR


BY_THE_DAY = DailyPace(24)


def playing(pace: Pace | None = BY_THE_DAY) -> Desk:
    """A table of Alice, who is to move, and Bob, whose game has begun at :data:`NOW`."""
    desk = Desk(replace(settings(CinqoOptions(goal="rounds", rounds=2)), pace=pace))
    desk.now = NOW
    desk.seat_everybody()
    assert desk.state.to_move() == 0
    return desk


def away(desk: Desk, since: int, until: int, person: str = ALICE.id) -> None:
    """Record a vacation, which begins and ends at these hours."""
    assert desk.now is not None
    known = {person: Vacation(NOW + since * HOUR, NOW + until * HOUR)}
    desk.write(record_vacations(desk.state, known, desk.now))
    assert record_vacations(desk.state, known, desk.now) == (), "it is recorded once"


def end_turn(desk: Desk, random: Random) -> None:
    seat = desk.state.to_move()
    while desk.state.to_move() == seat:
        desk.move(random)


def test_the_clock_of_the_turn_stands_still_until_the_end() -> None:
    desk = playing()
    desk.now = NOW + 10 * HOUR
    away(desk, 10, 58)
    assert next_due(desk.state) == NOW + (58 + 14) * HOUR
    assert desk.state.clock is not None
    for at, left in ((10, 14), (40, 14), (58, 14), (60, 12)):
        assert desk.state.clock.times_left(NOW + at * HOUR)[0] == left * HOUR
    shown = clock_view(desk.state, desk.now)
    assert shown is not None
    assert shown.vacations == (NOW + 58 * HOUR, 0)
    over = clock_view(desk.state, NOW + 58 * HOUR)
    assert over is not None
    assert over.vacations == ()


def test_an_early_end_lets_the_clock_go_on() -> None:
    desk = playing()
    desk.now = NOW + 10 * HOUR
    away(desk, 10, 58)
    desk.now = NOW + 20 * HOUR
    away(desk, 10, 20)
    assert next_due(desk.state) == NOW + 34 * HOUR


def test_a_turn_that_begins_in_a_vacation_has_its_whole_time_afterwards() -> None:
    desk = playing()
    away(desk, 0, 48, BOB.id)
    assert next_due(desk.state) == NOW + 24 * HOUR, "another player's vacation stops no clock"
    desk.now = NOW + 5 * HOUR
    end_turn(desk, Random(1))
    assert desk.state.to_move() == 1
    assert next_due(desk.state) == NOW + 72 * HOUR
    desk.now = NOW + 6 * HOUR
    away(desk, 0, 6, BOB.id)
    assert next_due(desk.state) == NOW + 30 * HOUR


def test_a_vacation_that_was_not_recorded_is_found_before_time_runs_out() -> None:
    desk = playing()
    desk.now = NOW + 24 * HOUR
    assert hand_over(desk.state, desk.now)
    away(desk, 20, 44)
    assert hand_over(desk.state, desk.now) == ()
    assert next_due(desk.state) == NOW + 48 * HOUR


@pytest.mark.parametrize(
    ("since", "until"), [(-50, -2), (24, 60)], ids=["over before the turn", "begun after the time"]
)
def test_a_vacation_at_another_time_does_not_help(since: int, until: int) -> None:
    desk = playing()
    desk.now = NOW + 70 * HOUR
    known = {ALICE.id: Vacation(NOW + since * HOUR, NOW + until * HOUR)}
    assert record_vacations(desk.state, known, desk.now) == ()
    assert hand_over(desk.state, desk.now)


def test_a_player_may_move_in_their_vacation() -> None:
    desk = playing()
    away(desk, 0, 48)
    desk.now = NOW + HOUR
    end_turn(desk, Random(2))
    assert next_due(desk.state) == NOW + 25 * HOUR


def test_live_games_tournaments_and_other_people_know_no_vacation() -> None:
    known = {ALICE.id: Vacation(NOW, NOW + 9 * DAY)}
    for desk in (playing(LivePace(60, 5)), playing(None)):
        assert record_vacations(desk.state, known, NOW) == ()
    desk = playing()
    assert record_vacations(desk.state, {"another": known[ALICE.id]}, NOW) == ()
    host = host_of_tournament("cup", "system").id
    assert record_vacations(replace(desk.state, host=host), known, NOW) == ()
    assert record_vacations(desk.state, known, NOW) == (VacationSet(0, NOW, NOW + 9 * DAY),)


def test_an_outage_in_a_vacation_is_given_once() -> None:
    for since, until, due in ((20, 30, 72), (40, 60, 84), (50, 60, 82)):
        desk = playing()
        away(desk, 0, 48)
        desk.now = NOW + until * HOUR
        outages = (Outage(NOW + since * HOUR, desk.now),)
        desk.write(interruption(desk.state, outages, desk.now))
        assert next_due(desk.state) == NOW + due * HOUR, (since, until)


def test_a_long_vacation_does_not_close_the_game() -> None:
    desk = playing()
    away(desk, 0, 100 * 24)
    assert close(desk.state, NOW + 101 * DAY) == ()
    assert next_due(desk.state) == NOW + 101 * DAY
    expires = expires_at(desk.state)
    assert expires is not None
    assert 0 <= expires - (NOW + 190 * DAY) < DAY
    assert close(desk.state, expires) != ()


def test_a_vacation_ends_with_the_account() -> None:
    desk = playing()
    away(desk, 0, 48)
    desk.now = NOW + 5 * HOUR
    desk.write(record_vacations(desk.state, {}, desk.now))
    assert next_due(desk.state) == NOW + 29 * HOUR
    assert record_vacations(desk.state, {}, NOW + 6 * HOUR) == ()


def test_a_vacation_begun_after_the_time_does_not_save_the_turn() -> None:
    desk = playing()
    desk.now = NOW + 25 * HOUR
    known = {ALICE.id: Vacation(NOW + 24 * HOUR, NOW + 60 * HOUR)}
    assert record_vacations(desk.state, known, desk.now) == ()
    desk.write(hand_over(desk.state, desk.now))
    away(desk, 24, 60)


def test_the_rows_of_a_table_with_vacations_are_well() -> None:
    desk = playing()
    away(desk, 0, 48)
    assert damaged_parts(summarize(desk.state, NOW), fold(desk.entries), NOW) == ()
    assert fold(desk.entries) == desk.state


def test_a_game_that_is_over_records_no_vacation() -> None:
    desk = playing()
    known = {BOB.id: Vacation(NOW, NOW + DAY)}
    assert record_vacations(desk.state, known, NOW) == (VacationSet(1, NOW, NOW + DAY),)
    desk.do(ALICE, Resign(0))
    assert desk.state.status == "ended"
    assert record_vacations(desk.state, known, NOW) == ()


def test_a_vacation_lasts_until_its_last_millisecond() -> None:
    desk = playing()
    away(desk, 0, 24, BOB.id)
    for now, lasts in ((NOW + DAY - 1, True), (NOW + DAY, False)):
        assert is_away(desk.state, now) is lasts
        ended = (VacationSet(1, NOW, now),) if lasts else ()
        assert record_vacations(desk.state, {}, now) == ended, "a deleted player's vacation ends now"


def test_only_a_vacation_that_matters_at_the_table_is_recorded() -> None:
    state = playing().state
    over = Vacation(NOW - DAY, NOW)
    for now in (NOW, NOW + 1):
        assert record_vacations(state, {BOB.id: over}, now) == (), "it was over before Bob's turn"
        assert record_vacations(state, {ALICE.id: over}, now) == (), "and before Alice's"
    in_turn = Vacation(NOW - DAY, NOW + 1)
    assert record_vacations(state, {ALICE.id: in_turn}, NOW + HOUR) == (VacationSet(0, NOW - DAY, NOW + 1),)
    assert record_vacations(state, {BOB.id: in_turn}, NOW + HOUR) == ()
    without = playing()
    away(without, 0, 24, BOB.id)
    for now, matters in ((NOW + DAY - 1, True), (NOW + DAY, False)):
        shorter = Vacation(NOW, NOW + HOUR)
        changed = (VacationSet(1, NOW, NOW + HOUR),) if matters else ()
        assert record_vacations(without.state, {BOB.id: shorter}, now) == changed


class Plain:
    """One turn by adding up hours: those that count are not in the vacation."""

    def __init__(self, whole: int) -> None:
        self.whole = whole
        self.away: list[tuple[int, int]] = []

    def left(self, at: int) -> int:
        counted = [hour for hour in range(at) if not any(a <= hour < b for a, b in self.away)]
        return max(0, self.whole - len(counted))


@given(
    st.integers(1, 40),
    st.lists(st.tuples(st.integers(0, 12), st.integers(1, 20), st.integers(0, 25)), max_size=4),
)
def test_a_turn_with_vacations_is_as_if_its_hours_were_added_up(
    whole: int, trips: list[tuple[int, int, int]]
) -> None:
    clock = clocks.initial_clock(DailyPace(whole), 2, NOW)
    mover: Seat = 0
    clock = clocks.follow(clock, NOW, 1, mover)
    plain, hour, known = Plain(whole), 0, 0
    for wait, planned, spent in trips:
        hour += wait
        if plain.left(hour) == 0:
            break
        start, until = hour, hour + planned
        clock = clocks.rest(clock, 0, NOW + start * HOUR, NOW + until * HOUR, known)
        known = NOW + until * HOUR
        if spent < planned:
            until = start + spent
            clock = clocks.rest(clock, 0, NOW + start * HOUR, NOW + until * HOUR, known)
            known = NOW + until * HOUR
        plain.away.append((start, until))
        hour = until
        # An entry in between, such as a line of chat, changes nothing.
        clock = clocks.follow(clock, NOW + hour * HOUR, 1, mover, known)
    for at in range(hour, hour + whole + 2):
        assert clock.times_left(NOW + at * HOUR)[0] == plain.left(at) * HOUR

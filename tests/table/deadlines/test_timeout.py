"""A table with clocks: refusals, seats taken over by bots, and the public view of it."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from quincunx.core.reason import Refusal
from quincunx.games.cinco.types import CincoOptions, Exchange
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.table.commands import CallBot, MakeMove, Resign, SitDown, StandUp, TakeBack
from quincunx.table.deadlines.timeout import ends_at, hand_over
from quincunx.table.events import DailyPace, LivePace, Moved, Pace, StoodUp, TableSettings, TimeRanOut
from quincunx.table.fold import advance, fold
from quincunx.table.seats.person import handle_of
from quincunx.table.seats.setup import check, rematch_settings
from quincunx.table.seats.sitting import AWAY_MILLISECONDS, IDLE_MILLISECONDS, idle_seat
from quincunx.table.summary import next_due, summarize
from quincunx.table.view import public_events, view_table
from quincunx.table.wire.table import ClockView, SeatEvent
from tests.table.support import ALICE, BOB, BOT, CAROL, ME, Desk, make_move, promise, settings

LIVE = LivePace(180, 5)
START = 1_700_000_000_000


def with_pace(pace: Pace | None = LIVE, plan: TableSettings | None = None) -> TableSettings:
    return replace(plan or settings(), pace=pace)


def timed(plan: TableSettings | None = None) -> Desk:
    """A game with clocks that has just begun; Alice is to move."""
    desk = Desk(plan or with_pace())
    desk.now = START
    return desk.seat_everybody()


def exchange(seat: int) -> MakeMove:
    return make_move(seat, Exchange())


def system(desk: Desk) -> tuple[object, ...]:
    """The events of the system now."""
    assert desk.now is not None
    events = hand_over(desk.state, desk.now)
    if events:
        desk.write(events)
    return events


def out(desk: Desk, late: int = 0) -> Desk:
    """Wait until the time that runs has run out, and for a while more."""
    end = ends_at(desk.state)
    assert end is not None
    desk.now = end + late
    assert system(desk)
    return desk


# ---- setting up ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "pace",
    [None, LIVE, LivePace(1, 1), LivePace(10_800, 180), *(DailyPace(hours) for hours in (12, 24, 72, 168))],
)
def test_paces_that_can_be_played(pace: Pace | None) -> None:
    assert check(with_pace(pace)).pace == pace


@pytest.mark.parametrize(
    "pace",
    [
        LivePace(0, 0),
        LivePace(180, 0),
        LivePace(180, -1),
        LivePace(4, 5),
        LivePace(10_801, 5),
        LivePace(300, 181),
        DailyPace(0),
        DailyPace(13),
        DailyPace(24_000),
    ],
)
def test_paces_that_make_no_sense(pace: Pace) -> None:
    with pytest.raises(Refusal) as caught:
        check(with_pace(pace))
    assert (caught.value.reason.kind, caught.value.reason.code) == ("malformed", "bad-pace")


def test_on_one_device_there_is_no_clock() -> None:
    with pytest.raises(Refusal) as caught:
        check(with_pace(LIVE, settings(seats=(ME, ME), one_device=True)))
    assert caught.value.reason.code == "one-device-pace"


def test_settings_of_the_time_before_have_no_clock() -> None:
    plan = msgspec.json.decode(b'{"options":{"game":"cinco"},"seats":[]}', type=TableSettings)
    assert plan.pace is None


def test_the_lobby_and_a_rematch_keep_the_pace() -> None:
    desk = timed(with_pace(LIVE, settings(listed=True)))
    assert b'"pace":{"type":"live","total":180,"increment":5}' in (summarize(desk.state, 1).listing or b"")
    desk.do(ALICE, Resign(0))
    assert rematch_settings(desk.state)[0].pace == LIVE


# ---- running ---------------------------------------------------------------------------------------------


def test_before_the_game_nothing_runs_and_then_the_first_to_move_does() -> None:
    desk = Desk(with_pace())
    desk.now = START
    assert (desk.state.clock, ends_at(desk.state)) == (None, None)
    desk.now += 60_000
    desk.seat_everybody()
    assert desk.state.to_move() == 0
    assert ends_at(desk.state) == START + 240_000


def test_a_table_without_a_clock_has_none() -> None:
    desk = timed(with_pace(None))
    assert (desk.state.clock, ends_at(desk.state)) == (None, None)
    assert hand_over(desk.state, START + 10**12) == ()
    assert view_table(desk.state, ALICE, None).clock is None


def test_a_turn_of_many_rolls_is_one_turn() -> None:
    desk = timed(with_pace(LIVE, settings(CinqoOptions(goal="rounds", rounds=2))))
    random, moves = Random(8), 0
    while desk.state.to_move() == 0:
        assert desk.now is not None
        desk.now += 10_000
        desk.move(random)
        moves += 1
    assert moves > 1
    assert desk.state.clock is not None
    assert desk.state.clock.remaining == (185_000 - 10_000 * moves, 180_000)


def test_bots_have_no_clock() -> None:
    desk = timed(with_pace(LIVE, settings(CincoOptions(first=1), (ME, BOT))))
    assert (desk.state.bot_to_move(), ends_at(desk.state)) == (1, None)
    desk.now = START + 10**9
    assert system(desk) == ()
    desk.move(Random(1))
    assert ends_at(desk.state) == START + 10**9 + 180_000


def test_time_that_has_run_out_hands_the_seat_to_a_bot() -> None:
    desk = timed()
    desk.now = START + 179_999
    assert system(desk) == ()
    desk.now += 1
    assert system(desk) == (TimeRanOut(0, "keen"),)
    assert desk.state.bot_to_move() == 0
    assert (desk.state.seats[0].kind, desk.state.seats[0].person) == ("stand_in", ALICE.id)
    assert system(desk) == (), "once"


def test_a_move_just_in_time_is_made_and_one_at_the_last_moment_is_late() -> None:
    desk = timed()
    desk.now = START + 179_999
    desk.do(ALICE, exchange(0))
    assert desk.state.clock is not None
    assert desk.state.clock.remaining[0] == 5_001
    desk = out(timed())
    reason = desk.refused(ALICE, exchange(0))
    assert (reason.kind, reason.code) == ("conflict", "time-ran-out")
    assert desk.refused(ALICE, StandUp(0)).code == "time-ran-out"
    assert desk.refused(BOB, exchange(0)).code == "not-your-seat"


def test_a_player_who_ran_out_of_time_loses_their_offers() -> None:
    desk = timed(with_pace(LIVE, settings(CincoOptions(players=4, first=0))))
    desk.do(ALICE, Resign(0))
    assert desk.state.resigned == (0,)
    assert out(desk).state.resigned == ()


def test_the_seat_comes_back_once_the_bot_has_ended_the_turn() -> None:
    desk = out(timed())
    assert desk.refused(ALICE, TakeBack(0)).code == "bot-ends-turn"
    assert view_table(desk.state, ALICE, None).seats[0].ran_out
    desk.move(Random(1))
    desk.do(ALICE, TakeBack(0))
    shown = view_table(desk.state, ALICE, None)
    assert (shown.seats[0].kind, shown.seats[0].ran_out, shown.seats[0].bot_moves) == ("person", False, 1)
    assert shown.clock is not None
    assert shown.clock.remaining[0] == 5_000
    desk.do(BOB, exchange(1))
    assert ends_at(desk.state) == (desk.now or 0) + 5_000


def test_a_player_who_left_in_time_comes_back_in_the_same_turn_with_the_time_left() -> None:
    desk = timed()
    desk.now = START + 100_000
    desk.do(ALICE, StandUp(0))
    assert ends_at(desk.state) is None
    desk.now += 79_999
    desk.do(ALICE, TakeBack(0))
    assert ends_at(desk.state) == START + 180_000
    desk.do(ALICE, StandUp(0))
    desk.now = START + 180_000
    assert desk.refused(ALICE, TakeBack(0)).code == "bot-ends-turn"
    assert not desk.state.seats[0].ran_out


def test_no_player_calls_a_bot_at_a_table_with_a_clock() -> None:
    desk = timed()
    desk.now = START + 170_000
    assert desk.refused(BOB, CallBot(0), away=[ALICE.id]).code == "clock-decides"
    assert idle_seat(desk.state, START + IDLE_MILLISECONDS) is None
    without = timed(with_pace(None))
    without.now = START + AWAY_MILLISECONDS
    assert without.do(BOB, CallBot(0), away=[ALICE.id]) == (StoodUp(0, "keen"),)
    assert idle_seat(timed(with_pace(None)).state, START + IDLE_MILLISECONDS) == 0


def test_when_the_system_must_act_is_when_the_time_ends() -> None:
    desk = timed()
    assert summarize(desk.state, START).due == next_due(desk.state) == START + 180_000
    assert summarize(desk.state, START).timed
    out(desk, late=300)
    assert desk.now is not None
    assert summarize(desk.state, desk.now).due == desk.now, "a bot is to move"
    assert not summarize(desk.state, desk.now).timed
    assert next_due(desk.state) is None


def test_only_the_end_of_a_player_s_time_is_told_from_other_deadlines() -> None:
    assert not summarize(Desk(with_pace()).state, START).timed, "it waits for players"
    untimed = Desk(settings()).seat_everybody()
    assert summarize(untimed.state, START).due is not None
    assert not summarize(untimed.state, START).timed
    midnight = Desk(with_pace())
    midnight.now = 20_000 * 86_400_000 - 180_000
    midnight.seat_everybody()
    assert summarize(midnight.state, midnight.now).due == 20_000 * 86_400_000
    assert summarize(midnight.state, midnight.now).timed
    midnight.do(ALICE, Resign(0))
    assert not summarize(midnight.state, midnight.now).timed, "it has ended"


def test_a_game_with_clocks_goes_on_to_its_end_without_anybody() -> None:
    desk = timed(with_pace(LIVE, settings(seats=(ME, BOT))))
    out(desk)
    assert not desk.state.is_peopled
    assert summarize(desk.state, 7).due == 7
    bots = Desk(with_pace(LIVE, settings(seats=(BOT, BOT))))
    assert summarize(bots.state, 7).due != 7, "bots among themselves play while somebody watches"
    left = Desk(settings(seats=(ME, BOT)))
    left.do(ALICE, SitDown(0, promise(1)))
    left.do(ALICE, StandUp(0))
    assert summarize(left.state, 7).due != 7


# ---- what is shown ---------------------------------------------------------------------------------------


def test_all_viewers_see_the_clocks_and_the_time() -> None:
    desk = timed()
    for person in (ALICE, BOB, CAROL):
        clock = view_table(desk.state, person, None, START + 2_000).clock
        assert clock == ClockView((180_000, 180_000), START, 0, START + 2_000, None)
    assert view_table(desk.state, ALICE, None, 1).clock == ClockView(
        (180_000, 180_000), START, 0, START, None
    )
    out(desk)
    clock = view_table(desk.state, CAROL, None).clock
    assert clock is not None
    assert (clock.running, clock.finished_by_bot, clock.remaining) == (None, 0, (0, 180_000))


def test_all_viewers_are_told_whose_time_ran_out() -> None:
    desk = out(timed())
    before = fold(desk.entries[:-1])
    from quincunx.table.fold import take_in

    told = public_events(take_in(before, desk.entries[-1]), None)
    assert told == (SeatEvent("time_ran_out", 0, "Alice", "keen", handle=handle_of(ALICE.id)),)


# ---- properties ------------------------------------------------------------------------------------------


class Timed(Desk):
    """People who dawdle, leave and come back at random, and a system that sees to it in time."""

    def dawdle(self, random: Random) -> None:
        assert self.now is not None
        self.now += random.choice((0, 500, 3_000, 9_000, 40_000, -2_000))
        system(self)
        if self.state.status != "playing":
            return
        for seat, each in enumerate(self.state.seats):
            if each.kind == "stand_in" and random.random() < 0.5:
                person = ALICE if each.person == ALICE.id else BOB
                try:
                    self.do(person, TakeBack(seat))
                except Refusal:
                    continue
        person, seat = self.mover()
        if self.state.seats[seat].kind == "person" and random.random() < 0.1:
            self.do(person, StandUp(seat))
        else:
            self.move(random)


def dawdled(seed: int, pace: Pace, moves: int) -> Timed:
    random = Random(seed)
    options = random.choice((CincoOptions(first=0), CinqoOptions(goal="rounds", rounds=3)))
    desk = Timed(with_pace(pace, settings(options)))
    desk.now = START
    desk.seat_everybody()
    for _ in range(moves):
        if desk.state.status == "playing":
            desk.dawdle(random)
    return desk


@given(st.integers(0, 10**6), st.sampled_from((LivePace(30, 3), LivePace(60, 1))), st.integers(0, 100))
def test_folding_in_any_split_gives_the_same_clocks(seed: int, pace: Pace, cut: int) -> None:
    desk = dawdled(seed, pace, 25)
    state = fold(desk.entries[: max(1, cut * len(desk.entries) // 100)])
    for entry in desk.entries[state.version :]:
        state = advance(state, entry)
    assert state.clock == desk.state.clock == fold(desk.entries).clock


@given(st.integers(0, 10**6), st.sampled_from((LivePace(30, 3), LivePace(20, 1))))
def test_every_move_of_a_person_was_made_in_time_and_every_clock_ran_out_once(seed: int, pace: Pace) -> None:
    desk = dawdled(seed, pace, 40)
    state = fold(desk.entries[:1])
    for entry in desk.entries[1:]:
        end = ends_at(state)
        for event in entry.events:
            if isinstance(event, Moved) and state.seats[event.seat].kind == "person":
                assert state.clock is not None
                assert end is not None
                assert max(entry.at, state.clock.now) < end
            if isinstance(event, TimeRanOut):
                assert end is not None
                assert entry.at >= end
                assert state.clock is not None
                assert event.seat == state.clock.running
        state = advance(state, entry)
        if state.status == "playing":
            seat = state.to_move()
            assert seat is not None
            is_person = state.seats[seat].kind == "person"
            assert state.clock is not None
            assert state.clock.running == (seat if is_person else None)

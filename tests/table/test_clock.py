"""The clocks by themselves: who has how much, when it ends, and that no time comes from nowhere."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from quincunx.core.values import Seat
from quincunx.table.clock import Clock, follow, initial_clock, pause, rest
from quincunx.table.events import DailyPace, LivePace, Pace

LIVE = LivePace(180, 5)
DAY = DailyPace(24)
HOUR = 3_600_000
START = 1_000_000


def run(pace: Pace, *entries: tuple[int, int, Seat | None], seats: int = 2) -> Clock:
    """The clocks after entries: how many milliseconds after the start, which turn it is then, who is to move
    if a person is."""
    clock = initial_clock(pace, seats, START)
    for at, turn, mover in entries:
        clock = follow(clock, START + at, turn, mover)
    return clock


def test_all_players_start_with_the_whole_time_and_the_first_to_move_runs_from_the_start() -> None:
    clock = run(LIVE, (0, 1, 1))
    assert clock.remaining == (180_000, 180_000)
    assert (clock.running, clock.ends_at) == (1, START + 180_000)
    assert clock.times_left(START + 30_000) == (180_000, 150_000)


def test_a_player_who_ends_a_turn_has_the_increment_and_the_next_one_runs() -> None:
    clock = run(LIVE, (0, 1, 0), (30_000, 2, 1))
    assert clock.remaining == (155_000, 180_000)
    assert (clock.running, clock.ends_at) == (1, START + 210_000)


def test_a_turn_of_several_moves_has_one_increment() -> None:
    clock = run(LIVE, (0, 1, 0), (10_000, 1, 0), (25_000, 1, 0), (30_000, 2, 1))
    assert clock.remaining == (155_000, 180_000)


def test_a_solo_player_has_an_increment_for_each_turn() -> None:
    clock = run(LIVE, (0, 1, 0), (30_000, 2, 0), (70_000, 3, 0), seats=1)
    assert (clock.remaining, clock.running) == ((120_000,), 0)


def test_no_players_time_runs_while_a_bot_is_to_move() -> None:
    clock = run(LIVE, (0, 1, None))
    assert (clock.running, clock.ends_at) == (None, None)
    clock = follow(clock, START + 60_000, 2, 1)
    assert clock.remaining == (180_000, 180_000)


def test_by_the_day_every_turn_has_the_whole_time() -> None:
    clock = run(DAY, (0, 1, 0), (20 * HOUR, 2, 1))
    assert clock.remaining == (24 * HOUR, 24 * HOUR)
    assert clock.ends_at == START + 44 * HOUR


def test_the_time_left_never_falls_below_zero() -> None:
    clock = run(LIVE, (0, 1, 0))
    assert clock.times_left(START + 10 * HOUR) == (0, 180_000)
    assert follow(clock, START + 10 * HOUR, 2, 1).remaining == (5_000, 180_000)


def test_a_player_who_leaves_in_their_turn_stops_their_clock_and_has_no_increment_for_the_bot_s_move() -> (
    None
):
    clock = run(LIVE, (0, 1, 0), (100_000, 1, None))
    assert (clock.running, clock.remaining) == (None, (80_000, 180_000))
    assert follow(clock, START + 101_000, 2, 1).remaining == (80_000, 180_000)


def test_the_bots_time_to_end_the_turn_is_charged_to_no_player() -> None:
    clock = run(LIVE, (0, 1, 0), (100_000, 1, None), (110_000, 1, None), (115_000, 2, 1))
    assert clock.remaining[0] == 80_000


def test_coming_back_in_the_same_turn_does_not_stop_the_clock() -> None:
    left = run(LIVE, (0, 1, 0), (100_000, 1, None))
    assert left.may_go_on(0, START + 179_999)
    assert not left.may_go_on(0, START + 180_000)
    back = follow(left, START + 170_000, 1, 0)
    assert (back.remaining[0], back.running) == (10_000, 0)
    # However often it is done.
    again = follow(follow(back, START + 172_000, 1, None), START + 175_000, 1, 0)
    assert again.ends_at == START + 180_000


def test_a_player_out_of_time_has_one_increment_once_the_bot_has_ended_the_turn() -> None:
    out = run(LIVE, (0, 1, 0), (180_700, 1, None))
    assert (out.remaining, out.finished_by_bot) == ((0, 180_000), 0)
    assert not out.may_go_on(0, START + 180_800)
    after = follow(out, START + 182_000, 2, 1)
    assert (after.remaining, after.finished_by_bot) == ((5_000, 180_000), None)
    assert after.may_go_on(0, START + 182_000)
    # And no more however many turns the bot plays.
    later = follow(follow(after, START + 190_000, 3, None), START + 191_000, 4, 1)
    assert later.remaining[0] == 5_000


def test_a_player_who_leaves_with_less_than_an_increment_has_one_at_the_next_turn() -> None:
    assert run(LIVE, (0, 1, 0), (178_000, 1, None), (179_000, 2, 1)).remaining[0] == 5_000


def test_in_daily_games_a_player_out_of_time_has_a_whole_turn_again() -> None:
    out = run(DAY, (0, 1, 0), (24 * HOUR, 1, None))
    assert out.finished_by_bot == 0
    assert follow(out, START + 25 * HOUR, 2, 1).remaining == (24 * HOUR, 24 * HOUR)


def test_a_seat_can_be_taken_back_in_the_midst_of_a_turn_that_a_bot_began() -> None:
    clock = run(LIVE, (0, 1, None), (2_000, 1, 0), (5_000, 2, 1))
    assert clock.remaining[0] == 182_000
    assert run(LIVE, (0, 1, None)).may_go_on(0, START + 10 * HOUR)


def test_at_the_end_nothing_runs() -> None:
    clock = run(LIVE, (0, 1, 0), (30_000, 1, None))
    assert (clock.running, clock.remaining) == (None, (150_000, 180_000))


def test_a_node_whose_clock_is_behind_gives_no_player_time_back() -> None:
    # A player's second move comes from a node that is 20 seconds behind.
    clock = run(LIVE, (0, 1, 0), (50_000, 1, 0), (30_000, 2, 1))
    assert clock.remaining[0] == 135_000
    assert (clock.since, clock.ends_at) == (START + 50_000, START + 230_000)
    assert clock.times_left(START) == (135_000, 180_000)
    assert follow(clock, START, 3, 0).remaining == (135_000, 185_000)


# ---- outages and vacations -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("since", "by", "until", "then"),
    [
        (0, 10_000, 30_000, 10_000),
        (20_000, 10_000, 30_000, 30_000),
        (20_001, 10_000, 30_000, 30_000),  # the vacation that ends within the outage is not counted twice
        (25_000, 10_000, 30_000, 30_000),
        (30_000, 10_000, 30_000, 30_000),
        (40_000, 10_000, 30_000, 40_000),  # the vacation lasts longer
        (0, 1, 30_000, 1),
        (0, 0, 30_000, 0),
        (5_000, -3_000, 2_000, 2_000),  # entries of a node whose clock was ahead
        (5_000, -9_000, 2_000, -4_000),
    ],
)
def test_an_outage_is_charged_to_no_player(since: int, by: int, until: int, then: int) -> None:
    clock = Clock(LIVE, (180_000, 150_000), now=since, turn=3, seat=1, is_running=True, since=since)
    assert pause(clock, by, until) == replace(clock, since=then, now=until)


@pytest.mark.parametrize(
    ("vacation", "resting_until", "since", "left"),
    [
        ((10_000, 50_000), 0, 50_000, 170_000),  # it begins in the player's turn
        ((0, 50_000), 0, 50_000, 180_000),  # at the very start of it
        ((-5_000, 50_000), 0, 50_000, 180_000),  # before it
        ((-5_000, 0), 0, 0, 180_000),  # it ended when the turn began
        ((-5_000, -1), 0, -1, 180_000),  # it was thought to last until now
        ((-5_000, -1), 9, 0, 180_000),  # and here it was not
        ((200_000, 300_000), 0, 300_000, 0),
    ],
)
def test_a_clock_stands_still_while_its_player_is_on_vacation(
    vacation: tuple[int, int], resting_until: int, since: int, left: int
) -> None:
    clock = Clock(DAY, (180_000, 150_000), now=0, turn=3, seat=0, is_running=True)
    assert rest(clock, 0, *vacation, resting_until) == replace(clock, since=since, remaining=(left, 150_000))
    assert rest(clock, 1, *vacation, resting_until) is clock
    stopped = replace(clock, is_running=False)
    assert rest(stopped, 0, *vacation, resting_until) is stopped


# ---- properties ------------------------------------------------------------------------------------------


class Player:
    """The time that a player has spent, and the maximum number of their increments."""

    def __init__(self) -> None:
        self.used = 0
        self.turns = 0


paces = st.one_of(
    st.builds(LivePace, total=st.integers(10, 300), increment=st.integers(1, 10)),
    st.builds(DailyPace, hours=st.sampled_from((12, 24))),
)
# After how long, what happens: a move within the turn, the turn's end, leaving, coming back; by whose clock.
happenings = st.lists(
    st.tuples(st.integers(-20_000, 100_000), st.sampled_from(("move", "end", "leave", "return"))), max_size=60
)


def story(seats: int, what: list[tuple[int, str]]) -> list[tuple[int, int, Seat | None]]:
    """Entries as a game could have them: bots hold seats that players left, and turns go round."""
    at, turn, gone = 0, 1, set[Seat]()
    entries: list[tuple[int, int, Seat | None]] = [(0, 1, 0)]
    for wait, each in what:
        at, seat = at + wait, (turn - 1) % seats
        if each == "leave":
            gone.add(seat)
        elif each == "return":
            gone.discard(seat)
        elif each == "end":
            turn += 1
        mover = (turn - 1) % seats
        entries.append((at, turn, None if mover in gone else mover))
    return entries


@given(paces, st.integers(1, 4), happenings)
def test_no_time_is_made(pace: Pace, seats: int, what: list[tuple[int, str]]) -> None:
    clock = initial_clock(pace, seats, 0)
    whole = clock.remaining[0]
    more = pace.increment * 1_000 if isinstance(pace, LivePace) else whole
    players = [Player() for _ in range(seats)]
    for before, (at, turn, mover) in pairwise([None, *story(seats, what)]):
        after = follow(clock, at, turn, mover)
        if before is not None and turn != before[1]:
            players[(before[1] - 1) % seats].turns += 1
        if clock.running is not None:
            players[clock.running].used += min(
                max(0, after.now - clock.now), clock.times_left(clock.now)[clock.running]
            )
        clock = after
        for player, left in zip(players, clock.times_left(clock.now), strict=True):
            assert left >= 0
            assert player.used + left <= whole + player.turns * more
    if all(each in ("move", "end") for _, each in what) and isinstance(pace, LivePace):
        for player, left in zip(players, clock.times_left(clock.now), strict=True):
            assert player.used + left == whole + player.turns * more


@given(paces, st.integers(1, 4), happenings)
def test_only_the_time_of_the_player_to_move_runs(
    pace: Pace, seats: int, what: list[tuple[int, str]]
) -> None:
    clock = initial_clock(pace, seats, 0)
    for at, turn, mover in story(seats, what):
        before, clock = clock, follow(clock, at, turn, mover)
        assert clock.running == mover
        assert clock.now >= before.now
        for seat in range(seats):
            if seat != before.seat:
                assert clock.remaining[seat] == before.remaining[seat]


@given(paces, st.integers(1, 3), happenings)
def test_standing_up_and_sitting_down_in_a_turn_gains_nothing(
    pace: Pace, seats: int, what: list[tuple[int, str]]
) -> None:
    """A player who comes and goes within a turn has no more time left than one who sits and thinks."""
    restless = sitting = follow(initial_clock(pace, seats, 0), 0, 1, 0)
    at = 0
    for wait, each in what:
        at += wait
        restless = follow(restless, at, 1, None if each == "leave" else 0)
        sitting = follow(sitting, at, 1, 0)
        if restless.running == 0:
            assert restless.times_left(at) == sitting.times_left(at)


@pytest.mark.parametrize("pace", [LIVE, DAY])
def test_letting_the_time_run_out_is_never_worth_it(pace: Pace) -> None:
    """Against a player who ends each turn at the last moment: no more time in all over ten turns."""
    careful = careless = initial_clock(pace, 1, 0)
    spent = {"careful": 0, "careless": 0}
    careful, careless = follow(careful, 0, 1, 0), follow(careless, 0, 1, 0)
    for turn in range(2, 12):
        end = careful.ends_at
        assert end is not None
        spent["careful"] += end - 1 - careful.since
        careful = follow(careful, end - 1, turn, 0)
        out = careless.ends_at
        assert out is not None
        spent["careless"] += out - careless.since
        stopped = follow(careless, out, turn - 1, None)
        careless = follow(follow(stopped, out + 1_000, turn, None), out + 1_000, turn, 0)
    assert spent["careless"] <= spent["careful"] + 10

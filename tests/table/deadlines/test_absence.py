"""Appointments: a table starts at its time, even if players are missing."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from quincunx.club.results.results import result_of
from quincunx.games.cinco.types import CincoOptions
from quincunx.table.commands import OpenSeat, SeatBot, SitDown, StandUp, TakeBack
from quincunx.table.deadlines.absence import begins_at, seat_bots
from quincunx.table.deadlines.due import overdue
from quincunx.table.events import Event, LivePace
from quincunx.table.fold import fold
from quincunx.table.seats.person import Person
from quincunx.table.seats.setup import rematch_settings
from quincunx.table.summary import next_due, summarize
from quincunx.table.view import view_table
from quincunx.table.wire.table import AppointmentView
from tests.table.support import ALICE, BOB, CAROL, OPEN, SEED, Desk, promise, settings

BEGINS = 1_800_000_060_000
NOBODY = Person("evening-of-the-tests", "Quincunx")
HERE = [ALICE.id, BOB.id]


def appointment(rated: bool = False) -> Desk:
    plan = replace(settings(CincoOptions(first=0), (OPEN, OPEN)), pace=LivePace(60, 5), rated=rated)
    desk = Desk(plan, NOBODY, kept=(ALICE, BOB), begins_by=BEGINS)
    desk.now = BEGINS - 60_000
    return desk


def system(desk: Desk) -> tuple[Event, ...]:
    """The events of the system now."""
    assert desk.now is not None
    events = overdue(desk.state, desk.now, SEED, HERE)[1]
    if events:
        desk.write(events)
    return events


def test_an_absent_player_is_played_for_from_that_moment_on_and_not_before() -> None:
    desk = appointment()
    desk.do(ALICE, SitDown(0, promise(1)), here=HERE)
    assert next_due(desk.state) == begins_at(desk.state) == summarize(desk.state, 1).due == BEGINS
    desk.now = BEGINS - 1
    assert system(desk) == ()
    desk.now = BEGINS
    assert system(desk)
    # Present players add to the chance; the bot's seat adds nothing.
    assert desk.state.commit_reveal.taking_part == (0,)
    assert (desk.state.seats[1].kind, desk.state.seats[1].person) == ("stand_in", BOB.id)
    desk.reveal_all()
    assert desk.state.status == "playing"
    assert begins_at(desk.state) is None
    desk.do(BOB, TakeBack(1))
    assert desk.state.seats[1].kind == "person"
    assert fold(desk.entries) == desk.state


def test_without_players_bots_play_to_the_end_and_both_have_left() -> None:
    desk = appointment(rated=True)
    desk.now = BEGINS + 5_000
    assert system(desk)
    assert desk.state.status == "playing"
    assert summarize(desk.state, desk.now).due == desk.now
    result = result_of(desk.play(Random(1)).state)
    assert result is not None
    assert [(seat.person, seat.ending) for seat in result.seats] == [(ALICE.id, "left"), (BOB.id, "left")]


def test_where_all_come_it_begins_at_once() -> None:
    desk = appointment().seat_everybody()
    assert desk.state.status == "playing"
    desk.now = BEGINS
    assert seat_bots(desk.state, BEGINS, HERE) == ()


@pytest.mark.parametrize("rated", [False, True])
def test_the_first_seat_starts_also_in_a_rated_game(rated: bool) -> None:
    for seed in range(8):
        desk = appointment(rated)
        desk.state = replace(desk.state, seed=f"{seed:064x}")
        desk.now = BEGINS
        assert desk.state.options.first == 0
        desk.write(seat_bots(desk.state, BEGINS, ()))
        assert desk.state.to_move() == 0


def test_a_seat_is_nobodys_to_give_away() -> None:
    desk = appointment()
    assert desk.refused(ALICE, StandUp(0)).code == "appointment"
    assert desk.refused(CAROL, SitDown(0, promise(3))).code == "seat-kept"
    assert desk.refused(ALICE, SitDown(1, promise(1))).code == "seat-kept"
    desk.do(ALICE, SitDown(0, promise(1)), here=HERE)
    assert desk.refused(ALICE, StandUp(0)).code == "appointment"
    for command in (OpenSeat(1), SeatBot(1, "random")):
        assert desk.refused(ALICE, command).code == "only-host"


def paired(seed: str = SEED) -> Desk:
    """Two strangers who have found each other; one of them is called the host."""
    plan = replace(settings(CincoOptions(first=0), (OPEN, OPEN)), pace=LivePace(60, 5), rated=True)
    desk = Desk(plan, ALICE, seed=seed, kept=(ALICE, BOB), begins_by=BEGINS)
    desk.now = BEGINS - 60_000
    return desk


def test_paired_players_wait_for_each_other_until_then_including_the_host() -> None:
    desk = paired()
    desk.do(BOB, SitDown(1, promise(2)), here=HERE)
    assert next_due(desk.state) == BEGINS
    shown = view_table(desk.state, BOB, None, BEGINS - 60_000)
    assert shown.appointment == AppointmentView(BEGINS, BEGINS - 60_000)
    desk.now = BEGINS
    assert system(desk)
    desk.reveal_all()
    assert (desk.state.seats[0].kind, desk.state.seats[0].person) == ("stand_in", ALICE.id)
    assert desk.state.status == "playing"
    assert view_table(desk.state, BOB, None, BEGINS).appointment is None


def test_where_none_of_those_who_were_paired_comes_nothing_is_played() -> None:
    desk = paired()
    desk.now = BEGINS + 5_000
    assert begins_at(desk.state) is None
    assert seat_bots(desk.state, desk.now, HERE) == ()
    # A player who comes late has waited long enough.
    desk.do(ALICE, SitDown(0, promise(1)), here=HERE)
    assert system(desk)
    assert desk.state.seats[1].kind == "stand_in"


def test_the_starter_of_paired_players_is_random() -> None:
    starts: set[int | None] = set()
    for seed in range(8):
        desk = paired(f"{seed:064x}").seat_everybody()
        starts.add(desk.state.to_move())
    assert starts == {0, 1}


def test_a_host_who_was_paired_gives_no_seat_away_either() -> None:
    desk = paired()
    desk.do(ALICE, SitDown(0, promise(1)), here=HERE)
    for command in (OpenSeat(1), SeatBot(1, "random"), StandUp(0)):
        assert desk.refused(ALICE, command).code == "appointment"


def test_a_rematch_is_no_appointment() -> None:
    desk = appointment()
    desk.now = BEGINS
    system(desk)
    desk.play(Random(1))
    plan, kept = rematch_settings(desk.state)
    again = Desk(plan, ALICE, kept=kept)
    assert again.state.begins_by is None
    assert begins_at(again.state) is None


def test_without_a_moment_a_kept_seat_waits() -> None:
    plan = settings(CincoOptions(first=0), (OPEN, OPEN))
    desk = Desk(plan, kept=(ALICE, BOB))
    assert seat_bots(desk.state, BEGINS * 2, HERE) == ()

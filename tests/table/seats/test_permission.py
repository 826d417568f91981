"""Permissions to act for a seat, and the id under which a person acts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from quincunx.core.reason import Refusal
from quincunx.table.commands import Resign, StandUp
from quincunx.table.seats.permission import acting, exists, is_playing, is_your_seat
from quincunx.table.seats.person import SYSTEM
from tests.table.support import ALICE, BOB, BOT, CAROL, DAVE, ME, OPEN, Desk, seated, settings


def code(check: Callable[[], None]) -> str | None:
    try:
        check()
    except Refusal as refusal:
        return refusal.reason.code
    return None


def test_a_person_acts_under_the_id_that_sits_at_the_table() -> None:
    state = seated().state
    assert acting(state, [CAROL, BOB, ALICE]) is BOB, "the first of those with a seat"
    assert acting(state, [CAROL, DAVE]) is CAROL
    watched = Desk(settings(seats=(OPEN, OPEN)), CAROL).state
    assert acting(watched, [DAVE, CAROL]) is CAROL, "the host"
    assert acting(watched, [DAVE, BOB]) is DAVE


@pytest.mark.parametrize(
    ("seat", "answer"), [(-1, "no-such-seat"), (0, None), (1, None), (2, "no-such-seat")]
)
def test_seats_are_counted_from_0(seat: int, answer: str | None) -> None:
    state = seated().state
    assert code(lambda: exists(state, seat)) == answer


def test_a_player_acts_for_their_own_seat_and_the_system_for_bots() -> None:
    state = Desk(settings(seats=(ME, BOT))).seat_everybody().state
    assert code(lambda: is_your_seat(state, 0, ALICE)) is None
    assert code(lambda: is_your_seat(state, 1, ALICE)) == "not-your-seat"
    assert code(lambda: is_your_seat(state, 0, BOB)) == "not-your-seat"
    assert code(lambda: is_your_seat(state, 1, SYSTEM)) is None
    assert code(lambda: is_your_seat(state, 0, SYSTEM)) == "not-your-seat"
    assert code(lambda: is_your_seat(state, 9, SYSTEM)) == "no-such-seat"


def test_a_player_who_has_left_no_longer_acts_and_a_bot_does() -> None:
    desk = seated()
    desk.do(ALICE, StandUp(0))
    assert code(lambda: is_your_seat(desk.state, 0, ALICE)) == "not-your-seat"
    assert code(lambda: is_your_seat(desk.state, 0, SYSTEM)) is None


def test_a_game_is_played_from_its_start_to_its_end() -> None:
    assert code(lambda: is_playing(Desk().state)) == "not-started"
    desk = seated()
    assert code(lambda: is_playing(desk.state)) is None
    desk.do(ALICE, Resign(0))
    assert code(lambda: is_playing(desk.state)) == desk.state.game.is_over.code

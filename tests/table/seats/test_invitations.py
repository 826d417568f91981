"""Seats that are kept for people who are invited."""

from __future__ import annotations

import pytest

from quincunx.core.reason import Refusal
from quincunx.table.commands import SitDown, StandUp
from quincunx.table.events import SeatSetup, TableMade
from quincunx.table.my_tables import my_table
from quincunx.table.seats.setup import create_table
from quincunx.table.state import initial_state
from tests.table.support import ALICE, BOB, CAROL, ME, SEED, TWO, Desk, promise, settings

BOBS = SeatSetup("invited", handle="bobs-page")
KNOWN = {"bobs-page": BOB, "alices-page": ALICE}


def test_the_seat_is_kept_and_the_table_is_in_their_list() -> None:
    (event, *_) = create_table("a-table-0001", ALICE, settings(seats=(ME, BOBS)), SEED, None, KNOWN)
    assert isinstance(event, TableMade)
    assert event.kept_for == (ALICE.id, BOB.id)
    assert event.kept_names == ("Alice", "Bob")
    state = initial_state(event, 0)
    line = my_table(state, BOB)
    assert line is not None
    assert line.waits_for_you
    assert my_table(state, CAROL) is None


@pytest.mark.parametrize(
    ("seats", "code"),
    [
        ((ME, SeatSetup("invited", handle="nobody")), "no-such-person"),
        ((ME, SeatSetup("invited")), "nobody-invited"),
        ((ME, SeatSetup("open", handle="bobs-page")), "nobody-invited"),
        ((BOBS, BOBS), "invited-twice"),
        ((ME, SeatSetup("invited", handle="alices-page")), "invited-twice"),
    ],
)
def test_people_who_cannot_be_invited(seats: tuple[SeatSetup, ...], code: str) -> None:
    with pytest.raises(Refusal) as caught:
        create_table("a-table-0001", ALICE, settings(seats=seats), SEED, None, KNOWN)
    assert caught.value.reason.code == code


def test_a_player_who_declines_opens_the_seat_to_others() -> None:
    desk = Desk(settings(TWO), kept=(ALICE, BOB))
    assert desk.refused(CAROL, StandUp(1)).code == "not-your-seat"
    desk.do(BOB, StandUp(1))
    assert desk.state.seats[1].kind == "open"
    assert my_table(desk.state, BOB) is None
    desk.do(CAROL, SitDown(1, promise(3)))
    assert desk.state.seats[1].name == "Carol"

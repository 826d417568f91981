"""Overdue actions of the system: which one, and when."""

from __future__ import annotations

from msgspec.structs import replace

from quincunx.engines.levels import default_level
from quincunx.table.chance.commit_reveal import COMMIT_MILLISECONDS
from quincunx.table.commands import SitDown
from quincunx.table.deadlines.absence import begins_at
from quincunx.table.deadlines.due import overdue
from quincunx.table.deadlines.expiry import ABANDONED, expires_at
from quincunx.table.events import Ended, LivePace, RevealOpened, RevealVoided, SatDown, StoodUp, TimeRanOut
from tests.table.support import ALICE, BOB, NOW, OPEN, Desk, promise, seated, settings

FRESH = "f5" * 32
HERE = (ALICE.id, BOB.id)


def test_bots_sit_down_for_people_who_do_not_come() -> None:
    desk = Desk(settings(seats=(OPEN, OPEN)), kept=(ALICE, BOB), begins_by=NOW + 1)
    desk.do(ALICE, SitDown(0, promise(1)))
    assert overdue(desk.state, NOW, FRESH, HERE)[1] == ()
    what, events = overdue(desk.state, NOW + 1, FRESH, HERE)
    bot = default_level(desk.state.game.bots)
    assert what == "absence"
    assert events[:2] == (SatDown(1, BOB.id, "Bob"), StoodUp(1, bot))
    assert isinstance(events[2], RevealOpened)
    assert events[2].taking_part == (0,)


def test_a_round_of_reveals_is_closed() -> None:
    desk = Desk(settings(seats=(OPEN, OPEN)), kept=(ALICE, BOB), begins_by=NOW + 1)
    for seat, person in enumerate((ALICE, BOB)):
        desk.do(person, SitDown(seat, promise(seat + 1)), here=HERE)
    assert begins_at(desk.state) is None, "all are there"
    desk.reveal_all(but=[1])
    until = desk.state.commit_reveal.until
    assert until is not None
    assert overdue(desk.state, until - 1, FRESH)[1] == ()
    voided = RevealVoided((1,), FRESH, until + COMMIT_MILLISECONDS)
    assert overdue(desk.state, until, FRESH) == ("commit-reveal", (voided,))


def test_a_bot_takes_over_when_the_time_has_run_out() -> None:
    desk = Desk(replace(settings(), pace=LivePace(60, 5)))
    desk.now = NOW
    desk.seat_everybody()
    assert overdue(desk.state, NOW + 59_999, FRESH)[1] == ()
    ran_out = TimeRanOut(0, default_level(desk.state.game.bots))
    assert overdue(desk.state, NOW + 60_000, FRESH) == ("time", (ran_out,))


def test_a_forgotten_table_expires() -> None:
    state = seated().state
    at = expires_at(state)
    assert at is not None
    assert overdue(state, at - 1, FRESH) == ("expired", ())
    assert overdue(state, at, FRESH) == ("expired", (Ended(ABANDONED),))

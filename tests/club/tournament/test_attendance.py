"""Attendance at a table of a tournament."""

from __future__ import annotations

from quincunx.club.tournament.attendance import Seating, seating_of
from quincunx.table.commands import Resign, SitDown, StandUp
from tests.table.support import ALICE, BOB, BOT, ME, Desk, promise, settings


def test_players_come_and_the_game_begins() -> None:
    desk = Desk(kept=(ALICE, BOB))
    assert seating_of(desk.state) == Seating(False, ("missing", "missing"))
    desk.do(BOB, SitDown(1, promise(2)))
    assert seating_of(desk.state) == Seating(False, ("missing", "here"))
    desk.do(ALICE, SitDown(0, promise(1)))
    assert desk.state.status == "playing"
    assert seating_of(desk.state) == Seating(True, ("here", "here"))
    desk.do(ALICE, StandUp(0))
    assert seating_of(desk.state) == Seating(True, ("bot", "here"))
    desk.do(BOB, Resign(1))
    assert seating_of(desk.state) is None, "it has ended"


def test_a_bot_is_a_bot() -> None:
    desk = Desk(settings(seats=(ME, BOT))).seat_everybody()
    assert seating_of(desk.state) == Seating(True, ("here", "bot"))

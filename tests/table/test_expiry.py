"""Tables to which nobody comes back are closed some day."""

from __future__ import annotations

import pytest

from quincunx.core.game import Outcome
from quincunx.core.reason import Refusal
from quincunx.games.cinco.types import Exchange
from quincunx.table.commands import SitDown
from quincunx.table.events import Ended
from quincunx.table.expiry import ABANDONED, PLAYING_MILLISECONDS, WAITING_MILLISECONDS, close, expires_at
from quincunx.table.record import record_of
from quincunx.table.summary import summarize
from quincunx.table.view import view_table
from tests.table.support import ALICE, BOB, BOT, Desk, make_move, promise, seated, settings

DAYS = 24 * 3600 * 1000


def test_a_table_that_waits_is_closed_two_weeks_after_anything_happened_there() -> None:
    desk = Desk()
    assert expires_at(desk.state) == 1_000 + 14 * DAYS
    assert close(desk.state, 1_000 + WAITING_MILLISECONDS - 1) == ()
    assert close(desk.state, 1_000 + WAITING_MILLISECONDS) == (Ended(ABANDONED),)
    desk.do(BOB, SitDown(1, promise(2)))
    assert expires_at(desk.state) == desk.entries[-1].at + 14 * DAYS


def test_a_game_is_closed_after_three_months() -> None:
    desk = seated()
    desk.do(ALICE, make_move(0, Exchange()))
    last = desk.entries[-1].at
    assert close(desk.state, last + PLAYING_MILLISECONDS - 1) == ()
    assert close(desk.state, last + 90 * DAYS) == (Ended(ABANDONED),)


def test_what_has_ended_stays_as_it_is() -> None:
    desk = seated()
    desk.write((Ended(Outcome("agreed", ())),))
    assert expires_at(desk.state) is None
    assert close(desk.state, 1 << 50) == ()


def test_a_table_that_never_began_shows_no_game_and_takes_nobody() -> None:
    desk = Desk()
    desk.write(close(desk.state, 1 << 50))
    shown = view_table(desk.state, BOB, None)
    assert (shown.status, shown.game, shown.outcome) == ("ended", None, ABANDONED)
    reason = desk.refused(BOB, SitDown(1, promise(2)))
    assert reason.kind == "conflict"


def test_an_abandoned_game_has_a_record() -> None:
    desk = seated()
    desk.do(ALICE, make_move(0, Exchange()))
    desk.write(close(desk.state, 1 << 50))
    assert record_of(tuple(desk.entries), desk.state).outcome == ABANDONED
    with pytest.raises(Refusal):
        desk.do(BOB, make_move(1, Exchange()))


def test_an_index_finds_it_when_it_is_time() -> None:
    desk = Desk()
    assert summarize(desk.state, 1_000).due == 1_000 + WAITING_MILLISECONDS
    bots = Desk(settings(seats=(BOT, BOT)))
    # Bots among themselves wait for somebody to watch, but not for ever.
    assert summarize(bots.state, 1_000).due == 1_000 + PLAYING_MILLISECONDS
    desk.write(close(desk.state, 1 << 50))
    assert summarize(desk.state, 1 << 50).due is None

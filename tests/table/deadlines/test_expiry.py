"""Abandoned tables are closed some day."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from quincunx.core.reason import Reason, Refusal
from quincunx.core.values import Outcome
from quincunx.games.cinco.types import Exchange
from quincunx.table.commands import SitDown
from quincunx.table.deadlines.expiry import (
    ABANDONED,
    PLAYING_MILLISECONDS,
    WAITING_MILLISECONDS,
    close,
    expires_at,
)
from quincunx.table.events import Ended
from quincunx.table.record.game_record import check_over, record_of
from quincunx.table.summary import summarize
from quincunx.table.view import view_table
from tests.table.support import ALICE, BOB, BOT, Desk, make_move, promise, seated, settings

DAYS = 24 * 3600 * 1000


def test_a_table_that_waits_is_closed_two_weeks_after_anything_happened_there() -> None:
    desk = Desk()
    assert WAITING_MILLISECONDS == 14 * DAYS
    at = 15 * DAYS  # the first day's end, two weeks later
    assert expires_at(desk.state) == at
    assert close(desk.state, at - 1) == ()
    assert close(desk.state, at) == (Ended(ABANDONED),)
    desk.do(BOB, SitDown(1, promise(2)))
    assert expires_at(desk.state) == at, "the day has not changed, nor need an index"


def test_the_day_counts_on_which_something_happened_there() -> None:
    state = Desk().state
    for changed, days in ((1, 15), (DAYS - 1, 15), (DAYS, 15), (DAYS + 1, 16), (2 * DAYS, 16)):
        assert expires_at(replace(state, quiet_since=changed)) == days * DAYS


def test_a_game_is_closed_after_three_months() -> None:
    desk = seated()
    desk.do(ALICE, make_move(0, Exchange()))
    assert PLAYING_MILLISECONDS == 90 * DAYS
    assert close(desk.state, 91 * DAYS - 1) == ()
    assert close(desk.state, 91 * DAYS) == (Ended(ABANDONED),)


def test_a_finished_table_stays_as_it_is() -> None:
    desk = seated()
    desk.write((Ended(Outcome("agreed", ())),))
    assert expires_at(desk.state) is None
    assert close(desk.state, 1 << 50) == ()


def test_a_table_that_never_began_shows_no_game_and_takes_no_player() -> None:
    desk = Desk()
    desk.write(close(desk.state, 1 << 50))
    shown = view_table(desk.state, BOB, None)
    assert (shown.status, shown.game, shown.outcome) == ("ended", None, ABANDONED)
    reason = desk.refused(BOB, SitDown(1, promise(2)))
    assert reason.kind == "conflict"
    with pytest.raises(Refusal) as caught:
        check_over(desk.state)
    assert caught.value.reason == Reason("conflict", "never-began", "That game never started.")


def test_an_abandoned_game_has_a_record() -> None:
    desk = seated()
    desk.do(ALICE, make_move(0, Exchange()))
    desk.write(close(desk.state, 1 << 50))
    assert record_of(tuple(desk.entries), desk.state).outcome == ABANDONED
    with pytest.raises(Refusal):
        desk.do(BOB, make_move(1, Exchange()))


def test_an_index_finds_it_when_it_is_time() -> None:
    desk = Desk()
    assert summarize(desk.state, 1_000).due == 15 * DAYS
    bots = Desk(settings(seats=(BOT, BOT)))
    # Bots among themselves wait for a spectator, but not for ever.
    assert summarize(bots.state, 1_000).due == 91 * DAYS
    desk.write(close(desk.state, 1 << 50))
    assert summarize(desk.state, 1 << 50).due == 1 << 50, "it is to be counted at once"

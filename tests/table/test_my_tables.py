"""The list of a person's own tables, and the people for whom a table waits."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from quincunx.games.cinco.types import CincoOptions
from quincunx.table.commands import Resign, SitDown, StandUp
from quincunx.table.deadlines.expiry import ABANDONED
from quincunx.table.events import Ended, LivePace
from quincunx.table.my_tables import (
    Wait,
    awaited,
    is_invited,
    my_table,
    notice_of,
    says_the_same,
    waits,
    waits_for,
)
from quincunx.table.seats.person import handle_of, host_of_tournament
from quincunx.table.view import view_table
from quincunx.table.wire.lists import MyTable
from quincunx.table.wire.table import ClockView, SeatView
from tests.table.support import ALICE, BOB, BOT, CAROL, ME, NOW, OPEN, TWO, Desk, promise, seated, settings


def waiting(desk: Desk) -> list[str]:
    """The names of the people for whom the table waits."""
    return [person.name for person in (ALICE, BOB, CAROL) if waits_for(desk.state, person.id)]


def test_a_reserved_seat_waits_for_its_player() -> None:
    desk = Desk(kept=(ALICE, BOB))
    assert waiting(desk) == ["Alice", "Bob"]
    desk.do(BOB, SitDown(1, promise(2)))
    assert waiting(desk) == ["Alice"]


def test_while_another_player_may_still_come_a_reserved_seat_can_wait() -> None:
    assert waiting(Desk()) == []


def test_a_device_that_must_reveal_is_waited_for() -> None:
    desk = Desk()
    everybody = [ALICE.id, BOB.id]
    desk.do(ALICE, SitDown(0, promise(1)), here=everybody)
    assert waiting(desk) == []
    desk.do(BOB, SitDown(1, promise(2)), here=everybody)
    assert waiting(desk) == ["Alice", "Bob"]


def test_a_game_waits_for_the_player_to_move() -> None:
    desk = seated()
    for _ in range(12):
        line = my_table(desk.state, ALICE)
        assert line is not None
        assert line.to_move == desk.state.to_move()
        assert line.waits_for_you == (line.to_move == 0)
        assert waiting(desk) == [("Alice", "Bob")[line.to_move or 0]]
        assert line.since == desk.state.moved_on
        desk.move(Random(1))


def test_a_bot_s_turn_waits_for_no_player_also_where_it_holds_a_seat() -> None:
    assert waiting(Desk(settings(seats=(BOT, ME))).seat_everybody()) == []
    desk = seated()
    desk.do(ALICE, StandUp(0))
    line = my_table(desk.state, ALICE)
    assert line is not None, "she may come back"
    assert not line.waits_for_you


def test_it_says_which_seats_are_mine_and_nothing_of_the_game_but_whose_turn_it_is() -> None:
    desk = seated()
    mine, theirs = my_table(desk.state, ALICE), my_table(desk.state, BOB)
    assert mine is not None
    assert theirs is not None
    assert [seat.yours for seat in mine.seats] == [True, False]
    assert [seat.yours for seat in theirs.seats] == [False, True]
    assert "game" not in mine.__struct_fields__


def test_only_who_sits_there_has_a_line_and_only_until_the_end() -> None:
    desk = seated()
    assert my_table(desk.state, CAROL) is None
    desk.do(ALICE, Resign(0))
    assert desk.state.status == "ended"
    assert my_table(desk.state, ALICE) is None
    assert waiting(desk) == []


def test_an_open_seat_waits_for_no_particular_player() -> None:
    desk = Desk(settings(seats=(OPEN, OPEN)))
    assert waiting(desk) == []
    assert my_table(desk.state, ALICE) is None, "she made it, and has no seat there"


def test_it_says_how_much_time_is_left() -> None:
    desk = Desk(replace(settings(), pace=LivePace(60, 5)))
    desk.now = 1_000
    desk.seat_everybody()
    line = my_table(desk.state, ALICE, 3_000)
    assert line is not None
    assert line.clock == ClockView((60_000, 60_000), 1_000, 0, 3_000, None)
    later = my_table(desk.state, ALICE, 4_000)
    assert later is not None
    assert later != line
    assert says_the_same(later, line), "it is not told again for that"
    assert not says_the_same(line, None)
    desk.move(Random(1))
    moved = my_table(desk.state, ALICE, 4_000)
    assert moved is not None
    assert not says_the_same(moved, line)
    plain = my_table(seated().state, ALICE, 3_000)
    assert plain is not None
    assert plain.clock is None


def test_it_says_to_which_tournament_a_table_belongs() -> None:
    desks = (
        Desk(kept=(ALICE, BOB)),
        Desk(host=host_of_tournament("friday-cup", "Quincunx"), kept=(ALICE, BOB)),
    )
    lines = [my_table(desk.state, ALICE) for desk in desks]
    assert [line.tournament for line in lines if line] == [None, "friday-cup"]
    assert [view_table(desk.state, CAROL, None).tournament for desk in desks] == [None, "friday-cup"]


def test_a_notification_names_the_other_people_and_what_time_is_left() -> None:
    desk = Desk(replace(settings(TWO, (ME, BOT)), pace=LivePace(300, 10))).seat_everybody()
    (wait,) = waits(desk.state)
    assert (wait.person, wait.seat) == (ALICE.id, 0)
    notice = notice_of(desk.state, wait, NOW)
    assert (notice.others, notice.handles) == ((), ()), "a bot is nobody"
    assert (notice.table, notice.game, notice.is_live, notice.is_invitation) == (
        desk.state.id,
        "cinco",
        True,
        False,
    )
    assert desk.state.clock is not None
    assert notice.left == desk.state.clock.times_left(NOW)[0]
    (wait,) = waits(seated().state)
    notice = notice_of(seated().state, wait, 0)
    assert (notice.others, notice.handles) == (("Bob",), (handle_of(BOB.id),))
    assert (notice.left, notice.is_live) == (None, False)


def test_a_line_is_the_table_in_short() -> None:
    desk = Desk(kept=(ALICE, BOB))
    seats = (SeatView("kept", "Alice", None, False, 0, False, handle_of(ALICE.id)),)
    seats = (*seats, SeatView("kept", "Bob", None, True, 0, False, handle_of(BOB.id)))
    line = MyTable(
        id=desk.state.id,
        version=1,
        status="waiting",
        settings=desk.state.settings,
        host="Alice",
        seats=seats,
        to_move=None,
        waits_for_you=True,
        clock=None,
        since=1_000,
        handle=handle_of(ALICE.id),
    )
    assert my_table(desk.state, BOB) == line
    desk.seat_everybody()
    seats = tuple(replace(seat, kind="person") for seat in seats)
    playing = replace(line, version=5, status="playing", seats=seats, to_move=0, waits_for_you=False)
    assert my_table(desk.state, BOB, small="picture") == replace(playing, since=5_000, small="picture")


def test_a_table_that_is_closed_before_its_game_waits_for_no_player() -> None:
    desk = Desk(kept=(ALICE, BOB))
    desk.write((Ended(ABANDONED),))
    assert waiting(desk) == []
    assert waits(desk.state) == ()


def test_invited_players_are_notified_once_no_seat_is_open() -> None:
    assert waits(Desk(kept=(ALICE, BOB)).state) == (Wait(BOB.id, 0, 1),)
    three = settings(CincoOptions(players=3, teams=3))
    assert waits(Desk(three, kept=(ALICE, BOB, None)).state) == ()
    assert waits(Desk(three, kept=(ALICE, BOB, CAROL)).state) == (Wait(BOB.id, 0, 1), Wait(CAROL.id, 0, 2))


def test_nobody_is_notified_while_a_bot_moves_or_after_the_end() -> None:
    desk = seated()
    assert [wait.person for wait in waits(desk.state)] == [ALICE.id]
    desk.do(ALICE, StandUp(0))
    assert waits(desk.state) == ()
    desk.do(BOB, Resign(1))
    assert waits(desk.state) == ()


def test_a_table_comes_first_in_the_lists_of_those_for_whom_it_waits_or_keeps_a_seat() -> None:
    assert awaited(Desk(kept=(ALICE, BOB)).state) == (ALICE.id, BOB.id)
    three = Desk(settings(CincoOptions(players=3, teams=3)), kept=(ALICE, BOB, None))
    assert awaited(three.state) == (BOB.id,), "the host is not invited, and may wait for a third player"
    desk = seated()
    assert awaited(desk.state) == (ALICE.id,)
    desk.move(Random(1))
    assert awaited(desk.state) == (BOB.id,)
    desk.do(BOB, StandUp(1))
    assert awaited(desk.state) == (), "a bot moves for Bob"
    desk.do(ALICE, Resign(0))
    assert awaited(desk.state) == ()


@given(st.integers(0, 40), st.booleans())
def test_the_people_for_whom_a_game_waits_are_the_same_from_all_sides(moves: int, has_bot: bool) -> None:
    plan = settings(CincoOptions(players=3, teams=3), (ME, OPEN, BOT) if has_bot else None)
    state = seated(plan).play(Random(moves), moves).state
    assert awaited(state) == tuple(person for person in state.people if waits_for(state, person))


def test_a_seat_that_is_left_or_another_players_is_no_invitation() -> None:
    desk = Desk(kept=(ALICE, BOB))
    assert [is_invited(desk.state, person.id) for person in (ALICE, BOB, CAROL)] == [False, True, False]
    desk.do(BOB, SitDown(1, promise(2)))
    assert not is_invited(desk.state, BOB.id)


def test_an_invitation_is_one_by_a_person_and_not_by_a_tournament() -> None:
    for host, is_invitation in ((ALICE, True), (host_of_tournament("cup", "Cup"), False)):
        desk = Desk(kept=(ALICE, BOB), host=host)
        notices = [notice_of(desk.state, wait, 0) for wait in waits(desk.state)]
        assert [each.is_invitation for each in notices] == [is_invitation] * len(notices)
        assert BOB.id in [each.person for each in notices]
        assert (ALICE.id in [each.person for each in notices]) == (host != ALICE), "the host is on the way"


def test_a_line_names_the_host_or_the_tournament() -> None:
    line = my_table(seated().state, BOB)
    assert line is not None
    assert (line.host, line.handle, line.tournament) == ("Alice", handle_of(ALICE.id), None)
    line = my_table(Desk(kept=(ALICE, BOB), host=host_of_tournament("cup", "The Cup")).state, BOB)
    assert line is not None
    assert (line.host, line.handle, line.tournament) == ("The Cup", None, "cup")

"""Public events: the messages about each event that all viewers of a table get."""

from __future__ import annotations

import pytest

from quincunx.core.values import Outcome, Seat
from quincunx.engines.levels import DEFAULT_LEVEL
from quincunx.games.cinco.types import CincoOptions, Dealt, Exchange, Exchanged
from quincunx.table.commands import (
    CancelTable,
    Command,
    DeclineDraw,
    OfferDraw,
    OpenSeat,
    Resign,
    SeatBot,
    SetBotPace,
    SitDown,
    StandUp,
    TakeBack,
    TakeBackOffer,
)
from quincunx.table.events import Interrupted, RematchMade, Unrated
from quincunx.table.fold import advance, take_in
from quincunx.table.seats.person import SYSTEM, Person, handle_of
from quincunx.table.view import public_events
from quincunx.table.wire.table import AwayEvent, GameEvent, PublicEvent, SeatEvent, TableEvent
from tests.table.support import ALICE, BOB, BOT, CAROL, DAVE, Desk, entropy, make_move, seated, settings

BOBS = handle_of(BOB.id)
"""The handle of Bob in an event; clients recognize guests by it."""
FOUR = CincoOptions(players=4, first=0)


def told(desk: Desk, viewer: Seat | None = None) -> tuple[PublicEvent, ...]:
    """The public events of the newest entry."""
    before = None
    for entry in desk.entries[:-1]:
        before = advance(before, entry)
    return public_events(take_in(before, desk.entries[-1]), viewer)


def test_of_a_new_table() -> None:
    assert told(Desk()) == (TableEvent("made", None, None),)


def test_a_table_of_bots_is_made_and_starts_at_once() -> None:
    assert told(Desk(settings(seats=(BOT, BOT)))) == (
        TableEvent("made", None, None),
        TableEvent("started", None, None),
        GameEvent(Dealt(None)),
    )


def test_how_many_moves_a_bot_made_for_whom_is_told_when_they_are_back_and_at_the_end() -> None:
    desk = seated()
    desk.do(BOB, StandUp(1))
    for _ in range(2):
        desk.do(ALICE, make_move(0, Exchange()))
        desk.do(SYSTEM, make_move(1, Exchange()))
    desk.do(BOB, TakeBack(1))
    assert told(desk) == (SeatEvent("took_back", 1, "Bob", None, 2, BOBS),)
    desk.do(BOB, StandUp(1))
    desk.do(ALICE, Resign(0))
    assert told(desk)[-2:] == (
        TableEvent("ended", None, Outcome("resigned", (1,))),
        SeatEvent("helped", 1, "Bob", None, 2, BOBS),
    )


@pytest.mark.parametrize(
    ("before", "person", "command", "event"),
    [
        ([], BOB, SitDown(1, entropy(1)), SeatEvent("sat_down", 1, "Bob", None, handle=BOBS)),
        (
            [(BOB, SitDown(1, entropy(1)))],
            BOB,
            StandUp(1),
            SeatEvent("stood_up", 1, "Bob", None, handle=BOBS),
        ),
        ([], ALICE, SeatBot(1, "greedy"), SeatEvent("bot_seated", 1, None, "greedy")),
        ([], ALICE, OpenSeat(0), SeatEvent("opened", 0, None, None)),
        ([], ALICE, CancelTable(), TableEvent("ended", None, Outcome("cancelled", ()))),
        (
            [(BOB, SitDown(1, entropy(1)))],
            ALICE,
            OpenSeat(1),
            SeatEvent("opened", 1, "Bob", None, handle=BOBS),
        ),
    ],
)
def test_before_the_game(
    before: list[tuple[Person, Command]], person: Person, command: Command, event: PublicEvent
) -> None:
    desk = Desk()
    for who, what in before:
        desk.do(who, what)
    desk.do(person, command)
    assert told(desk) == (event,)


@pytest.mark.parametrize(
    ("before", "person", "command", "event"),
    [
        ([], BOB, StandUp(1), SeatEvent("stood_up", 1, "Bob", DEFAULT_LEVEL, handle=BOBS)),
        ([(BOB, StandUp(1))], BOB, TakeBack(1), SeatEvent("took_back", 1, "Bob", None, handle=BOBS)),
        ([], BOB, OfferDraw(1), TableEvent("draw_offered", 1, None)),
        ([(BOB, OfferDraw(1))], BOB, TakeBackOffer(1), TableEvent("offer_taken_back", 1, None)),
        ([(BOB, OfferDraw(1))], CAROL, DeclineDraw(2), TableEvent("draw_declined", 2, None)),
        ([], BOB, Resign(1), TableEvent("resigned", 1, None)),
    ],
)
def test_during_the_game(
    before: list[tuple[Person, Command]], person: Person, command: Command, event: PublicEvent
) -> None:
    desk = seated(settings(FOUR))
    for who, what in before:
        desk.do(who, what)
    desk.do(person, command)
    assert told(desk) == (event,)


def test_how_fast_bots_move_is_nothing_to_tell() -> None:
    """The view says it."""
    desk = seated()
    desk.do(ALICE, SetBotPace("quick"))
    assert told(desk) == ()


def test_all_are_told_that_a_rated_game_begins_unrated() -> None:
    desk = Desk()
    desk.write((Unrated(),))
    assert told(desk) == told(desk, 0) == (TableEvent("unrated", None, None),)


def test_all_are_told_how_long_the_server_was_away() -> None:
    desk = seated()
    desk.write((Interrupted(1_000, 601_000),))
    for viewer in (0, 1, None):
        assert told(desk, viewer) == (AwayEvent(1_000, 601_000),)


def test_the_start_and_the_deal_are_told_together_and_each_sees_their_own_cards() -> None:
    desk = seated()
    for viewer in (0, 1, None):
        hand = None if viewer is None else desk.state.position.hands[viewer]
        assert told(desk, viewer) == (
            TableEvent("started", None, None),
            GameEvent(Dealt(hand)),
        )


def test_a_move_is_told_as_the_game_tells_it_to_each() -> None:
    desk = seated()
    hand = desk.state.position.hands[0]
    desk.do(ALICE, make_move(0, Exchange()))
    drawn = desk.state.position.hands[0]
    assert told(desk, 0) == (GameEvent(Exchanged(0, hand, drawn)),)
    assert told(desk, 1) == told(desk) == (GameEvent(Exchanged(0, hand, None)),)


def test_the_end_is_told_with_its_outcome() -> None:
    desk = seated(settings(FOUR))
    desk.do(BOB, Resign(1))
    desk.do(DAVE, Resign(3))
    assert told(desk) == (
        TableEvent("resigned", 3, None),
        TableEvent("ended", None, Outcome("resigned", (0, 2))),
    )
    desk.write((RematchMade("the-next-table"),))
    assert told(desk) == (TableEvent("rematch", None, None),)

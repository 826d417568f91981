"""A finished game shown again, ply by ply, with everything open."""

from __future__ import annotations

import pytest

from quincunx.core.chance import Shuffle, Shuffled
from quincunx.games.cinco.state import ALL_CARDS
from quincunx.games.cinco.types import Dealt, Exchange, Exchanged, Reshuffled
from quincunx.table.commands import Resign
from quincunx.table.seats.person import Person
from quincunx.table.view import replay
from quincunx.table.wire.table import Replay
from tests.table.support import ALICE, BOB, CAROL, Desk, make_move, seated


def exchanges(times: int) -> Desk:
    """Alice and Bob exchange in turn so many times, then Bob gives up."""
    desk = seated()
    for number in range(times):
        person, seat = ((ALICE, 0), (BOB, 1))[number % 2]
        desk.do(person, make_move(seat, Exchange()))
    desk.do(BOB, Resign(1))
    return desk


def replayed(desk: Desk, person: Person = CAROL) -> Replay:
    return replay(tuple(desk.entries), desk.state, person)


def test_a_running_game_is_not_replayed() -> None:
    with pytest.raises(ValueError, match=r"^a game that is not open yet is not replayed$"):
        replayed(seated())


def test_each_ply_says_whose_it_is_and_shows_all_hands() -> None:
    desk = exchanges(2)
    deal, first, second = replayed(desk).steps
    assert deal.chance is not None
    order = deal.chance.answer
    assert isinstance(order, Shuffled)
    assert (deal.seat, deal.chance.question) == (None, Shuffle(ALL_CARDS))
    assert deal.events == (Dealt(None),), "the set-up is nobody's turn"
    assert deal.view.hands == (tuple(sorted(order.cards[0:8:2])), tuple(sorted(order.cards[1:8:2])))
    assert (first.seat, first.chance) == (0, None)
    assert first.events == (Exchanged(0, deal.view.hands[0], tuple(sorted(order.cards[8:12]))),)
    assert (second.seat, second.chance) == (1, None)
    assert second.events == (Exchanged(1, deal.view.hands[1], tuple(sorted(order.cards[12:16]))),)
    assert second.view.hands == (first.view.hands[0], tuple(sorted(order.cards[12:16])))


def test_a_replay_says_when_its_game_began() -> None:
    desk = seated()
    began = desk.state.started_at
    assert began > 0
    desk.do(BOB, Resign(1))
    assert replayed(desk).started_at == began


def test_cards_that_are_drawn_after_a_reshuffle_are_named_too() -> None:
    """Twenty exchanges leave two cards in the pile; in the next one chance is asked again."""
    steps = replayed(exchanges(21)).steps
    asked, answered = steps[-2:]
    assert (asked.seat, asked.events) == (0, ())
    assert (answered.seat, answered.chance is not None) == (None, True)
    exchanged, reshuffled = answered.events
    assert exchanged == Exchanged(0, steps[-3].view.hands[0], answered.view.hands[0])
    assert reshuffled == Reshuffled(84)


def test_the_table_beside_it_is_the_one_at_its_end_as_this_person_sees_it() -> None:
    desk = exchanges(1)
    assert [seat.yours for seat in replayed(desk, BOB).table.seats] == [False, True]
    shown = replayed(desk)
    assert [seat.yours for seat in shown.table.seats] == [False, False]
    assert (shown.table.seed, shown.table.version) == (desk.state.seed, desk.state.version)
    assert shown.table.outcome == desk.state.outcome

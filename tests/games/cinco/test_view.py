"""A viewer's view of Cinco, field by field, before, during and after a game."""

from __future__ import annotations

from msgspec.structs import replace

from quincunx.core.chance import Shuffled
from quincunx.core.values import Outcome
from quincunx.games.cinco import legality
from quincunx.games.cinco.game import GAME as CINCO
from quincunx.games.cinco.rules import apply, initial
from quincunx.games.cinco.state import ALL_CARDS
from quincunx.games.cinco.types import (
    CardReach,
    CincoOptions,
    CincoView,
    Draw,
    Drew,
    Exchange,
    Play,
    Reshuffled,
)
from tests.games.cinco.test_rules import dealt, occupied

OPTIONS = CincoOptions(first=0)


def seen(hand: tuple[int, ...], viewer: int | None) -> CincoView:
    """After seat 0 of two has played 40 on 41 and holds 10 more, and seat 1 holds 88 and 90."""
    return CincoView(
        options=OPTIONS,
        viewer=viewer,
        to_move=1,
        turn=1,
        board=tuple(0 if space == 41 else None for space in range(1, 91)),
        hand=hand,
        hand_sizes=(1, 2),
        hands=None,
        discards=((40,), ()),
        pile=86,
        pile_cards=ALL_CARDS,
        carried=(0, 0),
        reshuffles=0,
        recent=(Play(40, 41),),
        tokens_left=(34, 35),
        last_space=41,
        winning=(),
        reach=tuple(
            CardReach(card, tuple(space for space in range(card, 91) if space != 41)) for card in hand
        ),
        why_not_play=None,
        why_not_draw=None,
        why_not_exchange=None,
        outcome=None,
    )


def test_each_sees_the_table_and_their_own_hand() -> None:
    state = apply(dealt(10, 40, one=(88, 90)), Play(40, 41))
    mover = replace(seen((88, 90), 1), why_not_exchange=legality.why_not_exchange(state, 1))
    assert mover.why_not_exchange is not None
    assert CINCO.view(state, 1) == mover
    for viewer, hand, why in ((0, (10,), legality.NOT_YOUR_TURN), (None, (), legality.NO_SEAT)):
        assert CINCO.view(state, viewer) == replace(
            seen(hand, viewer), why_not_play=why, why_not_draw=why, why_not_exchange=why
        )


def test_no_seat_is_to_move_during_a_shuffle_and_after_the_end() -> None:
    assert CINCO.view(initial(OPTIONS), 0).to_move is None
    over = apply(occupied(dealt(1, one=(2,)), (61, 59, 20, 21), ()), Play(1, 22))
    view = CINCO.view(over, 1)
    assert (view.to_move, view.outcome, view.hands) == (None, Outcome("five", (0,)), None)
    revealed = CINCO.reveal(over)
    assert (revealed.viewer, revealed.hand, revealed.hands) == (None, (), ((), (2,)))


def test_a_card_drawn_after_a_reshuffle_is_told_to_its_player() -> None:
    rest = tuple(card for card in ALL_CARDS if card > 3)
    waiting = apply(replace(dealt(1, 2, 3), pile=(), discards=(rest, ())), Draw())
    order = Shuffled(tuple(reversed(rest)))
    after = apply(waiting, order)
    assert CINCO.public_events(waiting, order, after, 0) == (Reshuffled(87), Drew(0, 90))
    for viewer in (1, None):
        assert CINCO.public_events(waiting, order, after, viewer) == (Reshuffled(87), Drew(0, None))


def test_the_last_move_is_seen_and_turns_without_a_token_are_counted() -> None:
    state = replace(occupied(dealt(88, one=(1, 2, 3, 4)), (87, 89), (88, 90)), pile=(5, 6, 7, 8, 9))
    found = []
    for move in (Play(88, None), Exchange(), Draw(), Play(5, 20)):
        state = apply(state, move)
        found.append((CINCO.view(state, None).recent[-1], CINCO.idle_turns(state)))
    assert found == [(Play(88, None), 1), (Exchange(), 2), (Draw(), 3), (Play(5, 20), 0)]


def test_a_draw_that_waits_for_a_shuffle_is_a_draw_and_the_pile_is_empty_meanwhile() -> None:
    rest = tuple(card for card in ALL_CARDS if card > 6)
    for hand, pile, move in (((1, 2, 3), (), Draw()), ((1, 2, 3, 4), (5, 6), Exchange())):
        waiting = apply(replace(dealt(*hand), pile=pile, discards=(rest, ())), move)
        assert CINCO.view(waiting, None).pile == 0
        after = apply(waiting, Shuffled(CINCO.asks(waiting).cards))
        assert CINCO.view(after, None).recent == (move,)


def test_every_card_of_a_hand_can_be_played() -> None:
    moves = CINCO.legal_moves(dealt(89, 90))
    assert moves == (Play(89, 89), Play(89, 90), Play(90, 90), Draw())


def test_in_small_a_board_is_a_letter_for_each_space() -> None:
    state = apply(occupied(dealt(10, 40, one=(88, 90)), (1, 90), (2,)), Play(40, 41))
    assert CINCO.small is not None
    small = CINCO.small(CINCO.view(state, None))
    assert small == "01" + "." * 38 + "a" + "." * 48 + "0"
    assert CINCO.small(CINCO.view(dealt(1), None)) == "." * 90
    assert {CINCO.small(CINCO.view(state, viewer)) for viewer in (0, 1)} == {small}, "hands are not in it"

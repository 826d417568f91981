"""Ending a game without a rule of it: draws by consent (C7), and giving up."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from quincunx.core.record import parse, write
from quincunx.core.values import Outcome
from quincunx.games import GAMES
from quincunx.games.cinco.types import CincoOptions, Exchange
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.table.commands import DeclineDraw, OfferDraw, Resign, StandUp, TakeBack, TakeBackOffer
from quincunx.table.draws import PATIENCE_OF_BOTS, TURNS_BETWEEN_OFFERS
from quincunx.table.events import DrawDeclined, DrawOffered, Ended, OfferTakenBack, Resigned
from quincunx.table.record.game_record import record_of
from quincunx.table.seats.person import SYSTEM
from quincunx.table.view import view_table
from tests.games.support import SETUPS
from tests.table.support import (
    ALICE,
    BOB,
    BOT,
    CAROL,
    DAVE,
    ME,
    OPEN,
    PEOPLE,
    Desk,
    make_move,
    seated,
    settings,
)

FOUR = CincoOptions(players=4, first=0)
"""Alice and Carol against Bob and Dave."""
AGREED = Ended(Outcome("agreed", ()))


# ---- draws by consent --------------------------------------------------------------------------------------


def test_a_draw_needs_all_players() -> None:
    desk = seated()
    desk.do(ALICE, make_move(0, Exchange()))
    assert desk.do(ALICE, OfferDraw(0)) == (DrawOffered(0),)
    assert desk.refused(ALICE, OfferDraw(0)).code == "already-offered"
    assert desk.do(BOB, OfferDraw(1)) == (DrawOffered(1), AGREED)
    assert desk.state.status == "ended"
    assert desk.state.outcome == Outcome("agreed", ())


def test_an_offer_ends_with_a_move_or_when_it_is_taken_back() -> None:
    desk = seated()
    desk.do(ALICE, OfferDraw(0))
    assert desk.do(ALICE, TakeBackOffer(0)) == (OfferTakenBack(0),)
    assert desk.refused(ALICE, TakeBackOffer(0)).code == "no-offer"
    desk = seated()
    desk.do(ALICE, OfferDraw(0))
    desk.do(ALICE, make_move(0, Exchange()))
    assert desk.state.offers == ()
    assert desk.do(BOB, OfferDraw(1)) == (DrawOffered(1),)


def test_no_player_is_asked_for_a_draw_turn_after_turn() -> None:
    desk = seated()
    desk.do(ALICE, OfferDraw(0))
    desk.do(ALICE, TakeBackOffer(0))
    for turn in range(TURNS_BETWEEN_OFFERS):
        assert desk.refused(ALICE, OfferDraw(0)).code == "offered-lately"
        if turn == 4:
            desk.do(BOB, OfferDraw(1))
            desk.do(BOB, TakeBackOffer(1))
        desk.do(*((ALICE, make_move(0, Exchange())), (BOB, make_move(1, Exchange())))[turn % 2])
    assert desk.do(ALICE, OfferDraw(0)) == (DrawOffered(0),)
    assert desk.do(BOB, OfferDraw(1)) == (DrawOffered(1), AGREED), "one may always agree"


def test_a_player_who_declines_ends_every_offer() -> None:
    desk = seated(settings(FOUR))
    desk.do(BOB, OfferDraw(1))
    desk.do(CAROL, OfferDraw(2))
    assert desk.do(ALICE, DeclineDraw(0)) == (DrawDeclined(0),)
    assert desk.state.offers == ()
    assert desk.do(DAVE, OfferDraw(3)) == (DrawOffered(3),), "nobody has agreed to anything any more"


def test_only_another_players_offer_can_be_declined() -> None:
    desk = seated()
    assert desk.refused(ALICE, DeclineDraw(0)).code == "nothing-offered"
    desk.do(ALICE, OfferDraw(0))
    assert desk.refused(ALICE, DeclineDraw(0)).code == "nothing-offered"
    assert desk.refused(CAROL, DeclineDraw(0)).code == "not-your-seat"
    desk.do(BOB, DeclineDraw(1))
    assert desk.state.offers == ()


def test_a_player_who_has_offered_may_still_decline_the_others_offers() -> None:
    desk = seated(settings(CincoOptions(players=3, teams=3, first=0)))
    desk.do(ALICE, OfferDraw(0))
    desk.do(BOB, OfferDraw(1))
    desk.do(ALICE, DeclineDraw(0))
    assert desk.state.offers == ()


def test_a_returning_player_has_not_agreed_to_anything() -> None:
    desk = seated()
    desk.do(BOB, OfferDraw(1))
    desk.do(BOB, StandUp(1))
    desk.do(BOB, TakeBack(1))
    assert desk.state.offers == ()


def test_bots_agree_only_late() -> None:
    desk = seated(settings(seats=(ME, BOT)))
    refusal = desk.refused(ALICE, OfferDraw(0))
    assert (refusal.code, refusal.params) == ("bots-play-on", {"turns": PATIENCE_OF_BOTS})
    early, late = (replace(desk.state.position, turn=PATIENCE_OF_BOTS - ago) for ago in (1, 0))
    desk.state = replace(desk.state, position=early)
    assert desk.refused(ALICE, OfferDraw(0)).code == "bots-play-on"
    desk.state = replace(desk.state, position=late)
    assert desk.do(ALICE, OfferDraw(0))[-1] == AGREED


def test_on_one_device_one_offer_speaks_for_all() -> None:
    desk = seated(settings(seats=(ME, ME), one_device=True))
    assert desk.do(ALICE, OfferDraw(1)) == (DrawOffered(0), DrawOffered(1), AGREED)


def test_a_dice_game_has_no_draws() -> None:
    desk = seated(settings(CinqoOptions()))
    refusal = desk.refused(ALICE, OfferDraw(0))
    assert (refusal.code, refusal.rule) == ("no-draws", "5")
    assert desk.refused(ALICE, DeclineDraw(0)).code == "nothing-offered"


def test_a_stranger_offers_nothing() -> None:
    assert seated().refused(CAROL, OfferDraw(0)).code == "not-your-seat"


# ---- giving up ---------------------------------------------------------------------------------------------


def test_a_solo_player_who_resigns_has_lost_at_once() -> None:
    for options in (CincoOptions(first=0), CinqoOptions()):
        desk = seated(settings(options))
        assert desk.do(BOB, Resign(1)) == (Resigned(1), Ended(Outcome("resigned", (0,))))
        assert desk.refused(BOB, Resign(1)).code == "game-over"


def test_it_need_not_be_my_turn_but_it_must_be_my_seat_and_a_game() -> None:
    desk = seated()
    assert desk.refused(BOB, Resign(0)).code == "not-your-seat"
    assert desk.refused(CAROL, Resign(1)).code == "not-your-seat"
    assert Desk().refused(ALICE, Resign(0)).code == "not-your-seat"
    left = seated()
    left.do(BOB, StandUp(1))
    assert left.refused(BOB, Resign(1)).code == "not-your-seat", "a bot plays on, and does not give up"


def test_the_system_moves_for_bots_and_says_nothing_for_them() -> None:
    """A returning player finds that no bot has resigned, or agreed to anything, in their name."""
    desk = seated(settings(FOUR))
    desk.do(BOB, StandUp(1))
    for command in (OfferDraw(1), DeclineDraw(1), Resign(1)):
        assert desk.refused(SYSTEM, command).code == "not-your-seat"


def test_partners_must_all_agree() -> None:
    desk = seated(settings(FOUR))
    assert desk.do(BOB, Resign(1)) == (Resigned(1),)
    assert view_table(desk.state, ALICE, None).resigned == (1,)
    assert desk.refused(BOB, Resign(1)).code == "already-resigned"
    assert desk.do(ALICE, Resign(0)) == (Resigned(0),), "the other side's is no agreement"
    assert desk.state.status == "playing"
    assert desk.do(DAVE, Resign(3)) == (Resigned(3), Ended(Outcome("resigned", (0, 2))))


def test_a_move_takes_it_back() -> None:
    desk = seated(settings(FOUR))
    desk.do(ALICE, Resign(0))
    desk.do(ALICE, make_move(0, Exchange()))
    assert desk.state.resigned == ()
    assert desk.do(CAROL, Resign(2)) == (Resigned(2),)
    desk.do(BOB, make_move(1, Exchange()))
    assert desk.state.resigned == (2,), "only a move of one's own"
    assert desk.do(ALICE, Resign(0))[-1] == Ended(Outcome("resigned", (1, 3)))


def test_a_player_who_leaves_withdraws_it_and_a_bot_follows_its_partner() -> None:
    desk = seated(settings(FOUR))
    desk.do(BOB, Resign(1))
    desk.do(BOB, StandUp(1))
    assert desk.state.resigned == ()
    assert desk.do(DAVE, Resign(3)) == (Resigned(3), Ended(Outcome("resigned", (0, 2))))


@pytest.mark.parametrize(
    "options", [CincoOptions(3, 3, first=0), CincoOptions(6, 3, first=0), CinqoOptions(3)]
)
def test_with_more_than_two_sides_no_player_resigns(options: CincoOptions | CinqoOptions) -> None:
    desk = seated(settings(options))
    assert desk.refused(ALICE, Resign(0)).code == "resign-many"
    assert desk.state.resigned == ()


def test_solitaire_is_given_up_without_a_winner() -> None:
    desk = seated(settings(CinqoOptions(1)))
    assert desk.do(ALICE, Resign(0)) == (Resigned(0), Ended(Outcome("resigned", ())))
    text = write(record_of(tuple(desk.entries), desk.state))
    assert '[Result "resigned"]' in text
    assert parse(text, GAMES).outcome == Outcome("resigned", ())


def test_on_one_device_one_resigns_for_their_own_side_alone() -> None:
    desk = seated(settings(FOUR, (ME,) * 4, one_device=True))
    assert desk.do(ALICE, Resign(3)) == (Resigned(1), Resigned(3), Ended(Outcome("resigned", (0, 2))))
    alone = seated(settings(CincoOptions(first=0), (ME, ME), one_device=True))
    assert alone.do(ALICE, Resign(0)) == (Resigned(0), Ended(Outcome("resigned", (1,))))


def test_the_record_says_who_won_by_it() -> None:
    desk = seated(settings(FOUR)).play(Random(4), 9)
    desk.do(BOB, Resign(1))
    desk.do(DAVE, Resign(3))
    text = write(record_of(tuple(desk.entries), desk.state))
    assert '[Result "won by 1 3 (resigned)"]' in text
    assert parse(text, GAMES).outcome == Outcome("resigned", (0, 2))


@given(st.sampled_from(SETUPS), st.integers(0, 60), st.lists(st.integers(0, 5), min_size=1, max_size=8))
def test_a_player_who_resigns_never_wins_by_it_and_the_record_can_be_read(
    options: CincoOptions | CinqoOptions, moves: int, seats: list[int]
) -> None:
    desk = seated(settings(options, (ME, *(OPEN,) * (options.players - 1)))).play(Random(moves), moves)
    sides = desk.state.game.sides(options)
    for seat in (each for each in seats if each < options.players):
        if desk.state.status == "ended" or seat in desk.state.resigned:
            continue
        if len(set(sides)) > 2:
            desk.refused(PEOPLE[seat], Resign(seat))
            continue
        desk.do(PEOPLE[seat], Resign(seat))
        outcome = desk.state.outcome
        if outcome is not None:
            losers = [at for at, side in enumerate(sides) if side == sides[seat]]
            assert set(outcome.winners) == set(range(options.players)) - set(losers)
            assert set(losers) <= set(desk.state.resigned)
            assert parse(write(record_of(tuple(desk.entries), desk.state)), GAMES).outcome == outcome

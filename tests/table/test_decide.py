"""Moving: who may, when, and what a refused move says."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from quincunx.core.reason import Refusal
from quincunx.games.cinco.types import CincoOptions, Draw, Exchange, Play
from quincunx.games.cinqo.types import CinqoOptions, Put
from quincunx.table.commands import MakeMove, Rematch, SitDown, StandUp
from quincunx.table.decide import check_hint, decide
from quincunx.table.seats.person import SYSTEM
from tests.table.support import (
    ALICE,
    BOB,
    BOT,
    CAROL,
    ME,
    Desk,
    make_move,
    moved,
    promise,
    seated,
    settings,
)


def test_only_the_holder_moves_for_a_seat() -> None:
    desk = seated()
    for person in (BOB, CAROL, SYSTEM):
        refusal = desk.refused(person, make_move(0, Exchange()))
        assert (refusal.kind, refusal.code) == ("forbidden", "not-your-seat")
    assert desk.do(ALICE, make_move(0, Exchange())) == (moved(0, Exchange()),)


def test_a_person_cannot_move_for_a_bot() -> None:
    desk = seated(settings(CincoOptions(first=1), seats=(ME, BOT)))
    assert desk.refused(ALICE, make_move(1, Exchange())).code == "not-your-seat"
    assert desk.do(SYSTEM, make_move(1, Exchange())) == (moved(1, Exchange()),)


def test_a_rule_refuses_with_its_number_its_sentence_and_its_values() -> None:
    desk = seated()
    missing = next(card for card in range(1, 91) if card not in desk.state.position.hands[0])
    refusal = desk.refused(ALICE, make_move(0, Play(missing, 90)))
    assert (refusal.rule, refusal.code, refusal.params) == ("4.1", "card-not-held", {"card": missing})


def test_a_move_of_the_other_game_is_no_move() -> None:
    refusal = seated().refused(ALICE, make_move(0, Put((1,))))
    assert (refusal.kind, refusal.code) == ("malformed", "no-such-move")
    assert seated(settings(CinqoOptions())).refused(ALICE, make_move(0, Draw())).code == "no-such-move"


@pytest.mark.parametrize("data", ["null", "[]", '{"type":"rolled","faces":[6]}', '{"type":"draw","twice":1}'])
def test_a_malformed_move_is_refused_in_a_sentence(data: str) -> None:
    """Chance's moves among them: no person answers for chance."""
    refusal = seated().refused(ALICE, MakeMove(0, msgspec.Raw(data.encode())))
    assert (refusal.kind, refusal.code) == ("malformed", "no-such-move")


def test_the_journal_has_one_spelling_for_each_move() -> None:
    data = msgspec.Raw(b'{ "type" : "exchange" }')
    assert seated().do(ALICE, MakeMove(0, data)) == (moved(0, Exchange()),)


def test_other_commands_do_not_make_moves_stale() -> None:
    desk = seated(settings(CincoOptions(players=3, teams=3, first=0)))
    before = desk.state.version
    desk.do(CAROL, StandUp(2))
    desk.do(ALICE, make_move(0, Exchange()), version=before)


def test_before_and_after_the_game_no_player_moves() -> None:
    desk = Desk(settings(CinqoOptions(players=2, goal="rounds", rounds=1)))
    desk.do(BOB, SitDown(1, promise(2)))
    assert desk.refused(BOB, make_move(1, Put((1,)))).code == "not-started"
    desk.do(ALICE, SitDown(0, promise(1)))
    desk.play(Random(1))
    assert desk.refused(BOB, make_move(1, Put((1,)))).code == "game-over"


def test_a_rematch_is_not_one_tables_to_decide() -> None:
    with pytest.raises(ValueError, match=r"^a rematch concerns two tables$"):
        decide(seated().state, Rematch(), ALICE, 1, 0, {})


def test_a_hint_is_for_the_player_to_move_at_a_table_that_allows_hints() -> None:
    """The node asks here first, so it computes nothing for a viewer without permission."""
    plain = seated().state
    hinted = msgspec.structs.replace(
        plain, settings=msgspec.structs.replace(plain.settings, hints=True), version=plain.version
    )
    check_hint(hinted, 0, ALICE)
    for state, seat, person, code in (
        (plain, 0, ALICE, "no-hints"),
        (hinted, 0, BOB, "not-your-seat"),
        (hinted, 1, BOB, "not-your-turn"),
        (hinted, 2, ALICE, "no-such-seat"),
    ):
        with pytest.raises(Refusal) as caught:
            check_hint(state, seat, person)
        assert caught.value.reason.code == code

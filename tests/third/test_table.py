"""A table of the third game: seats, moves, draws, giving up, leaving, the rematch."""

from __future__ import annotations

import msgspec
import pytest

from quincunx.core.game import decode_options, encode
from quincunx.core.reason import Reason, Refusal
from quincunx.core.record import parse, verify
from quincunx.core.values import Outcome
from quincunx.games import GAMES
from quincunx.games.cinco.types import Play as CincoPlay
from quincunx.table.commands import (
    CallBot,
    Command,
    DeclineDraw,
    MakeMove,
    OfferDraw,
    Resign,
    StandUp,
    TakeBack,
)
from quincunx.table.events import Ended, Moved, SeatSetup, StoodUp, TableSettings
from quincunx.table.fold import fold
from quincunx.table.seats.person import Person
from quincunx.table.seats.setup import create_table, rematch_settings
from quincunx.table.summary import summarize
from tests.third.game import legality
from tests.third.game.game import GAME
from tests.third.game.types import Pass, Play, TrioOptions
from tests.third.support import ALICE, BOB, BOT, CAROL, ME, OPEN, PEOPLE, Table

THREE = TrioOptions(3, first=0)


def refusal(table: Table, person: Person, command: Command) -> Reason:
    with pytest.raises(Refusal) as caught:
        table.do(person, command)
    return caught.value.reason


def test_a_game_is_played_to_its_end_and_recorded() -> None:
    table = Table(THREE)
    table.play_on()
    assert table.state.outcome == GAME.outcome(table.position)
    record = parse(table.record(), GAMES)
    assert (record.options, record.outcome) == (THREE, table.state.outcome)
    assert verify(record) == []
    assert fold(table.entries) == table.state


def test_the_journal_has_one_spelling_for_each_move_and_reads_it_back() -> None:
    table = Table()
    card = table.position.hands[0][0]
    spaced = msgspec.Raw(f'{{ "card": {card}, "type": "play" }}'.encode())
    moved, *_ = table.do(ALICE, MakeMove(0, spaced))
    assert moved == Moved(0, msgspec.Raw(f'{{"type":"play","card":{card}}}'.encode()))
    written = msgspec.json.encode(table.entries[-1])
    assert msgspec.json.decode(written, type=type(table.entries[-1])) == table.entries[-1]


def test_another_games_move_of_the_same_tag_is_no_move_here() -> None:
    table = Table()
    card = table.position.hands[0][0]
    reason = refusal(table, ALICE, MakeMove(0, encode(CincoPlay(card, 90))))
    assert (reason.kind, reason.code) == ("malformed", "no-such-move")
    assert "Trio" in reason.sentence


def test_the_rules_of_the_game_refuse_by_number() -> None:
    table = Table()
    assert refusal(table, BOB, MakeMove(1, encode(Pass()))) == legality.NOT_YOUR_TURN
    other = table.position.hands[1][0]
    assert refusal(table, ALICE, MakeMove(0, encode(Play(other)))).rule == "4.1"
    for _ in PEOPLE[:2]:
        table.move(Pass())
    assert refusal(table, ALICE, MakeMove(0, encode(Pass()))) == legality.NO_PASSES
    table.play_on()
    assert refusal(table, ALICE, MakeMove(0, encode(Pass()))) == legality.IS_OVER


@pytest.mark.parametrize(
    ("options", "seats", "code"),
    [
        (TrioOptions(4), (ME, OPEN, OPEN, OPEN), "trio-players"),
        (TrioOptions(most_passes=9), (ME, OPEN), "trio-passes"),
        (TrioOptions(3), (ME, OPEN), "seats-do-not-match"),
        (TrioOptions(), (ME, SeatSetup("bot", "master")), "no-such-level"),
    ],
)
def test_a_table_that_the_game_does_not_know_is_not_made(
    options: TrioOptions, seats: tuple[SeatSetup, ...], code: str
) -> None:
    with pytest.raises(Refusal) as caught:
        create_table("a-table-of-tests", ALICE, TableSettings(encode(options), seats), "5e" * 32)
    assert caught.value.reason.code == code


def test_a_draw_is_offered_declined_and_agreed() -> None:
    table = Table(THREE)
    table.do(BOB, OfferDraw(1))
    table.do(CAROL, DeclineDraw(2))
    assert table.state.offers == ()
    # The one whose offer was declined offers again only after some turns; the others may at once.
    assert refusal(table, BOB, OfferDraw(1)).code == "offered-lately"
    table.do(ALICE, OfferDraw(0))
    table.do(BOB, OfferDraw(1))
    assert table.do(CAROL, OfferDraw(2))[-1] == Ended(Outcome("agreed", ()))
    assert parse(table.record(), GAMES).outcome == Outcome("agreed", ())


def test_one_of_two_gives_up_and_one_of_three_leaves_the_seat_instead() -> None:
    table = Table()
    assert table.do(ALICE, Resign(0))[-1] == Ended(Outcome("resigned", (1,)))
    assert parse(table.record(), GAMES).outcome == Outcome("resigned", (1,))
    assert refusal(Table(THREE), ALICE, Resign(0)).code == "resign-many"


def test_a_bot_of_the_game_plays_on_for_a_player_who_leaves() -> None:
    table = Table()
    assert table.do(ALICE, StandUp(0)) == (StoodUp(0, "casual"),)
    assert "casual" in GAME.bots.levels
    assert table.state.bot_to_move() == 0
    assert summarize(table.state, 7).due == 7
    table.do(ALICE, TakeBack(0))
    assert table.state.bot_to_move() is None
    assert table.do(ALICE, CallBot(1), {BOB.id: 0}) == (StoodUp(1, "casual"),)


def test_bots_do_not_agree_to_an_early_draw() -> None:
    assert refusal(Table(seats=(ME, BOT)), ALICE, OfferDraw(0)).code == "bots-play-on"


def test_a_rematch_is_begun_by_the_next_seat() -> None:
    table = Table(TrioOptions(3, 2, 2))
    table.play_on()
    settings, kept = rematch_settings(table.state)
    assert decode_options(GAMES, settings.options) == TrioOptions(3, 2, 0)
    assert kept == PEOPLE
    create_table("a-rematch-of-tests", ALICE, settings, "5f" * 32, kept)

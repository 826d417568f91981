"""What a table allows and what follows from it, command by command."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from quincunx.games.levels import DEFAULT_LEVEL
from quincunx.core.randomness import Randomness
from quincunx.games.cinco.types import CincoOptions, Draw, Exchange, Play
from quincunx.games.cinqo.types import CinqoOptions, Put
from quincunx.core.game import Outcome
from quincunx.games import Options, game_of
from quincunx.table.commands import (
    CallBot,
    Command,
    MakeMove,
    OfferDraw,
    OpenSeat,
    SeatBot,
    SitDown,
    StandUp,
    TakeBack,
    TakeBackOffer,
)
from quincunx.table.events import (
    BotSeated,
    DrawOffered,
    Ended,
    Moved,
    ChanceMoved,
    OfferTakenBack,
    SatDown,
    SeatOpened,
    SeatSetup,
    Started,
    StoodUp,
    TableMade,
    TableSettings,
    TookBack,
)
from quincunx.table.person import SYSTEM, Person, Refusal
from quincunx.table.state import SeatState, fold
from quincunx.table.decide import PATIENCE_OF_BOTS, make
from tests.games.support import SETUPS, name_of
from tests.table.support import ALICE, BOB, BOT, CAROL, ME, OPEN, SEED, TWO, Desk, entropy, settings


def refused(desk: Desk, person: Person, command: Command, version: int | None = None) -> Refusal:
    """The command must be refused and change nothing."""
    before = desk.state
    with pytest.raises(Refusal) as caught:
        desk.do(person, command, version)
    assert desk.state == before
    assert caught.value.sentence.endswith(".")
    return caught.value


# ---- making ---------------------------------------------------------------------------------------


def test_the_makers_seat_is_kept_and_nobody_sits_yet() -> None:
    desk = Desk()
    assert desk.state.seats == (SeatState("kept", ALICE.id, ALICE.name), SeatState("open"))
    assert desk.state.status == "waiting"
    assert desk.state.version == 1


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        (settings(seats=(ME,)), "seats-do-not-match"),
        (settings(seats=(ME, OPEN, OPEN)), "seats-do-not-match"),
        (settings(CincoOptions(players=5), seats=(ME,) * 5), "cinco-players"),
        (settings(CinqoOptions(players=0), seats=(ME,)), "cinqo-players"),
        (settings(CincoOptions(players=10**30), seats=(ME,)), "cinco-players"),
        (settings(seats=(ME, SeatSetup("bot", "omniscient"))), "no-such-level"),
        (settings(seats=(ME, SeatSetup("bot"))), "no-such-level"),
        (settings(seats=(ME, SeatSetup("open", "greedy"))), "level-without-bot"),
        (settings(seats=(ME, ME)), "one-seat-each"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_what_cannot_be_set_up_is_refused(plan: TableSettings, code: str) -> None:
    with pytest.raises(Refusal) as caught:
        make("table-0001", ALICE, plan, SEED)
    assert caught.value.code == code


def test_a_table_of_bots_starts_at_once() -> None:
    events = make("table-0001", ALICE, settings(seats=(BOT, BOT)), SEED)
    assert [type(event) for event in events] == [TableMade, Started, ChanceMoved]
    assert Desk(settings(seats=(BOT, BOT))).state.status == "playing"


# ---- sitting down -----------------------------------------------------------------------------------


def test_the_game_starts_in_the_same_entry_as_the_last_person_sits_down() -> None:
    desk = Desk()
    assert desk.do(BOB, SitDown(1, entropy(2))) == (SatDown(1, BOB.id, "Bob", entropy(2)),)
    events = desk.do(ALICE, SitDown(0, entropy(1)))
    assert events[:2] == (SatDown(0, ALICE.id, "Alice", entropy(1)), Started((entropy(1), entropy(2))))
    chance = Randomness(bytes.fromhex(SEED), (bytes.fromhex(entropy(1)), bytes.fromhex(entropy(2))))
    question = game_of(TWO).asks(game_of(TWO).initial(TWO))
    assert events[2:] == (ChanceMoved(chance.answer(0, question)),)
    assert desk.state.moved_at == desk.state.version == 3


def test_a_kept_seat_is_only_for_whom_it_is_kept() -> None:
    assert refused(Desk(), BOB, SitDown(0, entropy(1))).code == "seat-kept"


def test_whoever_sits_elsewhere_leaves_the_seat_that_was_kept_for_them() -> None:
    desk = Desk()
    events = desk.do(ALICE, SitDown(1, entropy(1)))
    assert events == (SatDown(1, ALICE.id, "Alice", entropy(1)), SeatOpened(0))
    desk.do(BOB, SitDown(0, entropy(2)))
    assert desk.state.status == "playing"


def test_a_taken_seat_stays_taken() -> None:
    desk = Desk(settings(CincoOptions(players=3, teams=3, first=0)))
    desk.do(BOB, SitDown(1, entropy(1)))
    assert refused(desk, CAROL, SitDown(1, entropy(1))).code == "seat-taken"
    assert refused(desk, BOB, SitDown(2, entropy(1))).code == "already-seated"


@pytest.mark.parametrize("seat", [-1, 2, 10**30])
def test_seats_that_do_not_exist_are_refused(seat: int) -> None:
    desk = Desk()
    commands: list[Command] = [
        SitDown(seat, entropy(1)),
        StandUp(seat),
        TakeBack(seat),
        CallBot(seat),
        SeatBot(seat, "random"),
        OpenSeat(seat),
        MakeMove(seat, Draw()),
        OfferDraw(seat),
        TakeBackOffer(seat),
    ]
    for command in commands:
        assert refused(desk, ALICE, command).code == "no-such-seat"


@pytest.mark.parametrize(
    "bad", ["", "0" * 63, "0" * 65, "g" * 64, "0" * 62 + "\n0", "٣" * 64, "0" * 64 + "\n"]
)
def test_entropy_is_64_hex_digits(bad: str) -> None:
    assert refused(Desk(), ALICE, SitDown(0, bad)).code == "bad-entropy"


def test_on_one_device_the_maker_holds_several_seats() -> None:
    desk = Desk(settings(seats=(ME, ME), one_device=True))
    desk.do(ALICE, SitDown(0, entropy(1)))
    desk.do(ALICE, SitDown(1, entropy(2)))
    assert desk.state.status == "playing"
    assert desk.state.seats_of(ALICE.id) == (0, 1)


# ---- the host's hand ---------------------------------------------------------------------------------


def test_the_maker_seats_bots_and_opens_seats() -> None:
    desk = Desk(settings(CincoOptions(players=3, teams=3)))
    assert desk.do(ALICE, SeatBot(1, "greedy")) == (BotSeated(1, "greedy"),)
    assert desk.do(ALICE, OpenSeat(1)) == (SeatOpened(1),)
    assert desk.do(ALICE, OpenSeat(0)) == (SeatOpened(0),)
    assert desk.do(BOB, SitDown(0, entropy(1))) == (SatDown(0, BOB.id, "Bob", entropy(1)),)


def test_nobody_else_does() -> None:
    desk = Desk()
    assert refused(desk, BOB, SeatBot(1, "random")).code == "only-host"
    assert refused(desk, BOB, OpenSeat(0)).code == "only-host"


def test_a_person_is_not_pushed_off_a_seat() -> None:
    desk = Desk(settings(CincoOptions(players=3, teams=3)))
    desk.do(BOB, SitDown(1, entropy(1)))
    refused(desk, ALICE, SeatBot(1, "random"))
    refused(desk, ALICE, OpenSeat(1))
    assert refused(desk, ALICE, SeatBot(2, "omniscient")).code == "no-such-level"


def test_the_last_bot_starts_the_game() -> None:
    desk = Desk()
    desk.do(ALICE, SitDown(0, entropy(1)))
    events = desk.do(ALICE, SeatBot(1, "random"))
    assert events[:2] == (BotSeated(1, "random"), Started((entropy(1), "")))
    assert refused(desk, ALICE, SeatBot(1, "greedy")).code == "already-started"


# ---- moving -------------------------------------------------------------------------------------------


def seated(plan: TableSettings | None = None) -> Desk:
    return Desk(plan).seat_everybody()


def test_only_the_holder_moves_for_a_seat() -> None:
    desk = seated()
    for person in (BOB, CAROL, SYSTEM):
        assert refused(desk, person, MakeMove(0, Exchange())).code == "not-your-seat"
    assert desk.do(ALICE, MakeMove(0, Exchange())) == (Moved(0, Exchange()),)


def test_a_person_cannot_move_for_a_bot() -> None:
    desk = Desk(settings(CincoOptions(first=1), seats=(ME, BOT))).seat_everybody()
    assert refused(desk, ALICE, MakeMove(1, Exchange())).code == "not-your-seat"
    assert desk.do(SYSTEM, MakeMove(1, Exchange())) == (Moved(1, Exchange()),)


def test_a_move_out_of_turn_is_refused() -> None:
    refusal = refused(seated(), BOB, MakeMove(1, Exchange()))
    assert (refusal.code, refusal.rule, refusal.stale) == ("not-your-turn", "4", False)


def test_a_rule_refuses_with_its_number_its_sentence_and_its_values() -> None:
    desk = seated()
    missing = next(card for card in range(1, 91) if card not in desk.state.game.hands[0])
    refusal = refused(desk, ALICE, MakeMove(0, Play(missing, 90)))
    assert (refusal.rule, refusal.code, refusal.params) == ("4.1", "card-not-held", {"card": missing})


def test_a_move_of_the_other_game_is_no_move() -> None:
    assert refused(seated(), ALICE, MakeMove(0, Put((1,)))).code == "no-such-move"
    desk = seated(settings(CinqoOptions()))
    assert refused(desk, ALICE, MakeMove(0, Draw())).code == "no-such-move"


def test_a_move_decided_before_the_game_changed_is_stale() -> None:
    desk = seated()
    before = desk.state.version
    desk.do(ALICE, MakeMove(0, Exchange()))
    desk.do(BOB, MakeMove(1, Exchange()))
    assert refused(desk, ALICE, MakeMove(0, Exchange()), version=before).stale


def test_what_is_not_a_move_does_not_make_moves_stale() -> None:
    desk = seated(settings(CincoOptions(players=3, teams=3, first=0)))
    before = desk.state.version
    desk.do(CAROL, StandUp(2))
    desk.do(ALICE, MakeMove(0, Exchange()), version=before)


def test_before_and_after_the_game_nobody_moves() -> None:
    desk = Desk(settings(CinqoOptions(players=2, goal="rounds", rounds=1)))
    desk.do(BOB, SitDown(1, entropy(2)))
    assert refused(desk, BOB, MakeMove(1, Put((1,)))).code == "not-started"
    desk.do(ALICE, SitDown(0, entropy(1)))
    desk.play(Random(1))
    assert refused(desk, BOB, MakeMove(1, Put((1,)))).code == "game-over"


@pytest.mark.parametrize("options", SETUPS, ids=name_of)
def test_every_game_is_played_to_its_end(options: Options) -> None:
    desk = seated(settings(options)).play(Random(7))
    assert desk.state.status == "ended"
    assert desk.state.outcome == game_of(options).outcome(desk.state.game)
    assert isinstance(desk.entries[-1].events[-1], Ended)
    assert sum(isinstance(event, Ended) for entry in desk.entries for event in entry.events) == 1
    assert all(entry.events for entry in desk.entries)
    assert fold(desk.entries) == desk.state


def test_nature_answers_in_the_entry_that_asks() -> None:
    """No entry leaves a question of chance open, so no table waits for it after a crash."""
    desk = seated(settings(CinqoOptions(players=3)))
    while desk.state.status == "playing":
        seat = desk.state.to_move()
        assert seat is not None
        assert seat >= 0
        desk.move(Random(desk.state.version))


# ---- leaving and coming back -----------------------------------------------------------------------------


def test_before_the_game_a_seat_that_is_left_is_open() -> None:
    desk = Desk()
    desk.do(BOB, SitDown(1, entropy(1)))
    assert desk.do(BOB, StandUp(1)) == (StoodUp(1, None),)
    assert desk.state.seats[1] == SeatState("open")
    desk.do(CAROL, SitDown(1, entropy(2)))


def test_during_the_game_a_bot_plays_on_until_its_person_comes_back() -> None:
    desk = seated()
    assert desk.do(BOB, StandUp(1)) == (StoodUp(1, DEFAULT_LEVEL),)
    assert desk.state.seats[1] == SeatState("stand_in", BOB.id, "Bob", DEFAULT_LEVEL, entropy(2))
    desk.do(ALICE, MakeMove(0, Exchange()))
    assert refused(desk, BOB, MakeMove(1, Exchange())).code == "not-your-seat"
    desk.do(SYSTEM, MakeMove(1, Exchange()))
    assert refused(desk, CAROL, TakeBack(1)).code == "not-your-seat"
    assert desk.do(BOB, TakeBack(1)) == (TookBack(1),)
    assert desk.state.seats[1] == SeatState("person", BOB.id, "Bob", None, entropy(2))
    assert refused(desk, BOB, TakeBack(1)).code == "not-your-seat"
    desk.do(ALICE, MakeMove(0, Exchange()))
    desk.do(BOB, MakeMove(1, Exchange()))


def test_leaving_does_not_change_chance() -> None:
    """The same moves meet the same cards, whoever stood up in between."""
    stayed, left = seated(), seated()
    left.do(BOB, StandUp(1))
    for desk in (stayed, left):
        desk.play(Random(5), 30)
    assert stayed.state.game == left.state.game


def test_a_bot_is_called_in_only_for_somebody_who_is_away_and_only_by_a_player() -> None:
    desk = seated()
    assert refused(desk, ALICE, CallBot(1)).code == "not-away"
    away = frozenset({BOB.id})
    with pytest.raises(Refusal, match="Only somebody who plays here"):
        desk.do(CAROL, CallBot(1), absent=away)
    assert desk.do(ALICE, CallBot(1), absent=away) == (StoodUp(1, DEFAULT_LEVEL),)
    with pytest.raises(Refusal):
        desk.do(ALICE, CallBot(1), absent=away)
    desk.do(BOB, TakeBack(1))


def test_nobody_joins_or_leaves_once_the_game_has_begun_or_ended() -> None:
    desk = seated()
    assert refused(desk, CAROL, SitDown(1, entropy(3))).code == "already-started"
    desk = seated(settings(CinqoOptions(goal="rounds", rounds=1))).play(Random(1))
    assert refused(desk, ALICE, StandUp(0)).code == "game-over"
    assert refused(desk, ALICE, TakeBack(0)).code == "game-over"


# ---- draws by consent (C7) ------------------------------------------------------------------------------


def test_a_draw_needs_everybody() -> None:
    desk = seated()
    desk.do(ALICE, MakeMove(0, Exchange()))
    assert desk.do(ALICE, OfferDraw(0)) == (DrawOffered(0),)
    assert refused(desk, ALICE, OfferDraw(0)).code == "already-offered"
    assert desk.do(BOB, OfferDraw(1)) == (DrawOffered(1), Ended(Outcome("agreed", ())))
    assert desk.state.status == "ended"
    assert desk.state.outcome == Outcome("agreed", ())


def test_an_offer_ends_with_a_move_or_when_it_is_taken_back() -> None:
    desk = seated()
    desk.do(ALICE, OfferDraw(0))
    assert desk.do(ALICE, TakeBackOffer(0)) == (OfferTakenBack(0),)
    assert refused(desk, ALICE, TakeBackOffer(0)).code == "no-offer"
    desk.do(ALICE, OfferDraw(0))
    desk.do(ALICE, MakeMove(0, Exchange()))
    assert desk.state.offers == ()
    assert desk.do(BOB, OfferDraw(1)) == (DrawOffered(1),)


def test_somebody_who_comes_back_has_not_agreed_to_anything() -> None:
    desk = seated()
    desk.do(BOB, OfferDraw(1))
    desk.do(BOB, StandUp(1))
    desk.do(BOB, TakeBack(1))
    assert desk.state.offers == ()


def test_bots_agree_only_late() -> None:
    desk = Desk(settings(seats=(ME, BOT))).seat_everybody()
    assert refused(desk, ALICE, OfferDraw(0)).code == "bots-play-on"
    desk.state = replace(desk.state, game=replace(desk.state.game, turn=PATIENCE_OF_BOTS))
    assert desk.do(ALICE, OfferDraw(0))[-1] == Ended(Outcome("agreed", ()))


def test_on_one_device_one_offer_speaks_for_all() -> None:
    desk = Desk(settings(seats=(ME, ME), one_device=True)).seat_everybody()
    assert desk.do(ALICE, OfferDraw(1)) == (DrawOffered(0), DrawOffered(1), Ended(Outcome("agreed", ())))


def test_a_dice_game_has_no_draws() -> None:
    assert refused(seated(settings(CinqoOptions())), ALICE, OfferDraw(0)).code == "no-draws"


def test_a_stranger_offers_nothing() -> None:
    assert refused(seated(), CAROL, OfferDraw(0)).code == "not-your-seat"


# ---- the journal is to be believed ----------------------------------------------------------------------


def test_a_journal_with_a_hole_is_not_folded() -> None:
    desk = seated()
    with pytest.raises(ValueError, match="does not follow"):
        fold([desk.entries[0], desk.entries[2]])
    with pytest.raises(ValueError, match="begins with"):
        fold(desk.entries[1:])
    with pytest.raises(ValueError, match="no entries"):
        fold([])

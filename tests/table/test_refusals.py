"""Every refusal of a table, whole: kind, code, rule and values, and the sentence that people read where their
language has no text of its own."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from msgspec import Raw
from msgspec.structs import replace

from quincunx.core.reason import Reason, Refusal
from quincunx.games import GAMES
from quincunx.games.cinco.types import CincoOptions, Exchange
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.table.chance.commit_reveal import close
from quincunx.table.chance.day import check_open, deal_of
from quincunx.table.chat.rules import A_MINUTE
from quincunx.table.commands import (
    CallBot,
    CancelTable,
    Command,
    Commit,
    DeclineDraw,
    OfferDraw,
    OpenSeat,
    Rematch,
    Resign,
    Reveal,
    Say,
    SeatBot,
    SetBotPace,
    SitDown,
    StandUp,
    TakeBack,
    TakeBackOffer,
    Write,
)
from quincunx.table.deadlines.timeout import ends_at, hand_over
from quincunx.table.decide import check_hint
from quincunx.table.events import DailyPace, LivePace, SeatSetup, TableSettings
from quincunx.table.live.appending import check_key
from quincunx.table.record.game_record import check_over
from quincunx.table.seats.person import SYSTEM, Person
from quincunx.table.seats.setup import check, create_table, rematch_settings
from quincunx.table.wire.table import CommandRequest
from tests.table.support import (
    ALICE,
    BOB,
    BOT,
    CAROL,
    ME,
    OPEN,
    SEED,
    DayDesk,
    Desk,
    entropy,
    make_move,
    promise,
    seated,
    settings,
)
from tests.third.support import PLAIN

THREE = CincoOptions(players=3, teams=3, first=0)
FOUR = CincoOptions(players=4, first=0)


def after(desk: Desk, *done: tuple[Person, Command]) -> Desk:
    """The table after these commands."""
    for person, command in done:
        desk.do(person, command)
    return desk


def ended() -> Desk:
    """A table whose game is over."""
    return seated(settings(CinqoOptions(goal="rounds", rounds=1))).play(Random(1))


def sit(seat: int, randomness: str = "") -> SitDown:
    return SitDown(seat, randomness or entropy(7))


def revealing() -> Desk:
    """A table whose devices have been asked to reveal."""
    desk = Desk()
    for seat, person in enumerate((ALICE, BOB)):
        desk.do(person, SitDown(seat, promise(seat + 1)), here=(ALICE.id, BOB.id))
    return desk


def voided_by_bob() -> Desk:
    """A table at which only Bob's device did not reveal."""
    desk = revealing().reveal_all(but=[1])
    desk.write(close(desk.state, desk.state.commit_reveal.until or 0, "f5" * 32))
    return desk


def timed() -> Desk:
    """A game with clocks that has just begun; Alice is to move."""
    desk = Desk(replace(settings(), pace=LivePace(60, 5)))
    desk.now = 1_000_000
    return desk.seat_everybody()


def out_of_time() -> Desk:
    """A game in which Alice's time has just run out."""
    desk = timed()
    desk.now = ends_at(desk.state) or 0
    desk.write(hand_over(desk.state, desk.now))
    return desk


def talkative() -> Desk:
    """A game in which Alice has said as much as she may in a minute, 15 seconds ago."""
    desk = seated()
    desk.now = 1_000_000
    after(desk, *[(ALICE, Say(0, "hello"))] * A_MINUTE)
    desk.now += 15_000
    return desk


def appointment() -> Desk:
    """A table that begins at a fixed time."""
    return Desk(settings(seats=(OPEN, OPEN)), kept=(ALICE, BOB), begins_by=1_000_000)


def cancelled() -> Desk:
    """A table that its host has cancelled."""
    return after(Desk(), (ALICE, CancelTable()))


GAME_OVER = Reason("rule", "game-over", "The game is over.", "5")
NOT_YOUR_SEAT = Reason("forbidden", "not-your-seat", "That is not your seat.")
NO_SUCH_SEAT = Reason("malformed", "no-such-seat", "There is no such seat.")
NOT_STARTED = Reason("conflict", "not-started", "The game has not started yet.")
STARTED = Reason("conflict", "already-started", "The game has started already.")
CLOSED = Reason("conflict", "table-closed", "This table was closed before the game started.")
ONLY_HOST = Reason("forbidden", "only-host", "Only the host of the table can do that.")
TAKEN = Reason("conflict", "seat-taken", "That seat is taken.")
CANNOT_OPEN = Reason("conflict", "seat-cannot-open", "That seat cannot be opened.")
NOT_AWAY = Reason(
    "conflict", "not-away", "That player has not been away, or kept the game waiting, for long enough."
)
STARTS_SOON = Reason("conflict", "commit-reveal", "Everyone is seated: the game starts in a moment.")
APPOINTMENT = Reason(
    "conflict",
    "appointment",
    "The seats of this table are spoken for. If somebody does not play, a bot does.",
)
BOB_SITS = (BOB, sit(1))


@pytest.mark.parametrize(
    ("desk", "person", "command", "reason"),
    [
        (Desk(), BOB, sit(2), NO_SUCH_SEAT),
        (
            Desk(),
            BOB,
            sit(0),
            Reason("forbidden", "seat-kept", "That seat is kept for Alice.", None, {"name": "Alice"}),
        ),
        (after(Desk(), BOB_SITS), CAROL, sit(1), TAKEN),
        (
            after(Desk(settings(THREE)), BOB_SITS),
            BOB,
            sit(2),
            Reason("conflict", "already-seated", "You are sitting at this table already."),
        ),
        (
            Desk(),
            BOB,
            sit(1, "no digits"),
            Reason(
                "malformed",
                "bad-commitment",
                "A commitment is the SHA-256 of your device’s own randomness, 64 hex digits.",
            ),
        ),
        (seated(), CAROL, sit(1), STARTED),
        (ended(), CAROL, sit(1), STARTED),
        (after(Desk(), BOB_SITS), ALICE, SeatBot(1, "random"), TAKEN),
        (
            Desk(),
            ALICE,
            SeatBot(1, "?"),
            Reason("conflict", "no-such-level", "There is no bot of that level."),
        ),
        (Desk(), BOB, SeatBot(1, "random"), ONLY_HOST),
        (Desk(), ALICE, OpenSeat(1), CANNOT_OPEN),
        (Desk(), BOB, OpenSeat(0), ONLY_HOST),
        (after(Desk(), BOB_SITS), BOB, CancelTable(), ONLY_HOST),
        (seated(), ALICE, CancelTable(), STARTED),
        (ended(), ALICE, CancelTable(), STARTED),
        (appointment(), ALICE, CancelTable(), APPOINTMENT),
        (cancelled(), ALICE, CancelTable(), CLOSED),
        (cancelled(), BOB, sit(1), CLOSED),
        (seated(), ALICE, OpenSeat(1), STARTED),
        (Desk(), BOB, SetBotPace("slow"), ONLY_HOST),
        (ended(), ALICE, SetBotPace("slow"), GAME_OVER),
        (Desk(), ALICE, StandUp(1), NOT_YOUR_SEAT),
        (ended(), ALICE, StandUp(0), GAME_OVER),
        (after(Desk(), BOB_SITS), BOB, TakeBack(1), NOT_STARTED),
        (seated(), CAROL, TakeBack(1), NOT_YOUR_SEAT),
        (after(Desk(), BOB_SITS), BOB, CallBot(0), NOT_STARTED),
        (
            seated(),
            CAROL,
            CallBot(1),
            Reason("forbidden", "not-at-table", "Only somebody who plays here can do that."),
        ),
        (seated(), ALICE, CallBot(1), NOT_AWAY),
        (seated(settings(THREE, (ME, OPEN, BOT))), ALICE, CallBot(2), NOT_AWAY),
        (after(Desk(), BOB_SITS), BOB, make_move(1, Exchange()), NOT_STARTED),
        (seated(), CAROL, make_move(0, Exchange()), NOT_YOUR_SEAT),
        (
            seated(),
            BOB,
            make_move(1, Exchange()),
            Reason("rule", "not-your-turn", "It is not your turn.", "4"),
        ),
        (after(Desk(), BOB_SITS), BOB, OfferDraw(1), NOT_STARTED),
        (
            seated(settings(CinqoOptions())),
            ALICE,
            OfferDraw(0),
            Reason("rule", "no-draws", "Cinq-O knows no draw.", "5"),
        ),
        (
            after(seated(), (ALICE, OfferDraw(0))),
            ALICE,
            OfferDraw(0),
            Reason("conflict", "already-offered", "You have offered a draw already.", "C7"),
        ),
        (
            after(seated(), (ALICE, OfferDraw(0)), (ALICE, TakeBackOffer(0))),
            ALICE,
            OfferDraw(0),
            Reason(
                "conflict",
                "offered-lately",
                "You offered a draw not long ago. Play on for a few turns first.",
                "C7",
            ),
        ),
        (
            seated(settings(seats=(ME, BOT))),
            ALICE,
            OfferDraw(0),
            Reason(
                "conflict",
                "bots-play-on",
                "The bots agree to a draw only after 150 turns.",
                "C7",
                {"turns": 150},
            ),
        ),
        (
            seated(),
            ALICE,
            TakeBackOffer(0),
            Reason("conflict", "no-offer", "You have not offered a draw."),
        ),
        (seated(), CAROL, TakeBackOffer(0), NOT_YOUR_SEAT),
        (after(seated(), (BOB, StandUp(1))), SYSTEM, Resign(1), NOT_YOUR_SEAT),
        (
            seated(),
            ALICE,
            DeclineDraw(0),
            Reason("conflict", "nothing-offered", "Nobody offers a draw just now."),
        ),
        (
            after(seated(settings(FOUR)), (ALICE, Resign(0))),
            ALICE,
            Resign(0),
            Reason("conflict", "already-resigned", "You have resigned already; your partners play on."),
        ),
        (
            seated(settings(THREE)),
            ALICE,
            Resign(0),
            Reason(
                "conflict",
                "resign-many",
                "With more than two sides nobody resigns: leave your seat, and a bot plays on.",
            ),
        ),
        (revealing(), BOB, StandUp(1), STARTS_SOON),
        (revealing(), ALICE, OpenSeat(1), STARTS_SOON),
        (revealing(), ALICE, CancelTable(), STARTS_SOON),
        (
            revealing(),
            BOB,
            Commit(1, promise(9)),
            Reason("conflict", "too-late", "It is fixed already whose devices take part."),
        ),
        (
            after(Desk(), BOB_SITS),
            BOB,
            Reveal(1, entropy(2)),
            Reason("conflict", "not-asked", "Nothing is to be revealed for this seat now."),
        ),
        (
            revealing(),
            BOB,
            Reveal(1, entropy(9)),
            Reason("malformed", "bad-entropy", "That is not what was committed to."),
        ),
        (
            voided_by_bob(),
            BOB,
            Commit(1, promise(9)),
            Reason("conflict", "left-out", "This seat did not reveal in time, and takes part no more."),
        ),
        (
            seated(settings(FOUR)),
            ALICE,
            Say(0, "oops"),
            Reason("conflict", "phrase-tells", "Between partners that might tell something."),
        ),
        (
            seated(),
            ALICE,
            Say(0, "?"),
            Reason("malformed", "no-such-phrase", "That phrase doesn’t exist."),
        ),
        (
            seated(),
            ALICE,
            Write(0, "Hello"),
            Reason(
                "conflict",
                "words-afterwards",
                "You can write freely after the game. Until then, use the phrases.",
            ),
        ),
        (
            ended(),
            ALICE,
            Write(0, "a\0b"),
            Reason("malformed", "text-unseemly", "A text has only visible characters."),
        ),
        (
            ended(),
            ALICE,
            Write(0, " "),
            Reason("malformed", "text-length", "A text has 1 to 500 characters.", None, {"most": 500}),
        ),
        (seated(), CAROL, Say(0, "hello"), NOT_YOUR_SEAT),
        (after(Desk(), BOB_SITS), BOB, Say(1, "hello"), NOT_STARTED),
        (
            talkative(),
            ALICE,
            Say(0, "hello"),
            Reason(
                "too-fast",
                "talks-too-fast",
                "That is a lot at once; please wait a moment.",
                None,
                {"seconds": 45},
            ),
        ),
        (
            out_of_time(),
            ALICE,
            make_move(0, Exchange()),
            Reason(
                "conflict",
                "time-ran-out",
                "Your time had run out: a bot plays for you until you take your seat back.",
            ),
        ),
        (
            out_of_time(),
            ALICE,
            TakeBack(0),
            Reason(
                "conflict",
                "bot-ends-turn",
                "Your time for this turn has run out. The bot ends the turn; then the seat is yours again.",
            ),
        ),
        (
            timed(),
            BOB,
            CallBot(0),
            Reason(
                "conflict",
                "clock-decides",
                "At this table the clock decides: a bot takes over when that player’s time has run out.",
            ),
        ),
        (appointment(), ALICE, StandUp(0), APPOINTMENT),
        (appointment(), ALICE, SeatBot(1, "random"), APPOINTMENT),
    ],
    ids=lambda each: each.code if isinstance(each, Reason) else "",
)
def test_the_refusals_of_a_table(desk: Desk, person: Person, command: Command, reason: Reason) -> None:
    assert desk.refused(person, command) == reason


def test_a_stale_move_is_refused_as_such() -> None:
    desk = after(seated(), (ALICE, make_move(0, Exchange())), (BOB, make_move(1, Exchange())))
    assert desk.refused(ALICE, make_move(0, Exchange()), version=3) == Reason(
        "stale", "stale", "The game has moved on in the meantime."
    )


def test_a_table_without_hints_says_so() -> None:
    with pytest.raises(Refusal) as caught:
        check_hint(seated().state, 0, ALICE)
    assert caught.value.reason == Reason("conflict", "no-hints", "Hints are turned off at this table.")


@pytest.mark.parametrize(
    ("plan", "reason"),
    [
        (
            replace(settings(), options=Raw(b'{"game":"chess"}')),
            Reason("malformed", "bad-options", "Unknown game “chess”. Choose from cinco, cinqo."),
        ),
        (
            settings(seats=(ME,)),
            Reason("conflict", "seats-do-not-match", "There must be 2 seats, not 1."),
        ),
        (
            settings(seats=(ME, SeatSetup("open", "greedy"))),
            Reason("malformed", "level-without-bot", "Only a bot has a level."),
        ),
        (
            settings(seats=(SeatSetup("me", name="Ann"), OPEN)),
            Reason("malformed", "name-for-nobody", "You can only name players who use this device."),
        ),
        (
            settings(seats=(ME, ME)),
            Reason(
                "conflict",
                "one-seat-each",
                "You can hold several seats only when everyone plays on one device.",
            ),
        ),
        (
            settings(seats=(BOT, BOT), one_device=True),
            Reason("conflict", "nobody-here", "On one device at least one seat must be played by people."),
        ),
        (
            settings(seats=(ME, OPEN), one_device=True),
            Reason("conflict", "one-device-open-seat", "On one device no seat can be open to others."),
        ),
        (
            settings(seats=(ME, SeatSetup("invited", handle="bobs-page")), one_device=True),
            Reason("conflict", "one-device-open-seat", "On one device no seat can be open to others."),
        ),
        (
            settings(seats=(ME, SeatSetup("invited"))),
            Reason(
                "malformed",
                "nobody-invited",
                "An invitation must name a player by the handle of their page.",
            ),
        ),
        (
            replace(settings(), pace=LivePace(5, 10)),
            Reason(
                "malformed",
                "bad-pace",
                "A clock has at most 10800 seconds, and 1 to 180 more for each turn, "
                "but no more than in all.",
            ),
        ),
        (
            replace(settings(), pace=DailyPace(13)),
            Reason("malformed", "bad-pace", "A turn may take so many hours: 12, 24, 72, 168."),
        ),
        (
            replace(settings(seats=(ME, ME), one_device=True), pace=DailyPace(24)),
            Reason("conflict", "one-device-pace", "Games on one device have no clock."),
        ),
        (
            replace(settings(CinqoOptions(1), (ME,)), rated=True),
            Reason("conflict", "rated-alone", "Nobody is rated for a game that is played alone."),
        ),
        (
            replace(settings(seats=(ME, ME), one_device=True), rated=True),
            Reason("conflict", "rated-one-device", "A rated game is played on a device for each person."),
        ),
        (
            replace(settings(), hints=True, rated=True),
            Reason("conflict", "rated-hints", "A rated game is played without hints."),
        ),
        (
            replace(settings(), rated=True),
            Reason(
                "conflict", "rated-pace", "A rated game is played with a clock, so that it comes to its end."
            ),
        ),
    ],
    ids=lambda each: each.code if isinstance(each, Reason) else "",
)
def test_impossible_setups(plan: TableSettings, reason: Reason) -> None:
    with pytest.raises(Refusal) as caught:
        check(plan)
    assert caught.value.reason == reason


BOBS_PAGE = SeatSetup("invited", handle="bobs-page")


@pytest.mark.parametrize(
    ("seats", "reason"),
    [
        (
            (ME, SeatSetup("invited", handle="nobodys-page")),
            Reason("unknown", "no-such-person", "There is nobody of that name here who has finished a game."),
        ),
        (
            (BOBS_PAGE, BOBS_PAGE),
            Reason("conflict", "invited-twice", "Everybody can be invited to one seat alone."),
        ),
    ],
    ids=lambda each: each.code if isinstance(each, Reason) else "",
)
def test_impossible_invitations(seats: tuple[SeatSetup, ...], reason: Reason) -> None:
    with pytest.raises(Refusal) as caught:
        create_table("table-0001", ALICE, settings(seats=seats), SEED, invited={"bobs-page": BOB})
    assert caught.value.reason == reason


@pytest.mark.parametrize(
    ("refuse", "reason"),
    [
        (
            lambda: rematch_settings(DayDesk(GAMES["cinqo"]).state),
            Reason(
                "conflict",
                "no-rematch",
                "A day has one deal; it can be played for practice when the day is over.",
            ),
        ),
        (
            lambda: check_open(DayDesk(GAMES["cinqo"]).state, 0),
            Reason("conflict", "day-not-over", "This can be seen when the day’s deal is over."),
        ),
        (
            lambda: deal_of(PLAIN),
            Reason("unknown", "no-day-deal", "This game has no daily challenge."),
        ),
        (
            lambda: check_over(seated().state),
            Reason("conflict", "not-over", "The game is not over yet."),
        ),
        (
            lambda: check_over(replace(Desk().state, status="ended")),
            Reason("conflict", "never-began", "That game never started."),
        ),
        (
            lambda: check_key(CommandRequest("a key", 1, Rematch())),
            Reason("malformed", "bad-key", "A key has 1 to 64 letters, digits, “-” or “_”."),
        ),
    ],
    ids=lambda each: each.code if isinstance(each, Reason) else "",
)
def test_refusals_before_any_command(refuse: Callable[[], object], reason: Reason) -> None:
    with pytest.raises(Refusal) as caught:
        refuse()
    assert caught.value.reason == reason

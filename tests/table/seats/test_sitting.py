"""Seats: sitting down, the host's choices, leaving and returning."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from quincunx.core.randomness import Randomness
from quincunx.core.reason import Refusal
from quincunx.engines.levels import DEFAULT_LEVEL
from quincunx.games import game_of
from quincunx.games.cinco.types import CincoOptions, Draw, Exchange
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.table.chance.commit_reveal import REVEAL_MILLISECONDS
from quincunx.table.commands import (
    CallBot,
    CancelTable,
    Command,
    DeclineDraw,
    OfferDraw,
    OpenSeat,
    Resign,
    Reveal,
    SeatBot,
    SetBotPace,
    SitDown,
    StandUp,
    TakeBack,
    TakeBackOffer,
)
from quincunx.table.deadlines.expiry import expires_at
from quincunx.table.decide import decide
from quincunx.table.events import (
    BotPaceSet,
    BotSeated,
    ChanceMoved,
    Event,
    Revealed,
    RevealOpened,
    SatDown,
    SeatOpened,
    Started,
    StoodUp,
    TookBack,
)
from quincunx.table.parts import SeatState
from quincunx.table.seats.person import SYSTEM, Person, network_mark
from quincunx.table.seats.setup import rematch_settings
from quincunx.table.seats.sitting import AWAY_MILLISECONDS, CANCELLED, IDLE_MILLISECONDS, idle_seat, is_away
from quincunx.table.view import view_table
from tests.table.support import (
    ALICE,
    BOB,
    BOT,
    CAROL,
    DAVE,
    ME,
    NOW,
    OPEN,
    SEED,
    TWO,
    Desk,
    entropy,
    make_move,
    promise,
    seated,
    settings,
)

# ---- sitting down ------------------------------------------------------------------------------------------


def test_the_game_starts_in_the_same_entry_as_the_last_device_reveals() -> None:
    desk = Desk()
    here = (ALICE.id, BOB.id)
    assert desk.do(BOB, SitDown(1, promise(2)), here=here) == (
        SatDown(1, BOB.id, "Bob", commitment=promise(2)),
    )
    events = desk.do(ALICE, SitDown(0, promise(1)), here=here)
    assert events == (
        SatDown(0, ALICE.id, "Alice", commitment=promise(1)),
        RevealOpened((0, 1), NOW + REVEAL_MILLISECONDS),
    )
    assert desk.do(BOB, Reveal(1, entropy(2))) == (Revealed(1, entropy(2)),)
    events = desk.do(ALICE, Reveal(0, entropy(1)))
    assert events[:2] == (Revealed(0, entropy(1)), Started((entropy(1), entropy(2)), 2))
    randomness = Randomness(bytes.fromhex(SEED), (bytes.fromhex(entropy(1)), bytes.fromhex(entropy(2))), 2)
    question = game_of(TWO).asks(game_of(TWO).initial(TWO))
    assert events[2:] == (ChanceMoved(randomness.chance_move(0, question)),)
    assert desk.state.moved_at == desk.state.version == 5


def test_a_kept_seat_is_only_for_whom_it_is_kept() -> None:
    refusal = Desk().refused(BOB, SitDown(0, promise(1)))
    assert (refusal.code, refusal.params) == ("seat-kept", {"name": "Alice"})


def test_a_renamed_player_sits_down_under_the_new_name() -> None:
    alicia = Person(ALICE.id, "Alicia")
    desk = Desk()
    sat = (SatDown(0, ALICE.id, "Alicia", commitment=promise(1)),)
    assert desk.do(alicia, SitDown(0, promise(1))) == sat


def test_a_seat_has_the_mark_of_its_players_network() -> None:
    desk = Desk()
    desk.do(Person(BOB.id, BOB.name, "192.0.2.7"), SitDown(1, promise(2)))
    assert desk.state.seats[1].network == network_mark(desk.state.id, SEED, "192.0.2.7")
    desk.do(ALICE, SitDown(0, promise(1)))
    assert desk.state.seats[0].network == ""


def test_a_player_who_sits_elsewhere_leaves_their_reserved_seat() -> None:
    desk = Desk()
    events = desk.do(ALICE, SitDown(1, promise(1)))
    assert events == (SatDown(1, ALICE.id, "Alice", commitment=promise(1)), SeatOpened(0))
    desk.do(BOB, SitDown(0, promise(2)))
    assert desk.state.status == "playing"


def test_a_taken_seat_stays_taken() -> None:
    desk = Desk(settings(CincoOptions(players=3, teams=3, first=0)))
    desk.do(BOB, SitDown(1, promise(1)))
    assert desk.refused(CAROL, SitDown(1, promise(1))).code == "seat-taken"
    assert desk.refused(BOB, SitDown(2, promise(1))).code == "already-seated"


@pytest.mark.parametrize("desk", [Desk(), seated()], ids=["waiting", "playing"])
@pytest.mark.parametrize("seat", [-1, 2, 10**30])
def test_seats_that_do_not_exist_are_refused(desk: Desk, seat: int) -> None:
    commands: list[Command] = [
        SitDown(seat, promise(1)),
        StandUp(seat),
        TakeBack(seat),
        CallBot(seat),
        SeatBot(seat, "random"),
        OpenSeat(seat),
        make_move(seat, Draw()),
        OfferDraw(seat),
        TakeBackOffer(seat),
        DeclineDraw(seat),
        Resign(seat),
    ]
    for command in commands:
        refusal = desk.refused(ALICE, command)
        assert (refusal.kind, refusal.code) == ("malformed", "no-such-seat")


@pytest.mark.parametrize(
    "bad", ["", "0" * 63, "0" * 65, "g" * 64, "0" * 62 + "\n0", "٣" * 64, "0" * 64 + "\n", "A" * 64]
)
def test_a_commitment_is_64_hex_digits(bad: str) -> None:
    assert Desk().refused(ALICE, SitDown(0, bad)).code == "bad-commitment"


def test_on_one_device_the_host_holds_several_seats() -> None:
    desk = Desk(settings(seats=(ME, ME), one_device=True))
    desk.do(ALICE, SitDown(0, promise(1)))
    desk.do(ALICE, SitDown(1, promise(2)))
    assert desk.state.status == "playing"
    assert desk.state.seats_of(ALICE.id) == (0, 1)


# ---- the host's hand ---------------------------------------------------------------------------------------


def test_the_host_cancels_a_table_before_its_game() -> None:
    desk = Desk()
    desk.do(BOB, SitDown(1, promise(1)))
    desk.do(ALICE, CancelTable())
    state = desk.state
    assert (state.status, state.outcome, state.position) == ("ended", CANCELLED, None)
    assert expires_at(state) is None
    assert view_table(state, BOB, None).outcome == CANCELLED


def test_the_host_seats_bots_and_opens_seats() -> None:
    desk = Desk(settings(CincoOptions(players=3, teams=3)))
    assert desk.do(ALICE, SeatBot(1, "greedy")) == (BotSeated(1, "greedy"),)
    assert desk.do(ALICE, OpenSeat(1)) == (SeatOpened(1),)
    assert desk.do(ALICE, OpenSeat(0)) == (SeatOpened(0),)
    assert desk.do(BOB, SitDown(0, promise(1))) == (SatDown(0, BOB.id, "Bob", commitment=promise(1)),)


def test_the_host_may_seat_a_bot_where_a_seat_is_kept() -> None:
    desk = Desk()
    assert desk.do(ALICE, SeatBot(0, "greedy")) == (BotSeated(0, "greedy"),)
    assert desk.state.seats[0] == SeatState("bot", level="greedy")


def test_no_other_player_does() -> None:
    desk = Desk()
    assert desk.refused(BOB, SeatBot(1, "random")).code == "only-host"
    assert desk.refused(BOB, OpenSeat(0)).code == "only-host"


def test_on_one_device_no_seat_is_opened_to_others() -> None:
    """Neither a bot's nor a kept seat opens: the holder of the device would play with a stranger's cards."""
    desk = Desk(settings(CincoOptions(players=3, teams=3), (ME, ME, BOT), one_device=True))
    for seat in (0, 2):
        assert desk.refused(ALICE, OpenSeat(seat)).code == "seat-cannot-open"


def test_a_seat_that_is_open_cannot_be_opened() -> None:
    assert Desk().refused(ALICE, OpenSeat(1)).code == "seat-cannot-open"


def test_no_player_is_pushed_off_a_seat_by_a_bot() -> None:
    desk = Desk(settings(CincoOptions(players=3, teams=3)))
    desk.do(BOB, SitDown(1, promise(1)))
    assert desk.refused(ALICE, SeatBot(1, "random")).code == "seat-taken"
    assert desk.refused(ALICE, OpenSeat(2)).code == "seat-cannot-open", "it is open"
    assert desk.refused(ALICE, SeatBot(2, "omniscient")).code == "no-such-level"


def test_the_last_bot_starts_the_game() -> None:
    desk = Desk()
    desk.do(ALICE, SitDown(0, promise(1)))
    events = desk.do(ALICE, SeatBot(1, "random"))
    assert events[:2] == (BotSeated(1, "random"), Started(("", ""), 2))
    assert desk.state.seats[1] == SeatState("bot", level="random")
    bots = [seat.level for seat in view_table(desk.state, BOB, None).seats]
    assert bots == [None, "random"]
    assert desk.refused(ALICE, SeatBot(1, "greedy")).code == "already-started"


def test_the_host_says_how_fast_bots_move_until_the_end() -> None:
    desk = Desk()
    assert desk.do(ALICE, SetBotPace("quick")) == (BotPaceSet("quick"),)
    assert desk.refused(BOB, SetBotPace("slow")).code == "only-host"
    desk.seat_everybody()
    assert desk.do(ALICE, SetBotPace("slow")) == (BotPaceSet("slow"),)
    assert rematch_settings(desk.state)[0].bot_pace == "slow", "as people had it last"
    desk.do(ALICE, Resign(0))
    assert desk.refused(ALICE, SetBotPace("quick")).code == "game-over"


def test_a_pace_that_is_set_already_is_a_fact_all_the_same() -> None:
    """No entry of the journal is empty: the caller is told the version from which on the pace holds."""
    assert Desk().do(ALICE, SetBotPace("normal")) == (BotPaceSet("normal"),)


def test_before_the_game_the_host_frees_the_seat_of_a_player_who_may_return() -> None:
    desk = Desk(settings(CincoOptions(players=3, teams=3, first=0)))
    desk.do(BOB, SitDown(1, promise(2)))
    assert desk.refused(CAROL, OpenSeat(1)).code == "only-host"
    assert desk.do(ALICE, OpenSeat(1)) == (SeatOpened(1),)
    assert desk.state.seats[1] == SeatState("open"), "what the device has committed to has gone, too"
    desk.do(BOB, SitDown(2, promise(3)))
    desk.do(ALICE, SitDown(0, promise(1)))
    desk.do(CAROL, SitDown(1, promise(2)), here=(ALICE.id,))
    assert desk.refused(ALICE, OpenSeat(2)).code == "commit-reveal"
    desk.reveal_all()
    assert desk.refused(ALICE, OpenSeat(2)).code == "already-started"


# ---- leaving and coming back -------------------------------------------------------------------------------


def test_before_the_game_a_seat_that_is_left_is_open() -> None:
    desk = Desk()
    desk.do(BOB, SitDown(1, promise(1)))
    assert desk.do(BOB, StandUp(1)) == (StoodUp(1, None),)
    assert desk.state.seats[1] == SeatState("open")
    desk.do(CAROL, SitDown(1, promise(2)))


def test_during_the_game_a_bot_plays_on_until_its_person_comes_back() -> None:
    desk = seated()
    assert desk.do(BOB, StandUp(1)) == (StoodUp(1, DEFAULT_LEVEL),)
    assert desk.state.seats[1] == SeatState("stand_in", BOB.id, "Bob", DEFAULT_LEVEL, entropy(2), promise(2))
    desk.do(ALICE, make_move(0, Exchange()))
    assert desk.refused(BOB, make_move(1, Exchange())).code == "not-your-seat"
    desk.do(SYSTEM, make_move(1, Exchange()))
    assert desk.refused(CAROL, TakeBack(1)).code == "not-your-seat"
    assert desk.do(BOB, TakeBack(1)) == (TookBack(1),)
    bob = SeatState("person", BOB.id, "Bob", None, entropy(2), promise(2))
    assert desk.state.seats[1] == replace(bob, bot_moves=1, bot_turns=1, last_bot_turn=2)
    assert desk.refused(BOB, TakeBack(1)).code == "not-your-seat"
    desk.do(ALICE, make_move(0, Exchange()))
    desk.do(BOB, make_move(1, Exchange()))


def test_only_moves_that_a_bot_makes_for_a_person_are_help() -> None:
    desk = seated(settings(CincoOptions(players=3, teams=3, first=0), (ME, OPEN, BOT)))
    desk.do(BOB, StandUp(1))
    desk.do(BOB, TakeBack(1))
    desk.play(Random(1), 6)
    assert [seat.bot_moves for seat in desk.state.seats] == [0, 0, 0], "the bot of seat 2 plays for itself"
    desk.do(ALICE, StandUp(0))
    while desk.state.to_move() != 0:
        desk.move(Random(1))
    desk.move(Random(1))
    desk.do(ALICE, TakeBack(0))
    desk.do(ALICE, StandUp(0))
    assert [seat.bot_moves for seat in desk.state.seats] == [1, 0, 0], "leaving again forgets nothing"
    assert [seat.bot_moves for seat in view_table(desk.state, CAROL, None).seats] == [1, 0, 0]


def test_leaving_does_not_change_chance() -> None:
    """The same moves meet the same cards, whichever player stood up in between."""
    stayed, left = seated(), seated()
    left.do(BOB, StandUp(1))
    for desk in (stayed, left):
        desk.play(Random(5), 30)
    assert stayed.state.position == left.state.position


def test_a_bot_is_called_in_only_for_an_absent_player_and_only_by_a_player() -> None:
    desk = seated()
    assert desk.refused(ALICE, CallBot(1)).code == "not-away"
    assert desk.refused(CAROL, CallBot(1), away={BOB.id}).code == "not-at-table"
    assert desk.do(ALICE, CallBot(1), away={BOB.id}) == (StoodUp(1, DEFAULT_LEVEL),)
    assert desk.refused(ALICE, CallBot(1), away={BOB.id}).code == "not-away"
    desk.do(BOB, TakeBack(1))


def test_away_is_who_has_been_gone_for_a_minute() -> None:
    now = 10 * AWAY_MILLISECONDS
    assert is_away(BOB.id, now, {BOB.id: now - AWAY_MILLISECONDS})
    assert not is_away(BOB.id, now, {BOB.id: now - AWAY_MILLISECONDS + 1})
    assert not is_away(BOB.id, now, {ALICE.id: 0}), "whoever is connected is not in the list"
    assert not is_away(None, now, {})


def test_a_bot_is_called_in_for_a_player_who_has_not_moved_for_five_minutes() -> None:
    """A bot is called in even for a connected player. Otherwise a losing player could hold up the others for
    ever."""
    desk = seated(settings(CincoOptions(players=3, teams=3, first=0)))
    desk.write((*desk.do(ALICE, make_move(0, Exchange())), BotPaceSet("slow"))[1:])
    waiting = desk.state.moved_on
    assert waiting == 1_000 * (desk.state.version - 1), "what is no move does not count"
    assert idle_seat(desk.state, waiting + IDLE_MILLISECONDS - 1) is None
    assert idle_seat(desk.state, waiting + IDLE_MILLISECONDS) == 1
    assert idle_seat(desk.state, waiting + IDLE_MILLISECONDS, up_since=waiting + 1) is None

    def call(person: Person, seat: int, late: int = 0, up_since: int = 0) -> tuple[Event, ...]:
        now = waiting + IDLE_MILLISECONDS + late
        everybody = (ALICE.id, BOB.id, CAROL.id)
        version = desk.state.version
        steps = decide(desk.state, CallBot(seat), person, version, now, {}, everybody, up_since)
        return tuple(step.event for step in steps)

    for person, seat, late, up_since in (
        (ALICE, 1, -1, 0),
        (ALICE, 2, 0, 0),
        (BOB, 1, 0, 0),
        (ALICE, 1, 0, 2**40),
    ):
        with pytest.raises(Refusal, match="kept the game waiting"):
            call(person, seat, late, up_since)
    with pytest.raises(Refusal, match="Only somebody who plays here"):
        call(DAVE, 1)
    assert call(ALICE, 1) == (StoodUp(1, DEFAULT_LEVEL),)
    desk.write(call(ALICE, 1))
    assert idle_seat(desk.state, waiting + 2 * IDLE_MILLISECONDS) is None, "a bot keeps nobody waiting"


def test_no_player_joins_or_leaves_once_the_game_has_begun_or_ended() -> None:
    desk = seated()
    assert desk.refused(CAROL, SitDown(1, promise(3))).code == "already-started"
    desk = seated(settings(CinqoOptions(goal="rounds", rounds=1))).play(Random(1))
    assert desk.refused(ALICE, StandUp(0)).code == "game-over"
    assert desk.refused(ALICE, TakeBack(0)).code == "game-over"


def test_after_the_end_the_seats_stay_as_they_are() -> None:
    """A late caller learns that the game has ended, and not that the seat is taken."""
    desk = seated(settings(CinqoOptions(goal="rounds", rounds=1))).play(Random(1))
    assert desk.state.status == "ended"
    for person, command in (
        (CAROL, SitDown(1, entropy(3))),
        (ALICE, SitDown(0, entropy(3))),
        (ALICE, SeatBot(1, "random")),
        (ALICE, OpenSeat(1)),
    ):
        refusal = desk.refused(person, command)
        assert (refusal.kind, refusal.code) == ("conflict", "already-started")

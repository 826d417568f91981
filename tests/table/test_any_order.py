"""Anybody asks for anything in any order: a table is never in a state that it should not be in."""

from __future__ import annotations

import contextlib
import itertools

import msgspec
from hypothesis import event, given
from hypothesis import strategies as st

from quincunx.core.game import encode
from quincunx.core.reason import Refusal
from quincunx.games.cinco.types import CincoOptions, Draw, Exchange, Play
from quincunx.games.cinqo.types import CinqoOptions, Put
from quincunx.table import commands
from quincunx.table.chance.commit_reveal import close
from quincunx.table.deadlines.expiry import expires_at
from quincunx.table.events import Ended, Entry, Started
from quincunx.table.fold import fold
from quincunx.table.seats.person import SYSTEM
from quincunx.table.seats.sitting import CANCELLED
from quincunx.table.state import TableState
from quincunx.table.summary import summarize
from quincunx.table.view import carry_on, may_watch, view_table
from tests.table import support
from tests.table.support import ALICE, BOB, BOT, CAROL, DAVE, ME, OPEN, Desk, entropy, promise

SEATS = st.integers(-1, 3)
MOVES = (
    st.just(Draw())
    | st.just(Exchange())
    | st.builds(Play, st.integers(-1, 91), st.none() | st.integers(-1, 91))
    | st.builds(Put, st.lists(st.integers(0, 7), max_size=3).map(tuple))
)
COMMANDS: st.SearchStrategy[commands.Command] = st.one_of(
    st.builds(commands.SitDown, SEATS, st.integers(0, 9).map(promise)),
    st.builds(commands.SitDown, SEATS, st.integers(0, 9).map(promise)),
    st.builds(commands.SitDown, SEATS, st.integers(0, 9).map(promise)),
    st.builds(commands.StandUp, SEATS),
    st.builds(commands.Commit, SEATS, st.integers(0, 9).map(promise)),
    st.builds(commands.Reveal, SEATS, st.integers(0, 9).map(entropy)),
    st.builds(commands.TakeBack, SEATS),
    st.builds(commands.CallBot, SEATS),
    st.builds(commands.SeatBot, SEATS, st.sampled_from(["random", "greedy", "none"])),
    st.builds(commands.OpenSeat, SEATS),
    st.builds(commands.CancelTable),
    st.builds(commands.SetBotPace, st.sampled_from(["quick", "normal", "slow"])),
    st.builds(commands.MakeMove, SEATS, MOVES.map(encode)),
    st.builds(commands.OfferDraw, SEATS),
    st.builds(commands.TakeBackOffer, SEATS),
    st.builds(commands.DeclineDraw, SEATS),
    st.builds(commands.Resign, SEATS),
)
PEOPLE_HERE = (ALICE, BOB, CAROL)
OTHER_SEED = "07" * 32
PEOPLE = st.sampled_from([ALICE, BOB, CAROL, DAVE, SYSTEM])
TABLES = st.sampled_from(
    [
        support.settings(CincoOptions(players=3, teams=3)),
        support.settings(CincoOptions(), (ME, BOT)),
        support.settings(CincoOptions(players=4)),
        support.settings(CincoOptions(), (ME, ME), one_device=True),
        support.settings(CinqoOptions(players=3), (OPEN, OPEN, BOT), watchable=False, listed=True),
        support.settings(CinqoOptions(players=1), (ME,)),
    ]
)
STEPS = st.lists(
    st.tuples(PEOPLE, COMMANDS, st.sets(st.sampled_from([ALICE.id, BOB.id, CAROL.id])), st.booleans()),
    max_size=40,
)


@given(TABLES, st.booleans(), STEPS, st.booleans(), st.randoms(use_true_random=False))
def test_a_table_keeps_its_own_rules(
    table: support.TableSettings, seated: bool, steps: object, ends: bool, random: object
) -> None:
    desk = Desk(table)
    sentences: set[str] = set()
    if seated:
        desk.seat_everybody()
    event(desk.state.status)
    check(desk.state)
    for person, command, absent, plays in steps:  # type: ignore[attr-defined]
        before = desk.state
        try:
            desk.do(person, command, away=absent, here={each.id for each in PEOPLE_HERE} - absent)
        except Refusal as refusal:
            assert desk.state is before
            sentences.add(refusal.reason.sentence)
        if plays and desk.state.commit_reveal.until is not None:
            desk.write(close(desk.state, desk.state.commit_reveal.until, OTHER_SEED))
        if plays and desk.state.status == "playing":
            desk.move(random)  # type: ignore[arg-type]
        if desk.state is not before:
            check(desk.state)
            check_carried(before, desk.state)
    if ends:
        end(desk)
    event(f"{desk.state.status} at the end, {len(desk.entries) // 8 * 8} entries or more")
    assert all(sentence.endswith(".") for sentence in sentences)
    stored = msgspec.json.encode(desk.entries)
    assert fold(msgspec.json.decode(stored, type=list[Entry])) == desk.state
    assert all(entry.events for entry in desk.entries)
    for kind in (Started, Ended):
        assert sum(isinstance(each, kind) for entry in desk.entries for each in entry.events) <= 1


def end(desk: Desk) -> None:
    """Let each seated player resign, because few orders of steps reach the end of a game."""
    for seat, person in itertools.product(range(len(desk.state.seats)), PEOPLE_HERE):
        before = desk.state
        with contextlib.suppress(Refusal):
            desk.do(person, commands.Resign(seat), here={each.id for each in PEOPLE_HERE})
            check(desk.state)
            check_carried(before, desk.state)


def check(state: TableState) -> None:
    check_status(state)
    if not state.settings.one_device:
        people = [seat.person for seat in state.seats if seat.person is not None]
        assert len(people) == len(set(people)), "one seat each"
    for seat in (*state.offers, *state.resigned):
        assert state.seats[seat].kind == "person"
    assert len(set(state.resigned)) == len(state.resigned)
    assert state.moved_at <= state.version
    for person in (ALICE, BOB, CAROL):
        view = view_table(state, person, 0)
        if view.point_of_view is not None:
            assert state.seats[view.point_of_view].person == person.id
            assert may_watch(state, person)
        assert (view.seed is None) == (state.status != "ended")


def check_carried(before: TableState, after: TableState) -> None:
    """A view of one state may be derived from a view of another."""
    for person in (ALICE, BOB, CAROL):
        for wanted in (None, 0, 1):
            shown = carry_on(view_table(before, person, wanted), before, after, 0)
            assert shown is None or shown == view_table(after, person, wanted)


def test_a_move_alone_shows_nothing_new_but_the_game() -> None:
    desk = support.seated()
    for command in (commands.MakeMove(0, encode(Exchange())), commands.Resign(1)):
        before = desk.state
        desk.do((ALICE, BOB)[command.seat], command)
        shown = carry_on(view_table(before, ALICE, None), before, desk.state, 0)
        is_move = isinstance(command, commands.MakeMove)
        assert shown == (view_table(desk.state, ALICE, None) if is_move else None)


def check_status(state: TableState) -> None:
    taken = [seat.kind in ("person", "bot", "stand_in") for seat in state.seats]
    is_cancelled = state.outcome == CANCELLED
    assert (state.status == "waiting" or is_cancelled) == (state.position is None)
    is_revealing = state.commit_reveal.until is not None
    assert (state.status == "waiting") == (not is_cancelled and (is_revealing or not all(taken)))
    assert is_revealing == bool(state.awaited())
    assert (state.status == "ended") == (state.outcome is not None)
    if state.status == "ended":
        assert summarize(state, 7).due == 7, "what came of it is to be kept"
        return
    if state.status == "waiting":
        assert summarize(state, 7).due == (state.commit_reveal.until if is_revealing else expires_at(state))
        return
    seat = state.to_move()
    assert seat is not None
    assert seat >= 0, "chance never keeps anybody waiting"
    assert state.game.legal_moves(state.position)
    acts_now = state.seats[seat].is_bot_played and state.is_peopled
    assert summarize(state, 7).due == (7 if acts_now else expires_at(state))

"""The journal is to be believed: folding it gives the state, or an error that says what is wrong with it."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from quincunx.core.chance import Rolled
from quincunx.core.reason import GameError
from quincunx.games.cinco.types import CincoOptions, Exchange
from quincunx.games.cinqo.types import CinqoOptions, Put
from quincunx.table.commands import OfferDraw, SitDown
from quincunx.table.events import (
    BotSeated,
    ChanceMoved,
    Entry,
    Interrupted,
    LivePace,
    SeatOpened,
    TableMade,
    VacationSet,
)
from quincunx.table.fold import fold, take_in
from quincunx.table.seats.person import Person, host_of_tournament
from quincunx.table.state import evolve, follow, initial_state
from tests.table.support import ALICE, BOB, Desk, make_move, moved, promise, seated, settings


def test_a_journal_with_a_hole_is_not_folded() -> None:
    desk = seated()
    with pytest.raises(ValueError, match=r"^Entry 2 is missing\.$"):
        fold([desk.entries[0], desk.entries[2]])
    for late in ([replace(desk.entries[0], version=2)], desk.entries[1:]):
        with pytest.raises(ValueError, match=r"^Entry 1 is missing\.$"):
            fold(late)
    with pytest.raises(ValueError, match="a journal begins with the making of the table"):
        fold([replace(desk.entries[1], version=1)])
    with pytest.raises(ValueError, match="a table's first entry makes it"):
        fold([replace(desk.entries[0], events=())])
    with pytest.raises(ValueError, match=r"^there are no entries$"):
        fold([])


def test_a_table_begins_with_version_0_and_its_first_entry_is_version_1() -> None:
    desk = Desk(begins_by=9_000)
    (made,) = desk.entries[0].events
    assert isinstance(made, TableMade)
    state = initial_state(replace(made, origin="a3f"), 1_000)
    assert (state.version, state.origin) == (0, "a3f")
    changed = {"version": 1, "origin": None, "changed_at": 1_000, "quiet_since": 1_000}
    assert replace(state, **changed) == desk.state


def test_an_entry_follows_the_version_before_it() -> None:
    desk = seated()
    with pytest.raises(ValueError, match=r"^entry 2 does not follow version 5$"):
        take_in(desk.state, desk.entries[1])
    with pytest.raises(ValueError, match=r"^entry 2 does not follow version 0$"):
        take_in(None, desk.entries[1])


def test_the_times_of_the_start_and_of_the_last_move() -> None:
    """Each is the time of the entry, and other entries leave them unchanged."""
    desk = Desk()
    assert (desk.state.started_at, desk.state.moved_at, desk.state.moved_on) == (0, 0, 0)
    desk.do(BOB, SitDown(1, promise(2)))
    assert (desk.state.started_at, desk.state.moved_at, desk.state.moved_on) == (0, 0, 0)
    desk.do(ALICE, SitDown(0, promise(1)))
    assert (desk.state.started_at, desk.state.moved_at, desk.state.moved_on) == (3_000, 3, 3_000)
    desk.do(ALICE, make_move(0, Exchange()))
    desk.do(BOB, OfferDraw(1))
    assert (desk.state.started_at, desk.state.moved_at, desk.state.moved_on) == (3_000, 4, 4_000)
    desk.do(ALICE, OfferDraw(0))
    assert (desk.state.started_at, desk.state.moved_at, desk.state.moved_on) == (3_000, 6, 6_000)


def started_by(options: CincoOptions | CinqoOptions, host: Person, is_rated: bool) -> set[int | None]:
    """The starting players of games that differ only in their seed."""
    plan = replace(settings(options), pace=LivePace(60, 5), rated=is_rated)
    seeds = [f"{number:02x}" * 32 for number in range(8)]
    return {Desk(plan, host, seed, kept=(ALICE, BOB)).seat_everybody().state.options.first for seed in seeds}


def test_a_rated_game_draws_its_starting_player_by_lot() -> None:
    for first in (0, 1):
        options = CincoOptions(first=first)
        assert started_by(options, ALICE, is_rated=True) == {0, 1}
        assert started_by(options, ALICE, is_rated=False) == {first}
        cup = host_of_tournament("cup", "The Cup")
        assert started_by(options, cup, is_rated=True) == {first}, "a tournament balances it"
    assert started_by(CincoOptions(first=None), ALICE, is_rated=True) == {None}, "the game itself draws lots"


def test_only_what_players_do_breaks_the_quiet() -> None:
    """A vacation or an outage does not keep a forgotten table open."""
    desk = Desk()
    desk.write((VacationSet(0, 0, 9_000),))
    assert (desk.state.quiet_since, desk.state.changed_at) == (1_000, 2_000)
    desk.write((Interrupted(2_500, 2_600),))
    assert (desk.state.quiet_since, desk.state.changed_at) == (1_100, 3_000)
    assert desk.state.interruptions == (), "only the hour after a day's deal needs them"
    desk.write(())
    assert (desk.state.quiet_since, desk.state.changed_at) == (4_000, 4_000)


def test_a_table_is_made_once() -> None:
    desk = seated()
    (made, *_) = desk.entries[0].events
    assert isinstance(made, TableMade)
    with pytest.raises(ValueError, match=r"^a table is made once$"):
        evolve(desk.state, made)


def test_a_fact_that_no_rule_allows_is_not_folded() -> None:
    """The file was altered: better no table than a wrong one."""
    state = seated().state
    for event in (moved(0, Put((1,))), ChanceMoved(Rolled((6,) * 6))):
        with pytest.raises(GameError):
            evolve(state, event)
    with pytest.raises(GameError):
        evolve(evolve(state, moved(0, Exchange())), ChanceMoved(Rolled((1,))))


def test_the_stored_state_is_the_folded_one() -> None:
    desk = seated().play(Random(3), 25)
    stored = msgspec.json.encode(desk.entries)
    assert fold(msgspec.json.decode(stored, type=list[Entry])) == desk.state


def test_steps_that_were_decided_are_not_worked_out_again() -> None:
    """Only of the very same state: any other goes its own way."""
    state = seated().state
    steps = follow(state, (SeatOpened(1), BotSeated(1, "easy")))
    entry = Entry(state.id, state.version + 1, "key", 9_000, tuple(step.event for step in steps))
    taken = take_in(state, entry, steps)
    assert [step.after for step in taken.steps] == [step.after for step in take_in(state, entry).steps]
    assert all(one.after is other.after for one, other in zip(taken.steps, steps, strict=True))
    other = replace(state, host_name="Somebody else")
    assert take_in(other, entry, steps).after.host_name == "Somebody else"

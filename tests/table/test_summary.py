"""The row of a table in the lists, and when the system must act on it."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from quincunx.core.values import Outcome
from quincunx.games.cinco.types import CincoOptions, Exchange
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.table.commands import Resign, StandUp
from quincunx.table.deadlines.expiry import expires_at
from quincunx.table.events import Ended, RematchMade, TableSettings
from quincunx.table.fold import advance
from quincunx.table.record.chain import Damaged
from quincunx.table.seats.person import handle_of
from quincunx.table.summary import DAY, Summary, damaged_parts, people_text, summarize, summary_of
from quincunx.table.view import small_view, view_table
from quincunx.table.wire.lists import OpenTable
from tests.table.support import ALICE, BOB, BOT, ME, OPEN, Desk, make_move, seated, settings

BOT_SECOND = settings(CincoOptions(first=0), (ME, BOT), listed=True)


def listing(desk: Desk) -> OpenTable | None:
    """The lobby's line."""
    line = summarize(desk.state, 7).listing
    return None if line is None else msgspec.json.decode(line, type=OpenTable)


def test_a_table_without_a_due_action_for_long() -> None:
    desk = seated()
    due = expires_at(desk.state)
    people = (ALICE.id, BOB.id)
    expected = Summary(desk.state.id, desk.state.version, "playing", due, None, 7, people, (ALICE.id,))
    assert summarize(desk.state, 7) == expected


def test_a_bot_s_turn_is_due_at_once() -> None:
    desk = seated(BOT_SECOND)
    assert summarize(desk.state, 7).due == expires_at(desk.state)
    desk.do(ALICE, make_move(0, Exchange()))
    assert summarize(desk.state, 7).due == 7


def test_so_is_the_turn_of_a_player_who_has_left_and_the_counting_once_it_is_over() -> None:
    desk = seated()
    desk.do(ALICE, StandUp(0))
    assert summarize(desk.state, 7).due == 7
    desk.do(BOB, Resign(1))
    assert (summarize(desk.state, 8).status, summarize(desk.state, 8).due) == ("ended", 8)


def test_a_line_of_the_lobby() -> None:
    plan = settings(CincoOptions(3, 3), (ME, OPEN, BOT), listed=True)
    desk = Desk(plan)
    assert listing(desk) == OpenTable(
        id=desk.state.id,
        status="waiting",
        host="Alice",
        settings=plan,
        names=("Alice", None, "random"),
        since=1_000,
        handle=handle_of(ALICE.id),
        handles=(handle_of(ALICE.id), None, None),
    )


def test_a_listed_table_comes_from_a_network_or_else_from_its_host() -> None:
    desk = Desk(settings(listed=True))
    assert summarize(desk.state, 7).origin == ALICE.id
    assert summarize(replace(desk.state, origin="a3f"), 7).origin == "a3f"
    assert summarize(Desk(settings()).state, 7).origin is None


@pytest.mark.parametrize(
    ("plan", "waiting", "playing"),
    [
        (settings(CinqoOptions(), listed=True), True, True),
        (settings(CinqoOptions(), listed=True, watchable=False), True, False),
        (settings(CinqoOptions(), listed=False), False, False),
    ],
)
def test_which_tables_are_listed(plan: TableSettings, waiting: bool, playing: bool) -> None:
    desk = Desk(plan)
    assert (listing(desk) is not None) is waiting
    desk.seat_everybody()
    assert (listing(desk) is not None) is playing
    desk.do(ALICE, Resign(0))
    assert (listing(desk) is not None) is playing


def test_a_game_of_people_that_has_ended_is_listed_for_its_day() -> None:
    desk = Desk(settings(CinqoOptions(2, "rounds", 1), listed=True)).seat_everybody()
    started = listing(desk)
    desk.do(ALICE, Resign(0))
    line, ended = listing(desk), desk.state.moved_on
    assert started is not None
    assert line is not None
    assert line == replace(started, status="ended", ended=ended, winners=(1,), small=line.small)
    assert line.small == small_view(replace(desk.state, status="playing"))
    assert summarize(desk.state, ended + DAY - 1).listing is not None
    # A later chat message does not list it again.
    assert summarize(desk.state, ended + DAY).listing is None


def test_unattractive_games_are_not_among_the_games_of_the_day() -> None:
    gone = Desk(settings(CinqoOptions(), listed=True)).seat_everybody()
    gone.write((Ended(Outcome("abandoned", ())),))
    assert gone.state.status == "ended"
    assert listing(gone) is None
    never = Desk(settings(CinqoOptions(), listed=True))
    never.write((Ended(Outcome("abandoned", ())),))
    assert listing(never) is None
    alone = Desk(settings(CinqoOptions(1), (ME,), listed=True)).seat_everybody()
    alone.do(ALICE, Resign(0))
    assert alone.state.status == "ended"
    assert listing(alone) is None
    bots = Desk(settings(CinqoOptions(2, "rounds", 1), (BOT, BOT), listed=True)).play(Random(1))
    assert bots.state.outcome is not None
    assert listing(bots) is None


def test_the_table_of_a_rematch_is_shown_once_there_is_one() -> None:
    desk = seated()
    desk.do(ALICE, Resign(0))
    assert view_table(desk.state, ALICE, None).rematch is None
    desk.write((RematchMade("the-next-table"),))
    assert view_table(desk.state, ALICE, None).rematch == "the-next-table"


# ---- rows that were stored, and what has become of them ----------------------------------------------------

RUNNING, OVER = seated(settings(CinqoOptions(), listed=True)), seated(settings(CinqoOptions(), listed=True))
OVER.do(ALICE, Resign(0))
UNLISTED, CLOSED = seated(), seated()
CLOSED.do(ALICE, Resign(0))


def row_of(desk: Desk) -> Summary:
    """As it was written with the last entry."""
    return summarize(desk.state, desk.entries[-1].at)


def wrong(desk: Desk, row: Summary) -> tuple[str, ...]:
    """The damaged parts of a row."""
    return damaged_parts(row, desk.state, desk.entries[-1].at)


@pytest.mark.parametrize("plan", [BOT_SECOND, settings(), settings(CinqoOptions(goal="rounds", rounds=1))])
def test_a_row_is_well_after_every_entry(plan: TableSettings) -> None:
    state = None
    for entry in Desk(plan).seat_everybody().play(Random(2)).entries:
        state = advance(state, entry)
        assert damaged_parts(summarize(state, entry.at), state, entry.at) == ()


def test_a_possible_difference_of_another_version_is_no_damage() -> None:
    running, over = row_of(RUNNING), row_of(OVER)
    assert running.due is not None
    assert wrong(RUNNING, replace(running, due=running.due - DAY // 2)) == (), "forgotten tables ended sooner"
    line = msgspec.json.decode(running.listing or b"")
    del line["handle"], line["handles"]
    assert wrong(RUNNING, replace(running, listing=msgspec.json.encode(line))) == ()
    assert wrong(OVER, replace(over, due=None)) == (), "it has been counted"
    assert wrong(OVER, replace(over, listing=None)) == (), "games of the day were not listed"
    assert wrong(OVER, replace(over, listing=None, origin=None)) == ()
    late = OVER.state.moved_on + DAY
    assert summarize(OVER.state, late).listing is None
    still_listed = replace(over, changed=late, due=late)
    assert damaged_parts(still_listed, OVER.state, late) == (), "games were listed for longer"


def test_a_game_that_no_stranger_may_watch_is_not_listed_while_it_runs() -> None:
    desk = seated(settings(CinqoOptions(), listed=True, watchable=False))
    assert wrong(desk, replace(row_of(desk), listing=row_of(RUNNING).listing)) == ("listing",)


@pytest.mark.parametrize(
    ("desk", "part", "value"),
    [
        (RUNNING, "status", "waiting"),
        (RUNNING, "due", None),
        (RUNNING, "due", (row_of(RUNNING).due or 0) + 1),
        (RUNNING, "due", "soon"),
        (OVER, "due", 1),
        (RUNNING, "changed", 0),
        (RUNNING, "people", ()),
        (RUNNING, "people", (ALICE.id,)),
        (RUNNING, "people", (*row_of(RUNNING).people, "stood-up")),
        (OVER, "people", row_of(RUNNING).people),
        (RUNNING, "awaited", ("stood-up",)),
        (RUNNING, "origin", "elsewhere"),
        (RUNNING, "timed", True),
        (RUNNING, "listing", None),
        (RUNNING, "listing", b"{"),
        (RUNNING, "listing", b"[" * 100_000),
        (RUNNING, "listing", b'"\xff"'),
        (RUNNING, "listing", 7),
        (RUNNING, "listing", row_of(OVER).listing),
        (RUNNING, "listing", (row_of(RUNNING).listing or b"").replace(RUNNING.state.id.encode(), b"another")),
        (UNLISTED, "listing", row_of(RUNNING).listing),
        (CLOSED, "listing", row_of(OVER).listing),
    ],
)  # fmt: skip
def test_an_entry_that_no_version_can_have_written_is_damage(desk: Desk, part: str, value: object) -> None:
    assert wrong(desk, replace(row_of(desk), **{part: value})) == (part,)


@pytest.mark.parametrize("desk", [RUNNING, OVER, UNLISTED])
def test_a_row_is_read_as_it_was_stored(desk: Desk) -> None:
    row = row_of(desk)
    stored = [people_text(row.people), people_text(row.awaited), row.origin, int(row.timed)]
    assert summary_of(row.table, row.version, row.status, row.due, row.listing, row.changed, *stored) == row
    timed = replace(row, timed=True)
    stored[-1] = 1
    assert summary_of(row.table, row.version, row.status, row.due, row.listing, row.changed, *stored) == timed


@pytest.mark.parametrize("broken", ["", "{", '"alice"', "[1]", None])
@pytest.mark.parametrize("part", [0, 1])
def test_a_row_whose_people_cannot_be_read_is_damaged(broken: Any, part: int) -> None:
    stored = ["[]", "[]"]
    stored[part] = broken
    with pytest.raises(Damaged) as damaged:
        summary_of("table", 7, "playing", None, None, 1, *stored, None, 0)
    assert damaged.value.version == 7
    assert str(damaged.value) == "Its row in the lists can’t be read."

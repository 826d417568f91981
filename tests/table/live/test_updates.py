"""Updates for one permitted viewer: the whole view with what was missed, or the changes alone."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import msgspec
import pytest

from quincunx.core.reason import Refusal
from quincunx.games import GAMES
from quincunx.table.chance.day import opens_at
from quincunx.table.fold import take_in
from quincunx.table.live.folded import FoldedTable
from quincunx.table.live.updates import NOT_FOR_WATCHING, changes, update
from quincunx.table.seats.person import Person
from quincunx.table.view import public_events, small_view, view_table
from quincunx.table.wire.table import PublicEvent, Update
from tests.table.support import ALICE, BOB, BOT, CAROL, ME, DayDesk, Desk, seated, settings


def move(live: FoldedTable, desk: Desk) -> None:
    """Make a move at the desk and at the live table."""
    desk.move(Random(live.state.version))
    live.advance(take_in(live.state, desk.entries[-1]))


def test_a_new_client_gets_the_table_and_its_latest_events() -> None:
    desk = seated()
    live = FoldedTable(desk.entries)
    for person, seat in ((ALICE, 0), (BOB, 1), (CAROL, None)):
        shown = update(live, person, None, None, 0)
        events = live.recent.newest_events(seat)
        assert shown.update == Update(None, desk.state.version, events, view_table(desk.state, person, None))
        assert update(live, person, None, None, 0) is shown
        assert update(live, person, None, 99, 0) is shown, "a version that the table never had"


def test_a_client_that_missed_something_gets_that() -> None:
    desk = seated()
    live = FoldedTable(desk.entries)
    before = desk.state
    move(live, desk)
    shown = update(live, BOB, None, before.version, 0)
    events = public_events(take_in(before, desk.entries[-1]), 1)
    assert shown.update == Update(
        before.version, desk.state.version, events, view_table(desk.state, BOB, None)
    )
    assert update(live, BOB, None, desk.state.version, 0).update.events == ()


def test_a_client_that_missed_much_gets_all_of_it_from_a_loaded_and_from_a_played_table() -> None:
    desk = seated().play(Random(2), 50)
    played = FoldedTable(desk.entries[:1])
    events: list[tuple[PublicEvent, ...]] = []
    for entry in desk.entries[1:]:
        progress = take_in(played.state, entry)
        played.advance(progress)
        events.append(public_events(progress, 1))
    for live in (played, FoldedTable(desk.entries)):
        for version in range(1, desk.state.version):
            missed = tuple(event for each in events[version - 1 :] for event in each)
            assert live.recent.events_since(version, 1) == missed


def test_a_client_that_has_the_last_version_gets_the_changes() -> None:
    plan = settings(seats=(ME, ME), one_device=True)
    desk = seated(plan)
    live = FoldedTable(desk.entries)
    shown = {wanted: update(live, ALICE, wanted, None, 0).update.table for wanted in (0, 1)}
    before = desk.state
    move(live, desk)
    for wanted in (0, 1):
        frame = changes(live, ALICE, wanted, before.version, 0)
        assert frame is not None
        changed = msgspec.json.decode(frame)
        members = msgspec.json.decode(msgspec.json.encode(shown[wanted].game)) | changed["game"]
        now = view_table(desk.state, ALICE, wanted).game
        assert members == msgspec.json.decode(msgspec.json.encode(now))
        assert changes(live, ALICE, wanted, before.version - 1, 0) is None


Ask = Callable[[FoldedTable, Person, int], object]


@pytest.mark.parametrize(
    "ask",
    [
        lambda live, person, now: update(live, person, None, None, now),
        lambda live, person, now: changes(live, person, None, 1, now),
    ],
)
def test_only_permitted_viewers_get_anything(ask: Ask) -> None:
    private = seated(settings(watchable=False))
    live = FoldedTable(private.entries)
    for person in (ALICE, BOB):
        ask(live, person, 0)
    with pytest.raises(Refusal) as caught:
        ask(live, CAROL, 0)
    assert caught.value.reason == NOT_FOR_WATCHING
    day = FoldedTable(DayDesk(GAMES["cinqo"]).entries)
    opens = opens_at(20_000)
    ask(day, ALICE, 0)
    ask(day, BOB, opens)
    with pytest.raises(Refusal):
        ask(day, BOB, opens - 1)


def test_a_live_table_is_its_journal_without_the_names_of_the_deleted() -> None:
    desk = seated()
    live = FoldedTable(desk.entries[:1])
    live.fold(desk.entries[1:])
    assert live.state == desk.state
    assert live.versions == {entry.key: entry.version for entry in desk.entries}
    assert live.named == {ALICE.id, BOB.id}
    assert not live.forget_names(frozenset({CAROL.id}))
    assert live.state is not None
    assert live.forget_names(frozenset({BOB.id}))
    assert [seat.name for seat in live.state.seats] == ["Alice", "Somebody"]
    for parts in ((desk.entries, ()), (desk.entries[:1], desk.entries[1:])):
        again = FoldedTable(parts[0], frozenset({BOB.id}))
        if parts[1]:
            again.fold(parts[1], frozenset({BOB.id}))
        assert again.state == live.state
        assert "Bob" not in str(again.recent.newest_events(None))


def test_the_small_picture_is_drawn_once_for_each_version() -> None:
    desk = seated()
    live = FoldedTable(desk.entries)
    first = live.small
    assert first == small_view(desk.state)
    assert first is not None
    assert live.small is first
    for _ in range(6):
        move(live, desk)
        assert live.small == small_view(desk.state)
    bots = Desk(settings(seats=(BOT, BOT)))
    assert small_view(bots.state) is not None
    assert FoldedTable(bots.entries).small == small_view(bots.state)

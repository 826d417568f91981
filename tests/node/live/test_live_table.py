"""A table in memory: missed updates, the first update of new viewers, and permission to watch."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from quincunx.core.reason import Refusal
from quincunx.games import game_of
from quincunx.games.cinco.types import CincoOptions, Exchange
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.node.live.live_table import LiveTable
from quincunx.table.commands import Rematch, SitDown, StandUp, TakeBack
from quincunx.table.fold import fold, take_in
from quincunx.table.live.frames import MOST_KEPT
from quincunx.table.live.recent_entries import CHECKPOINT_EVERY, LATELY, REMEMBERED
from quincunx.table.record.redaction import SOMEBODY
from quincunx.table.seats.person import Person
from quincunx.table.view import public_events, view_table
from quincunx.table.wire.table import CommandRequest
from tests.node.signal import Signal
from tests.node.support import World, is_set, join, live, until
from tests.table.support import ALICE, BOB, BOT, CAROL, DAVE, ME, make_move, promise, seated, settings


async def test_a_viewer_who_missed_updates_is_sent_exactly_those(world: World) -> None:
    node = await world.node()
    table = await live(node, await world.make(node))
    version, told = table.state.version, []
    for turn in range(10):
        person, seat = ((ALICE, 0), (BOB, 1))[turn % 2]
        await world.do(node, table.state.id, person, make_move(seat, Exchange()))
        update = node.update(table, ALICE, None, table.state.version - 1).update
        assert update.since == table.state.version - 1
        told.append(update.events)
    missed = node.update(table, ALICE, None, version).update
    assert missed.events == tuple(event for events in told for event in events)
    assert missed.since == version
    assert missed.table == view_table(table.state, ALICE, None)


async def test_a_viewer_with_the_newest_version_has_missed_nothing(world: World) -> None:
    node = await world.node()
    table = await live(node, await world.make(node))
    update = node.update(table, ALICE, None, table.state.version).update
    assert (update.since, update.events) == (table.state.version, ())


@pytest.mark.parametrize("seen", [None, -1, 10**6, 10**30])
async def test_a_new_viewer_is_told_the_recent_events(world: World, seen: int | None) -> None:
    """The newest entries and no more, as this person may know them: for a log, since there is no version to
    start from."""
    node = await world.node()
    table = await live(node, await world.make(node))
    for turn in range(LATELY + 5):
        person, seat = ((ALICE, 0), (BOB, 1))[turn % 2]
        await world.do(node, table.state.id, person, make_move(seat, Exchange()))
    entries = world.journal.tables[table.state.id]
    states = [fold(entries[:at]) for at in range(len(entries) - LATELY, len(entries))]
    newest = [take_in(*each) for each in zip(states, entries[-LATELY:], strict=True)]
    for person, seat in ((CAROL, None), (ALICE, 0)):
        update = node.update(table, person, None, seen).update
        assert (update.since, update.version) == (None, table.state.version)
        assert update.events == tuple(event for each in newest for event in public_events(each, seat))


async def test_a_cached_entry_is_cached_for_each_point_of_view() -> None:
    """Else the second who asks would be told what only the first may know."""
    desk = seated()
    table = LiveTable(desk.entries, 0)
    desk.do(ALICE, make_move(0, Exchange()))
    before = table.state
    progress = take_in(before, desk.entries[-1])
    table.advance(progress)
    told = {seat: table.recent.events_since(before.version, seat) for seat in (0, 1, None)}
    for seat, events in told.items():
        assert events == public_events(progress, seat)
    assert told[0] != told[1]
    assert table.recent.events_since(before.version, 0) is told[0], "and worked out once"


@pytest.mark.parametrize("more", [0, 1])
def test_the_past_is_remembered_only_so_far(more: int) -> None:
    desk = seated()
    while len(desk.entries) < REMEMBERED + 10:
        person, seat = desk.mover()
        desk.do(person, make_move(seat, Exchange()))
    table = LiveTable(desk.entries, 0)
    past = table.recent.events_since(desk.state.version - REMEMBERED - more, None)
    assert (past is None) == bool(more)
    entries = desk.entries[-REMEMBERED:]
    states = [fold(desk.entries[: entry.version - 1]) for entry in entries]
    expected = [
        event
        for state, entry in zip(states, entries, strict=True)
        for event in public_events(take_in(state, entry), None)
    ]
    assert past is None or list(past) == expected


def test_whatever_was_missed_is_told_exactly() -> None:
    """From every version, to every point of view, at every length of the past."""
    desk = seated()
    while len(desk.entries) < REMEMBERED + 2 * CHECKPOINT_EVERY:
        person, seat = desk.mover()
        desk.do(person, make_move(seat, Exchange()))
    steps = [
        take_in(fold(desk.entries[:at]) if at else None, desk.entries[at]) for at in range(len(desk.entries))
    ]
    for length in (1, 2, CHECKPOINT_EVERY, CHECKPOINT_EVERY + 1, len(desk.entries) - 1, len(desk.entries)):
        table = LiveTable(desk.entries[:length], 0)
        assert len(table.recent._states) <= REMEMBERED // CHECKPOINT_EVERY + 2
        for since in range(max(0, length - REMEMBERED), length + 1):
            for seat in (0, None):
                missed = [event for step in steps[since:length] for event in public_events(step, seat)]
                assert list(table.recent.events_since(since, seat) or ()) == missed
    assert not table.recent.reach(length + 1)
    assert not table.recent.reach(-1)


# ---- who may see it ----------------------------------------------------------------------------------------


async def test_a_private_table_is_closed_to_strangers_once_it_has_begun(world: World) -> None:
    node = await world.node()
    name = await world.make(node, settings(watchable=False), seated=False)
    table = await node.watch(name, CAROL)
    node.update(table, CAROL, None, None)
    await world.do(node, name, ALICE, SitDown(0, promise(1)))
    await world.do(node, name, BOB, SitDown(1, promise(2)))
    for call in (
        node.view(name, CAROL, None),
        node.watch(name, CAROL),
        node.execute(name, CAROL, CommandRequest("k", 1, Rematch())),
        node.replay(name, CAROL),
        node.record(name, CAROL),
        node.hint(name, CAROL, 0),
    ):
        with pytest.raises(Refusal) as caught:
            await call
        assert caught.value.reason.code == "not-for-watching"
    with pytest.raises(Refusal, match="only for those who sit at it"):
        node.update(table, CAROL, None, None)  # a socket that was open all the time
    await world.do(node, name, BOB, StandUp(1))
    await node.view(name, BOB, None)


async def test_running_games_are_neither_replayed_nor_recorded(world: World) -> None:
    node = await world.node()
    table = await world.make(node)
    calls: tuple[Callable[[str, Person], Awaitable[object]], ...] = (node.replay, node.record)
    for call in calls:
        with pytest.raises(Refusal) as caught:
            await call(table, ALICE)
        assert caught.value.reason.code == "not-over"


@pytest.mark.parametrize("options", [CincoOptions(), CinqoOptions(goal="rounds", rounds=1)])
async def test_a_finished_game_is_replayed_and_recorded(
    world: World, options: CincoOptions | CinqoOptions
) -> None:
    node = await world.node()
    table = await live(node, await world.make(node, settings(options, (BOT, BOT))))
    await until(lambda: table.state.status == "ended")
    replay = msgspec.json.decode(await node.replay(table.state.id, CAROL))
    end = game_of(options).reveal(table.state.position)
    assert replay["steps"][-1]["view"] == msgspec.json.decode(msgspec.json.encode(end))
    assert replay["table"]["seed"] == table.state.seed
    assert table.state.seed.encode() in await node.record(table.state.id, CAROL)


async def test_a_common_view_is_computed_once(world: World) -> None:
    """And no viewer gets another's view: a seat, the host's own marks, or another past."""
    node = await world.node()
    table = await live(node, await world.make(node))
    stranger, other = Person("s" * 32, "Sam"), Person("t" * 32, "Tim")
    seen = node.update(table, stranger, None, None)
    assert node.update(table, other, None, None) is seen
    assert node.update(table, other, None, table.state.version) is not seen
    for person in (ALICE, BOB):
        theirs = node.update(table, person, None, None)
        assert theirs is not seen
        assert theirs is node.update(table, person, None, None)
        assert theirs.update.table == await node.view(table.state.id, person, None)
        assert theirs.frame == msgspec.json.encode(theirs.update)
    assert seen.update.table == await node.view(table.state.id, other, None)
    await world.do(node, table.state.id, ALICE, make_move(0, Exchange()))
    assert node.update(table, other, None, None).update.version == table.state.version


async def test_after_a_move_what_has_changed_is_enough_for_who_has_the_rest(world: World) -> None:
    node = await world.node()
    table = await live(node, await world.make(node))
    shown: dict[str, dict[str, Any]] = {}
    for person in (ALICE, BOB, CAROL):
        assert node.changes(table, person, None, table.state.version) is None, "nothing has been shown"
        before = node.update(table, person, None, None)
        assert node.changes(table, person, None, table.state.version) is None, "nothing has changed"
        shown[person.id] = msgspec.json.decode(before.frame)["table"]
    for turn in range(6):
        mover, seat = ((ALICE, 0), (BOB, 1))[turn % 2]
        version = table.state.version
        ack = await world.do(node, table.state.id, mover, make_move(seat, Exchange()))
        for person in (ALICE, BOB, CAROL):
            short = node.changes(table, person, None, version)
            assert short is not None
            assert node.changes(table, person, None, version) is short, "it is worked out once"
            whole_frame = node.update(table, person, None, version).frame
            assert node.changes(table, person, None, version) is short, "whoever asks for the whole"
            changes, whole = msgspec.json.decode(short), msgspec.json.decode(whole_frame)
            assert len(short) < len(whole_frame) / 2
            assert (changes["type"], changes["since"], changes["version"]) == (
                "changes",
                version,
                ack.version,
            )
            assert changes["events"] == whole["events"]
            game = {**shown[person.id]["game"], **changes["game"]}
            rest = {name: changes[name] for name in ("version", "moved_at", "clock")}
            shown[person.id] = {**shown[person.id], **rest, "game": game}
            assert shown[person.id] == whole["table"]
            late = node.changes(table, person, None, version - 1)
            assert late is None, "who has missed something is shown the whole"


async def test_of_two_who_see_the_same_the_one_who_missed_a_version_is_shown_the_whole(world: World) -> None:
    node = await world.node()
    table = await live(node, await world.make(node))
    node.update(table, CAROL, None, None)
    first = table.state.version
    await world.do(node, table.state.id, ALICE, make_move(0, Exchange()))
    assert node.changes(table, CAROL, None, first) is not None
    second = table.state.version
    await world.do(node, table.state.id, BOB, make_move(1, Exchange()))
    assert node.changes(table, DAVE, None, first) is None, "what has changed since is not all that he lacks"
    assert node.changes(table, CAROL, None, second) is not None


async def test_deltas_suffice_also_after_another_viewer_requested_the_whole(
    world: World,
) -> None:
    """Over plain HTTP, say: their answer may be made before those are told who watch."""
    node = await world.node()
    table = await live(node, await world.make(node))
    shown = msgspec.json.decode(node.update(table, CAROL, None, None).frame)["table"]
    version = table.state.version
    await world.do(node, table.state.id, ALICE, make_move(0, Exchange()))
    whole = msgspec.json.decode(node.update(table, DAVE, None, None).frame)["table"]
    short = node.changes(table, CAROL, None, version)
    assert short is not None
    assert {**shown["game"], **msgspec.json.decode(short)["game"]} == whole["game"]


async def test_where_more_than_the_game_has_changed_the_whole_is_shown(world: World) -> None:
    node = await world.node()
    table = await live(node, await world.make(node))
    for command, person in ((StandUp(1), BOB), (TakeBack(1), BOB), (make_move(0, Exchange()), ALICE)):
        version = table.state.version
        node.update(table, CAROL, None, None)
        await world.do(node, table.state.id, person, command)
        changes = node.changes(table, CAROL, None, version)
        assert (changes is not None) == (person is ALICE), command


@pytest.mark.parametrize("remembered", [1, 2, 3, 4, 5])
async def test_names_are_forgotten_where_an_entry_rests_on_one_that_is_not_remembered(
    remembered: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player who stood up is shown with the name under which they sat down."""
    monkeypatch.setattr("quincunx.table.live.recent_entries.REMEMBERED", remembered)
    desk = seated()
    for _ in range(4):
        desk.do(BOB, StandUp(1))
        desk.do(BOB, TakeBack(1))
    for length in range(len(desk.entries) - 7, len(desk.entries) + 1):
        table = LiveTable(desk.entries[:length], 0)
        table.forget_names(frozenset({BOB.id}))
        told = [table.recent.events_since(at, None) for at in range(length)]
        assert told[-1], "something has happened"
        assert BOB.name.encode() not in msgspec.json.encode(told)


async def test_the_host_who_watches_sees_that_it_is_theirs(world: World) -> None:
    node = await world.node()
    table = await live(node, await world.make(node, seated=False))
    stranger = Person("s" * 32, "Sam")
    seen = [node.update(table, person, None, None).update.table for person in (stranger, ALICE)]
    assert [each.hosted_by_you for each in seen] == [False, True]


async def test_frames_are_cached_for_the_newest_version_and_while_there_are_viewers(world: World) -> None:
    """Thousands of tables may be in memory, and anybody may ask from any version."""
    node = await world.node()
    table = await live(node, await world.make(node))
    for turn in range(MOST_KEPT + 5):
        person, seat = ((ALICE, 0), (BOB, 1))[turn % 2]
        await world.do(node, table.state.id, person, make_move(seat, Exchange()))
    watching = Signal()
    node.join(table, CAROL, watching)
    for version in range(MOST_KEPT + 5):
        node.update(table, CAROL, None, version)
        assert len(table.updates) <= MOST_KEPT
    node.leave(table, CAROL, watching)
    assert len(table.updates) == 0


async def test_a_player_who_leaves_a_seat_sees_from_it_no_longer_until_they_take_it_back(
    world: World,
) -> None:
    node = await world.node()
    table = await live(node, await world.make(node))
    seen = [table.updates.point(table.state, BOB, None)[0]]
    for command in (StandUp(1), TakeBack(1)):
        await world.do(node, table.state.id, BOB, command)
        seen.append(table.updates.point(table.state, BOB, None)[0])
    assert seen == [1, None, 1]


async def test_a_holder_of_several_seats_sees_from_the_uncovered_one_alone(
    world: World,
) -> None:
    node = await world.node()
    table = await live(node, await world.make(node, settings(seats=(ME, ME), one_device=True)))
    wishes = (0, 1, None, 2, -1, *range(10**9, 10**9 + 10 * MOST_KEPT), 1, 0)
    seen = [node.update(table, ALICE, wish, None).update.table.point_of_view for wish in wishes]
    assert seen == [wish if wish in (0, 1) else None for wish in wishes]
    assert len(table.updates._points) <= MOST_KEPT


async def test_a_deletion_touches_only_tables_that_name_the_person(world: World) -> None:
    node = await world.node()
    table = await live(node, await world.make(node))
    signal = join(node, table, CAROL)
    before = table.state, table.updates, list(table.recent._entries)
    table.forget_names(frozenset({"someone-elsewhere"}))
    assert not await is_set(signal)
    assert (table.state, table.updates, list(table.recent._entries)) == before
    assert {ALICE.id, BOB.id} <= table.named
    table.forget_names(frozenset({BOB.id}))
    assert await is_set(signal)
    assert [seat.name for seat in table.state.seats] == ["Alice", SOMEBODY]

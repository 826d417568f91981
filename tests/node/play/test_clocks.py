"""Time that runs out, on nodes: at once, once, with no person connected, whichever node is left."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from msgspec.structs import replace

from quincunx.core.reason import Refusal
from quincunx.games.cinco.types import Exchange
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.node.cluster import sync
from quincunx.node.node import Tables
from quincunx.node.play import timers
from quincunx.table.commands import CallBot, TakeBack
from quincunx.table.deadlines.timeout import ends_at
from quincunx.table.events import DailyPace, LivePace, Pace, TimeRanOut
from quincunx.table.seats.sitting import AWAY_MILLISECONDS
from tests.node.hours import HoursClock
from tests.node.lines import Line
from tests.node.support import World, join, live, until
from tests.table.support import ALICE, BOB, BOT, CAROL, ME, OPEN, make_move, settings

LIVE = LivePace(60, 5)


@pytest.fixture(autouse=True)
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sync, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(timers, "STAND_BY_MILLISECONDS", 1)


async def playing(world: World, node: Tables, pace: Pace = LIVE) -> str:
    """A table of Alice and Bob whose game has begun; bots are slow enough to be seen at it."""
    return await world.make(node, replace(settings(), pace=pace))


def ran_out(world: World, table: str) -> list[TimeRanOut]:
    """All that was written down of time that ran out."""
    entries = world.journal.tables[table]
    return [event for entry in entries for event in entry.events if isinstance(event, TimeRanOut)]


def end(world: World, table: str) -> int:
    due = world.journal.summaries[table].due
    assert due is not None
    return due


async def test_without_people_connected_a_bot_plays_on_all_the_same(world: World) -> None:
    node = await world.node(pause=60.0)
    table = await playing(world, node)
    world.clock.time = end(world, table) - 1
    await asyncio.sleep(0.05)
    assert ran_out(world, table) == []
    world.clock.time += 1
    await until(lambda: ran_out(world, table) != [])
    assert ran_out(world, table) == [TimeRanOut(0, "keen")]
    there = await live(node, table)
    await until(lambda: node._bots.is_playing(table))
    assert there.state.bot_to_move() == 0


async def test_it_happens_when_it_is_time_and_not_before() -> None:
    world = World()
    world.clock = HoursClock()  # type: ignore[assignment]
    node = await world.node(pause=60.0)
    table = await playing(world, node, LivePace(1, 1))
    due = end(world, table)
    await until(lambda: ran_out(world, table) != [])
    assert world.journal.tables[table][-1].at == due
    await world.stop()


async def test_a_node_that_comes_after_finds_it_by_the_index(world: World) -> None:
    first = await world.node()
    table = await playing(world, first, DailyPace(72))
    await first.stop()
    due = end(world, table)
    world.clock.time = due - sync.AHEAD_MILLISECONDS - 1
    world.has_lived_on()
    second = await world.node(pause=60.0)
    await asyncio.sleep(0.05)
    assert second.in_memory == 0, "what is far off is not held in memory"
    world.clock.time += 1
    await until(lambda: second.in_memory == 1)
    assert ran_out(world, table) == []
    await second._timers.stop()  # its timer knows nothing of this test's clock
    world.clock.time = due
    await until(lambda: ran_out(world, table) != [])


async def test_an_expired_deadline_is_found_at_the_start(world: World) -> None:
    first = await world.node()
    table = await playing(world, first)
    await first.stop()
    world.clock.time = end(world, table) + 10**9
    world.has_lived_on()
    await world.node(pause=60.0)
    await until(lambda: ran_out(world, table) != [])


async def test_only_what_is_near_has_a_timer(world: World) -> None:
    node = await world.node()
    far, near = await playing(world, node), await playing(world, node, LivePace(9, 1))
    assert not node._is_busy(far)
    assert node._is_busy(near)
    assert list(node._timers._alarms) == [near]


async def test_a_move_sets_the_timer_anew(world: World) -> None:
    node = await world.node()
    table = await playing(world, node, LivePace(9, 1))
    before = node._timers._alarms[table]
    world.clock.time += 2_000
    await world.do(node, table, ALICE, make_move(0, Exchange()))
    after = node._timers._alarms[table]
    assert (before.moment, after.moment) == (world.clock.time + 7_000, world.clock.time + 9_000)
    assert before.timer is not None
    assert before.timer.cancelled()
    node._timers.call(await live(node, table))
    assert node._timers._alarms[table] is after


async def test_a_late_mover_is_refused_and_the_bot_takes_over_in_the_same_step(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sync, "LOOK_SECONDS", 60.0)
    node = await world.node(pause=60.0)
    table = await playing(world, node)
    await asyncio.sleep(0.01)
    world.clock.time = end(world, table)
    with pytest.raises(Refusal) as caught:
        await world.do(node, table, ALICE, make_move(0, Exchange()), key="late")
    assert caught.value.reason.code == "time-ran-out"
    assert ran_out(world, table) == [TimeRanOut(0, "keen")]
    assert node._bots.is_playing(table)
    with pytest.raises(Refusal) as again:
        await world.do(node, table, ALICE, make_move(0, Exchange()), key="late")
    assert again.value.reason == caught.value.reason


async def test_the_seat_is_taken_back_when_the_bot_has_moved(world: World) -> None:
    node = await world.node()
    table = await playing(world, node)
    world.clock.time = end(world, table)
    there = await live(node, table)
    await until(lambda: there.state.to_move() == 1)
    await world.do(node, table, ALICE, TakeBack(0))
    assert there.state.clock is not None
    assert there.state.clock.remaining == (5_000, 60_000)


async def test_two_nodes_do_it_once(world: World) -> None:
    first, second = await world.node(Line(world.bus), 60.0), await world.node(Line(world.bus), 60.0)
    table = await playing(world, first)
    here, there = await live(first, table), await live(second, table)
    world.clock.time = end(world, table)
    await asyncio.gather(first._act_on_time(here), second._act_on_time(there))
    await until(lambda: here.state == there.state)
    assert len(ran_out(world, table)) == 1


async def test_it_waits_while_nothing_can_be_stored(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timers, "AGAIN_SECONDS", 0.01)
    node = await world.node(pause=60.0)
    table = await playing(world, node, LivePace(1, 1))
    world.journal.broken = True
    world.clock.time = end(world, table)
    alarm = node._timers._alarms[table]
    await until(lambda: alarm.task is not None)
    assert ran_out(world, table) == []
    world.journal.broken = False
    await until(lambda: ran_out(world, table) != [])


@pytest.mark.faults("table_damaged")
async def test_damaged_tables_block_no_others(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sync, "SWEEP_SECONDS", 0.01)
    monkeypatch.setattr(sync, "MOST_SWEPT", 1)
    first = await world.node()
    damaged = [await playing(world, first) for _ in range(3)]
    world.clock.time += 1
    sound = await playing(world, first)
    await first.stop()
    for table in damaged:
        del world.journal.tables[table][0]
    world.clock.time = end(world, sound) + 2 * sync.OVERDUE_MILLISECONDS
    world.has_lived_on()
    monkeypatch.setattr(sync, "DAMAGED_SECONDS", 1.0)
    second = await world.node(pause=60.0)
    await until(lambda: ran_out(world, sound) != [])
    reads = world.journal.reads
    await asyncio.sleep(0.05)
    assert world.journal.reads == reads, "they are left alone for a while"
    await until(lambda: world.journal.reads > reads)
    assert second.in_memory == 1


async def test_as_many_as_there_are_run_out_at_the_same_time(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await world.node()
    tables = [await playing(world, first) for _ in range(2)]
    for _ in range(3):
        world.clock.time += 1
        tables.append(await playing(world, first))
    await first.stop()
    world.clock.time = end(world, tables[0]) - 100
    world.has_lived_on()
    monkeypatch.setattr(sync, "MOST_SWEPT", 2)
    monkeypatch.setattr(sync, "LOOK_SECONDS", 60.0)
    second = await world.node(pause=60.0)
    await until(lambda: sorted(second._timers._alarms) == sorted(tables))
    assert second.in_memory == 5


async def test_a_timer_that_came_too_early_is_set_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sync, "LOOK_SECONDS", 60.0)
    node = await world.node(pause=60.0)
    table = await playing(world, node, LivePace(1, 1))
    await node._timers.stop()
    world.clock.time = end(world, table) - 20
    node._timers.call(await live(node, table))
    early = node._timers._alarms[table]
    await until(lambda: node._timers._alarms[table] is not early)
    assert ran_out(world, table) == []
    world.clock.time += 20
    await until(lambda: ran_out(world, table) != [])


async def test_a_game_that_all_have_left_to_the_clock_is_played_to_its_end(world: World) -> None:
    node = await world.node()
    plan = settings(CinqoOptions(goal="rounds", rounds=1), (ME, BOT))
    table = await world.make(node, replace(plan, pace=LIVE))
    world.clock.time = end(world, table)
    there = await live(node, table)
    await until(lambda: there.state.status == "ended")
    assert there.state.seats[0].bot_moves > 0
    without = await world.make(node, plan)
    assert (await live(node, without)).state.clock is None


async def test_with_a_clock_no_absence_calls_a_bot(world: World) -> None:
    node = await world.node()
    table, other = await playing(world, node, DailyPace(24)), await playing(world, node, DailyPace(24))
    plain = await world.make(node)
    world.clock.time += 2 * AWAY_MILLISECONDS
    for each in (table, other):
        there = await live(node, each)
        join(node, there, BOB)
        assert node.presence(there).away == (False, False)
        with pytest.raises(Refusal) as caught:
            await world.do(node, each, BOB, CallBot(0))
        assert caught.value.reason.code == "clock-decides"
    assert node.presence(await live(node, plain)).away[0]


async def test_a_frame_states_the_servers_time(world: World) -> None:
    node = await world.node()
    table = await live(node, await playing(world, node))
    start = world.clock.time
    for person in (ALICE, CAROL):
        first = node.update(table, person, None, None)
        assert first.update.table.clock is not None
        assert (first.update.table.clock.since, first.update.table.clock.now) == (start, start)
        world.clock.time = start + 199
        assert node.update(table, person, None, None) is first
        world.clock.time = start + 200
        later = node.update(table, person, None, None).update.table.clock
        assert later is not None
        assert (later.since, later.now) == (start, start + 200)
        world.clock.time = start
        table.updates.clear()
    world.clock.time = start + 7
    shown = (await node.view(table.state.id, ALICE, None)).clock
    assert shown is not None
    assert shown.now == start + 7
    assert ends_at(table.state) == start + 60_000


async def test_so_does_what_has_changed(world: World) -> None:
    """Of two who look from the same place the second may come later."""
    node = await world.node()
    table = await live(node, await playing(world, node))
    version = table.state.version
    node.update(table, CAROL, None, None)
    await world.do(node, table.state.id, ALICE, make_move(0, Exchange()))
    start = world.clock.time
    for after, told in ((0, 0), (199, 0), (200, 200), (399, 200), (1_000, 1_000)):
        world.clock.time = start + after
        changes = node.changes(table, CAROL, None, version)
        assert changes is not None
        assert msgspec.json.decode(changes)["clock"]["now"] == start + told


async def test_so_does_the_frame_of_a_table_with_an_appointment(world: World) -> None:
    node = await world.node()
    begins = world.clock.time + 60_000
    await node.make_for("met-by-pairing", ALICE, settings(seats=(OPEN, OPEN)), (ALICE, BOB), begins)
    table = await live(node, "met-by-pairing")
    for after in (0, 199, 200):
        world.clock.time = begins - 60_000 + after
        told = node.update(table, CAROL, None, None).update.table.appointment
        assert told is not None
        assert (told.begins_by, told.now) == (begins, begins - 60_000 + (0 if after < 200 else after))

"""A commit–reveal round that a device holds up goes on without it, on whichever node."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from quincunx.node.cluster import sync
from quincunx.node.live.live_table import LiveTable
from quincunx.node.node import Tables
from quincunx.node.play import timers
from quincunx.node.ports import JournalUnavailable
from quincunx.table.chance.commit_reveal import COMMIT_MILLISECONDS, REVEAL_MILLISECONDS
from quincunx.table.commands import Commit, Reveal, SitDown
from quincunx.table.events import LivePace
from quincunx.table.summary import next_due
from tests.node.signal import Signal
from tests.node.support import World, join, live, until
from tests.table.support import ALICE, BOB, entropy, promise, settings


async def sat(world: World, node: Tables) -> tuple[str, list[Signal]]:
    """A full table whose people are connected; no device has revealed yet."""
    table = await world.make(node, seated=False)
    signals = [join(node, await live(node, table), person) for person in (ALICE, BOB)]
    for seat, person in enumerate((ALICE, BOB)):
        await world.do(node, table, person, SitDown(seat, promise(seat + 1)))
    return table, signals


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the time that a node gives devices to reconnect when it takes up a round."""
    monkeypatch.setattr(timers, "REVEAL_MILLISECONDS", 0)


async def test_devices_that_are_connected_take_part_and_start_the_game(world: World) -> None:
    node = await world.node()
    table, signals = await sat(world, node)
    there = await live(node, table)
    assert there.state.awaited() == (0, 1)
    await world.do(node, table, ALICE, Reveal(0, entropy(1)))
    await world.do(node, table, BOB, Reveal(1, entropy(2)))
    assert there.state.entropies == (entropy(1), entropy(2))
    for signal, person in zip(signals, (ALICE, BOB), strict=True):
        node.leave(there, person, signal)


async def test_a_device_that_is_not_connected_is_not_waited_for(world: World) -> None:
    node = await world.node()
    table = await world.make(node, seated=False)
    there = await live(node, table)
    left = join(node, there, ALICE)
    await world.do(node, table, ALICE, SitDown(0, promise(1)))
    node.leave(there, ALICE, left)
    join(node, there, BOB)
    await world.do(node, table, BOB, SitDown(1, promise(2)))
    assert there.state.commit_reveal.taking_part == (1,)
    await world.do(node, table, BOB, Reveal(1, entropy(2)))
    assert (there.state.status, there.state.left_out()) == ("playing", (0,))


async def test_a_device_that_does_not_reveal_is_waited_for_and_then_no_more(world: World) -> None:
    node = await world.node()
    table, _ = await sat(world, node)
    there = await live(node, table)
    first = there.state.seed
    await world.do(node, table, ALICE, Reveal(0, entropy(1)))
    world.clock.time += REVEAL_MILLISECONDS
    # The wait for Bob began before the clock was moved; another one comes to it by itself.
    await node._timers.stop()
    await node.watch(table, ALICE)
    await until(lambda: there.state.commit_reveal.round == 2)
    assert there.state.seed != first
    await world.do(node, table, ALICE, Commit(0, promise(5)))
    await world.do(node, table, ALICE, Reveal(0, entropy(5)))
    assert there.state.entropies == (entropy(5), "")
    assert there.state.commit_reveal.voided == ((1,),)


async def test_a_round_that_a_dead_node_left_is_closed_by_the_next(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sync, "SWEEP_SECONDS", 0.01)
    first = await world.node()
    table, _ = await sat(world, first)
    await first.stop()
    world.clock.time += REVEAL_MILLISECONDS - 1
    second = await world.node()
    there = await live(second, table)
    assert there.state.commit_reveal.round == 1
    world.clock.time += 1 + sync.OVERDUE_MILLISECONDS
    await until(lambda: there.state.status == "playing")
    assert there.state.commit_reveal.voided == ((0, 1),)


async def test_two_nodes_close_a_round_once(world: World) -> None:
    first, second = await world.node(), await world.node()
    table, _ = await sat(world, first)
    await world.do(first, table, ALICE, Reveal(0, entropy(1)))
    here, there = await live(first, table), await live(second, table)
    world.clock.time += REVEAL_MILLISECONDS
    await first._act_on_time(here)
    await second._act_on_time(there)
    assert here.state == there.state
    assert here.state.commit_reveal.voided == ((1,),)
    world.clock.time += COMMIT_MILLISECONDS
    await second._act_on_time(there)
    await until(lambda: here.state.status == "playing")


async def test_a_round_waits_while_nothing_can_be_stored(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timers, "AGAIN_SECONDS", 0.01)
    node = await world.node()
    table, _ = await sat(world, node)
    there = await live(node, table)
    world.clock.time += REVEAL_MILLISECONDS
    world.journal.broken = True
    await node._timers.stop()
    await node.watch(table, ALICE)
    await until(lambda: table in node._timers._alarms)
    world.journal.broken = False
    await until(lambda: there.state.status == "playing")


async def test_after_a_restart_the_devices_have_time_to_come_back(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timers, "REVEAL_MILLISECONDS", 60_000)
    first = await world.node()
    table, _ = await sat(world, first)
    await first.stop()
    world.clock.time += 10 * REVEAL_MILLISECONDS
    second = await world.node()
    there = await second.watch(table, ALICE)
    await until(lambda: table in second._timers._alarms)
    for seat, person in enumerate((ALICE, BOB)):
        assert there.state.commit_reveal.round == 1
        await world.do(second, table, person, Reveal(seat, entropy(seat + 1)))
    assert there.state.entropies == (entropy(1), entropy(2))


async def test_a_deadline_whose_work_fails_is_tried_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A journal that is away is waited for; any other error is a fault, and does not end the wait either."""
    node = await world.node()
    table, _ = await sat(world, node)
    there = await live(node, table)
    tried: list[int] = []

    async def fail(live: LiveTable) -> None:
        assert live is there
        tried.append(world.clock.time)
        if len(tried) == 1:
            raise JournalUnavailable("away")
        if len(tried) == 2:
            raise LookupError
        await node._act_on_time(live)

    monkeypatch.setattr(node._timers, "_act", fail)
    world.clock.time += REVEAL_MILLISECONDS
    await node._timers.stop()
    with capture_logs() as lines:
        await node.watch(table, ALICE)
        await until(lambda: there.state.status == "playing")
    assert [(line["event"], line["table"]) for line in lines] == [
        ("moment_waits", table),
        ("moment_failed", table),
    ]


async def test_a_distant_deadline_has_no_timer_and_a_near_one_has(world: World) -> None:
    node = await world.node()
    pace = LivePace(60, 5)
    table = await world.make(node, replace(settings(), pace=pace))
    there = await live(node, table)
    due = next_due(there.state)
    assert due is not None
    await node._timers.stop()
    world.clock.time = due - timers.NEAR_MILLISECONDS - 1
    node._timers.call(there)
    assert not node._timers.is_waiting(table)
    world.clock.time += 1
    node._timers.call(there)
    assert node._timers.is_waiting(table)

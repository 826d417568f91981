"""Who is connected, since when somebody is not, and how often all that is told."""

from __future__ import annotations

import asyncio

import pytest

from quincunx.core.reason import Refusal
from quincunx.node import presence
from quincunx.node.presence import TablePresence
from quincunx.table.commands import CallBot
from quincunx.table.seats import AWAY_MILLISECONDS
from tests.node.signal import Signal
from tests.node.support import World, is_set, live, until
from tests.table.support import ALICE, BOB, CAROL, seated


async def test_presence_tells_who_is_here_who_is_away_and_how_many_watch(world: World) -> None:
    node = await world.node()
    table = await live(node, await world.make(node))
    woken = Signal()
    node.join(table, ALICE, woken)
    node.join(table, CAROL, Signal())
    node.join(table, CAROL, Signal())
    told = node.presence(table)
    assert (told.here, told.watching) == ((True, False), 1)
    node.leave(table, ALICE, woken)
    assert node.presence(table).away == (False, False)
    world.clock.time += AWAY_MILLISECONDS
    assert node.presence(table).away == (True, True)
    node.join(table, ALICE, Signal())
    assert node.presence(table).away == (False, True)


async def test_a_bot_is_called_in_for_somebody_who_is_really_away(world: World) -> None:
    node = await world.node()
    name = await world.make(node)
    table = await live(node, name)
    node.join(table, ALICE, Signal())
    node.join(table, BOB, Signal())
    with pytest.raises(Refusal):
        await world.do(node, name, ALICE, CallBot(1))
    woken = Signal()
    node.join(table, BOB, woken)
    node.leave(table, BOB, woken)
    world.clock.time += AWAY_MILLISECONDS
    with pytest.raises(Refusal):
        await world.do(node, name, ALICE, CallBot(1))  # he has another socket open
    node.leave(table, BOB, woken)
    world.clock.time += AWAY_MILLISECONDS
    await world.do(node, name, ALICE, CallBot(1))


async def test_somebody_who_never_came_is_away_since_the_table_was_loaded() -> None:
    state = seated().state
    there = TablePresence(1_000, lambda: None)
    assert there.last_seen(state) == {ALICE.id: 1_000, BOB.id: 1_000}
    there.join(ALICE.id)
    assert there.last_seen(state) == {BOB.id: 1_000}
    there.leave(ALICE.id, 5_000)
    assert there.last_seen(state) == {ALICE.id: 5_000, BOB.id: 1_000}


async def test_a_crowd_that_arrives_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else it would wake itself as often as the square of its size."""
    monkeypatch.setattr(presence, "GATHERING_SECONDS", 0.01)
    told: list[int] = []
    there = TablePresence(0, lambda: told.append(there.view(state, 0).watching))
    state = seated().state
    for person in range(1_000):
        there.join(f"spectator-{person}")
    assert told == []
    await until(lambda: bool(told))
    assert told == [1_000]
    there.leave("spectator-1", 0)
    there.leave("spectator-2", 0)
    await until(lambda: len(told) > 1)
    assert told == [1_000, 998]


# ---- a signal ----------------------------------------------------------------------------------------------


async def test_a_signal_wakes_whoever_waits_now_or_later() -> None:
    signal = Signal()
    waiting = asyncio.create_task(signal.wait())
    await asyncio.sleep(0)
    assert not waiting.done()
    signal.set()
    signal.set()
    await waiting
    assert await is_set(signal), "until it is cleared"
    signal.clear()
    assert not await is_set(signal)
    signal.set()
    assert await is_set(signal)


async def test_a_waiter_that_gave_up_does_not_spoil_the_signal() -> None:
    signal = Signal()
    waiting = asyncio.create_task(signal.wait())
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    signal.set()
    assert await is_set(signal)

"""Two nodes that share a journal: of two that race one wins, and both show the same."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from structlog.testing import capture_logs

from quincunx.adapters.bus.memory import MemoryBus
from quincunx.core.reason import Refusal
from quincunx.games.cinco.types import Exchange
from quincunx.node.cluster import sync
from quincunx.node.messages import UnreadEntry
from quincunx.table.view import view_table
from quincunx.table.wire.table import Ack
from tests.node.support import World, join, live, until
from tests.table.support import ALICE, BOB, CAROL, make_move


@pytest.mark.parametrize("deaf", [False, True], ids=["one bus", "no news"])
async def test_of_two_nodes_that_race_one_wins_and_both_show_the_same(world: World, deaf: bool) -> None:
    one = await world.node()
    table = await world.make(one)
    two = await world.node(MemoryBus() if deaf else None)
    version = (await live(two, table)).state.version
    for turn in range(20):
        person, seat = (ALICE, 0) if turn % 2 == 0 else (BOB, 1)
        world.journal.slow = 0.001
        move = make_move(seat, Exchange())
        results = await asyncio.gather(
            world.do(one, table, person, move, f"one-{turn}", version),
            world.do(two, table, person, move, f"two-{turn}", version),
            return_exceptions=True,
        )
        won = [each for each in results if isinstance(each, Ack)]
        lost = [each for each in results if isinstance(each, Refusal)]
        assert [len(won), len(lost)] == [1, 1], results
        assert lost[0].reason.kind == "stale"
        version = won[0].version
    view = [view_table((await live(node, table)).state, ALICE, None) for node in (one, two)]
    assert view[0].version == view[1].version == version
    assert msgspec.json.encode(view[0]) == msgspec.json.encode(view[1])


async def test_the_same_command_through_two_nodes_has_one_effect(world: World) -> None:
    one = await world.node()
    table = await world.make(one)
    two = await world.node(MemoryBus())
    version = (await live(two, table)).state.version
    world.journal.slow = 0.002
    acks = await asyncio.gather(
        *(world.do(node, table, ALICE, make_move(0, Exchange()), "mine", version) for node in (one, two))
    )
    assert acks == [Ack("mine", version + 1)] * 2


async def test_a_client_may_be_ahead_of_the_node_that_it_comes_to(world: World) -> None:
    """It has seen a version there of which this node has not heard: it is looked up, and not refused."""
    one = await world.node()
    table = await world.make(one)
    deaf = await world.node(MemoryBus())
    await live(deaf, table)
    ack = await world.do(one, table, ALICE, make_move(0, Exchange()))
    after = await world.do(deaf, table, BOB, make_move(1, Exchange()), version=ack.version)
    assert after.version == ack.version + 1


async def test_watchers_on_another_node_are_woken(world: World) -> None:
    one, two = await world.node(), await world.node()
    table = await world.make(one)
    there = await live(two, table)
    woken = join(two, there, CAROL)
    ack = await world.do(one, table, ALICE, make_move(0, Exchange()))
    await asyncio.wait_for(woken.wait(), 20)
    assert there.state.version == ack.version


async def test_a_node_that_could_not_read_for_a_moment_still_hears_the_bus(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sync, "RETRY_SECONDS", 0.01)
    one, two = await world.node(), await world.node()
    table = await world.make(one)
    there = await live(two, table)
    await world.do(one, table, ALICE, make_move(0, Exchange()))
    world.journal.broken = True
    await asyncio.sleep(0.01)
    world.journal.broken = False
    ack = await world.do(one, table, BOB, make_move(1, Exchange()))
    await until(lambda: there.state.version == ack.version)


@pytest.mark.faults("table_damaged")
async def test_a_table_that_another_node_damaged_does_not_end_the_hearing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = await world.node(), await world.node()
    damaged, sound = await world.make(one), await world.make(one)
    broken, whole = await live(two, damaged), await live(two, sound)
    await until(lambda: broken.state.version == whole.state.version == 3)
    version = broken.state.version
    entry = msgspec.structs.replace(world.journal.tables[damaged][-1], version=version + 2, key="odd")
    world.journal.tables[damaged].append(entry)
    await world.bus.publish(entry)
    ack = await world.do(one, sound, ALICE, make_move(0, Exchange()))
    await until(lambda: whole.state.version == ack.version)
    assert broken.state.version == version


async def test_an_unreadable_message_does_not_end_the_subscription(world: World) -> None:
    """A node of a newer version may say it while servers are replaced one by one."""
    end = world.bus.end()
    one, two = await world.node(), await world.node(end)
    table = await world.make(one)
    there = await live(two, table)
    version = there.state.version
    newer = msgspec.Raw(b'{"chain":"abc","events":[{"type":"never_heard_of"}]}')
    with capture_logs() as said:
        end._subscriptions.deliver_to_all(UnreadEntry(table, version + 1, "newer", 0, newer))
        end._subscriptions.deliver_to_all(UnreadEntry(table, version, "older", 0, newer))
        await asyncio.sleep(0.01)
    assert [line["event"] for line in said] == ["bus_not_understood"], "once: what is old is not read"
    assert there.state.version == version
    ack = await world.do(one, table, ALICE, make_move(0, Exchange()))
    await until(lambda: there.state.version == ack.version)

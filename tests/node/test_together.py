"""Several nodes as one: who thinks for a bot, and what is noticed when news are lost."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from quincunx.games.cinco.types import Exchange
from quincunx.node.cluster import membership, sync
from quincunx.node.messages import UnreadEntry
from quincunx.table.commands import SetBotPace, SitDown, StandUp
from quincunx.table.events import Entry, Moved
from tests.node.lines import Line, line_of, two_nodes
from tests.node.signal import Signal
from tests.node.support import World, is_set, join, live, silence, until
from tests.table.support import ALICE, BOB, BOT, ME, entropy, make_move, settings

pytestmark = pytest.mark.usefixtures("hurried")

# ---- bots -----------------------------------------------------------------------------------------------


async def test_one_node_thinks_for_a_bot(world: World) -> None:
    """The one that has brought the turn about; the others have the table in memory, and hear of it."""
    nodes = [await world.node(Line(world.bus)) for _ in range(3)]
    await asyncio.sleep(0.05)
    table = await world.make(nodes[0], settings(seats=(ME, BOT)))
    tables = [await live(node, table) for node in nodes]
    asked = 0
    for turn in range(9):
        world.engine.asked = 0
        node = nodes[turn % 3]
        node._bots._pause = 0.1
        await until(lambda: len({each.state.version for each in tables}) == 1)
        await world.do(node, table, ALICE, make_move(0, Exchange()))
        talker = nodes[(turn + 1) % 3]
        await world.do(talker, table, ALICE, SetBotPace("slow" if turn % 2 else "normal"))
        await until(lambda: all(each.state.to_move() == 0 for each in tables))
        asked += world.engine.asked
    assert asked == 9


async def test_a_node_that_dies_over_a_bots_turn_is_replaced(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sync, "SWEEP_SECONDS", 0.01)
    monkeypatch.setattr(membership, "PLAYED_SECONDS", 0.1)
    slow = await world.node(Line(world.bus), pause=600.0)
    quick = await world.node(Line(world.bus))
    table = await world.make(slow, settings(seats=(ME, BOT)))
    there = await live(quick, table)
    await world.do(slow, table, ALICE, make_move(0, Exchange()))
    await asyncio.sleep(0.1)
    world.clock.time += sync.OVERDUE_MILLISECONDS
    await asyncio.sleep(0.1)
    assert there.state.to_move() == 1, "while it says that it thinks, nobody else does"
    await silence(slow)
    await until(lambda: there.state.to_move() == 0)


async def test_a_node_that_stops_over_a_bots_turn_is_replaced_at_once(world: World) -> None:
    slow, quick = await world.node(Line(world.bus), pause=600.0), await world.node(Line(world.bus))
    table = await world.make(slow, settings(seats=(ME, BOT)))
    there = await live(quick, table)
    await world.do(slow, table, ALICE, make_move(0, Exchange()))
    await until(lambda: there.state.to_move() == 1)
    await slow.stop()
    await until(lambda: there.state.to_move() == 0)


async def test_a_search_is_dropped_when_another_node_was_faster(world: World) -> None:
    one, two = await world.node(Line(world.bus), pause=600.0), await world.node(Line(world.bus))
    table = await world.make(one)
    here = await live(one, table)
    await world.do(one, table, ALICE, StandUp(0))
    await until(lambda: table in one._bots.playing)
    two._bots.take_up(await live(two, table))
    await until(lambda: here.state.to_move() == 1)
    await until(lambda: table not in one._bots.playing)


async def test_a_node_that_was_overtaken_leaves_the_table_to_the_other(world: World) -> None:
    one, two = await world.node(Line(world.bus), pause=600.0), await world.node(Line(world.bus))
    table = await world.make(one, settings(seats=(BOT, BOT)))
    await until(lambda: world.engine.asked == 1)
    there = await live(two, table)
    two.join(there, BOB, Signal())  # who watches wants to see it played
    await until(lambda: there.state.status == "ended" and table not in one._bots.playing)
    moves = sum(isinstance(event, Moved) for each in world.journal.tables[table] for event in each.events)
    assert world.engine.asked == 1 + moves


# ---- lost news ------------------------------------------------------------------------------------------


@pytest.mark.faults("publish_failed")
async def test_a_publish_that_fails_after_the_commit_is_harmless(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sync, "COMPARE_SECONDS", 0.02)
    one, two, table, here, there = await two_nodes(world)

    async def fail(news: object) -> None:
        raise ConnectionError("the bus hung up")

    monkeypatch.setattr(line_of(one), "publish", fail)
    woken = join(two, there, BOB)
    ack = await world.do(one, table, ALICE, make_move(0, Exchange()))
    assert here.state.version == ack.version
    await until(lambda: there.state.version == ack.version)
    assert await is_set(woken)
    assert (await world.make(one)) in world.journal.tables


async def test_a_lost_last_message_is_noticed(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    assert sync.COMPARE_SECONDS < 5
    monkeypatch.setattr(sync, "COMPARE_SECONDS", 0.02)
    one, two, table, _, there = await two_nodes(world)
    await until(lambda: there.state.version == 3)
    line_of(two).cut_once = UnreadEntry
    woken = join(two, there, BOB)
    ack = await world.do(one, table, ALICE, make_move(0, Exchange()))
    await asyncio.wait_for(woken.wait(), 20)
    await until(lambda: there.state.version == ack.version)
    assert line_of(two).cut_once is None


async def test_a_table_that_changes_while_it_is_read_is_shown_as_it_is_then(world: World) -> None:
    one, two = await world.node(Line(world.bus)), await world.node(Line(world.bus))
    table = await world.make(one)
    read = world.journal.read

    async def slow(name: str, after: int = 0) -> Sequence[Entry]:
        found = await read(name, after)
        world.journal.read = read  # type: ignore[method-assign]
        # The read data is on its way while a player moves on another node, whose message arrives here.
        await world.do(one, table, ALICE, make_move(0, Exchange()))
        await asyncio.sleep(0.02)
        return found

    world.journal.read = slow  # type: ignore[method-assign]
    there = await live(two, table)
    assert there.state.version == (await live(one, table)).state.version == 4


async def test_a_node_without_the_bus_shows_what_others_do_all_the_same(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sync, "COMPARE_SECONDS", 0.3)
    one, two, table, here, there = await two_nodes(world)
    line_of(two).is_cut = True
    assert not two.hears_others
    assert one.hears_others
    await world.do(one, table, ALICE, make_move(0, Exchange()))
    await until(lambda: there.state.version == here.state.version)
    await world.do(two, table, BOB, make_move(1, Exchange()))
    version = there.state.version
    await world.do(one, table, ALICE, make_move(0, Exchange()), version=version)
    await until(lambda: there.state.version == here.state.version == version + 1)


async def test_after_a_gap_it_is_compared_at_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sync, "COMPARE_SECONDS", 600.0)
    monkeypatch.setattr(sync, "DEAF_SECONDS", 600.0)
    one, two, table, here, there = await two_nodes(world)
    await asyncio.sleep(0.02)
    line_of(two).is_cut = True
    await world.do(one, table, ALICE, make_move(0, Exchange()))
    await asyncio.sleep(0.05)
    assert there.state.version < here.state.version
    line_of(two).is_cut = False
    await until(lambda: there.state.version == here.state.version)


async def test_an_entry_that_is_heard_is_not_read_again(world: World) -> None:
    one, _, table, here, there = await two_nodes(world)
    await until(lambda: there.state.version == here.state.version)
    reads = world.journal.reads
    for turn in range(6):
        await world.do(one, table, (ALICE, BOB)[turn % 2], make_move(turn % 2, Exchange()))
    await until(lambda: there.state.version == here.state.version)
    assert world.journal.reads == reads


async def test_a_table_that_is_held_up_does_not_keep_the_node_from_hearing_of_others(
    world: World,
) -> None:
    one, two, stuck, _, there = await two_nodes(world)
    other = await world.make(one)
    heard = await live(two, other)
    async with there.lock:  # as if a command waited for the disk
        await world.do(one, stuck, ALICE, make_move(0, Exchange()))
        ack = await world.do(one, other, ALICE, make_move(0, Exchange()))
        await until(lambda: heard.state.version == ack.version)
        assert there.state.version == ack.version - 1
    await until(lambda: there.state.version == ack.version)


async def test_sitting_down_through_two_nodes_starts_the_game_on_both(world: World) -> None:
    one, two = await world.node(Line(world.bus)), await world.node(Line(world.bus))
    table = await world.make(one, seated=False)
    here, there = await live(one, table), await live(two, table)
    await world.do(one, table, ALICE, SitDown(0, entropy(1)))
    await until(lambda: there.state.version == here.state.version)
    await world.do(two, table, BOB, SitDown(1, entropy(2)))
    await until(lambda: here.state.status == there.state.status == "playing")
    assert here.state == there.state

"""The tables in memory: read once, let go of when nobody needs them, and never while somebody does."""

from __future__ import annotations

import asyncio

import pytest

from quincunx.adapters.bus_memory import MemoryBus
from quincunx.core.reason import Refusal
from quincunx.games.cinco.types import Exchange
from quincunx.node import memory
from quincunx.node.ports import JournalUnavailable
from quincunx.node.service import Tables
from quincunx.table.events import Entry
from quincunx.table.summary import Summary
from tests.node.support import World, live, until
from tests.table.support import ALICE, BOB, BOT, CAROL, make_move, settings


@pytest.fixture
async def node(world: World, monkeypatch: pytest.MonkeyPatch) -> Tables:
    """A node with room for twenty tables."""
    monkeypatch.setattr(memory, "MOST_LIVE", 20)
    return await world.node(pause=0.01)


async def test_tables_that_nobody_watches_are_let_go(world: World, node: Tables) -> None:
    watched = await world.make(node)
    table = await live(node, watched)
    table.join(CAROL.id)
    names = [await world.make(node, seated=False) for _ in range(100)]
    assert sum(node._memory.find(name) is not None for name in names) <= 22
    assert await live(node, watched) is table
    assert (await node.view(names[0], ALICE, None)).version == 1


async def test_the_longest_unused_are_let_go_first(world: World, node: Tables) -> None:
    names = [await world.make(node, seated=False) for _ in range(20)]
    await node.view(names[0], ALICE, None)
    await world.make(node, seated=False)
    assert node._memory.find(names[0]) is not None
    assert node._memory.find(names[1]) is None


async def test_a_table_on_which_bots_play_is_not_let_go(world: World, node: Tables) -> None:
    name = await world.make(node, settings(seats=(BOT, BOT)))
    table = await live(node, name)
    for _ in range(60):
        await world.make(node, seated=False)
    assert await live(node, name) is table


async def test_a_table_is_not_let_go_while_a_command_is_under_way(
    world: World, node: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else its next reader would fold another copy, and the two would answer one key twice."""
    name = await world.make(node)
    table, free, append = await live(node, name), asyncio.Event(), world.journal.append

    async def append_when_free(entry: Entry, summary: Summary) -> None:
        if entry.table == name:
            await free.wait()
        await append(entry, summary)

    monkeypatch.setattr(world.journal, "append", append_when_free)
    command = asyncio.create_task(world.do(node, name, ALICE, make_move(0, Exchange())))
    await until(table.lock.locked)
    for _ in range(60):
        await world.make(node, seated=False)
    kept = node._memory.find(name)
    free.set()
    ack = await command
    assert kept is table
    assert (await live(node, name)).state.version == ack.version
    for _ in range(60):
        await world.make(node, seated=False)
    assert node._memory.find(name) is None, "now it may go"


async def test_a_table_that_many_open_at_once_is_read_once(world: World) -> None:
    table = await world.make(await world.node())
    node = await world.node()
    reads = world.journal.reads
    tables = await asyncio.gather(*(live(node, table) for _ in range(50)))
    assert all(each is tables[0] for each in tables)
    assert world.journal.reads == reads + 1


async def test_a_table_that_could_not_be_read_is_read_again(world: World) -> None:
    table = await world.make(await world.node())
    node = await world.node()
    world.journal.broken = True
    with pytest.raises(JournalUnavailable):
        await live(node, table)
    world.journal.broken = False
    assert (await live(node, table)).state.id == table


async def test_a_table_that_was_not_there_may_be_made_elsewhere(world: World) -> None:
    one, deaf = await world.node(), await world.node(MemoryBus())
    with pytest.raises(Refusal):
        await live(deaf, "table-number-0000000001")
    assert await world.make(one, seated=False) == "table-number-0000000001"
    assert (await live(deaf, "table-number-0000000001")).state.version == 1


async def test_a_damaged_table_is_said_to_be_damaged(world: World) -> None:
    node = await world.node()
    table = await world.make(node)
    del world.journal.tables[table][1]
    with pytest.raises(JournalUnavailable, match="damaged"):
        await (await world.node()).view(table, BOB, None)

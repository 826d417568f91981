"""The tables in memory: read once, evicted when unused, and never while in use."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from quincunx.adapters.bus.memory import MemoryBus
from quincunx.core.reason import Refusal
from quincunx.games.cinco.types import Exchange
from quincunx.node.cluster.readiness import CHECKED_MILLISECONDS
from quincunx.node.live import cache
from quincunx.node.live.live_table import LiveTable
from quincunx.node.node import Tables
from quincunx.node.ports import JournalDamaged, JournalUnavailable
from quincunx.table.commands import SitDown
from quincunx.table.events import Entry
from quincunx.table.fold import fold
from quincunx.table.record.redaction import SOMEBODY
from quincunx.table.summary import Summary
from quincunx.table.wire.table import CommandRequest
from tests.node.signal import Signal
from tests.node.support import World, live, until
from tests.table.support import ALICE, BOB, BOT, CAROL, make_move, promise, settings


@pytest.fixture
async def node(world: World, monkeypatch: pytest.MonkeyPatch) -> Tables:
    """A node with room for twenty tables."""
    monkeypatch.setattr(cache, "MOST_LIVE", 20)
    return await world.node(pause=0.01)


async def test_unwatched_tables_are_evicted(world: World, node: Tables) -> None:
    watched = await world.make(node)
    table = await live(node, watched)
    table.join(CAROL.id, Signal())
    names = [await world.make(node, seated=False) for _ in range(100)]
    assert sum(node._memory.get_live(name) is not None for name in names) <= 22
    assert await live(node, watched) is table
    assert (await node.view(names[0], ALICE, None)).version == 1


async def test_room_is_found_also_where_the_oldest_are_in_use(world: World, node: Tables) -> None:
    """More of them than are looked at in one go: else those behind them would never be come to."""
    watched = [await world.make(node, seated=False) for _ in range(cache.MOST_LIVE // 10 + 3)]
    for name in watched:
        (await live(node, name)).join(CAROL.id, Signal())
    for _ in range(60):
        await world.make(node, seated=False)
    assert node.in_memory <= cache.MOST_LIVE + 2
    assert all(node._memory.get_live(name) is not None for name in watched)


@pytest.mark.parametrize("is_read_late", [False, True])
async def test_a_table_that_is_read_while_it_is_made_is_in_memory_once(
    world: World, node: Tables, monkeypatch: pytest.MonkeyPatch, is_read_late: bool
) -> None:
    """As when a player's home page requests their tables at that very moment: those who watch the table must
    hear of what happens there, whichever came first."""
    journal, has_been_read, may_go_on = node._memory._journal, asyncio.Event(), asyncio.Event()
    append, read = journal.append, journal.read
    reading: list[asyncio.Task[LiveTable]] = []

    async def appended(entry: Entry, summary: Summary) -> None:
        await append(entry, summary)
        if entry.version == 1:
            reading.append(asyncio.create_task(node._memory.get(entry.table)))
            await (has_been_read.wait() if is_read_late else reading[0])

    async def slowly_read(table: str, after: int = 0) -> Sequence[Entry]:
        entries = await read(table, after)
        has_been_read.set()
        if is_read_late:
            await may_go_on.wait()
        return entries

    monkeypatch.setattr(journal, "append", appended)
    monkeypatch.setattr(journal, "read", slowly_read)
    name = (await node.create_table(ALICE, settings())).id
    watched = await live(node, name)
    watched.join(ALICE.id, Signal())
    may_go_on.set()
    await reading[0]
    await node.execute(name, ALICE, CommandRequest("k1", 1, SitDown(0, promise(1))))
    assert watched.state.version == 2


async def test_the_longest_unused_are_let_go_first(world: World, node: Tables) -> None:
    names = [await world.make(node, seated=False) for _ in range(20)]
    await node.view(names[0], ALICE, None)
    await world.make(node, seated=False)
    assert node._memory.get_live(names[0]) is not None
    assert node._memory.get_live(names[1]) is None


async def test_idle_tables_leave_also_where_there_is_room(world: World) -> None:
    node = await world.node()
    idle, ended = await world.make(node), await world.ended(node)
    watched, asked = await world.make(node), await world.make(node)
    (await live(node, watched)).join(CAROL.id, Signal())
    await asyncio.sleep(0.9 * cache.IDLE_SECONDS)
    await node.view(asked, ALICE, None)
    await asyncio.sleep(0.1 * cache.IDLE_SECONDS + 2 * cache.EVICT_SECONDS)
    there = [node._memory.get_live(table) is not None for table in (idle, ended, watched, asked)]
    assert there == [False, False, True, True]
    assert (await node.view(idle, ALICE, None)).status == "playing"


async def test_a_table_counts_as_used_until_the_last_watcher_has_left(world: World) -> None:
    node, signal = await world.node(), Signal()
    table = await live(node, await world.make(node))
    node.join(table, CAROL, signal)
    await asyncio.sleep(3 * cache.IDLE_SECONDS)
    node.leave(table, CAROL, signal)
    await asyncio.sleep(0.5 * cache.IDLE_SECONDS)
    assert node._memory.get_live(table.state.id) is table
    await asyncio.sleep(cache.IDLE_SECONDS)
    assert node.in_memory == 0


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
    kept = node._memory.get_live(name)
    free.set()
    ack = await command
    assert kept is table
    assert (await live(node, name)).state.version == ack.version
    for _ in range(60):
        await world.make(node, seated=False)
    assert node._memory.get_live(name) is None, "now it may go"


async def test_a_table_that_many_open_at_once_is_read_once(world: World) -> None:
    table = await world.make(await world.node())
    node = await world.node()
    reads = world.journal.reads
    tables = await asyncio.gather(*(live(node, table) for _ in range(50)))
    assert all(each is tables[0] for each in tables)
    assert world.journal.reads == reads + 1


@pytest.fixture
async def long(world: World, monkeypatch: pytest.MonkeyPatch) -> str:
    """A table that is folded in many parts."""
    monkeypatch.setattr(cache, "FOLDED_AT_ONCE", 5)
    table = await world.ended(await world.node())
    assert len(await world.journal.read(table)) > 40
    return table


async def test_others_have_their_turn_while_a_long_game_is_read(world: World, long: str) -> None:
    node, turns = await world.node(), 0
    loading = asyncio.ensure_future(live(node, long))
    while not loading.done():
        turns += 1
        await asyncio.sleep(0)
    state = (await loading).state
    assert turns > len(await world.journal.read(long)) / 5
    assert state == fold(await world.journal.read(long))
    assert set((await loading).versions.values()) == set(range(1, state.version + 1))


async def test_a_person_deleted_while_a_long_game_is_read_is_not_named(world: World, long: str) -> None:
    node = await world.node()
    loading = asyncio.ensure_future(live(node, long))
    for _ in range(6):
        await asyncio.sleep(0)
    assert not loading.done()
    node.forget_names(frozenset({ALICE.id}))
    state = (await loading).state
    assert [seat.name for seat in state.seats] == [SOMEBODY, "Bob"]


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


@pytest.mark.faults("table_damaged")
async def test_a_damaged_table_is_said_to_be_damaged(world: World) -> None:
    node = await world.node()
    table = await world.make(node)
    entries = world.journal.tables[table]
    assert all(len(each.chain) == 64 for each in entries)
    entries[-1] = replace(entries[-1], at=7)
    other = await world.node()
    with pytest.raises(JournalDamaged, match="restore it from a backup"):
        await other.view(table, BOB, None)
    del entries[1]
    with pytest.raises(JournalDamaged):
        await other.view(table, BOB, None)


async def test_a_table_whose_file_is_damaged_is_in_the_log(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await world.make(await world.node())
    other = await world.node()

    async def read(table: str, after: int = 0) -> list[Entry]:
        raise JournalDamaged("The file is damaged.")

    monkeypatch.setattr(world.journal, "read", read)
    with capture_logs() as logged, pytest.raises(JournalDamaged):
        await other.view(table, BOB, None)
    assert [(line["event"], line["table"]) for line in logged] == [("table_damaged", table)]


@pytest.mark.faults("table_damaged")
async def test_entries_stored_by_another_node_are_checked_too(world: World) -> None:
    one, two = await world.node(), await world.node(MemoryBus())
    table = await world.make(one)
    await live(two, table)
    await world.do(one, table, ALICE, make_move(0, Exchange()))
    entries = world.journal.tables[table]
    entries[-1] = replace(entries[-1], chain="0" * 64)
    with pytest.raises(JournalDamaged):
        await world.do(two, table, BOB, make_move(1, Exchange()), version=entries[-1].version)


async def test_whether_the_journal_can_be_written_is_tried_once_a_second(world: World) -> None:
    node = await world.node()
    await asyncio.gather(*(node.check_journal() for _ in range(50)))
    world.journal.broken = True
    await node.check_journal()
    world.clock.time += CHECKED_MILLISECONDS
    for _ in range(2):
        with pytest.raises(JournalUnavailable):
            await node.check_journal()
    world.journal.broken = False
    world.clock.time += CHECKED_MILLISECONDS
    await node.check_journal()


@pytest.mark.parametrize(
    "part",
    [
        "_timers.is_waiting",
        "_hints.is_searching",
        "_notifications.is_waiting",
        "_bots.is_playing",
        "results.is_recording",
    ],
)
async def test_a_table_stays_while_any_part_of_the_node_needs_it(
    world: World, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    node = await world.node()
    needed, other = await world.make(node, seated=False), await world.make(node, seated=False)
    owner, _, name = part.rpartition(".")
    monkeypatch.setattr(getattr(node, owner), name, lambda table: table == needed)
    await asyncio.sleep(cache.IDLE_SECONDS + 2 * cache.EVICT_SECONDS)
    assert [node._memory.get_live(table) is not None for table in (needed, other)] == [True, False]

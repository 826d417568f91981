"""Background tasks of a node: it takes up unfinished work, whatever else fails."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from quincunx.adapters.bus.memory import MemoryBus
from quincunx.core.reason import Refusal
from quincunx.games.cinco.types import CincoOptions, Exchange
from quincunx.node.cluster import membership, sync
from quincunx.node.messages import UnreadEntry
from quincunx.node.ports import JournalUnavailable
from quincunx.table.commands import Rematch
from quincunx.table.deadlines.expiry import PLAYING_MILLISECONDS, WAITING_MILLISECONDS
from quincunx.table.events import Entry, LivePace
from tests.node.lines import Line, line_of
from tests.node.support import World, live, silence, until
from tests.table.support import ALICE, BOB, BOT, ME, make_move, settings

BOT_BEGINS = settings(CincoOptions(first=1), (ME, BOT))


def is_due(world: World, table: str) -> bool:
    """True if the system must act at this table now."""
    due = world.journal.summaries[table].due
    return due is not None and due <= world.clock.time


async def test_a_sweeper_takes_up_what_was_left_lying(world: World) -> None:
    first = await world.node(pause=60.0)
    table = await world.make(first, BOT_BEGINS)
    await first.stop()
    assert world.journal.summaries[table].due == world.clock.time
    second = await world.node()
    # The journal has it before the table shows it.
    await until(lambda: not is_due(world, table))
    there = await live(second, table)
    await until(lambda: there.state.to_move() == 0)
    assert not is_due(world, table)


async def test_the_sweeper_outlives_a_journal_that_fails(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sync, "SWEEP_SECONDS", 0.01)
    first = await world.node(pause=60.0)
    table = await world.make(first, BOT_BEGINS)
    await first.stop()
    world.journal.broken = True
    await world.node()
    await asyncio.sleep(0.05)
    with capture_logs() as lines, monkeypatch.context() as patch:
        patch.setattr(world.journal, "read", broken)
        world.journal.broken = False
        await until(lambda: ("sweep_failed", "The disk is on fire.") in map(said, lines))
    world.clock.time += sync.OVERDUE_MILLISECONDS
    await until(lambda: not is_due(world, table))


@pytest.mark.faults("table_damaged")
async def test_one_damaged_table_does_not_keep_the_sweeper_from_the_others(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sync, "SWEEP_SECONDS", 0.01)
    first = await world.node(pause=60.0)
    damaged = await world.make(first, BOT_BEGINS)
    lost = await world.make(first, BOT_BEGINS)
    sound = await world.make(first, BOT_BEGINS)
    await first.stop()
    assert is_due(world, damaged)
    del world.journal.tables[damaged][0]
    del world.journal.tables[lost]
    await world.node()
    await until(lambda: not is_due(world, sound))


@pytest.mark.faults("table_damaged")
async def test_a_damaged_table_is_not_read_again_at_each_look_for_deadlines(world: World) -> None:
    node = await world.node(pause=600.0)
    table = await world.make(node, replace(settings(), pace=LivePace(1, 1)))
    await node.stop()
    del world.journal.tables[table][0]
    world.journal.reads = 0
    await world.node()
    await asyncio.sleep(5 * sync.LOOK_SECONDS)
    assert world.journal.reads == 1


async def test_a_sweep_loads_only_so_many_tables_and_the_next_one_others(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sync, "MOST_SWEPT", 2)
    first = await world.node(pause=60.0)
    for _ in range(5):
        await world.make(first, BOT_BEGINS)
    await first.stop()
    second, loaded = await world.node(), list[int]()
    for seconds in (0.1, 1.2 * sync.SWEEP_SECONDS, 1.1 * sync.SWEEP_SECONDS):
        await asyncio.sleep(seconds)
        loaded.append(len(second._memory))
        world.clock.time += sync.OVERDUE_MILLISECONDS
    assert loaded == [2, 4, 5]


async def test_tables_at_which_another_node_computes_for_a_bot_are_left_to_it(world: World) -> None:
    first, second = await world.node(pause=600.0), await world.node()
    tables = [await world.make(first, BOT_BEGINS) for _ in range(2)]
    await asyncio.sleep(2 * membership.BEAT_SECONDS)
    world.clock.time += sync.OVERDUE_MILLISECONDS
    await asyncio.sleep(3 * sync.SWEEP_SECONDS)
    for table in tables:
        assert is_due(world, table)
        assert second._memory.get_live(table) is None


async def test_the_bots_of_a_node_that_dies_are_taken_up_when_it_has_been_silent_for_a_while(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sync, "SWEEP_SECONDS", 0.5)
    first, _ = await world.node(pause=600.0), await world.node()
    table = await world.make(first, BOT_BEGINS)
    await asyncio.sleep(2 * membership.BEAT_SECONDS)
    await silence(first)
    world.clock.time += sync.OVERDUE_MILLISECONDS
    await asyncio.sleep(membership.PLAYED_SECONDS - membership.BEAT_SECONDS - 0.1)
    assert is_due(world, table)
    await asyncio.sleep(membership.BEAT_SECONDS + 1)
    assert not is_due(world, table)
    await asyncio.sleep(membership.SILENCE_SECONDS)  # by then the node counts as dead
    unheard = await world.node(MemoryBus(), pause=600.0)
    await world.do(unheard, table, ALICE, make_move(0, Exchange()))
    world.clock.time += sync.OVERDUE_MILLISECONDS
    assert is_due(world, table)
    await asyncio.sleep(sync.COMPARE_SECONDS + 1)
    assert not is_due(world, table)


async def test_a_later_deadline_is_not_handled_now(world: World) -> None:
    first = await world.node(pause=60.0)
    table = await world.make(first, BOT_BEGINS)
    await first.stop()
    world.clock.time -= 1
    second = await world.node()
    await asyncio.sleep(0.02)
    assert second._memory.get_live(table) is None


async def test_a_table_that_is_left_alone_is_closed_some_day(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sync, "SWEEP_SECONDS", 0.01)
    node = await world.node()
    waiting, playing = await world.make(node, seated=False), await world.make(node)
    await node.stop()
    due = world.journal.summaries[waiting].due
    assert due is not None
    world.clock.time = due - 1
    world.has_lived_on()
    await world.node()
    await asyncio.sleep(0.05)
    assert {world.journal.summaries[table].status for table in (waiting, playing)} == {"waiting", "playing"}
    world.clock.time += 1 + sync.OVERDUE_MILLISECONDS  # there is no hurry
    await until(lambda: world.journal.summaries[waiting].status == "ended")
    assert world.journal.summaries[playing].status == "playing"
    world.clock.time += PLAYING_MILLISECONDS + WAITING_MILLISECONDS
    await until(lambda: world.journal.summaries[playing].status == "ended")
    again = await world.node()
    await world.do(again, playing, ALICE, Rematch())  # what was played can be played again
    for of_a_game in (again.record(waiting, ALICE), again.replay(waiting, ALICE)):
        with pytest.raises(Refusal, match="never started"):
            await of_a_game
    with pytest.raises(Refusal, match="never started"):
        await world.do(again, waiting, ALICE, Rematch())


async def test_a_table_that_cannot_catch_up_does_so_when_the_journal_is_back(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = await world.node(), await world.node(Line(world.bus))
    table = await world.make(one)
    there = await live(two, table)
    line_of(two).cut_once = UnreadEntry
    await world.do(one, table, ALICE, make_move(0, Exchange()))
    world.journal.reads = 0
    with capture_logs() as lines:
        with monkeypatch.context() as patch:
            patch.setattr(world.journal, "read", broken)
            await world.do(one, table, BOB, make_move(1, Exchange()))
            await until(lambda: bool(lines))
        await until(lambda: there.state.version == len(world.journal.tables[table]))
    assert {(line["event"], line["table"], line["reason"]) for line in lines} == {
        ("cannot_catch_up", table, "The disk is on fire.")
    }


def said(line: Mapping[str, object]) -> tuple[object, object]:
    """The event and the reason of a line of the log."""
    return line["event"], line.get("reason")


async def broken(table: str, after: int = 0) -> Sequence[Entry]:
    raise JournalUnavailable("The disk is on fire.")


async def test_a_comparison_reads_nothing_when_nothing_was_missed(world: World) -> None:
    node = await world.node()
    await world.make(node)
    reads = world.journal.reads
    await asyncio.sleep(2 * sync.COMPARE_SECONDS)
    assert world.journal.reads == reads


async def test_every_table_of_which_news_were_lost_catches_up_at_the_first_comparison(world: World) -> None:
    one, deaf = await world.node(), await world.node(MemoryBus())
    tables = [await world.make(one) for _ in range(3)]
    there = [await live(deaf, table) for table in tables]
    for person, seat in ((ALICE, 0), (BOB, 1)):
        for table in tables:
            await world.do(one, table, person, make_move(seat, Exchange()))
        await asyncio.sleep(1.5 * sync.COMPARE_SECONDS)
        assert [each.state for each in there] == [(await live(one, table)).state for table in tables]


async def test_versions_of_many_tables_are_compared_at_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sync, "MOST_COMPARED", 2)
    node = await world.node()
    for _ in range(3):
        await world.make(node)
    versions, asked = world.journal.versions, list[int]()

    async def counted(tables: Sequence[str]) -> dict[str, int]:
        asked.append(len(tables))
        return await versions(tables)

    monkeypatch.setattr(world.journal, "versions", counted)
    await asyncio.sleep(1.5 * sync.COMPARE_SECONDS)
    assert asked == [2, 1]

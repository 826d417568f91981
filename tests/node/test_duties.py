"""What a node does unasked: it takes up what was left lying, whatever else fails."""

from __future__ import annotations

import asyncio

import pytest

from quincunx.games.cinco.types import CincoOptions
from quincunx.node import duties
from tests.node.support import World, live, until
from tests.table.support import BOT, ME, settings

BOT_BEGINS = settings(CincoOptions(first=1), (ME, BOT))


async def test_a_sweeper_takes_up_what_was_left_lying(world: World) -> None:
    first = await world.node(pause=60.0)
    table = await world.make(first, BOT_BEGINS)
    await first.stop()
    assert world.journal.summaries[table].due == world.clock.time
    second = await world.node()
    # The journal has it before the table shows it.
    await until(lambda: world.journal.summaries[table].due is None)
    there = await live(second, table)
    await until(lambda: there.state.to_move() == 0)
    assert world.journal.summaries[table].due is None


async def test_the_sweeper_outlives_a_journal_that_fails(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(duties, "SWEEP_SECONDS", 0.01)
    first = await world.node(pause=60.0)
    table = await world.make(first, BOT_BEGINS)
    await first.stop()
    world.journal.broken = True
    await world.node()
    await asyncio.sleep(0.05)
    world.journal.broken = False
    await until(lambda: world.journal.summaries[table].due is None)


async def test_one_damaged_table_does_not_keep_the_sweeper_from_the_others(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(duties, "SWEEP_SECONDS", 0.01)
    first = await world.node(pause=60.0)
    damaged = await world.make(first, BOT_BEGINS)
    sound = await world.make(first, BOT_BEGINS)
    await first.stop()
    assert world.journal.summaries[damaged].due is not None
    del world.journal.tables[damaged][0]
    await world.node()
    await until(lambda: world.journal.summaries[sound].due is None)


async def test_what_is_due_later_is_not_taken_up_now(world: World) -> None:
    first = await world.node(pause=60.0)
    table = await world.make(first, BOT_BEGINS)
    await first.stop()
    world.clock.time -= 1
    second = await world.node()
    await asyncio.sleep(0.02)
    assert second._memory.find(table) is None

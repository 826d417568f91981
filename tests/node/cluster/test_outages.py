"""Nodes that were away, clocks that were wrong: no player pays for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from quincunx.adapters.journal.postgres import PostgresJournal
from quincunx.adapters.journal.sqlite import SqliteJournal
from quincunx.games.cinco.types import Exchange
from quincunx.node.cluster import outages
from quincunx.node.cluster.outages import GAP_MILLISECONDS, Outages, start_time
from quincunx.node.node import Tables
from quincunx.node.ports import Journal, JournalUnavailable
from quincunx.table.commands import Resign
from quincunx.table.deadlines.outage import Outage
from quincunx.table.events import DailyPace, Interrupted, LivePace, Pace, TimeRanOut
from tests.node.support import World, live, until
from tests.servers.postgres import Postgres
from tests.table.support import ALICE, make_move, settings

MINUTE = 60_000
HOUR = 60 * MINUTE
MOST_LOST = 6_000
"""Most milliseconds that an outage or a step of the clock may cost a player."""
PACES = [LivePace(60, 5), DailyPace(12)]


async def playing(world: World, node: Tables, pace: Pace) -> str:
    """A table of Alice and Bob, at which it is Alice's turn."""
    return await world.make(node, replace(settings(), pace=pace))


async def left(world: World, node: Tables, table: str) -> int:
    """The time that Alice has left."""
    await node.view(table, ALICE, None)
    clock = (await live(node, table)).state.clock
    assert clock is not None
    assert clock.running == 0
    return clock.times_left(world.clock.now())[0]


async def killed(node: Tables) -> None:
    """The node ends without a word, as if its power was cut."""
    await node.outages._loop.stop()
    node.outages._beaten_at = None
    await node.stop()


async def told(world: World, table: str) -> list[Interrupted]:
    """The outages that the table was told of."""
    entries = await world.journal.read(table)
    return [event for entry in entries for event in entry.events if isinstance(event, Interrupted)]


class OutageContract:
    """Promises to players, whatever the journal. Provide ``stored``, a world with that journal."""

    @pytest.fixture
    def stored(self) -> World:
        raise NotImplementedError

    @pytest.mark.parametrize("pace", PACES)
    async def test_ten_minutes_without_a_server_cost_no_player_anything(
        self, stored: World, pace: Pace
    ) -> None:
        first = await stored.node()
        table = await playing(stored, first, pace)
        stored.clock.time += 4_000
        await first.outages._record_beat()
        stored.clock.time += 3_000
        before = await left(stored, first, table)
        await killed(first)
        stored.clock.time += 10 * MINUTE
        second = await stored.node(pause=60.0)
        assert before <= await left(stored, second, table) <= before + MOST_LOST
        ran_out = [each for entry in await stored.journal.read(table) for each in entry.events]
        assert not any(isinstance(each, TimeRanOut) for each in ran_out)
        third = await stored.node()
        await left(stored, third, table)
        assert len(await told(stored, table)) == 1

    async def test_where_another_node_lived_on_nothing_moves(self, stored: World) -> None:
        first, second = await stored.node(), await stored.node()
        table = await playing(stored, first, DailyPace(12))
        before = await left(stored, first, table)
        await killed(first)
        stored.clock.time += 10 * MINUTE
        await second.outages._record_beat()
        third = await stored.node()
        assert await left(stored, third, table) == before - 10 * MINUTE
        assert list(await stored.journal.outages()) == []

    async def test_two_nodes_that_start_at_once_find_one_outage(self, stored: World) -> None:
        first = await stored.node()
        table = await playing(stored, first, LivePace(60, 5))
        await killed(first)
        stored.clock.time += 10 * MINUTE
        nodes = await asyncio.gather(stored.node(), stored.node())
        assert [await left(stored, node, table) for node in nodes] == [60_000, 60_000]
        assert len(await stored.journal.outages()) == len(await told(stored, table)) == 1

    async def test_a_game_of_days_that_is_loaded_long_afterwards_has_its_time(self, stored: World) -> None:
        first = await stored.node()
        table = await playing(stored, first, DailyPace(72))
        await first.stop()
        for _ in range(3):
            stored.clock.time += 10 * HOUR
            node = await stored.node()
            stored.clock.time += HOUR
            await node.stop()
        stored.clock.time += 1_000
        last = await stored.node()
        assert await left(stored, last, table) == 69 * HOUR - 1_000
        assert len(await stored.journal.outages()) == 3

    @pytest.mark.parametrize("step", [HOUR, -HOUR])
    @pytest.mark.parametrize("pace", PACES)
    async def test_a_clock_that_is_set_between_two_runs_costs_no_player_anything(
        self, stored: World, step: int, pace: Pace
    ) -> None:
        first = await stored.node()
        table = await playing(stored, first, pace)
        stored.clock.time += 2_000
        await first.stop()
        stored.clock.time = await start_time(stored.journal, stored.clock.time + step, is_alone=True)
        second = await stored.node(pause=60.0)
        whole = 60_000 if isinstance(pace, LivePace) else 12 * HOUR
        assert whole - MOST_LOST <= await left(stored, second, table) <= whole
        stored.clock.time += 20_000
        assert await left(stored, second, table) >= whole - 20_000 - MOST_LOST
        await stored.do(second, table, ALICE, make_move(0, Exchange()))
        state = (await live(second, table)).state
        assert state.clock is not None
        assert state.clock.running == 1
        assert state.clock.ends_at == stored.clock.time + whole, "the next one's time runs at once"


class TestInMemory(OutageContract):
    @pytest.fixture
    def stored(self, world: World) -> World:
        return world


@pytest.mark.by_the_clock
class TestOnSqlite(OutageContract):
    @pytest.fixture
    async def stored(self, world: World, tmp_path: Path) -> AsyncIterator[World]:
        async for each in _with(world, SqliteJournal(tmp_path / "journal.sqlite")):
            yield each


@pytest.mark.by_the_clock
class TestOnPostgres(OutageContract):
    @pytest.fixture
    async def stored(self, world: World, postgres: Postgres) -> AsyncIterator[World]:
        async for each in _with(world, PostgresJournal(await postgres.fresh())):
            yield each


async def _with(world: World, journal: Journal) -> AsyncIterator[World]:
    await journal.open()
    world.journal = journal  # type: ignore[assignment]
    yield world
    await world.stop()
    world.nodes.clear()
    await journal.close()


async def test_tables_of_a_clock_that_was_ahead_go_on_without_people(world: World) -> None:
    first = await world.node()
    table, over = await playing(world, first, LivePace(60, 5)), await world.make(first)
    await world.do(first, over, ALICE, Resign(0))
    await first.stop()
    world.clock.time -= 365 * 24 * HOUR
    node = await world.node(pause=60.0)
    assert node.outages.tables_due == [table]
    await until(lambda: any(isinstance(each, Interrupted) for each in world.journal.tables[table][-1].events))
    due = world.journal.summaries[table].due
    assert due == world.clock.time + 60_000


async def test_an_outage_that_a_wrong_clock_made_up_is_undone(world: World) -> None:
    first = await world.node()
    table = await playing(world, first, DailyPace(72))
    await first.stop()
    world.clock.time += 365 * 24 * HOUR
    wrong = await world.node()
    await wrong.stop()
    world.clock.time -= 365 * 24 * HOUR - 10 * MINUTE
    node = await world.node()
    assert await left(world, node, table) == 72 * HOUR


async def test_a_node_that_could_store_nothing_for_long_was_away_too(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outages, "BEAT_SECONDS", 3_600.0)
    node = await world.node(pause=60.0)
    table = await playing(world, node, LivePace(60, 5))
    steady = 0
    node.outages._steady = lambda: steady
    node.outages._beaten_at = 0
    world.clock.time += 30_000
    steady = 30 * 10**9
    # Thirty seconds in which nothing could be stored: they are found before the next command is.
    await world.do(node, table, ALICE, make_move(0, Exchange()))
    clock = (await live(node, table)).state.clock
    assert clock is not None
    assert clock.remaining[0] == 65_000
    assert await told(world, table) != []


async def test_a_player_who_looks_after_the_machine_slept_sees_the_time_that_is_left(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outages, "BEAT_SECONDS", 3_600.0)
    node = await world.node(pause=60.0)
    table = await playing(world, node, LivePace(60, 5))
    node.outages._beaten_at = 0
    node.outages._steady = lambda: 600 * 10**9
    world.clock.time += 10 * MINUTE
    assert await left(world, node, table) == 60_000


async def test_a_player_who_looks_while_nothing_can_be_stored_waits_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outages, "BEAT_SECONDS", 3_600.0)
    node = await world.node(pause=60.0)
    table = await playing(world, node, LivePace(60, 5))
    node.outages._beaten_at = 0
    node.outages._steady = lambda: 600 * 10**9
    world.journal.broken = True
    tries: list[int | None] = []
    beat = world.journal.beat

    async def counted(node: str, now: int, longest: int | None = None) -> None:
        tries.append(longest)
        await beat(node, now, longest)

    monkeypatch.setattr(world.journal, "beat", counted)
    await asyncio.gather(*(node.view(table, ALICE, None) for _ in range(9)))
    await node.view(table, ALICE, None)
    assert len(tries) == 1


async def test_without_a_journal_nothing_is_decided_by_time(world: World) -> None:
    node = await world.node()
    node.outages._beaten_at = None
    world.journal.broken = True
    with pytest.raises(JournalUnavailable):
        await node.outages.check()


async def test_a_node_begins_at_the_time_of_those_that_run(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outages, "LOOK_SECONDS", 0.01)
    now = world.clock.time
    await world.journal.beat("other", now)

    async def lives() -> None:
        await asyncio.sleep(0.02)
        await world.journal.beat("other", now + 5_000)

    for step in (HOUR, -HOUR):
        await world.journal.beat("other", now)
        beating = asyncio.create_task(lives())
        assert await start_time(world.journal, now + step, is_alone=False) == now + 5_000
        await beating


async def test_a_node_that_hears_no_other_begins_at_its_own_time(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outages, "LOOK_SECONDS", 0.01)
    now = world.clock.time
    assert await start_time(world.journal, now, is_alone=False) == now
    await world.journal.beat("other", now)
    found = await start_time(world.journal, now + HOUR, is_alone=False, listen_seconds=0.05)
    assert now + HOUR <= found <= now + HOUR + MINUTE
    assert await start_time(world.journal, now - 30_000, is_alone=True) == now, "it does not go back a little"
    with capture_logs() as lines:
        found = await start_time(world.journal, now - HOUR, is_alone=True)
    assert now - HOUR <= found < now - HOUR + MINUTE
    assert [(line["event"], line["milliseconds"]) for line in lines] == [("clock_was_ahead", now - found)]


async def test_a_short_gap_is_no_outage(world: World) -> None:
    for gap, expected in ((GAP_MILLISECONDS, []), (GAP_MILLISECONDS + 1, [GAP_MILLISECONDS + 1])):
        node = Outages(world.journal, world.clock, "node", lambda: None)
        await node.start()
        await node.stop()
        world.clock.time += gap
        node = Outages(world.journal, world.clock, "node", lambda: None)
        await node.start()
        await node.stop()
        assert [each.until - each.since for each in await world.journal.outages()] == expected


async def test_other_nodes_hear_of_an_outage(world: World) -> None:
    heard: list[None] = []
    node = Outages(world.journal, world.clock, "node", lambda: heard.append(None))
    await node.start()
    world.journal.known_outages.append(Outage(1, 2))
    await node._record_beat()
    await node._record_beat()
    await node.stop()
    assert len(heard) == 1


async def test_a_node_beats_again_when_the_journal_is_back(world: World) -> None:
    node = await world.node()
    name = node._membership.name
    world.journal.broken = True
    await asyncio.sleep(3 * outages.BEAT_SECONDS)
    world.journal.broken = False
    world.clock.time += 1
    await until(lambda: world.journal.beats.get(name) == world.clock.time)

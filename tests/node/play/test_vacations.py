"""Vacations at turn-based tables on nodes: recorded at once, found later by any node, and never twice."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

import pytest
from msgspec.structs import replace

from quincunx.club.ports import StoreUnavailable
from quincunx.core.reason import Refusal
from quincunx.core.sentence import sentence
from quincunx.games.cinco.types import Exchange
from quincunx.node.cluster import outages, sync
from quincunx.node.node import Tables
from quincunx.node.play import timers
from quincunx.node.ports import JournalUnavailable
from quincunx.table.commands import StandUp, TakeBack
from quincunx.table.events import DailyPace, Entry, Interrupted, LivePace, Pace, TimeRanOut, VacationSet
from quincunx.table.parts import Vacation
from quincunx.table.summary import Summary
from tests.node.support import World, live, until
from tests.table.support import ALICE, BOB, make_move, settings

HOUR = 3_600_000
DAY = DailyPace(24)


@pytest.fixture(autouse=True)
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sync, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(timers, "STAND_BY_MILLISECONDS", 1)


class People:
    """The store's vacations."""

    def __init__(self) -> None:
        self.known: dict[str, Vacation] = {}
        self.is_away = False
        self.asked = 0

    async def latest(self, people: Sequence[str]) -> Mapping[str, Vacation]:
        self.asked += 1
        if self.is_away:
            raise StoreUnavailable(sentence("The store is away."))
        return {each: self.known[each] for each in people if each in self.known}


async def playing(world: World, node: Tables, pace: Pace = DAY) -> str:
    return await world.make(node, replace(settings(), pace=pace))


def recorded(world: World, table: str, kind: type = VacationSet) -> list[object]:
    entries = world.journal.tables[table]
    return [event for entry in entries for event in entry.events if isinstance(event, kind)]


def due(world: World, table: str) -> int:
    found = world.journal.summaries[table].due
    assert found is not None
    return found


async def test_a_vacation_is_recorded_at_all_turn_based_tables(world: World) -> None:
    people = People()
    node = await world.node(pause=60.0, vacations=people.latest)
    tables = [await playing(world, node), await playing(world, node)]
    quick = await playing(world, node, LivePace(600, 5))
    people.known[ALICE.id] = Vacation(world.clock.time, world.clock.time + 48 * HOUR)
    await node.record_vacation([ALICE])
    await node.record_vacation([ALICE])
    for table in tables:
        assert len(recorded(world, table)) == 1
        assert due(world, table) == world.clock.time + 72 * HOUR
    assert recorded(world, quick) == []


async def test_another_node_records_what_a_dead_one_could_not(world: World) -> None:
    people = People()
    first = await world.node(vacations=people.latest)
    table = await playing(world, first)
    people.known[ALICE.id] = Vacation(world.clock.time, world.clock.time + 48 * HOUR)
    await first.stop()  # before it told the table
    world.clock.time = due(world, table)
    world.has_lived_on()
    second = await world.node(pause=60.0, vacations=people.latest)
    await until(lambda: recorded(world, table) != [])
    assert recorded(world, table, TimeRanOut) == []
    assert due(world, table) == people.known[ALICE.id].until + 24 * HOUR
    await second._timers.stop()  # its timer knows nothing of this test's clock
    world.clock.time = due(world, table)
    await until(lambda: recorded(world, table, TimeRanOut) != [])


async def test_two_nodes_record_it_once(world: World) -> None:
    people = People()
    nodes = [await world.node(pause=60.0, vacations=people.latest) for _ in range(2)]
    table = await playing(world, nodes[0])
    await live(nodes[1], table)
    people.known[ALICE.id] = Vacation(world.clock.time, world.clock.time + 48 * HOUR)
    await asyncio.gather(*(node.record_vacation([ALICE]) for node in nodes))
    assert len(recorded(world, table)) == 1


async def test_a_late_move_counts_if_its_player_was_away(world: World) -> None:
    people = People()
    node = await world.node(pause=60.0, vacations=people.latest)
    table = await playing(world, node)
    began = world.clock.time
    people.known[ALICE.id] = Vacation(began + HOUR, began + 9 * HOUR)
    world.clock.time = began + 30 * HOUR
    await world.do(node, table, ALICE, make_move(0, Exchange()))
    assert recorded(world, table, TimeRanOut) == []
    assert len(recorded(world, table)) == 1


async def test_no_player_loses_time_while_the_store_is_away(world: World) -> None:
    people = People()
    node = await world.node(pause=60.0, vacations=people.latest)
    table = await playing(world, node)
    people.is_away = True
    world.clock.time = due(world, table)
    with pytest.raises(JournalUnavailable):
        await world.do(node, table, ALICE, make_move(0, Exchange()))
    await until(lambda: people.asked > 1)
    assert recorded(world, table, TimeRanOut) == []
    people.is_away = False
    await until(lambda: recorded(world, table, TimeRanOut) != [])


async def test_a_live_game_asks_for_no_vacations(world: World) -> None:
    people = People()
    node = await world.node(pause=60.0, vacations=people.latest)
    table = await playing(world, node, LivePace(60, 5))
    world.clock.time = due(world, table)
    with pytest.raises(Refusal):
        await world.do(node, table, ALICE, make_move(0, Exchange()))
    assert people.asked == 0
    assert BOB.id in (await live(node, table)).state.people


async def test_hours_lost_by_an_outage_before_the_vacation_are_given_back(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outages, "BEAT_SECONDS", 3_600.0)
    people = People()
    node = await world.node(pause=60.0, vacations=people.latest)
    table = await playing(world, node)
    node.outages._beaten_at = 0
    node.outages._steady = lambda: 10 * 3600 * 10**9
    world.clock.time += 10 * HOUR
    people.known[ALICE.id] = Vacation(world.clock.time, world.clock.time + 48 * HOUR)
    await node.record_vacation([ALICE])
    assert len(recorded(world, table, Interrupted)) == len(recorded(world, table)) == 1
    assert due(world, table) == people.known[ALICE.id].until + 24 * HOUR


async def test_a_vacation_after_the_time_ran_out_does_not_save_the_turn(world: World) -> None:
    people = People()
    node = await world.node(pause=60.0, vacations=people.latest)
    table = await playing(world, node)
    await node._timers.stop()
    world.clock.time = due(world, table)
    people.known[ALICE.id] = Vacation(world.clock.time, world.clock.time + 48 * HOUR)
    await node.record_vacation([ALICE])
    assert len(recorded(world, table, TimeRanOut)) == len(recorded(world, table)) == 1


async def test_a_table_that_cannot_be_written_stops_no_other(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = People()
    node = await world.node(pause=60.0, vacations=people.latest)
    tables = [await playing(world, node) for _ in range(3)]
    append = world.journal.append

    async def no_first(entry: Entry, summary: Summary) -> None:
        if entry.table == first:
            raise JournalUnavailable("The disk is on fire.")
        await append(entry, summary)

    lines = (await node.mine.tables(ALICE)).lines
    first = lines[0].id
    monkeypatch.setattr(world.journal, "append", no_first)
    people.known[ALICE.id] = Vacation(world.clock.time, world.clock.time + 48 * HOUR)
    await node.record_vacation([ALICE])
    assert [len(recorded(world, table)) for table in tables] == [int(table != first) for table in tables]


async def test_an_early_end_that_a_dead_node_did_not_record_is_found_when_the_table_is_loaded(
    world: World,
) -> None:
    people = People()
    first = await world.node(pause=60.0, vacations=people.latest)
    table = await playing(world, first)
    began = world.clock.time
    people.known[ALICE.id] = Vacation(began, began + 480 * HOUR)
    await first.record_vacation([ALICE])
    world.clock.time += 5 * HOUR
    people.known[ALICE.id] = Vacation(began, world.clock.time)
    await first.stop()  # before it told the table
    second = await world.node(pause=60.0, vacations=people.latest)
    await live(second, table)
    await until(lambda: len(recorded(world, table)) == 2)
    assert due(world, table) == world.clock.time + 24 * HOUR


async def test_a_table_joined_in_a_vacation_knows_of_it(world: World) -> None:
    people = People()
    node = await world.node(pause=60.0, vacations=people.latest)
    people.known[BOB.id] = Vacation(world.clock.time, world.clock.time + 48 * HOUR)
    table = await playing(world, node)
    await until(lambda: recorded(world, table) != [])
    assert (await live(node, table)).state.seats[1].vacation == people.known[BOB.id]


async def test_a_player_who_comes_back_to_a_seat_brings_their_vacation(world: World) -> None:
    people = People()
    node = await world.node(pause=60.0, vacations=people.latest)
    table = await playing(world, node)
    await world.do(node, table, ALICE, StandUp(0))
    people.known[ALICE.id] = Vacation(world.clock.time, world.clock.time + 48 * HOUR)
    await world.do(node, table, ALICE, TakeBack(0))
    await until(lambda: recorded(world, table) != [])
    assert due(world, table) == world.clock.time + 72 * HOUR

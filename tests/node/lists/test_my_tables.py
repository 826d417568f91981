"""A person's own tables: the list, and who hears that one of them has changed, on whichever node."""

from __future__ import annotations

import asyncio
from random import Random

import pytest
from msgspec import Raw
from msgspec.structs import replace
from structlog.testing import capture_logs

from quincunx.node.lists import my_tables as own_tables
from quincunx.node.messages import UnreadEntry
from quincunx.node.node import Tables
from quincunx.node.ports import JournalDamaged
from quincunx.table.commands import Rematch, Resign, SitDown, StandUp
from quincunx.table.live import folded as live_tables
from quincunx.table.seats.person import Person
from quincunx.table.state import TableState
from tests.node.support import World, join, live, until
from tests.table.support import ALICE, BOB, CAROL, make_move, promise, settings


class Notes:
    """A follower that writes down of what it was told."""

    def __init__(self) -> None:
        self.tables: list[str] = []

    def on_table_change(self, table: str) -> None:
        self.tables.append(table)


async def names(node: Tables, person: Person = ALICE) -> list[str]:
    return [line.id for line in (await node.mine.tables(person)).lines]


async def move(world: World, node: Tables, table: str) -> None:
    state = (await live(node, table)).state
    seat = state.to_move()
    assert seat is not None
    one = Random(1).choice(state.game.legal_moves(state.position))
    await world.do(node, table, (ALICE, BOB)[seat], make_move(seat, one))


async def test_those_that_wait_for_me_come_first_then_the_latest(world: World) -> None:
    node = await world.node()
    tables = []
    for _ in range(3):
        world.clock.time += 1_000
        tables.append(await world.make(node))
    assert await names(node) == tables[::-1], "she is to move everywhere"
    world.clock.time += 1_000
    await move(world, node, tables[2])
    assert await names(node) == [tables[1], tables[0], tables[2]]
    assert await names(node, BOB) == [tables[2], tables[1], tables[0]]
    assert await names(node, CAROL) == []


async def test_a_line_has_the_game_in_small_while_it_is_played(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    node = await world.node()
    table, waiting = await world.make(node), await world.make(node, seated=False)
    await world.do(node, waiting, ALICE, SitDown(0, promise(1)))
    begun, before = (await node.mine.tables(ALICE)).lines
    assert (before.id, before.small) == (waiting, None), "it has not begun"
    state = (await live(node, table)).state
    assert begun.small == state.game.small(state.game.view(state.position, None))
    made: list[str] = []

    def draw(state: TableState) -> str:
        made.append(state.id)
        return "in small"

    monkeypatch.setattr(live_tables, "small_view", draw)
    await move(world, node, table)
    for person in (ALICE, BOB, ALICE):
        line = next(line for line in (await node.mine.tables(person)).lines if line.id == table)
        assert line.small == "in small"
    assert made.count(table) == 1, "once for all who see it"
    assert (await node.mine.tables(CAROL)).lines == ()


async def test_a_table_that_ends_or_is_left_is_none_of_mine_any_more(world: World) -> None:
    node = await world.node()
    over, left = await world.make(node), await world.make(node, seated=False)
    await world.do(node, over, ALICE, Resign(0))
    await world.do(node, left, BOB, SitDown(1, promise(2)))
    assert await names(node, BOB) == [left]
    await world.do(node, left, BOB, StandUp(1))
    assert await names(node, BOB) == []
    assert await names(node) == [left]


@pytest.mark.parametrize("elsewhere", [False, True], ids=["here", "on another node"])
async def test_a_follower_hears_of_each_change(world: World, elsewhere: bool) -> None:
    here = await world.node()
    there = await world.node() if elsewhere else here
    notes = Notes()
    here.mine.follow(BOB.id, notes)
    table = await world.make(there, seated=False)
    assert notes.tables == [], "he has nothing to do with it yet"
    await world.do(there, table, BOB, SitDown(1, promise(2)))
    await until(lambda: table in notes.tables)
    assert await here.mine.line(table, BOB) is not None
    notes.tables.clear()
    await world.do(there, table, ALICE, SitDown(0, promise(1)))
    await until(lambda: table in notes.tables)
    notes.tables.clear()
    await move(world, there, table)
    await until(lambda: table in notes.tables)
    line = await here.mine.line(table, BOB)
    assert line is not None
    assert line.waits_for_you
    notes.tables.clear()
    await world.do(there, table, ALICE, Resign(0))
    await until(lambda: table in notes.tables)
    assert await here.mine.line(table, BOB) is None


async def test_of_a_table_elsewhere_only_entries_that_may_name_a_person_are_read(world: World) -> None:
    end = world.bus.end()
    node = await world.node(end)
    table = await world.make(await world.node(), seated=True)
    notes = Notes()
    node.mine.follow(BOB.id, notes)
    await names(node, BOB)
    node._memory._live.clear()
    await asyncio.sleep(0.01)
    notes.tables.clear()
    with capture_logs() as said:
        for kind in ("moved", "sat_down", "table_made"):
            body = Raw(f'{{"chain":"abc","events":[{{"type":"{kind}"}}]}}'.encode())
            end._subscriptions.deliver_to_all(UnreadEntry(table, 99, kind, 0, body))
        await until(lambda: len(said) == 2)
    assert [line["event"] for line in said] == ["bus_not_understood"] * 2
    assert notes.tables == [table], "that there was a move, is known without reading it"


async def test_a_player_whose_seat_the_host_opens_hears_of_it(world: World) -> None:
    node = await world.node()
    table = await world.make(node, seated=False)
    await world.do(node, table, BOB, SitDown(1, promise(2)))
    notes = Notes()
    node.mine.follow(BOB.id, notes)
    assert await names(node, BOB) == [table]
    await world.do(node, table, BOB, StandUp(1))
    assert notes.tables == [table]
    assert await node.mine.line(table, BOB) is None
    await world.do(node, table, CAROL, SitDown(1, promise(3)))
    assert notes.tables == [table], "that is no business of his"


async def test_a_former_follower_hears_nothing_and_costs_nothing(world: World) -> None:
    node = await world.node()
    table = await world.make(node)
    first, second = Notes(), Notes()
    node.mine.follow(ALICE.id, first)
    node.mine.follow(ALICE.id, second)
    await node.mine.tables(ALICE)
    node.mine.unfollow(ALICE.id, first)
    node.mine.unfollow(ALICE.id, first)
    await move(world, node, table)
    assert (first.tables, second.tables) == ([], [table])
    node.mine.unfollow(ALICE.id, second)
    await move(world, node, table)
    assert second.tables == [table]
    assert (node.mine._followers, node.mine._seated, node.mine._tables) == ({}, {}, {})


async def test_a_rematch_is_told_to_those_for_whom_seats_are_kept(world: World) -> None:
    here, there = await world.node(), await world.node()
    table = await world.ended(there)
    notes = Notes()
    here.mine.follow(BOB.id, notes)
    again = (await world.do(there, table, ALICE, Rematch())).table
    assert again is not None
    await until(lambda: again in notes.tables)
    line = await here.mine.line(again, BOB)
    assert line is not None
    assert line.waits_for_you


@pytest.mark.faults("table_damaged")
async def test_a_damaged_table_does_not_hide_the_others(world: World) -> None:
    node = await world.node()
    fine, damaged = await world.make(node), await world.make(node)
    other = await world.node()
    entries = world.journal.tables[damaged]
    entries[1] = replace(entries[1], at=entries[1].at + 1)
    assert await names(other) == [fine]


# ---- a person with many tables -----------------------------------------------------------------------------


async def made(world: World, node: Tables, count: int) -> list[str]:
    """Create this many tables, one after the other, at each of which Alice is to move."""
    tables = []
    for _ in range(count):
        world.clock.time += 1_000
        tables.append(await world.make(node))
    return tables


async def test_with_150_tables_all_that_wait_are_listed_and_every_change_is_told(world: World) -> None:
    there, here = await world.node(), await world.node()
    tables = await made(world, there, 150)
    for table in tables[20:]:
        world.clock.time += 1_000
        await move(world, there, table)
    notes = Notes()
    here.mine.follow(ALICE.id, notes)
    before = len(here._memory)
    own = await here.mine.tables(ALICE)
    assert [line.id for line in own.lines[:20]] == tables[19::-1], "the oldest of all, but they wait for her"
    assert [line.id for line in own.lines[20:]] == tables[:69:-1], "then the latest"
    assert set(own.unlisted) == set(tables[20:70])
    assert len(here._memory) - before == own_tables.MOST_SHOWN == 100, "the others cost their names"
    notes.tables.clear()
    for table in tables[20:70]:
        await move(world, there, table)
    await until(lambda: set(notes.tables) == set(tables[20:70]))
    line = await here.mine.line(tables[20], ALICE)
    assert line is not None
    assert line.waits_for_you


async def test_of_more_tables_than_are_followed_each_is_found_once_it_waits(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_tables, "MOST_SHOWN", 2)
    monkeypatch.setattr(own_tables, "MOST_FOLLOWED", 4)
    there, here = await world.node(), await world.node()
    tables = await made(world, there, 6)
    for table in tables:
        world.clock.time += 1_000
        await move(world, there, table)
    notes = Notes()
    here.mine.follow(ALICE.id, notes)
    own = await here.mine.tables(ALICE)
    assert ([line.id for line in own.lines], list(own.unlisted)) == ([*tables[:3:-1]], [*tables[3:1:-1]])
    notes.tables.clear()
    for table in tables[:2]:
        await move(world, there, table)
    await move(world, there, tables[2])
    await until(lambda: tables[2] in notes.tables)
    assert notes.tables == [tables[2]], "the first two are beyond the bound"
    own = await here.mine.tables(ALICE)
    assert {line.id for line in own.lines} | set(own.unlisted[:1]) == set(tables[:3]), "now they come first"
    assert len(here.mine._tables[ALICE.id]) == 4, "and others have gone for them"
    assert len(here.mine._seated) == 4


async def test_several_ids_of_one_person_make_one_list(world: World) -> None:
    node = await world.node()
    table = await world.make(node)
    notes = Notes()
    for person in (ALICE, BOB):
        node.mine.follow(person.id, notes)
    own = await node.mine.tables(BOB, ALICE)
    assert [(line.id, line.waits_for_you) for line in own.lines] == [(table, False)], "Bob's is the first id"
    assert await node.mine.line(table, ALICE, BOB) is not None
    for person in (ALICE, BOB):
        node.mine.unfollow(person.id, notes)
    assert (node.mine._seated, node.mine._tables) == ({}, {})


async def test_a_friend_is_found_at_the_game_where_they_sit_and_are_present(world: World) -> None:
    node = await world.node()
    await world.make(node, seated=False)
    left, played = await world.make(node), await world.make(node)
    signal = join(node, await live(node, played), BOB)
    found = await node.mine.running_game(["former-id", BOB.id], CAROL)
    assert found is (await live(node, played)).state
    assert await node.mine.running_game([CAROL.id], BOB) is None, "she plays nowhere"
    assert await node.mine.running_game([ALICE.id], CAROL) is None, "she plays and is not there"
    node.leave(await live(node, played), BOB, signal)
    assert await node.mine.running_game([BOB.id], CAROL) is None
    join(node, await live(node, left), BOB)
    assert await node.mine.running_game([BOB.id], CAROL) is (await live(node, left)).state


@pytest.mark.faults("table_damaged")
async def test_a_friend_is_not_found_at_a_table_that_the_viewer_may_not_watch(world: World) -> None:
    node = await world.node()
    table = await world.make(node, settings(watchable=False))
    join(node, await live(node, table), BOB)
    assert await node.mine.running_game([BOB.id], CAROL) is None
    assert await node.mine.running_game([BOB.id], ALICE) is not None, "she sits there"
    damaged = await world.make(node)
    world.clock.time += 1
    await move(world, node, damaged)
    other = await world.node()
    world.journal.tables[damaged][1] = replace(world.journal.tables[damaged][1], at=1)
    with pytest.raises(JournalDamaged):
        await live(other, damaged)
    join(other, await live(other, table), BOB)
    assert await other.mine.running_game([BOB.id], ALICE) is not None, "a damaged table is passed over"


async def test_a_game_that_starts_elsewhere_is_told(world: World) -> None:
    """Its last player sits down and the cards are dealt in one entry, which names one person."""
    here, there = await world.node(), await world.node()
    table = await world.make(there, seated=False)
    await world.do(there, table, ALICE, SitDown(0, promise(1)))
    notes = Notes()
    here.mine.follow(BOB.id, notes)
    assert here._memory.get_live(table) is None
    await world.do(there, table, BOB, SitDown(1, promise(2)))
    await until(lambda: bool(notes.tables))
    assert set(notes.tables) == {table}
    assert (await live(there, table)).state.status == "playing"

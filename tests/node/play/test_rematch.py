"""A rematch: one table, however many ask for it, on however many nodes."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence

import msgspec
import pytest
from msgspec.structs import replace

from quincunx.adapters.bus.memory import MemoryBus
from quincunx.core.reason import Refusal
from quincunx.games.cinco.types import CincoOptions
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.node.live.live_table import LiveTable
from quincunx.node.ports import JournalUnavailable
from quincunx.table.commands import Rematch, Resign, SitDown
from quincunx.table.events import Entry, SeatOpened, SeatSetup
from quincunx.table.seats import setup
from quincunx.table.seats.person import Person, handle_of
from quincunx.table.seats.sitting import open_kept_apart
from quincunx.table.summary import Summary
from tests.node.support import World, live
from tests.table.support import ALICE, BOB, CAROL, DAVE, OPEN, Desk, promise, settings


async def test_a_rematch_keeps_the_seats_and_lets_the_next_one_start(world: World) -> None:
    node = await world.node()
    table = await world.ended(node)
    ack = await world.do(node, table, BOB, Rematch())
    assert ack.table is not None
    assert (await node.view(table, CAROL, None)).rematch == ack.table
    again = await node.view(ack.table, BOB, None)
    assert [seat.kind for seat in again.seats] == ["kept", "kept"]
    assert [seat.name for seat in again.seats] == ["Alice", "Bob"]
    assert msgspec.json.decode(again.settings.options)["first"] == 1
    with pytest.raises(Refusal):
        await world.do(node, ack.table, ALICE, SitDown(1, promise(1)))
    await world.do(node, ack.table, ALICE, SitDown(0, promise(1)))
    await world.do(node, ack.table, BOB, SitDown(1, promise(1)))


async def test_however_many_ask_there_is_one_rematch(world: World) -> None:
    one = await world.node()
    table = await world.ended(one)
    two = await world.node(MemoryBus())
    world.journal.slow = 0.002
    before = set(world.journal.tables)
    asked = [
        world.do(node, table, person, Rematch())
        for node in (one, two)
        for person in (ALICE, BOB)
        for _ in range(3)
    ]
    acks = await asyncio.gather(*asked)
    assert len({ack.table for ack in acks}) == 1
    assert set(world.journal.tables) - before == {acks[0].table}, "no table may be left over"


async def test_a_repeated_command_is_answered_as_at_first_also_after_a_rematch(world: World) -> None:
    node = await world.node()
    table = await world.make(node)
    version = (await live(node, table)).state.version
    resigned = await world.do(node, table, ALICE, Resign(0), "resigned", version)
    again = await world.do(node, table, BOB, Rematch(), "again", resigned.version)
    assert again.table is not None
    assert await world.do(node, table, ALICE, Resign(0), "resigned", version) == resigned
    assert await world.do(node, table, BOB, Rematch(), "again", resigned.version) == again


async def test_a_rematch_that_was_half_made_is_finished_later(world: World) -> None:
    """The new table is on disk, the old one does not name it yet: the next who asks gets the same one."""
    node = await world.node()
    table = await world.ended(node)
    before = set(world.journal.tables)
    append = world.journal.append

    async def fail_on_the_old_table(entry: object, summary: object) -> None:
        if getattr(entry, "table", None) == table:
            raise JournalUnavailable("The disk is full.")
        await append(entry, summary)  # type: ignore[arg-type]

    world.journal.append = fail_on_the_old_table  # type: ignore[method-assign,assignment]
    with pytest.raises(JournalUnavailable):
        await world.do(node, table, ALICE, Rematch())
    world.journal.append = append  # type: ignore[method-assign]
    ack = await world.do(node, table, BOB, Rematch())
    assert set(world.journal.tables) - before == {ack.table}


async def test_only_players_ask_for_a_rematch_and_only_at_the_end(world: World) -> None:
    node = await world.node()
    table = await world.make(node)
    with pytest.raises(Refusal) as early:
        await world.do(node, table, ALICE, Rematch())
    assert early.value.reason.code == "not-over"
    table = await world.ended(node, settings(CinqoOptions(goal="rounds", rounds=1)))
    with pytest.raises(Refusal) as stranger:
        await world.do(node, table, CAROL, Rematch())
    assert stranger.value.reason.code == "not-at-table"


@pytest.mark.parametrize("asks", [ALICE, BOB], ids=["alice", "bob"])
async def test_people_who_are_kept_apart_have_no_seat_kept(world: World, asks: Person) -> None:
    asked: list[tuple[str, ...]] = []

    async def apart(people: Sequence[str]) -> Collection[tuple[str, str]]:
        asked.append(tuple(people))
        return {(ALICE.id, BOB.id)}

    node = await world.node(apart=apart)
    table = await world.ended(node)
    asked.clear()
    ack = await world.do(node, table, asks, Rematch())
    assert asked == [(ALICE.id, BOB.id)]
    assert ack.table is not None
    other = BOB if asks == ALICE else ALICE
    seats = (await node.view(ack.table, asks, None)).seats
    assert [(seat.kind, seat.yours) for seat in seats].count(("kept", True)) == 1
    assert sorted(seat.kind for seat in seats) == ["kept", "open"]
    assert not any(seat.yours for seat in (await node.view(ack.table, other, None)).seats)
    assert ack.table not in [line.id for line in (await node.mine.tables(other)).lines]


@pytest.mark.parametrize("asks", [ALICE, BOB], ids=["alice", "bob"])
async def test_a_block_between_the_check_and_the_new_table_opens_the_seat(world: World, asks: Person) -> None:
    blocked: set[tuple[str, str]] = set()

    async def apart(people: Sequence[str]) -> Collection[tuple[str, str]]:
        return set(blocked)

    node = await world.node(apart=apart)
    table = await world.ended(node)
    append = world.journal.append

    async def block_at_the_last_moment(entry: Entry, summary: Summary) -> None:
        # The block is stored, and its search for tables ends, before the new table is on disk.
        if entry.version == 1:
            blocked.add((ALICE.id, BOB.id))
            await node.separate([ALICE.id, BOB.id])
        await append(entry, summary)

    world.journal.append = block_at_the_last_moment  # type: ignore[method-assign]  # for this test alone
    ack = await world.do(node, table, asks, Rematch())
    assert blocked
    assert ack.table is not None
    seats = (await node.view(ack.table, asks, None)).seats
    assert sorted(seat.kind for seat in seats) == ["kept", "open"]
    other = BOB if asks == ALICE else ALICE
    assert not any(seat.yours for seat in (await node.view(ack.table, other, None)).seats)


async def test_a_rematch_that_a_dead_node_did_not_check_again_is_checked_by_the_next(world: World) -> None:
    is_dying = False

    async def apart(people: Sequence[str]) -> Collection[tuple[str, str]]:
        if is_dying:
            raise JournalUnavailable("The node is dying.")
        return {(ALICE.id, BOB.id)}

    node = await world.node(apart=apart)
    table = await world.ended(node)
    state = (await live(node, table)).state
    plan, kept = setup.rematch_settings(state)
    is_dying = True
    with pytest.raises(JournalUnavailable):
        await node.make_for(setup.rematch_name(state), ALICE, plan, kept)

    is_dying = False
    ack = await world.do(node, table, ALICE, Rematch())
    assert ack.table is not None
    assert not any(seat.yours for seat in (await node.view(ack.table, BOB, None)).seats)


async def test_a_block_while_a_table_with_an_invitation_is_created_opens_the_seat(world: World) -> None:
    async def apart(people: Sequence[str]) -> Collection[tuple[str, str]]:
        return {(ALICE.id, BOB.id)}

    node = await world.node(apart=apart)
    plan = settings(seats=(SeatSetup("me"), SeatSetup("invited", handle=handle_of(BOB.id))))
    made = await node.create_table(ALICE, plan, {handle_of(BOB.id): BOB})
    assert [seat.kind for seat in made.seats] == ["kept", "open"]


@pytest.mark.faults("table_damaged")
async def test_a_damaged_table_keeps_no_other_from_being_opened_by_a_block(world: World) -> None:
    async def apart(people: Sequence[str]) -> Collection[tuple[str, str]]:
        return {(ALICE.id, BOB.id)}

    first = await world.node()
    plan = settings(seats=(SeatSetup("me"), SeatSetup("invited", handle=handle_of(BOB.id))))
    made = [(await first.create_table(ALICE, plan, {handle_of(BOB.id): BOB})).id for _ in range(3)]
    world.journal.tables[made[1]][0] = replace(world.journal.tables[made[1]][0], at=7)
    node = await world.node(apart=apart)
    await node.separate([ALICE.id, BOB.id])
    for table in (made[0], made[2]):
        assert [seat.kind for seat in (await live(node, table)).state.seats] == ["kept", "open"]


async def test_a_block_reads_only_tables_that_wait(world: World) -> None:
    """However many games two people are playing: no seat at them is kept for anybody."""
    first = await world.node()
    for _ in range(20):
        await world.make(first)
    waiting = await world.make(first, seated=False)
    node = await world.node()
    read: list[str] = []
    get = node._memory.get

    async def counted(table: str) -> LiveTable:
        read.append(table)
        return await get(table)

    node._memory.get = counted  # type: ignore[method-assign]  # for this test alone
    await node.separate([ALICE.id, BOB.id])
    assert read == [waiting]
    assert len(node._memory) == 1


def test_of_two_others_who_are_kept_apart_neither_has_a_seat() -> None:
    kept = (ALICE, None, BOB, CAROL)
    assert setup.freed(kept, ALICE, {(BOB.id, CAROL.id)}) == (ALICE, None, None, None)
    assert setup.freed(kept, ALICE, {(ALICE.id, BOB.id)}) == (ALICE, None, None, CAROL)
    assert setup.freed(kept, ALICE, ()) == kept


def waiting(*kept: Person | None) -> Desk:
    """A table of Dave's, whose seats are kept for these people."""
    return Desk(
        settings(CincoOptions(players=len(kept), teams=len(kept)), seats=(OPEN,) * len(kept)), DAVE, kept=kept
    )


def test_seats_that_are_kept_are_opened_when_people_are_to_be_kept_apart() -> None:
    state = waiting(DAVE, BOB, CAROL).state
    assert open_kept_apart(state, ()) == ()
    assert open_kept_apart(state, {(BOB.id, CAROL.id)}) == (SeatOpened(1), SeatOpened(2))
    assert open_kept_apart(state, {(BOB.id, DAVE.id)}) == (SeatOpened(1),), "the host keeps theirs"


def test_a_player_who_sits_stays_and_the_seat_of_the_other_is_opened() -> None:
    desk = waiting(DAVE, BOB, CAROL)
    desk.do(BOB, SitDown(1, promise(2)))
    assert open_kept_apart(desk.state, {(BOB.id, CAROL.id)}) == (SeatOpened(2),)
    desk.do(CAROL, SitDown(2, promise(3)))
    assert open_kept_apart(desk.state, {(BOB.id, CAROL.id)}) == ()


def test_an_appointment_stands() -> None:
    state = replace(waiting(DAVE, BOB).state, begins_by=1)
    assert open_kept_apart(state, {(BOB.id, DAVE.id)}) == ()

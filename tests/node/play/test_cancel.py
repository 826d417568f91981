"""The host cancels a table that waits: durable before it is seen, told to all, and gone from the lists."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from quincunx.core.reason import Refusal
from quincunx.core.sentence import sentence
from quincunx.games.cinco.types import CincoOptions
from quincunx.node.ports import JournalUnavailable
from quincunx.table.commands import CancelTable, SitDown
from quincunx.table.seats.sitting import CANCELLED
from tests.node.support import World, is_set, join, live
from tests.table.support import ALICE, BOB, CAROL, promise, settings


async def waiting(world: World) -> str:
    """A listed table of Alice's, at which Bob sits and a seat is free."""
    node = world.nodes[0]
    three = settings(CincoOptions(players=3, teams=3))
    table = (await node.create_table(ALICE, replace(three, listed=True))).id
    await world.do(node, table, BOB, SitDown(1, promise(2)))
    return table


async def test_all_nodes_tell_it_and_every_list_drops_it(world: World) -> None:
    node, other = await world.node(), await world.node()
    table = await waiting(world)
    bob = join(other, await live(other, table), BOB)
    node.open_tables.forget()
    assert [line.id for line in (await node.lobby()).tables] == [table]
    await world.do(node, table, ALICE, CancelTable())
    await asyncio.wait_for(bob.wait(), 60)
    for each in (node, other):
        state = (await live(each, table)).state
        assert (state.status, state.outcome, state.position) == ("ended", CANCELLED, None)
        each.open_tables.forget()
        assert (await each.lobby()).tables == ()
        for person in (ALICE, BOB):
            assert (await each.mine.tables(person)).lines == ()


async def test_a_repeated_command_has_one_effect(world: World) -> None:
    node = await world.node()
    table = await waiting(world)
    first = await world.do(node, table, ALICE, CancelTable(), "cancel")
    assert await world.do(node, table, ALICE, CancelTable(), "cancel") == first
    assert (await live(node, table)).state.version == first.version
    with pytest.raises(Refusal) as again:
        await world.do(node, table, ALICE, CancelTable(), "another")
    assert again.value.reason.code == "table-closed"


async def test_only_the_host_may_and_others_are_told_why(world: World) -> None:
    node = await world.node()
    table = await waiting(world)
    for person in (BOB, CAROL):
        with pytest.raises(Refusal) as refused:
            await world.do(node, table, person, CancelTable())
        assert refused.value.reason.code == "only-host"
    assert (await live(node, table)).state.status == "waiting"


async def test_an_entry_that_cannot_be_stored_is_not_shown(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    node = await world.node()
    table = await waiting(world)
    bob = join(node, await live(node, table), BOB)

    async def fail(*_: object, **__: object) -> None:
        raise JournalUnavailable(sentence("The disk is full."))

    monkeypatch.setattr(world.journal, "append", fail)
    with pytest.raises(JournalUnavailable):
        await world.do(node, table, ALICE, CancelTable(), "cancel")
    assert not await is_set(bob)
    assert (await live(node, table)).state.status == "waiting"
    monkeypatch.undo()
    await world.do(node, table, ALICE, CancelTable(), "cancel")
    assert (await live(node, table)).state.status == "ended"

"""Limits on the invitations that wait for one person."""

from __future__ import annotations

import asyncio

import pytest

from quincunx.core.reason import Refusal
from quincunx.node.lists import invitations
from quincunx.node.lists.invitations import MOST_FROM_ONE, MOST_WAITING
from quincunx.node.node import Tables
from quincunx.node.ports import JournalUnavailable
from quincunx.table.commands import SitDown, StandUp
from quincunx.table.events import SeatSetup
from quincunx.table.seats.person import Person
from tests.node.support import World
from tests.table.support import ALICE, BOB, CAROL, ME, promise, settings

BOBS = SeatSetup("invited", handle="bobs-page")


async def invite(node: Tables, host: Person = ALICE, guest: Person = BOB) -> str:
    plan = settings(seats=(ME, BOBS))
    return (await node.create_table(host, plan, {"bobs-page": guest})).id


async def refusal(node: Tables, host: Person = ALICE, guest: Person = BOB) -> str:
    with pytest.raises(Refusal) as caught:
        await invite(node, host, guest)
    return caught.value.reason.code


async def test_one_host_has_so_many_waiting_for_the_same_person(world: World) -> None:
    node, other = await world.node(), await world.node()
    tables = [await invite(each) for each in (node, other, node)]
    assert len(tables) == MOST_FROM_ONE
    assert await refusal(other) == "invited-often"
    listed = {line.id for line in (await node.mine.tables(ALICE)).lines}
    assert listed == set(tables), "none has been made"
    await invite(node, CAROL)
    await invite(node, ALICE, CAROL)
    await world.do(node, tables[0], BOB, SitDown(1, promise(2)))
    await world.do(other, tables[1], BOB, StandUp(1))
    await invite(node)
    await invite(other)
    assert await refusal(node) == "invited-often", "whoever answers makes room for one more"


async def test_seats_that_one_keeps_for_oneself_are_no_invitations(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitations, "MOST_WAITING", 1)
    node = await world.node()
    for _ in range(MOST_FROM_ONE + 1):
        await node.create_table(BOB, settings(seats=(ME, SeatSetup("open"))))
    await invite(node)
    assert await refusal(node) == "many-invitations"


async def test_concurrent_invitations_of_one_host_stay_within_the_limit(world: World) -> None:
    node = await world.node()
    done = await asyncio.gather(*(invite(node) for _ in range(8)), return_exceptions=True)
    assert [isinstance(each, str) for each in done].count(True) == MOST_FROM_ONE


async def test_so_many_wait_for_one_person_in_all(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_FROM_ONE < MOST_WAITING < 100
    monkeypatch.setattr(invitations, "MOST_WAITING", 4)
    node = await world.node()
    for host in range(4):
        await invite(node, Person(f"host-{host}", "Somebody"))
    assert await refusal(node, CAROL) == "many-invitations"


async def test_without_the_journal_no_player_is_invited(world: World) -> None:
    node = await world.node()
    world.journal.broken = True
    with pytest.raises(JournalUnavailable):
        await invite(node)
    world.journal.broken = False
    await invite(node)

"""Tables of a club: its members alone sit down there."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from quincunx.core.reason import Refusal
from quincunx.table.commands import Rematch, SitDown
from tests.node.support import World, live
from tests.table.support import ALICE, BOB, promise, settings

PLAN = replace(settings(), club="chess-club")


async def test_members_alone_sit_down_at_a_clubs_table(world: World) -> None:
    asked: list[tuple[str, str]] = []

    async def belongs(person: str, club: str) -> bool:
        asked.append((person, club))
        return person == ALICE.id

    node = await world.node(belongs=belongs)
    table = await world.make(node, PLAN, seated=False)
    await world.do(node, table, ALICE, SitDown(0, promise(1)))
    with pytest.raises(Refusal) as refusal:
        await world.do(node, table, BOB, SitDown(1, promise(2)))
    assert refusal.value.reason.code == "club-members-only"
    assert asked == [(ALICE.id, "chess-club"), (BOB.id, "chess-club")]
    assert [seat.person for seat in (await live(node, table)).state.seats] == [ALICE.id, None]


async def test_without_a_store_nobody_is_known_to_be_a_member(world: World) -> None:
    node = await world.node()
    table = await world.make(node, PLAN, seated=False)
    with pytest.raises(Refusal) as refusal:
        await world.do(node, table, ALICE, SitDown(0, promise(1)))
    assert refusal.value.reason.code == "club-members-only"


async def test_at_other_tables_nobody_is_asked(world: World) -> None:
    async def belongs(person: str, club: str) -> bool:
        raise AssertionError("there is no club")

    await world.make(await world.node(belongs=belongs))


async def test_a_rematch_of_a_club_is_a_table_of_the_club(world: World) -> None:
    async def everybody(person: str, club: str) -> bool:
        return True

    node = await world.node(belongs=everybody)
    table = await world.ended(node, PLAN)
    ack = await world.do(node, table, BOB, Rematch())
    assert ack.table is not None
    assert (await live(node, ack.table)).state.settings.club == "chess-club"

"""Limits on the tables that a person may create, and tables that do not count."""

from __future__ import annotations

import pytest

from quincunx.core.reason import Refusal
from quincunx.games import GAMES
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.kit import Rate
from quincunx.table.commands import Rematch, Resign, SitDown
from quincunx.table.events import OfDay
from tests.node.support import World
from tests.table.support import ALICE, BOB, ME, promise, settings

THREE = Rate(3, 10.0)
ALONE = settings(CinqoOptions(1), (ME,))


async def test_rematches_count_as_tables_do(world: World) -> None:
    """Otherwise a player could create unlimited tables by resigning at once."""
    node = await world.node(new_tables=THREE)
    table = (await node.create_table(ALICE, ALONE)).id
    for left in (2, 1, 0):
        await world.do(node, table, ALICE, SitDown(0, promise(1)))
        await world.do(node, table, ALICE, Resign(0))
        if left:
            former, table = table, (await world.do(node, table, ALICE, Rematch())).table or ""
    before = set(world.journal.tables)
    with pytest.raises(Refusal) as refusal:
        await world.do(node, table, ALICE, Rematch())
    assert (refusal.value.reason.code, refusal.value.reason.params) == ("too-fast", {"seconds": 10})
    with pytest.raises(Refusal):
        await node.create_table(ALICE, ALONE)
    assert set(world.journal.tables) == before, "nothing was made"
    assert (await world.do(node, former, ALICE, Rematch())).table == table, "one that is there is shown"
    await node.create_table(BOB, ALONE)


async def test_tables_created_by_the_system_are_not_counted(world: World) -> None:
    node = await world.node(new_tables=Rate(1, 1e9))
    await node.create_table(ALICE, ALONE)
    for number in range(3):
        await node.make_for(f"paired-table-{number}", ALICE, settings(), (ALICE, BOB))
        await node.make_for_day(f"days-table-{number}", ALICE, GAMES["cinqo"], OfDay(20_781), "ab" * 32)


async def test_a_refused_table_does_not_count(world: World) -> None:
    """Settings that no game has, again and again, would keep a person from a table that there can be."""
    node = await world.node(new_tables=Rate(1, 1e9))
    wrong = settings(CinqoOptions(1), (ME,) * 12)
    for _ in range(3):
        with pytest.raises(Refusal) as refusal:
            await node.create_table(ALICE, wrong)
        assert refusal.value.reason.kind != "too-fast"
    await node.create_table(ALICE, ALONE)
    with pytest.raises(Refusal) as refusal:
        await node.create_table(ALICE, ALONE)
    assert refusal.value.reason.kind == "too-fast"

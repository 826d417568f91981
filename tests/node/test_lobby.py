"""The open tables."""

from __future__ import annotations

from msgspec.structs import replace

from quincunx.node import lobby
from quincunx.node.lobby import MOST_LISTED, MOST_OF_ONE_HOST, STALE_MILLISECONDS, fairly
from quincunx.table.wire import OpenTable
from tests.node.support import World
from tests.table.support import ALICE, BOB, settings


def listed(number: int, host: str) -> OpenTable:
    return OpenTable(f"table-{number}", "waiting", host, settings(), (None, None), number)


def test_no_host_fills_the_page() -> None:
    tables = tuple(listed(number, "Greedy" if number % 20 else f"Host {number}") for number in range(200))
    found = fairly(tables, 0)
    assert [table.host for table in found].count("Greedy") == MOST_OF_ONE_HOST
    assert [table for table in tables if table.host != "Greedy"] == [
        table for table in found if table.host != "Greedy"
    ]


def test_the_newest_come_first_and_the_page_ends() -> None:
    tables = tuple(listed(number, f"Host {number}") for number in range(MOST_LISTED + 5))
    assert fairly(tables, 0) == tables[:MOST_LISTED]


def test_a_table_that_has_waited_for_a_day_waits_for_nobody() -> None:
    waiting, playing = listed(0, "Ann"), replace(listed(0, "Bob"), status="playing")
    assert fairly((waiting, playing), STALE_MILLISECONDS - 1) == (waiting, playing)
    assert fairly((waiting, playing), STALE_MILLISECONDS) == (playing,)


async def test_the_journal_is_asked_once_for_all_who_look(world: World) -> None:
    first, second = await world.node(), await world.node()
    await first.make(ALICE, replace(settings(), listed=True))
    assert len((await second.lobby()).tables) == 1
    await first.make(BOB, replace(settings(), listed=True))
    assert len((await first.lobby()).tables) == 2, "whoever made it finds it"
    assert len((await second.lobby()).tables) == 1
    world.clock.time += lobby.FRESH_MILLISECONDS
    assert len((await second.lobby()).tables) == 2

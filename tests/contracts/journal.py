"""What every journal promises; each backend runs this class with its own ``journal`` fixture."""

from __future__ import annotations

import asyncio
import contextlib
from random import Random

import pytest

from quincunx.node.ports import Conflict, Journal, Summary
from quincunx.table.events import Entry
from quincunx.table.state import fold
from quincunx.table.summary import summarize
from tests.table.support import Desk, settings

TABLE = "table-of-the-tests-0001"


def summary(
    table: str = TABLE, version: int = 1, listing: bytes | None = None, house: bool = False, changed: int = 0
) -> Summary:
    return Summary(table, version, "waiting", house, listing, changed)


def entry(version: int, key: str = "", table: str = TABLE) -> Entry:
    return Entry(table, version, key or f"key-{version}", version, ())


class JournalContract:
    """Inherit and provide ``journal``."""

    async def test_a_whole_game_comes_back_as_it_was_written(self, journal: Journal) -> None:
        desk = Desk(settings()).seat_everybody().play(Random(3))
        for version, each in enumerate(desk.entries, 1):
            await journal.append(each, summarize(fold(desk.entries[:version]), each.at))
        assert list(await journal.read(TABLE)) == desk.entries
        assert list(await journal.read(TABLE, after=5)) == desk.entries[5:]
        assert fold(await journal.read(TABLE)) == desk.state

    async def test_an_unknown_table_has_no_entries(self, journal: Journal) -> None:
        assert list(await journal.read("nobody-made-this")) == []
        assert await journal.find("nobody-made-this", "key") is None

    async def test_a_version_is_taken_once(self, journal: Journal) -> None:
        await journal.append(entry(1), summary())
        with pytest.raises(Conflict):
            await journal.append(entry(1, "another"), summary(listing=b"loser"))
        assert list(await journal.read(TABLE)) == [entry(1)]
        assert list(await journal.lobby(10)) == [], "the loser's summary must not stay"

    async def test_a_key_is_used_once_at_a_table(self, journal: Journal) -> None:
        await journal.append(entry(1, "same"), summary())
        with pytest.raises(Conflict):
            await journal.append(entry(2, "same"), summary(version=2))
        await journal.append(entry(1, "same", "another-table"), summary("another-table"))
        assert list(await journal.read(TABLE)) == [entry(1, "same")]

    async def test_of_many_that_race_for_a_version_one_wins(self, journal: Journal) -> None:
        async def race(number: int) -> bool:
            try:
                await journal.append(entry(1, f"racer-{number}"), summary())
            except Conflict:
                return False
            return True

        won = await asyncio.gather(*(race(number) for number in range(50)))
        assert sum(won) == 1
        (kept,) = await journal.read(TABLE)
        assert kept.key == f"racer-{won.index(True)}"

    async def test_different_tables_do_not_hinder_each_other(self, journal: Journal) -> None:
        tables = [f"table-{number:04}" for number in range(200)]
        await asyncio.gather(*(journal.append(entry(1, table=table), summary(table)) for table in tables))
        for table in tables[::50]:
            assert list(await journal.read(table)) == [entry(1, table=table)]

    async def test_a_key_finds_its_entry(self, journal: Journal) -> None:
        await journal.append(entry(1, "first"), summary())
        await journal.append(entry(2, "second"), summary(version=2))
        assert await journal.find(TABLE, "second") == entry(2, "second")
        assert await journal.find(TABLE, "third") is None

    async def test_the_lobby_shows_the_newest_listings_of_open_tables(self, journal: Journal) -> None:
        for number in range(5):
            table = f"table-{number}"
            await journal.append(
                entry(1, table=table), summary(table, listing=table.encode(), changed=number)
            )
        assert list(await journal.lobby(3)) == [b"table-4", b"table-3", b"table-2"]
        await journal.append(entry(2, table="table-4"), summary("table-4", 2, None, changed=9))
        await journal.append(entry(2, table="table-0"), summary("table-0", 2, b"again", changed=10))
        assert list(await journal.lobby(3)) == [b"again", b"table-3", b"table-2"]

    async def test_tables_that_wait_for_the_house_are_found(self, journal: Journal) -> None:
        await journal.append(entry(1), summary(house=True))
        assert list(await journal.waiting_for_bots(10)) == [TABLE]
        await journal.append(entry(2), summary(version=2, house=False))
        assert list(await journal.waiting_for_bots(10)) == []

    async def test_an_append_that_nobody_waits_for_harms_nothing(self, journal: Journal) -> None:
        waiting = asyncio.create_task(journal.append(entry(1), summary()))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        with contextlib.suppress(Conflict):  # unless the first one had been handed over already
            await journal.append(entry(1, "again"), summary())
        assert len(await journal.read(TABLE)) == 1

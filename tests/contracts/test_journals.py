"""Every journal there is keeps the same promises."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from quincunx.adapters.journal.postgres import PostgresJournal
from quincunx.adapters.journal.sqlite import SqliteJournal
from quincunx.node.ports import Conflict, Journal
from tests.contracts.journal import TABLE, JournalContract, entry, summary
from tests.node.fakes import MemoryJournal
from tests.servers.postgres import Postgres


class TestMemoryJournal(JournalContract):
    """The tests' own journal, so that what is tested with it may be believed."""

    @pytest.fixture
    def closed(self) -> MemoryJournal:
        return MemoryJournal(is_open=False)


class TestSqliteJournal(JournalContract):
    @pytest.fixture
    def closed(self, tmp_path: Path) -> SqliteJournal:
        return SqliteJournal(tmp_path / "journal.sqlite")


class SharedJournalContract:
    """The additional contract of two nodes that share a database. Provide ``pair``: an open journal for
    each."""

    @pytest.fixture
    def pair(self) -> tuple[Journal, Journal]:
        raise NotImplementedError

    async def test_of_two_nodes_that_race_one_wins_each_version(self, pair: tuple[Journal, Journal]) -> None:
        """Over many tables at once, in opposite orders: no writer may wait for ever, either."""
        tables = [f"table-{number:04}" for number in range(60)]

        async def race(number: int, table: str, version: int) -> tuple[str, int] | None:
            row = summary(table, version, changed=number)
            try:
                await pair[number].append(entry(version, f"node-{number}-{version}", table), row)
            except Conflict:
                return None
            return table, version

        for version in range(1, 6):
            runs = [race(0, table, version) for table in tables]
            runs += [race(1, table, version) for table in reversed(tables)]
            won = [each for each in await asyncio.gather(*runs) if each is not None]
            assert sorted(won) == [(table, version) for table in tables]
        for table in tables:
            entries = list(await pair[0].read(table))
            assert entries == list(await pair[1].read(table))
            assert [each.version for each in entries] == [1, 2, 3, 4, 5]

    async def test_an_entry_acknowledged_to_one_node_is_read_at_once_by_the_other(
        self, pair: tuple[Journal, Journal]
    ) -> None:
        for version in range(1, 30):
            await pair[version % 2].append(entry(version), summary(version=version))
            assert [each.version for each in await pair[1 - version % 2].read(TABLE, version - 1)] == [
                version
            ]
            assert await pair[1 - version % 2].versions([TABLE]) == {TABLE: version}


class TestPostgresJournal(JournalContract):
    @pytest.fixture
    async def closed(self, postgres: Postgres) -> PostgresJournal:
        return PostgresJournal(await postgres.fresh())


class TestSharedPostgres(SharedJournalContract):
    @pytest.fixture
    async def pair(self, postgres: Postgres) -> AsyncIterator[tuple[Journal, Journal]]:
        url = await postgres.fresh()
        one, two = PostgresJournal(url), PostgresJournal(url)
        await asyncio.gather(one.open(), two.open())  # both make the schema at once
        yield one, two
        await one.close()
        await two.close()

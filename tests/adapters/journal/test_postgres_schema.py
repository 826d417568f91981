"""The journal's tables in PostgreSQL: made once, and those of another version are left alone."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest

from quincunx.adapters.journal.postgres import PostgresJournal
from quincunx.adapters.journal.postgres_schema import VERSION
from quincunx.adapters.versions import BEFORE_RELEASE
from quincunx.node.ports import JournalUnavailable
from tests.contracts.journal import TABLE, entry, summary
from tests.servers.postgres import Postgres


async def ask(url: str, *statements: str) -> list[tuple[object, ...]]:
    """The rows of the last statement."""
    connection = await asyncpg.connect(url)
    try:
        for statement in statements[:-1]:
            await connection.execute(statement)
        if statements[-1].startswith("SELECT"):
            return [tuple(row) for row in await connection.fetch(statements[-1])]
        await connection.execute(statements[-1])
        return []
    finally:
        await connection.close()


async def test_nodes_that_start_at_once_make_the_tables_once(postgres: Postgres) -> None:
    url = await postgres.fresh()
    journals = [PostgresJournal(url) for _ in range(4)]
    await asyncio.gather(*(journal.open() for journal in journals))
    await journals[0].append(entry(1), summary())
    for journal in journals:
        assert len(await journal.read(TABLE)) == 1
        await journal.close()
    assert await ask(url, "SELECT version FROM journal_schema") == [(VERSION,)]


@pytest.mark.parametrize("version", range(1, VERSION))
async def test_those_of_an_unreleased_version_are_left_alone(version: int, postgres: Postgres) -> None:
    url = await postgres.fresh()
    journal = PostgresJournal(url)
    await journal.open()
    await journal.close()
    await ask(url, f"UPDATE journal_schema SET version = {version}")
    with pytest.raises(JournalUnavailable) as caught:
        await PostgresJournal(url).open()
    assert str(caught.value) == str(BEFORE_RELEASE)
    assert await ask(url, "SELECT version FROM journal_schema") == [(version,)]

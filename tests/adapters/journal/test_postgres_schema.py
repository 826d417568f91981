"""The journal's tables in PostgreSQL: what an earlier version made comes up to date, whole or not at all."""

from __future__ import annotations

import asyncio
from pathlib import Path

import asyncpg
import pytest

from quincunx.adapters.journal import postgres_schema
from quincunx.adapters.journal.postgres import PostgresJournal
from quincunx.adapters.journal.postgres_schema import STEPS
from quincunx.cli.serving.check import faults
from quincunx.node.ports import JournalUnavailable
from quincunx.table.fold import fold
from tests.contracts.journal import entry, summary
from tests.servers.postgres import Postgres

FIRST = Path("testdata/journal/postgres-1.sql")
"""Three tables in a schema of the first version; it is never changed."""
WAITING, RUNNING, ENDED = "waiting-table-0001", "running-table-0001", "ended-table-00001"
COLUMNS = (
    "SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns "
    "WHERE table_schema = current_schema() ORDER BY 1, 2"
)
INDEXES = (
    "SELECT indexname, replace(indexdef, current_schema(), '') FROM pg_indexes "
    "WHERE schemaname = current_schema() ORDER BY 1"
)


@pytest.fixture
async def first(postgres: Postgres) -> str:
    """The address of a schema of the first version."""
    url = await postgres.fresh()
    await ask(url, FIRST.read_text())
    return url


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


async def test_what_the_first_version_wrote_is_read_and_goes_on(first: str) -> None:
    journal = PostgresJournal(first)
    await journal.open()
    states = [fold(await journal.read(table)) for table in (WAITING, RUNNING, ENDED)]
    assert [state.status for state in states] == ["waiting", "playing", "ended"]
    assert {fault async for _, fault, _ in faults(PostgresJournal(first))} == {""}
    assert list(await journal.due(10**15, 10)) == [RUNNING, WAITING], "it will be closed some day"
    assert dict(await journal.names("", 10)) == {state.id: state.version for state in states}
    version = states[1].version + 1
    await journal.append(entry(version, table=RUNNING), summary(RUNNING, version, changed=9_999))
    assert len(await journal.read(RUNNING)) == version
    await journal.close()


async def test_people_find_the_tables_of_the_first_version(first: str) -> None:
    journal = PostgresJournal(first)
    await journal.open()
    found = {row.table: row.people for row in await journal.list_tables("", 10)}
    assert found == {WAITING: ("alice-cookie", "bob-cookie"), RUNNING: ("alice-cookie",), ENDED: ()}
    assert list(await journal.tables_of(["alice-cookie"], 10)) == [RUNNING, WAITING]
    await journal.close()


async def test_an_empty_database_gets_the_schema_of_one_that_was_brought_up_to_date(
    first: str, postgres: Postgres
) -> None:
    new = await postgres.fresh()
    for url in (first, new):
        journal = PostgresJournal(url)
        await journal.open()
        await journal.close()
    for question in (COLUMNS, INDEXES, "SELECT max(version) FROM journal_schema"):
        assert await ask(first, question) == await ask(new, question), question
    assert await ask(new, "SELECT max(version) FROM journal_schema") == [(len(STEPS),)]


async def test_nodes_that_start_at_once_change_the_schema_once(
    first: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    added = "ALTER TABLE journal_summaries ADD COLUMN more integer"
    monkeypatch.setattr(postgres_schema, "STEPS", (*STEPS, added))
    journals = [PostgresJournal(first) for _ in range(4)]
    await asyncio.gather(*(journal.open() for journal in journals))
    for journal in journals:
        assert fold(await journal.read(ENDED)).status == "ended"
        await journal.close()
    versions = [(n,) for n in range(1, len(STEPS) + 2)]
    assert await ask(first, "SELECT version FROM journal_schema ORDER BY 1") == versions


async def test_a_step_that_fails_leaves_all_as_it_was(first: str, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = "ALTER TABLE journal_summaries ADD COLUMN more integer; DROP TABLE there_is_none"
    monkeypatch.setattr(postgres_schema, "STEPS", (*STEPS, broken))
    before = await ask(first, COLUMNS)
    with pytest.raises(JournalUnavailable):
        await PostgresJournal(first).open()
    assert await ask(first, COLUMNS) == before
    assert await ask(first, "SELECT max(version) FROM journal_schema") == [(1,)]

"""The journal in PostgreSQL when the database fails: waiting callers get an error, nothing is lost, and the
journal recovers."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator

import asyncpg
import pytest

from quincunx.adapters import postgres_connections
from quincunx.adapters.journal import postgres as journal_postgres
from quincunx.adapters.journal import postgres_schema
from quincunx.adapters.journal.postgres import PostgresJournal
from quincunx.node.ports import Conflict, JournalUnavailable
from quincunx.table.events import Entry
from tests.contracts.journal import TABLE, entry, summary
from tests.node.support import until
from tests.servers.postgres import Postgres


@pytest.fixture(scope="module")
def own() -> Iterator[Postgres]:
    """A database that these tests may kill."""
    with Postgres() as server:
        yield server


@pytest.fixture
async def journal(own: Postgres) -> AsyncIterator[PostgresJournal]:
    journal = PostgresJournal(await own.fresh())
    await journal.open()
    yield journal
    await journal.close()


async def test_acknowledged_entries_survive_the_death_of_the_database(
    own: Postgres, journal: PostgresJournal
) -> None:
    acknowledged: set[str] = set()

    async def write(number: int) -> None:
        for version in range(1, 1000):
            try:
                table = f"table-{number:04}"
                await journal.append(entry(version, table=table), summary(table, version))
            except JournalUnavailable:
                return
            acknowledged.add(f"{table} {version}")

    writers = [asyncio.create_task(write(number)) for number in range(20)]
    await until(lambda: len(acknowledged) >= 100)
    await asyncio.to_thread(own.kill)
    await asyncio.gather(*writers)
    with pytest.raises(JournalUnavailable):
        await journal.read(TABLE)
    await asyncio.to_thread(own.start)
    kept = set()
    for number in range(20):
        entries = await journal.read(f"table-{number:04}")
        kept |= {f"{each.table} {each.version}" for each in entries}
        assert [each.version for each in entries] == list(range(1, len(entries) + 1))
    assert acknowledged <= kept
    assert len(kept - acknowledged) <= 20, "what was on its way may have arrived, and no more"
    await journal.append(entry(1), summary())


async def test_others_have_their_turn_while_a_long_game_is_decoded(
    journal: PostgresJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    for version in range(1, 10):
        await journal.append(entry(version), summary(version=version))
    decode, turns, seen = journal_postgres._entry, 0, []

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    def decoded(table: str, version: int, key: str, row: bytes) -> Entry:
        seen.append(turns)
        return decode(table, version, key, row)

    monkeypatch.setattr(journal_postgres, "DECODED_AT_ONCE", 4)
    monkeypatch.setattr(journal_postgres, "_entry", decoded)
    other = asyncio.create_task(others())
    found = await journal.read(TABLE)
    other.cancel()
    assert [each.version for each in found] == list(range(1, 10))
    assert [seen.count(turn) for turn in sorted(set(seen))] == [4, 4, 1]


async def test_an_unnoticed_restart_is_no_failure(own: Postgres, journal: PostgresJournal) -> None:
    await journal.append(entry(1), summary())
    await journal.read(TABLE)
    await asyncio.to_thread(own.kill)
    await asyncio.to_thread(own.start)
    await journal.append(entry(2), summary(version=2))
    assert [each.version for each in await journal.read(TABLE)] == [1, 2]


async def test_a_database_that_stands_still_is_not_waited_for_for_ever(
    own: Postgres, journal: PostgresJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An entry on its way may arrive when the database continues; then its duplicate finds it there."""
    monkeypatch.setattr(postgres_connections, "PATIENCE_SECONDS", 0.3)
    await journal.append(entry(1), summary())
    await journal.read(TABLE)
    own.pause()
    try:
        calls = [journal.append(entry(2), summary(version=2)), *(journal.read(TABLE) for _ in range(20))]
        results = await asyncio.wait_for(asyncio.gather(*calls, return_exceptions=True), 20)
    finally:
        own.go_on()
    assert {str(each) for each in results} == {"The database postgres at 127.0.0.1 doesn’t respond."}
    monkeypatch.undo()
    with contextlib.suppress(Conflict):
        await journal.append(entry(2), summary(version=2))
    assert [each.version for each in await journal.read(TABLE)] == [1, 2]


async def test_the_writer_survives_a_fault_of_the_group_counter(own: Postgres) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a fault of the metrics")

    journal = PostgresJournal(await own.fresh(), fail)
    await journal.open()
    for version in (1, 2):
        await asyncio.wait_for(journal.append(entry(version), summary(version=version)), 20)
    assert len(await journal.read(TABLE)) == 2
    await journal.close()


async def test_an_entry_that_arrived_though_its_answer_did_not_is_there_once(
    own: Postgres, journal: PostgresJournal
) -> None:
    """The connection dies over a statement that waits for a lock: the second try adds it, once."""
    await journal.append(entry(1), summary())
    other = await asyncpg.connect(journal._url)
    lock = other.transaction()
    await lock.start()
    await other.execute("LOCK TABLE journal_entries IN EXCLUSIVE MODE")
    waiting = asyncio.create_task(journal.append(entry(2), summary(version=2)))
    killed = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    while not await other.fetch(killed):  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    await lock.rollback()
    await waiting
    await other.close()
    assert [each.version for each in await journal.read(TABLE)] == [1, 2]


async def test_commits_wait_for_the_disk_though_the_database_is_set_up_otherwise(own: Postgres) -> None:
    journal = PostgresJournal(f"{await own.fresh()}&synchronous_commit=off")
    await journal.open()
    try:
        async with journal._write_line.connection() as connection:
            assert await connection.fetchval("SHOW synchronous_commit") == "on"
    finally:
        await journal.close()


async def test_a_schema_of_a_later_version_is_left_alone(own: Postgres) -> None:
    url = await own.fresh()
    journal = PostgresJournal(url)
    await journal.open()
    await journal.close()
    connection = await asyncpg.connect(url)
    later = postgres_schema.VERSION + 1
    await connection.execute("INSERT INTO journal_schema (version) VALUES ($1)", later)
    await connection.close()
    with pytest.raises(JournalUnavailable, match="newer version of Quincunx"):
        await PostgresJournal(url).open()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("/postgres?", "/no_such?"), r"^The database no_such at 127.0.0.1 doesn’t exist"),
        (("quincunx@", "nobody:secret@"), r"^The database postgres at 127.0.0.1 rejects this user"),
        (("search_path=", "search_path=no_such_"), r"doesn’t let this user create or write tables"),
        (("127.0.0.1:", "127.0.0.1:1"), r"^The database postgres at 127.0.0.1 can’t be reached\.$"),
    ],
    ids=["no database", "no user", "no schema", "no server"],
)
async def test_a_wrong_address_is_explained_in_a_sentence_without_the_password(
    own: Postgres, change: tuple[str, str], sentence: str
) -> None:
    url = await own.fresh()
    if change[1].endswith(":1"):
        change = (f":{own.port}", ":1")
    with pytest.raises(JournalUnavailable, match=sentence) as caught:
        await PostgresJournal(url.replace(*change)).open()
    assert "secret" not in str(caught.value)


async def test_a_damaged_entry_is_said_to_be_damaged(own: Postgres, journal: PostgresJournal) -> None:
    await journal.append(entry(1), summary())
    connection = await asyncpg.connect(journal._url)
    await connection.execute("UPDATE journal_entries SET body = 'nonsense'")
    await connection.close()
    with pytest.raises(JournalUnavailable, match="is damaged"):
        await journal.read(TABLE)

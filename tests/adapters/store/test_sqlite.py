"""Transactions in threads: one call each, whole or not at all, however their callers leave."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from quincunx.adapters.store import sqlite
from quincunx.adapters.store.database import Database, Violated
from quincunx.club.ports import StoreUnavailable

BOOKS = sa.Table("books", sa.MetaData(), sa.Column("title", sa.Text, primary_key=True))
# It counts for longer than anybody waits.
ENDLESS = sa.text(
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1e12) SELECT count(*) FROM n"
)


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = Database(f"sqlite:{tmp_path / 'books.sqlite'}")
    await database.open()
    await database.write(BOOKS.create)
    yield database
    await database.close()


def add(connection: sa.Connection, *titles: str) -> None:
    connection.execute(BOOKS.insert(), [{"title": title} for title in titles])


def titles(connection: sa.Connection) -> list[str]:
    return list(connection.scalars(sa.select(BOOKS.c.title).order_by(BOOKS.c.title)))


def never_ends(connection: sa.Connection) -> None:
    add(connection, "Dracula")
    connection.execute(ENDLESS)


async def test_a_transaction_is_one_call_in_a_thread(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[object] = []
    loop = asyncio.get_running_loop()
    execute = loop.run_in_executor

    def counted(*call: object) -> object:
        calls.append(call)
        return execute(*call)  # type: ignore[arg-type]  # as it came

    monkeypatch.setattr(loop, "run_in_executor", counted)

    def both(connection: sa.Connection) -> list[str]:
        add(connection, "Emma", "Ulysses")
        return titles(connection)

    assert await database.write(both) == ["Emma", "Ulysses"]
    assert len(calls) == 1
    assert await database.read(titles) == ["Emma", "Ulysses"]
    assert len(calls) == 2


async def test_a_transaction_with_an_error_is_rolled_back(database: Database) -> None:
    await database.write(add, "Emma")
    with pytest.raises(Violated, match="already contains something else"):
        await database.write(add, "Dracula", "Emma")

    def regrets(connection: sa.Connection) -> None:
        add(connection, "Dracula")
        raise LookupError

    with pytest.raises(LookupError):
        await database.write(regrets)
    assert await database.read(titles) == ["Emma"]


async def test_a_statement_that_never_ends_is_stopped_and_its_thread_goes_on(database: Database) -> None:
    with pytest.raises(StoreUnavailable, match="doesn’t respond"):
        await database.write(never_ends, patience=0.05)
    await database.write(add, "Emma")
    assert await database.read(titles) == ["Emma"]


async def test_readers_are_stopped_as_well(database: Database) -> None:
    reading = [asyncio.create_task(database.read(sa.Connection.execute, ENDLESS)) for _ in range(9)]
    await asyncio.sleep(0.05)
    for each in reading:
        each.cancel()
    assert all(isinstance(each, asyncio.CancelledError) for each in await _ends(reading))
    assert await database.read(titles) == []


async def test_a_caller_who_goes_leaves_nothing_half_done(database: Database) -> None:
    has_begun = threading.Event()

    def waits(connection: sa.Connection) -> None:
        add(connection, "Dracula")
        has_begun.set()
        connection.execute(ENDLESS)

    writing = asyncio.create_task(database.write(waits))
    waiting = asyncio.create_task(database.write(add, "Ulysses"))
    await asyncio.to_thread(has_begun.wait)
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing
    await waiting
    assert await database.read(titles) == ["Ulysses"]


async def test_a_transaction_that_ends_after_its_caller_has_gone_is_rolled_back(database: Database) -> None:
    has_begun, goes_on = threading.Event(), threading.Event()

    def waits(connection: sa.Connection) -> None:
        add(connection, "Dracula")
        has_begun.set()
        goes_on.wait()

    writing = asyncio.create_task(database.write(waits))
    await asyncio.to_thread(has_begun.wait)
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing
    goes_on.set()
    await database.write(add, "Emma")
    assert await database.read(titles) == ["Emma"]


async def test_a_transaction_that_writes_has_the_file_from_its_beginning_on(
    database: Database, tmp_path: Path
) -> None:
    def is_locked(connection: sa.Connection) -> bool:
        with closing(sqlite3.connect(tmp_path / "books.sqlite", timeout=0, isolation_level=None)) as other:
            try:
                other.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                return "locked" in str(error)
            return False

    assert await database.write(is_locked)
    assert not await database.read(is_locked)


async def test_a_caller_who_goes_before_their_turn_is_passed_over(database: Database) -> None:
    is_free = threading.Event()

    def waits(connection: sa.Connection) -> None:
        is_free.wait()

    first = asyncio.create_task(database.write(waits))
    second = asyncio.create_task(database.write(add, "Dracula"))
    third = asyncio.create_task(database.write(add, "Emma"))
    await asyncio.sleep(0)
    second.cancel()
    is_free.set()
    await first
    await third
    assert await database.read(titles) == ["Emma"]


async def test_writers_have_their_turns_in_the_order_in_which_they_came(database: Database) -> None:
    done: list[int] = []

    def note(connection: sa.Connection, number: int) -> None:
        done.append(number)

    await asyncio.gather(*(database.write(note, number) for number in range(20)))
    assert done == list(range(20))


async def test_a_reader_sees_one_moment_in_two_reads(database: Database) -> None:
    has_read, goes_on = threading.Event(), threading.Event()

    def twice(connection: sa.Connection) -> tuple[list[str], list[str]]:
        before = titles(connection)
        has_read.set()
        goes_on.wait()
        return before, titles(connection)

    reading = asyncio.create_task(database.snapshot(twice))
    await asyncio.to_thread(has_read.wait)
    await database.write(add, "Emma")  # a reader blocks no writer
    goes_on.set()
    assert await reading == ([], [])


async def test_a_file_that_another_process_has_locked_is_waited_for_no_longer_than_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "PATIENCE_SECONDS", 0.05)
    path = tmp_path / "books.sqlite"
    database = Database(f"sqlite:{path}")
    await database.open()
    await database.write(BOOKS.create)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreUnavailable, match=r"can’t be used right now \(OperationalError\)"):
        await database.write(add, "Emma")
    assert await database.read(titles) == []
    other.execute("COMMIT")
    other.close()
    await database.write(add, "Emma")
    assert await database.read(titles) == ["Emma"]
    await database.close()


async def test_running_transactions_end_before_the_file_is_closed(database: Database) -> None:
    has_begun, goes_on = threading.Event(), threading.Event()

    def waits(connection: sa.Connection) -> None:
        has_begun.set()
        goes_on.wait()
        add(connection, "Emma")

    writing = asyncio.create_task(database.write(waits))
    behind = asyncio.create_task(database.write(add, "Ulysses"))
    await asyncio.to_thread(has_begun.wait)
    closing = asyncio.create_task(database.close())
    await asyncio.sleep(0)
    with pytest.raises(StoreUnavailable, match="isn’t open"):
        await database.read(titles)
    closing.cancel()  # as a signal does
    await asyncio.sleep(0)
    assert not closing.done()
    goes_on.set()
    await writing
    with pytest.raises(StoreUnavailable, match="isn’t open"):
        await behind
    with pytest.raises(asyncio.CancelledError):
        await closing
    await database.open()
    assert await database.read(titles) == ["Emma"]


async def test_a_transaction_of_several_calls_is_one(database: Database) -> None:
    async with database.held(writes=True) as held:
        await held.run_sync(add, "Emma")
        assert await held.run_sync(titles) == ["Emma"]
        assert await database.read(titles) == []
    assert await database.read(titles) == ["Emma"]

    async def regrets() -> None:
        async with database.held(writes=True) as held:
            await held.run_sync(add, "Ulysses")
            await held.run_sync(add, "Emma")

    with pytest.raises(Violated):
        await regrets()
    assert await database.read(titles) == ["Emma"]
    await database.write(add, "Ulysses")


async def test_a_transaction_of_several_calls_whose_caller_goes_is_undone(database: Database) -> None:
    has_begun, goes_on = threading.Event(), threading.Event()

    def waits(connection: sa.Connection) -> None:
        has_begun.set()
        goes_on.wait()

    async def copy() -> None:
        async with database.held(writes=True) as held:
            await held.run_sync(add, "Dracula")
            await held.run_sync(waits)

    copying = asyncio.create_task(copy())
    await asyncio.to_thread(has_begun.wait)
    copying.cancel()
    await asyncio.sleep(0)
    goes_on.set()
    with pytest.raises(asyncio.CancelledError):
        await copying
    await database.write(add, "Emma")
    assert await database.read(titles) == ["Emma"]


async def _ends(tasks: list[asyncio.Task[object]]) -> list[object]:
    return list(await asyncio.gather(*tasks, return_exceptions=True))

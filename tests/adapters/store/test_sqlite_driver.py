"""SQLite's driver: statements that come back whole."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiosqlite
import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from quincunx.adapters.store import sqlite_driver

BOOKS = sa.Table(
    "books",
    sa.MetaData(),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("title", sa.Text, unique=True),
)


@pytest.fixture
async def engine(tmp_path: Path) -> AsyncIterator[AsyncEngine]:
    sqlite_driver.register()
    engine = create_async_engine(sa.URL.create(sqlite_driver.NAME, database=str(tmp_path / "books")))
    async with engine.begin() as connection:
        await connection.run_sync(BOOKS.metadata.create_all)
        await connection.execute(BOOKS.insert(), [{"title": title} for title in ("Emma", "Ulysses")])
    yield engine
    await engine.dispose()


@pytest.fixture
def questions(engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Everything that the connection's thread is asked from now on."""
    asked: list[object] = []
    execute: Any = aiosqlite.Connection._execute

    async def counting(self: aiosqlite.Connection, what: object, *more: object) -> object:
        asked.append(what)
        return await execute(self, what, *more)

    monkeypatch.setattr(aiosqlite.Connection, "_execute", counting)
    return asked


async def test_a_question_is_one_question_to_the_thread(engine: AsyncEngine, questions: list[object]) -> None:
    async with engine.connect() as connection:
        await connection.execute(sa.text("SELECT 1"))
        questions.clear()
        rows = await connection.execute(BOOKS.select().order_by(BOOKS.c.number))
        assert [tuple(row) for row in rows] == [(1, "Emma"), (2, "Ulysses")]
        assert len(questions) == 1


async def test_where_nothing_was_begun_nothing_is_undone(
    engine: AsyncEngine, questions: list[object]
) -> None:
    async with engine.connect() as connection:
        await connection.execute(sa.text("SELECT 1"))
        questions.clear()
    assert questions == []  # the pool has it back


async def test_what_is_left_by_an_error_is_undone(engine: AsyncEngine) -> None:
    async def two() -> None:
        async with engine.begin() as connection:
            await connection.execute(BOOKS.insert(), {"title": "Dracula"})
            await connection.execute(BOOKS.insert(), {"title": "Emma"})

    with pytest.raises(IntegrityError):
        await two()
    async with engine.connect() as connection:
        titles = await connection.execute(sa.select(BOOKS.c.title).order_by(BOOKS.c.title))
        assert titles.scalars().all() == ["Emma", "Ulysses"]


async def test_it_says_how_many_rows_have_changed_and_the_number_of_a_new_one(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        assert (await connection.execute(BOOKS.insert(), {"title": "Dracula"})).inserted_primary_key == (3,)
        assert (await connection.execute(BOOKS.delete().where(BOOKS.c.number > 1))).rowcount == 2
        assert (await connection.execute(BOOKS.delete().where(BOOKS.c.number > 1))).rowcount == 0


async def test_rows_may_be_read_bit_by_bit(engine: AsyncEngine) -> None:
    async with engine.connect() as connection:
        rows = await connection.execute(sa.select(BOOKS.c.title).order_by(BOOKS.c.number))
        assert rows.fetchone() == ("Emma",)
        assert rows.fetchmany(5) == [("Ulysses",)]
        assert rows.fetchall() == []

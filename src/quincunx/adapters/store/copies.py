"""Copies of a whole store, from one database to another of either kind."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from quincunx.adapters.store.database import Database
from quincunx.adapters.store.results.rows import results
from quincunx.adapters.store.schema import DEEDS, GAMES, METADATA, PEOPLE
from quincunx.adapters.store.sql import SqlStore
from quincunx.club.ports import StoreUnavailable
from quincunx.club.results.results import Result

ROWS: Final = 500


class NotEmpty(Exception):
    """There are people already where a copy was to be put."""


class StoreContent(msgspec.Struct, frozen=True):
    """How many people a store has, and a hash of all that it holds."""

    people: int
    sha256: str


async def there_is_one(place: str) -> bool:
    """Whether there is a store at this place; none is made by asking. Raises :class:`StoreUnavailable`."""
    return await Database(place).is_made()


async def content_of(place: str) -> StoreContent:
    """What the store at this place holds. Raises :class:`StoreUnavailable`."""
    async with _opened(place) as store, store.database.snapshot() as connection:
        return await _content(connection)


async def faults(place: str) -> list[str]:
    """What is wrong with the store at this place, as its database sees it. Raises
    :class:`StoreUnavailable`."""
    async with _opened(place) as store, store.database.snapshot() as connection:
        if not store.database.is_sqlite:
            return []  # PostgreSQL watches over its references, and has checksums of its own
        said = [str(row[0]) for row in await connection.exec_driver_sql("PRAGMA integrity_check")]
        broken = await connection.exec_driver_sql("PRAGMA foreign_key_check")
        return [each for each in said if each != "ok"] + [
            f"row {row.rowid} of {row.table} names a person who does not exist" for row in broken
        ]


async def copy(source: str, target: str, overwrite: bool = False) -> StoreContent:
    """Put all that one store holds, as it is at one moment, into another, whole or not at all.

    What is there already is replaced only with ``overwrite``; without it :class:`NotEmpty` is raised, unless
    it is the same. Raises :class:`StoreUnavailable`.
    """
    async with (
        _opened(source) as one,
        _opened(target) as other,
        one.database.snapshot() as here,
        other.database.writing(patience=None) as there,
    ):
        content = await _content(here)
        found = await _content(there)
        if found == content:
            return content
        if found.people and not overwrite:
            raise NotEmpty
        await _replace(here, there)
        if await _content(there) != content:
            raise StoreUnavailable(f"{other.database.name} holds something else than was put there.")
        return content


async def counted(place: str) -> dict[str, str]:
    """The tables whose results the store at this place has, each with a hash of what was counted. Raises
    :class:`StoreUnavailable`."""
    found: dict[str, str] = {}
    async with _opened(place) as store, store.database.snapshot() as connection:
        tables = [str(row.tab) for row in await connection.execute(sa.select(GAMES.c.tab))]
        for start in range(0, len(tables), ROWS):
            some = await results(connection, tables[start : start + ROWS])
            found |= {table: fingerprint(result) for table, result in some.items()}
    return found


def fingerprint(result: Result) -> str:
    """A hash of what a game came to: of what no later program, and no change of a name, tells otherwise."""
    seats = [
        (each.seat, each.side, each.person, each.level, each.ending, each.bot_moves) for each in result.seats
    ]
    facts = (result.table, result.game, result.kind, result.is_rated, result.started_at, result.ended_at)
    return hashlib.sha256(msgspec.json.encode((facts, result.termination, seats))).hexdigest()[:32]


@asynccontextmanager
async def _opened(place: str) -> AsyncIterator[SqlStore]:
    store = SqlStore(place)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def _content(connection: AsyncConnection) -> StoreContent:
    found = hashlib.sha256()
    for table in METADATA.sorted_tables:
        found.update(table.name.encode())
        async for row in _rows(connection, table):
            found.update(msgspec.json.encode(row))
    people = (await connection.execute(sa.select(sa.func.count()).select_from(PEOPLE))).scalar_one()
    return StoreContent(people, found.hexdigest())


async def _rows(connection: AsyncConnection, table: sa.Table) -> AsyncIterator[list[Any]]:
    # Bytes, not the database's idea of an alphabet: or two kinds would put the same rows in another order.
    key = [
        sa.collate(column, "C" if connection.dialect.name == "postgresql" else "BINARY")
        if isinstance(column.type, sa.Text)
        else column
        for column in table.primary_key.columns
    ]
    async for row in await connection.stream(table.select().order_by(*key)):
        yield list(row)


async def _replace(here: AsyncConnection, there: AsyncConnection) -> None:
    for table in reversed(METADATA.sorted_tables):
        await there.execute(table.delete())
    for table in METADATA.sorted_tables:
        batch: list[dict[str, Any]] = []
        query = table.select()
        if table is PEOPLE:
            query = query.order_by(PEOPLE.c.became.is_not(None))  # first those whom others name
        async for row in await here.stream(query):
            batch.append(dict(row._mapping))
            if len(batch) == ROWS:
                await there.execute(table.insert(), batch)
                batch.clear()
        if batch:
            await there.execute(table.insert(), batch)
    if there.dialect.name == "postgresql":
        last = sa.select(sa.func.coalesce(sa.func.max(DEEDS.c.number), 0) + 1).scalar_subquery()
        sequence = sa.func.pg_get_serial_sequence(DEEDS.name, DEEDS.c.number.name)
        await there.execute(sa.select(sa.func.setval(sequence, last, False)))

"""Copies of a whole store, from one database to another of either kind."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from quincunx.adapters.store.database import Database, Held
from quincunx.adapters.store.results.rows import results
from quincunx.adapters.store.schema import DEEDS, GAMES, METADATA, PEOPLE
from quincunx.adapters.store.sql import SqlStore
from quincunx.club.ports import StoreUnavailable
from quincunx.club.results.results import Result
from quincunx.core.sentence import Value, sentence

ROWS: Final = 500


class NotEmpty(Exception):
    """There are people already where a copy was to be put."""


class StoreContent(msgspec.Struct, frozen=True):
    """How many people a store has, and a hash of all that it holds."""

    people: int
    sha256: str


async def store_exists(place: str) -> bool:
    """Whether there is a store at this place; none is made by asking. Raises :class:`StoreUnavailable`."""
    return await Database(place).is_made()


async def content_of(place: str) -> StoreContent:
    """The content of the store at this place. Raises :class:`StoreUnavailable`."""
    async with _open_store(place) as store:
        return await store.database.snapshot(_content)


async def faults(place: str) -> list[Value]:
    """Faults of the store at this place that its database finds. Raises
    :class:`StoreUnavailable`."""
    async with _open_store(place) as store:
        if not store.database.is_sqlite:
            return []  # PostgreSQL watches over its references, and has checksums of its own
        return await store.database.snapshot(_faults)


async def copy(source: str, target: str, overwrite: bool = False) -> StoreContent:
    """Put all that one store holds, as it is at one moment, into another, whole or not at all.

    What is there already is replaced only with ``overwrite``; without it :class:`NotEmpty` is raised, unless
    it is the same. Raises :class:`StoreUnavailable`.
    """
    async with (
        _open_store(source) as one,
        _open_store(target) as other,
        one.database.held(writes=False) as here,
        other.database.held(writes=True) as there,
    ):
        content = await here.run_sync(_content)
        found = await there.run_sync(_content)
        if found == content:
            return content
        if found.people and not overwrite:
            raise NotEmpty
        await _replace(here, there)
        if await there.run_sync(_content) != content:
            raise StoreUnavailable(sentence("{{1}} doesn’t contain what was put there.", other.database.name))
        return content


async def counted_results(place: str) -> dict[str, str]:
    """The tables whose results the store at this place has, each with a hash of what was counted. Raises
    :class:`StoreUnavailable`."""
    async with _open_store(place) as store:
        return await store.database.snapshot(_counted_tables)


def fingerprint(result: Result) -> str:
    """A hash of what a game came to: of what no later program, and no change of a name, tells otherwise."""
    seats = [
        (each.seat, each.side, each.person, each.level, each.ending, each.bot_moves) for each in result.seats
    ]
    facts = (result.table, result.game, result.kind, result.is_rated, result.started_at, result.ended_at)
    return hashlib.sha256(msgspec.json.encode((facts, result.termination, seats))).hexdigest()[:32]


@asynccontextmanager
async def _open_store(place: str) -> AsyncIterator[SqlStore]:
    store = SqlStore(place)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def _faults(connection: sa.Connection) -> list[Value]:
    said = [str(row[0]) for row in connection.exec_driver_sql("PRAGMA integrity_check")]
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check")
    return [
        *(each for each in said if each != "ok"),
        *(
            sentence("row {{1}} of {{2}} names a person who does not exist", row.rowid, row.table)
            for row in broken
        ),
    ]


def _counted_tables(connection: sa.Connection) -> dict[str, str]:
    found: dict[str, str] = {}
    tables = [str(row.tab) for row in connection.execute(sa.select(GAMES.c.tab))]
    for start in range(0, len(tables), ROWS):
        some = results(connection, tables[start : start + ROWS])
        found |= {table: fingerprint(result) for table, result in some.items()}
    return found


def _content(connection: sa.Connection) -> StoreContent:
    found = hashlib.sha256()
    for table in METADATA.sorted_tables:
        found.update(table.name.encode())
        for batch in _batches(connection, table.select().order_by(*_key(connection, table))):
            for row in batch:
                found.update(msgspec.json.encode(list(row)))
    people = connection.execute(sa.select(sa.func.count()).select_from(PEOPLE)).scalar_one()
    return StoreContent(people, found.hexdigest())


def _key(connection: sa.Connection, table: sa.Table) -> list[sa.ColumnElement[Any]]:
    # Bytes, not the database's idea of an alphabet: or two kinds would put the same rows in another order.
    order = "C" if connection.dialect.name == "postgresql" else "BINARY"
    return [
        sa.collate(column, order) if isinstance(column.type, sa.Text) else column
        for column in table.primary_key.columns
    ]


def _batches(connection: sa.Connection, query: sa.Select[Any]) -> Iterator[Sequence[sa.Row[Any]]]:
    return connection.execute(query, execution_options={"yield_per": ROWS}).partitions()


async def _replace(here: Held, there: Held) -> None:
    await there.run_sync(_clear)
    for table in METADATA.sorted_tables:
        query = table.select()
        if table is PEOPLE:
            query = query.order_by(PEOPLE.c.became.is_not(None))  # first those whom others name
        batches = await here.run_sync(_batches, query)
        while batch := await here.run_sync(_next, batches):
            await there.run_sync(_insert_batch, table, batch)
    await there.run_sync(_go_on_counting)


def _clear(connection: sa.Connection) -> None:
    for table in reversed(METADATA.sorted_tables):
        connection.execute(table.delete())


def _next(connection: sa.Connection, batches: Iterator[Sequence[sa.Row[Any]]]) -> Sequence[sa.Row[Any]]:
    return next(batches, ())


def _insert_batch(connection: sa.Connection, table: sa.Table, batch: Sequence[sa.Row[Any]]) -> None:
    connection.execute(table.insert(), [dict(row._mapping) for row in batch])


def _go_on_counting(connection: sa.Connection) -> None:
    """The database numbers the next deed itself."""
    if connection.dialect.name == "postgresql":
        last = sa.select(sa.func.coalesce(sa.func.max(DEEDS.c.number), 0) + 1).scalar_subquery()
        sequence = sa.func.pg_get_serial_sequence(DEEDS.name, DEEDS.c.number.name)
        connection.execute(sa.select(sa.func.setval(sequence, last, False)))

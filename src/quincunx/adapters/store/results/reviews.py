"""Reviews of finished games, compressed, the oldest of which are let go."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import sqlalchemy as sa

from quincunx.adapters.store.accounts.authority import ids_of
from quincunx.adapters.store.database import Database, Violated
from quincunx.adapters.store.schema import GAMES, REVIEWS, SEATS
from quincunx.club.results.reviews import PersonReview, ReviewRow


class ReviewsStore:
    """The part of :class:`quincunx.club.ports.Store` that the file's name says."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep_review(self, row: ReviewRow, most: int) -> None:
        body = None if row.body is None else await asyncio.to_thread(zlib.compress, row.body)
        values = {"tab": row.table, "version": row.version, "made_at": row.made_at, "body": body}
        # Another node that puts its own there at the same moment has made the same.
        with suppress(Violated):
            await self._database.write(_keep_review, values, most)

    async def review(self, table: str) -> ReviewRow | None:
        row = await self._database.read(_review, table)
        if row is None:
            return None
        body = None if row.body is None else await asyncio.to_thread(zlib.decompress, row.body)
        return ReviewRow(row.tab, row.version, row.made_at, body)

    async def unreviewed(
        self, versions: Mapping[str, str], since: int, until: int, limit: int
    ) -> Sequence[tuple[str, str]]:
        if not versions:
            return []
        return await self._database.read(_unreviewed, versions, since, until, limit)

    async def reviews_of(
        self, person: str, versions: Mapping[str, str], limit: int
    ) -> Sequence[PersonReview]:
        if not versions:
            return []
        rows = await self._database.read(_reviews_of, person, versions, limit)
        return await asyncio.to_thread(_unpacked, rows)


def _unreviewed(
    connection: sa.Connection, versions: Mapping[str, str], since: int, until: int, limit: int
) -> Sequence[tuple[str, str]]:
    query = (
        sa.select(GAMES.c.tab, GAMES.c.game)
        .join(REVIEWS, sa.and_(REVIEWS.c.tab == GAMES.c.tab, _is_of(versions)), isouter=True)
        .where(GAMES.c.ended_at.between(since, until), GAMES.c.game.in_(list(versions)))
        .where(REVIEWS.c.tab.is_(None))
        .order_by(GAMES.c.ended_at.desc(), GAMES.c.tab.desc())
        .limit(limit)
    )
    return [(row.tab, row.game) for row in connection.execute(query)]


def _keep_review(connection: sa.Connection, values: Mapping[str, Any], most: int) -> None:
    connection.execute(REVIEWS.delete().where(REVIEWS.c.tab == values["tab"]))
    connection.execute(REVIEWS.insert(), values)
    # The database counts from the newest on, and finds few or none beyond them.
    by_age = sa.select(REVIEWS.c.tab).order_by(REVIEWS.c.made_at.desc(), REVIEWS.c.tab.desc())
    old = list(connection.execute(by_age.offset(most).limit(100)).scalars())
    if old:
        connection.execute(REVIEWS.delete().where(REVIEWS.c.tab.in_(old)))


def _review(connection: sa.Connection, table: str) -> Any:
    return connection.execute(REVIEWS.select().where(REVIEWS.c.tab == table)).first()


def _reviews_of(
    connection: sa.Connection, person: str, versions: Mapping[str, str], limit: int
) -> Sequence[Any]:
    query = (
        sa.select(SEATS.c.tab, SEATS.c.seat, SEATS.c.ended_at, REVIEWS.c.body)
        .join(GAMES, GAMES.c.tab == SEATS.c.tab)
        .join(REVIEWS, sa.and_(REVIEWS.c.tab == SEATS.c.tab, _is_of(versions)))
        .where(SEATS.c.person.in_(ids_of(connection, person)))
        .where(SEATS.c.bot_moves == 0, SEATS.c.ending != "left", REVIEWS.c.body.is_not(None))
        .order_by(SEATS.c.ended_at.desc(), SEATS.c.tab.desc())
        .limit(limit)
    )
    return connection.execute(query).all()


def _is_of(versions: Mapping[str, str]) -> sa.ColumnElement[bool]:
    """A review of the version that its game has."""
    return sa.or_(
        *(sa.and_(GAMES.c.game == game, REVIEWS.c.version == version) for game, version in versions.items())
    )


def _unpacked(rows: Sequence[Any]) -> list[PersonReview]:
    return [PersonReview(row.tab, row.ended_at, row.seat, zlib.decompress(row.body)) for row in rows]

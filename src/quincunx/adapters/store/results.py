"""What came of games, and the ratings that follow: counted once each, in the order of their ends."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from quincunx.adapters.store.daily import count_day, forget_counted
from quincunx.adapters.store.database import Database, Violated
from quincunx.adapters.store.evenings import note_counted
from quincunx.adapters.store.people import also, keep_handle
from quincunx.adapters.store.schema import GAMES, HANDLES, PEOPLE, PROJECTED, RATINGS, SEATS
from quincunx.club.accounts import SOMEBODY
from quincunx.club.ratings import NEWCOMER, Rating, of_level, rate
from quincunx.club.results import Result, SeatResult
from quincunx.club.rows import Filter, PersonGame, RatingPoint, RatingRow
from quincunx.club.statistics import Played

_FACTS = msgspec.json.Decoder(dict[str, int])


class ResultStore:
    """The part of :class:`quincunx.club.ports.Store` that the file's name says."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # ---- counting ----------------------------------------------------------------------------------------

    async def count(self, result: Result) -> bool:
        """See :meth:`quincunx.club.ports.Store.count`."""
        try:
            async with self._database.writing() as connection:
                # One at a time, on whatever node: a rating is worked out from the one before.
                if not self._database.is_sqlite:
                    await connection.execute(sa.text("LOCK TABLE result_games IN SHARE ROW EXCLUSIVE MODE"))
                return await _count(connection, result)
        except Violated:
            return False  # somebody else was faster

    async def forget_results(self) -> None:
        """See :meth:`quincunx.club.ports.Store.forget_results`."""
        async with self._database.writing() as connection:
            await forget_counted(connection)
            for table in PROJECTED:
                await connection.execute(table.delete())

    # ---- asking ------------------------------------------------------------------------------------------

    async def by_handle(self, handle: str) -> str | None:
        """See :meth:`quincunx.club.ports.Store.by_handle`."""
        # Whoever played before people were stored has no row there, and is nobody's guest.
        query = (
            sa.select(HANDLES.c.person, PEOPLE.c.became, PEOPLE.c.deleted_at)
            .join(PEOPLE, PEOPLE.c.id == HANDLES.c.person, isouter=True)
            .where(HANDLES.c.handle == handle)
        )
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).first()
            return None if row is None or row.deleted_at is not None else str(row.became or row.person)

    async def rating(self, person: str, game: str, kind: str) -> Rating:
        """See :meth:`quincunx.club.ports.Store.rating`."""
        query = sa.select(RATINGS.c.mu, RATINGS.c.sigma).where(
            RATINGS.c.person == person, RATINGS.c.game == game, RATINGS.c.kind == kind
        )
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).first()
            return NEWCOMER if row is None else Rating(row.mu, row.sigma)

    async def ratings(self, person: str) -> Sequence[RatingRow]:
        """See :meth:`quincunx.club.ports.Store.ratings`."""
        query = RATINGS.select().where(RATINGS.c.person == person).order_by(RATINGS.c.game, RATINGS.c.kind)
        async with self._database.reading() as connection:
            return [_rating_row(row._mapping) for row in await connection.execute(query)]

    async def best(self, game: str, kind: str, limit: int) -> Sequence[RatingRow]:
        """See :meth:`quincunx.club.ports.Store.best`."""
        # What is surely reached: whoever has played little stands lower than they may be.
        surely = RATINGS.c.mu - 2 * RATINGS.c.sigma
        query = RATINGS.select().where(RATINGS.c.game == game, RATINGS.c.kind == kind)
        async with self._database.reading() as connection:
            rows = await connection.execute(query.order_by(surely.desc(), RATINGS.c.person).limit(limit))
            return [_rating_row(row._mapping) for row in rows]

    async def strengths(self, handles: Sequence[str], game: str, kind: str) -> Mapping[str, Rating]:
        """See :meth:`quincunx.club.ports.Store.strengths`."""
        query = (
            sa.select(HANDLES.c.handle, RATINGS.c.mu, RATINGS.c.sigma)
            .join(RATINGS, RATINGS.c.person == HANDLES.c.person)
            .where(HANDLES.c.handle.in_(handles), RATINGS.c.game == game, RATINGS.c.kind == kind)
        )
        async with self._database.reading() as connection:
            return {row.handle: Rating(row.mu, row.sigma) for row in await connection.execute(query)}

    async def curve(self, person: str, game: str, kind: str, limit: int) -> Sequence[RatingPoint]:
        """See :meth:`quincunx.club.ports.Store.curve`."""
        query = (
            sa.select(SEATS.c.ended_at, SEATS.c.tab, SEATS.c.mu, SEATS.c.sigma)
            .join(GAMES, GAMES.c.tab == SEATS.c.tab)
            .where(SEATS.c.person == person, GAMES.c.game == game, GAMES.c.kind == kind)
            .where(SEATS.c.mu.is_not(None))
            .order_by(SEATS.c.ended_at.desc(), SEATS.c.tab.desc())
            .limit(limit)
        )
        async with self._database.reading() as connection:
            rows = (await connection.execute(query)).all()
        return [RatingPoint(row.ended_at, row.tab, Rating(row.mu, row.sigma)) for row in reversed(rows)]

    async def games(self, person: str, which: Filter, limit: int) -> Sequence[PersonGame]:
        """See :meth:`quincunx.club.ports.Store.games`."""
        mine = SEATS.alias("mine")
        async with self._database.reading() as connection:
            query = (
                sa.select(mine.c.tab, mine.c.seat)
                .join(GAMES, GAMES.c.tab == mine.c.tab)
                .where(
                    mine.c.person.in_([person, *await also(connection, person)]), *_conditions(which, mine)
                )
                .order_by(mine.c.ended_at.desc(), mine.c.tab.desc())
                .limit(limit)
            )
            found = [(row.tab, row.seat) for row in await connection.execute(query)]
            results = await _results(connection, [tab for tab, _ in found])
        return [PersonGame(results[tab], seat) for tab, seat in found]

    async def played(self, person: str, against: str | None, limit: int) -> Sequence[Played]:
        """See :meth:`quincunx.club.ports.Store.played`."""
        mine = SEATS.alias("mine")
        async with self._database.reading() as connection:
            query = (
                sa.select(GAMES.c.game, GAMES.c.kind, mine.c.ending, mine.c.facts)
                .join(GAMES, GAMES.c.tab == mine.c.tab)
                .where(mine.c.person.in_([person, *await also(connection, person)]))
                .where(*_conditions(Filter(against=against), mine))
                .order_by(mine.c.ended_at.desc(), mine.c.tab.desc())
                .limit(limit)
            )
            rows = (await connection.execute(query)).all()
        # Thousands of rows take a while: not the event loop's.
        return await asyncio.to_thread(_played, rows)

    async def order_of(self, table: str) -> tuple[int, str] | None:
        """See :meth:`quincunx.club.ports.Store.order_of`."""
        query = sa.select(GAMES.c.ended_at).where(GAMES.c.tab == table)
        async with self._database.reading() as connection:
            found = (await connection.execute(query)).scalar()
            return None if found is None else (int(found), table)


def _played(rows: Sequence[Any]) -> list[Played]:
    return [Played(row.game, row.kind, row.ending, _FACTS.decode(row.facts)) for row in reversed(rows)]


def _conditions(which: Filter, mine: Any) -> Iterable[Any]:
    if which.game is not None:
        yield GAMES.c.game == which.game
    if which.kind is not None:
        yield GAMES.c.kind == which.kind
    if which.ending is not None:
        yield mine.c.ending == which.ending
    if which.is_rated is not None:
        yield GAMES.c.is_rated == which.is_rated
    if which.against is not None:
        other = SEATS.alias("other")
        yield sa.exists().where(other.c.tab == mine.c.tab, other.c.person == which.against)
    if which.before is not None:
        ended_at, tab = which.before
        yield sa.or_(mine.c.ended_at < ended_at, sa.and_(mine.c.ended_at == ended_at, mine.c.tab < tab))


# ---- in the transaction of a caller ------------------------------------------------------------------------


async def _count(connection: AsyncConnection, result: Result) -> bool:
    known = sa.select(GAMES.c.tab).where(GAMES.c.tab == result.table)
    if (await connection.execute(known)).first() is not None:
        return False
    await connection.execute(GAMES.insert(), _game_values(result))
    await connection.execute(SEATS.insert(), [_seat_values(result, seat) for seat in result.seats])
    await connection.execute(without_names(SEATS.c.tab == result.table))
    for person in sorted({seat.person for seat in result.seats if seat.person is not None}):
        await keep_handle(connection, person)
    if result.is_rated:
        for each in [result, *await _later(connection, result)]:
            await _rate(connection, each)
    await note_counted(connection, result.table)
    await count_day(connection, result)
    return True


async def _later(connection: AsyncConnection, result: Result) -> list[Result]:
    """Rated games of the same kind that ended after this one and were counted before it: another node was
    faster. They are rated anew, so that ratings never depend on who was."""
    ended_at, tab = result.order
    query = (
        sa.select(GAMES.c.tab)
        .where(GAMES.c.game == result.game, GAMES.c.kind == result.kind, GAMES.c.is_rated.is_(True))
        .where(sa.or_(GAMES.c.ended_at > ended_at, sa.and_(GAMES.c.ended_at == ended_at, GAMES.c.tab > tab)))
        .order_by(GAMES.c.ended_at, GAMES.c.tab)
    )
    tables = [str(row.tab) for row in await connection.execute(query)]
    found = await _results(connection, tables)
    return [found[table] for table in tables]


async def _rate(connection: AsyncConnection, result: Result) -> None:
    before = {seat.seat: await _before(connection, result, seat) for seat in result.seats}
    after = rate(result, before)
    assert result.kind is not None
    for seat in result.seats:
        if seat.seat not in after:
            continue
        old, new = before[seat.seat], after[seat.seat]
        values = {"mu_before": old.mu, "sigma_before": old.sigma, "mu": new.mu, "sigma": new.sigma}
        is_it = SEATS.c.tab == result.table, SEATS.c.seat == seat.seat
        await connection.execute(SEATS.update().where(*is_it).values(**values))
        assert seat.person is not None
        await _keep_rating(connection, result, seat.person, new)


async def _before(connection: AsyncConnection, result: Result, seat: SeatResult) -> Rating:
    """The rating with which somebody came to a game."""
    assert result.kind is not None
    if seat.person is None:
        return of_level(result.game, result.kind, seat.level or "")
    ended_at, tab = result.order
    query = (
        sa.select(SEATS.c.mu, SEATS.c.sigma)
        .join(GAMES, GAMES.c.tab == SEATS.c.tab)
        .where(SEATS.c.person == seat.person, SEATS.c.mu.is_not(None))
        .where(GAMES.c.game == result.game, GAMES.c.kind == result.kind)
        .where(sa.or_(SEATS.c.ended_at < ended_at, sa.and_(SEATS.c.ended_at == ended_at, SEATS.c.tab < tab)))
        .order_by(SEATS.c.ended_at.desc(), SEATS.c.tab.desc())
        .limit(1)
    )
    row = (await connection.execute(query)).first()
    return NEWCOMER if row is None else Rating(row.mu, row.sigma)


async def _keep_rating(connection: AsyncConnection, result: Result, person: str, rating: Rating) -> None:
    is_it = RATINGS.c.person == person, RATINGS.c.game == result.game, RATINGS.c.kind == result.kind
    rated = (
        sa.select(sa.func.count())
        .select_from(SEATS.join(GAMES, GAMES.c.tab == SEATS.c.tab))
        .where(SEATS.c.person == person, SEATS.c.mu.is_not(None))
        .where(GAMES.c.game == result.game, GAMES.c.kind == result.kind)
    )
    values = {
        "mu": rating.mu,
        "sigma": rating.sigma,
        "games": (await connection.execute(rated)).scalar_one(),
        "ended_at": result.ended_at,
    }
    if not (await connection.execute(RATINGS.update().where(*is_it).values(**values))).rowcount:
        names = {"person": person, "game": result.game, "kind": result.kind}
        await connection.execute(RATINGS.insert(), {**names, **values})


async def _results(connection: AsyncConnection, tables: Sequence[str]) -> dict[str, Result]:
    """These games as they were counted."""
    if not tables:
        return {}
    seats: dict[str, list[SeatResult]] = {table: [] for table in tables}
    query = (
        sa.select(*SEATS.c, PEOPLE.c.deleted_at)
        .join(PEOPLE, PEOPLE.c.id == SEATS.c.person, isouter=True)
        .where(SEATS.c.tab.in_(tables))
        .order_by(SEATS.c.tab, SEATS.c.seat)
    )
    for row in await connection.execute(query):
        seats[row.tab].append(_seat(row._mapping))
    games = await connection.execute(GAMES.select().where(GAMES.c.tab.in_(tables)))
    return {row.tab: _result(row._mapping, seats[row.tab]) for row in games}


def _result(row: Mapping[Any, Any], seats: list[SeatResult]) -> Result:
    return Result(
        table=row["tab"],
        game=row["game"],
        kind=row["kind"],
        options=msgspec.Raw(row["options"].encode()),
        is_rated=row["is_rated"],
        started_at=row["started_at"],
        ended_at=row["ended_at"],
        termination=row["termination"],
        seats=tuple(seats),
    )


def _seat(row: Mapping[Any, Any]) -> SeatResult:
    rating = None if row["mu"] is None else Rating(row["mu"], row["sigma"])
    before = None if row["mu_before"] is None else Rating(row["mu_before"], row["sigma_before"])
    return SeatResult(
        seat=row["seat"],
        side=row["side"],
        person=row["person"],
        name=row["name"] if row["deleted_at"] is None else SOMEBODY,
        is_gone=row["deleted_at"] is not None,
        level=row["level"],
        ending=row["ending"],
        bot_moves=row["bot_moves"],
        facts=_FACTS.decode(row["facts"]),
        change=None if rating is None or before is None else rating.points - before.points,
    )


def _game_values(result: Result) -> dict[str, Any]:
    return {
        "tab": result.table,
        "game": result.game,
        "kind": result.kind,
        "options": bytes(result.options).decode(),
        "is_rated": result.is_rated,
        "started_at": result.started_at,
        "ended_at": result.ended_at,
        "termination": result.termination,
    }


def without_names(which: sa.ColumnElement[bool]) -> sa.Update:
    """Have those of these seats be somebody's whose people have been deleted; the journal has their names."""
    gone = sa.select(PEOPLE.c.id).where(PEOPLE.c.deleted_at.is_not(None))
    return SEATS.update().where(which, SEATS.c.person.in_(gone)).values(name=SOMEBODY)


def _seat_values(result: Result, seat: SeatResult) -> dict[str, Any]:
    return {
        "tab": result.table,
        "seat": seat.seat,
        "side": seat.side,
        "person": seat.person,
        "name": seat.name,
        "level": seat.level,
        "ending": seat.ending,
        "bot_moves": seat.bot_moves,
        "facts": msgspec.json.encode(seat.facts, order="sorted").decode(),
        "ended_at": result.ended_at,
    }


def _rating_row(row: Mapping[Any, Any]) -> RatingRow:
    return RatingRow(
        person=row["person"],
        game=row["game"],
        kind=row["kind"],
        rating=Rating(row["mu"], row["sigma"]),
        games=row["games"],
        ended_at=row["ended_at"],
    )

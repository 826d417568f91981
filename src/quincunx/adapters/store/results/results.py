"""Results of games and the ratings that follow. Each game is counted once, in the order of ends."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import sqlalchemy as sa

from quincunx.adapters.store.accounts.authority import ids_of
from quincunx.adapters.store.accounts.people import keep_handles
from quincunx.adapters.store.accounts.safety import blocked_pairs_among
from quincunx.adapters.store.daily import count_day, forget_counted
from quincunx.adapters.store.database import Database, inserted, lock
from quincunx.adapters.store.results import rerating
from quincunx.adapters.store.results.rows import FACTS, game_values, results, seat_values
from quincunx.adapters.store.schema import DAY_ATTEMPTS, GAMES, HANDLES, PEOPLE, PROJECTED, RATINGS, SEATS
from quincunx.adapters.store.tournament.tournaments import note_counted
from quincunx.club.accounts.names import SOMEBODY
from quincunx.club.results.ratings import LISTED_GAMES, LISTED_MARGIN, MARGIN, NEWCOMER, Rating
from quincunx.club.results.results import Result
from quincunx.club.results.statistics import Played
from quincunx.club.rows import Filter, PersonGame, PersonRow, RatingPoint, RatingRow

MOST_LOOKED_AT: Final = 200
"""Seats of a person's opponents and partners."""


class ResultStore:
    """The part of :class:`quincunx.club.ports.Store` that the file's name says."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # ---- counting ----------------------------------------------------------------------------------------

    async def count(self, result: Result) -> bool:
        return await self._database.write(_count, result)

    async def rate_on(self) -> int:
        if not await self._database.read(rerating.is_owed):
            return 0
        return await self._database.write(_rate_on)

    async def forget_results(self) -> None:
        await self._database.write(_forget_results)

    # ---- asking ------------------------------------------------------------------------------------------

    async def by_handle(self, handle: str) -> str | None:
        return await self._database.read(_by_handle, handle)

    async def members(self, handles: Sequence[str]) -> frozenset[str]:
        return await self._database.read(_members, handles)

    async def rating(self, person: str, game: str, kind: str) -> Rating:
        return await self._database.read(_rating, person, game, kind)

    async def ratings(self, person: str) -> Sequence[RatingRow]:
        return await self._database.read(_ratings, person)

    async def strongest(self, game: str, kind: str, limit: int) -> Sequence[RatingRow]:
        return await self._database.read(_best, game, kind, limit)

    async def strengths(self, handles: Sequence[str], game: str, kind: str) -> Mapping[str, Rating]:
        return await self._database.read(_strengths, handles, game, kind)

    async def curve(
        self, person: str, game: str, kind: str, limit: int, viewer: tuple[str, ...] | None = None
    ) -> Sequence[RatingPoint]:
        return await self._database.read(_curve, person, game, kind, limit, viewer)

    async def games(self, person: str, which: Filter, limit: int) -> Sequence[PersonGame]:
        return await self._database.read(_games, person, which, limit)

    async def played(
        self, person: str, against: str | None, limit: int, viewer: tuple[str, ...] | None = None
    ) -> Sequence[Played]:
        rows = await self._database.read(_rows_played, person, Filter(against=against, viewer=viewer), limit)
        # Thousands of rows take a while: not the event loop's.
        return await asyncio.to_thread(_played, rows)

    async def people_met(self, person: str, limit: int) -> Sequence[PersonRow]:
        return await self._database.read(_people_met, person, limit)

    async def order_of(self, table: str) -> tuple[int, str] | None:
        return await self._database.read(_order_of, table)


def _rate_on(connection: sa.Connection) -> int:
    lock(connection, GAMES)
    return rerating.rate_on(connection)


def _forget_results(connection: sa.Connection) -> None:
    forget_counted(connection)
    for table in PROJECTED:
        connection.execute(table.delete())


def _by_handle(connection: sa.Connection, handle: str) -> str | None:
    # A player from before the store existed has no row there, and was merged into no account.
    query = (
        sa.select(HANDLES.c.person, PEOPLE.c.became, PEOPLE.c.deleted_at)
        .join(PEOPLE, PEOPLE.c.id == HANDLES.c.person, isouter=True)
        .where(HANDLES.c.handle == handle)
    )
    row = connection.execute(query).first()
    return None if row is None or row.deleted_at is not None else str(row.became or row.person)


def _members(connection: sa.Connection, handles: Sequence[str]) -> frozenset[str]:
    query = (
        sa.select(HANDLES.c.handle)
        .join(PEOPLE, PEOPLE.c.id == HANDLES.c.person)
        .where(HANDLES.c.handle.in_(handles))
        .where(
            sa.or_(
                PEOPLE.c.name_key.is_not(None),
                PEOPLE.c.became.is_not(None),
                PEOPLE.c.deleted_at.is_not(None),
            )
        )
    )
    return frozenset(row.handle for row in connection.execute(query))


def _rating(connection: sa.Connection, person: str, game: str, kind: str) -> Rating:
    query = sa.select(RATINGS.c.mu, RATINGS.c.sigma).where(
        RATINGS.c.person == person, RATINGS.c.game == game, RATINGS.c.kind == kind
    )
    row = connection.execute(query).first()
    return NEWCOMER if row is None else Rating(row.mu, row.sigma)


def _ratings(connection: sa.Connection, person: str) -> Sequence[RatingRow]:
    query = RATINGS.select().where(RATINGS.c.person == person).order_by(RATINGS.c.game, RATINGS.c.kind)
    return [_rating_row(row._mapping) for row in connection.execute(query)]


def _best(connection: sa.Connection, game: str, kind: str, limit: int) -> Sequence[RatingRow]:
    # The conservative rating: a player with few games stands lower than their rating.
    conservative = RATINGS.c.mu - 2 * RATINGS.c.sigma
    query = RATINGS.select().where(
        RATINGS.c.game == game,
        RATINGS.c.kind == kind,
        RATINGS.c.games >= LISTED_GAMES,
        RATINGS.c.sigma <= LISTED_MARGIN / MARGIN,
    )
    rows = connection.execute(query.order_by(conservative.desc(), RATINGS.c.person).limit(limit))
    return [_rating_row(row._mapping) for row in rows]


def _strengths(
    connection: sa.Connection, handles: Sequence[str], game: str, kind: str
) -> Mapping[str, Rating]:
    query = (
        sa.select(HANDLES.c.handle, RATINGS.c.mu, RATINGS.c.sigma)
        .join(RATINGS, RATINGS.c.person == HANDLES.c.person)
        .where(HANDLES.c.handle.in_(handles), RATINGS.c.game == game, RATINGS.c.kind == kind)
    )
    return {row.handle: Rating(row.mu, row.sigma) for row in connection.execute(query)}


def _curve(
    connection: sa.Connection, person: str, game: str, kind: str, limit: int, viewer: tuple[str, ...] | None
) -> Sequence[RatingPoint]:
    query = (
        sa.select(SEATS.c.ended_at, SEATS.c.tab, SEATS.c.mu, SEATS.c.sigma)
        .join(GAMES, GAMES.c.tab == SEATS.c.tab)
        .where(SEATS.c.person == person, GAMES.c.game == game, GAMES.c.kind == kind)
        .where(SEATS.c.mu.is_not(None), *_conditions(Filter(viewer=viewer), SEATS))
        .order_by(SEATS.c.ended_at.desc(), SEATS.c.tab.desc())
        .limit(limit)
    )
    rows = connection.execute(query).all()
    return [RatingPoint(row.ended_at, row.tab, Rating(row.mu, row.sigma)) for row in reversed(rows)]


def _games(connection: sa.Connection, person: str, which: Filter, limit: int) -> Sequence[PersonGame]:
    mine = SEATS.alias("mine")
    query = (
        sa.select(mine.c.tab, mine.c.seat)
        .join(GAMES, GAMES.c.tab == mine.c.tab)
        .where(mine.c.person.in_(ids_of(connection, person)), *_conditions(which, mine))
        .order_by(mine.c.ended_at.desc(), mine.c.tab.desc())
        .limit(limit)
    )
    found = [(row.tab, row.seat) for row in connection.execute(query)]
    tables = [tab for tab, _ in found]
    played = results(connection, tables)
    tries = sa.select(DAY_ATTEMPTS.c.tab, DAY_ATTEMPTS.c.day).where(DAY_ATTEMPTS.c.tab.in_(tables))
    days = {row.tab: row.day for row in connection.execute(tries)}
    return [PersonGame(played[tab], seat, days.get(tab)) for tab, seat in found]


def _rows_played(connection: sa.Connection, person: str, which: Filter, limit: int) -> Sequence[Any]:
    mine = SEATS.alias("mine")
    query = (
        sa.select(GAMES.c.game, GAMES.c.kind, mine.c.ending, mine.c.facts, _is_together(which, mine))
        .join(GAMES, GAMES.c.tab == mine.c.tab)
        .where(mine.c.person.in_(ids_of(connection, person)))
        .where(*_conditions(which, mine))
        .order_by(mine.c.ended_at.desc(), mine.c.tab.desc())
        .limit(limit)
    )
    return connection.execute(query).all()


def _people_met(connection: sa.Connection, person: str, limit: int) -> Sequence[PersonRow]:
    own = ids_of(connection, person)
    rows = connection.execute(_met(own))
    found = [PersonRow(**row._mapping) for row in rows]
    apart = blocked_pairs_among(connection, [person, *(row.id for row in found)])
    strangers = {each for pair in apart if person in pair for each in pair}
    return [row for row in found if row.id not in strangers][:limit]


def _order_of(connection: sa.Connection, table: str) -> tuple[int, str] | None:
    query = sa.select(GAMES.c.ended_at).where(GAMES.c.tab == table)
    found = connection.execute(query).scalar()
    return None if found is None else (int(found), table)


def _met(own: Sequence[str]) -> sa.Select[Any]:
    """The others at the newest tables of one person, who has these ids."""
    mine, other, then = SEATS.alias("mine"), SEATS.alias("other"), PEOPLE.alias("then")
    lately = (
        sa.select(other.c.person, mine.c.ended_at)
        .join(other, other.c.tab == mine.c.tab)
        .where(mine.c.person.in_(own), other.c.person.not_in(own))
        .order_by(mine.c.ended_at.desc(), mine.c.tab.desc())
        .limit(MOST_LOOKED_AT)
        .subquery()
    )
    return (
        sa.select(PEOPLE)
        .join(then, PEOPLE.c.id == sa.func.coalesce(then.c.became, then.c.id))
        .join(lately, lately.c.person == then.c.id)
        .where(PEOPLE.c.deleted_at.is_(None), PEOPLE.c.banned_at.is_(None))
        .group_by(PEOPLE.c.id)
        .order_by(sa.func.max(lately.c.ended_at).desc(), PEOPLE.c.id)
    )


def _played(rows: Sequence[Any]) -> list[Played]:
    return [
        Played(row.game, row.kind, row.ending, FACTS.decode(row.facts), bool(row.is_together))
        for row in reversed(rows)
    ]


def _is_together(which: Filter, mine: Any) -> sa.ColumnElement[bool]:
    """True for a game in which the person ``which.against`` was on the same side."""
    if which.against is None:
        return sa.false().label("is_together")
    other = SEATS.alias("partner")
    same = sa.exists().where(other.c.side == mine.c.side, *_sat(which.against, other, mine))
    return same.label("is_together")


def _sat(person: str, other: Any, mine: Any) -> Iterable[sa.ColumnElement[bool]]:
    """Conditions for ``other`` to be a person's seat at the table of ``mine``."""
    # Games of guests that were merged into an account are the account's.
    guests = sa.select(PEOPLE.c.id).where(PEOPLE.c.became == person)
    yield other.c.tab == mine.c.tab
    yield sa.or_(other.c.person == person, other.c.person.in_(guests))


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
        yield sa.exists().where(*_sat(which.against, SEATS.alias("other"), mine))
    if which.viewer is not None:
        own = SEATS.alias("own")
        sat = sa.exists().where(own.c.tab == mine.c.tab, own.c.person.in_(which.viewer))
        yield sa.or_(GAMES.c.is_watchable.is_(True), sat)
    if which.before is not None:
        ended_at, tab = which.before
        yield sa.or_(mine.c.ended_at < ended_at, sa.and_(mine.c.ended_at == ended_at, mine.c.tab < tab))


# ---- in the transaction of a caller ------------------------------------------------------------------------


def _count(connection: sa.Connection, result: Result) -> bool:
    lock(connection, GAMES)  # a rating is worked out from the one before
    one_more = inserted(connection, GAMES).on_conflict_do_nothing()
    if not connection.execute(one_more, game_values(result)).rowcount:
        return False
    connection.execute(SEATS.insert(), [seat_values(result, seat) for seat in result.seats])
    connection.execute(without_names(SEATS.c.tab == result.table))
    keep_handles(connection, sorted({seat.person for seat in result.seats if seat.person is not None}))
    if result.is_rated:
        rerating.rate_counted(connection, result)
    if result.is_of_tournament:
        note_counted(connection, result.table)
    count_day(connection, result)
    return True


def without_names(which: sa.ColumnElement[bool]) -> sa.Update:
    """Redact the seats of deleted people; the journal still has their names."""
    gone = sa.select(PEOPLE.c.id).where(PEOPLE.c.deleted_at.is_not(None))
    return SEATS.update().where(which, SEATS.c.person.in_(gone)).values(name=SOMEBODY)


def _rating_row(row: Mapping[Any, Any]) -> RatingRow:
    return RatingRow(
        person=row["person"],
        game=row["game"],
        kind=row["kind"],
        rating=Rating(row["mu"], row["sigma"]),
        games=row["games"],
        ended_at=row["ended_at"],
    )

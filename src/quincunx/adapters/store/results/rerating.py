"""Ratings as if games had been counted in the order of their ends, in steps of bounded size.

A game that is counted late changes all later ratings of its kind. The work left is one row for each kind: the
point up to which it is done. A step takes the next games from there. Other games are counted between two
steps, and another late game moves the row back. Until the steps reach a game, it keeps its former ratings, so
no person's rating jumps back to its value at that time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from statistics import fmean
from typing import Any, Final

import sqlalchemy as sa

from quincunx.adapters.store.results.rows import results
from quincunx.adapters.store.schema import GAMES, RATINGS, RERATING, SEATS
from quincunx.club.results.ratings import NEWCOMER, NEWEST_GAMES, Rating, of_level, rate, weight
from quincunx.club.results.results import Result, SeatResult

STEP: Final = 50
"""Games that are rated in one transaction."""
Order = tuple[int, str]


def rate_counted(connection: sa.Connection, result: Result) -> None:
    """Rate a game that has just been kept, and what ended after it: at once if that is a step."""
    _keep_ratings(connection, result, _rate(connection, [result]))
    assert result.kind is not None
    owed = _owed(connection, result.game, result.kind)
    if owed is None:
        _step(connection, result.game, result.kind, result.order, is_owed=False)
    elif result.order < owed:
        _owe(connection, result.game, result.kind, result.order, is_owed=True)


def is_owed(connection: sa.Connection) -> bool:
    """Whether there are games to be rated anew."""
    return connection.execute(sa.select(RERATING.c.game).limit(1)).first() is not None


def rate_on(connection: sa.Connection) -> int:
    """Rate the next games anew; how many, 0 when there is nothing left to do."""
    query = RERATING.select().order_by(RERATING.c.game, RERATING.c.kind).limit(1)
    while (row := connection.execute(query).first()) is not None:
        after = row.ended_at, row.tab
        if rated := _step(connection, row.game, row.kind, after, is_owed=True):
            return rated
    return 0


def _step(connection: sa.Connection, game: str, kind: str, after: Order, is_owed: bool) -> int:
    tables = _next(connection, game, kind, after)
    found = results(connection, tables)
    games = [found[table] for table in tables]
    people = _rate(connection, games)
    if games:
        _keep_ratings(connection, games[0], people - _later(connection, games[-1], people))
    if len(games) == STEP:
        _owe(connection, game, kind, games[-1].order, is_owed)
    elif is_owed:
        is_it = RERATING.c.game == game, RERATING.c.kind == kind
        connection.execute(RERATING.delete().where(*is_it))
    return len(games)


def _owed(connection: sa.Connection, game: str, kind: str) -> Order | None:
    query = RERATING.select().where(RERATING.c.game == game, RERATING.c.kind == kind)
    row = connection.execute(query).first()
    return None if row is None else (row.ended_at, row.tab)


def _owe(connection: sa.Connection, game: str, kind: str, after: Order, is_owed: bool) -> None:
    ended_at, tab = after
    values = {"ended_at": ended_at, "tab": tab}
    if is_owed:
        is_it = RERATING.c.game == game, RERATING.c.kind == kind
        connection.execute(RERATING.update().where(*is_it).values(**values))
    else:
        connection.execute(RERATING.insert(), {"game": game, "kind": kind, **values})


def _next(connection: sa.Connection, game: str, kind: str, after: Order) -> list[str]:
    """The rated games of a kind that ended after this moment."""
    ended_at, tab = after
    query = (
        sa.select(GAMES.c.tab)
        .where(GAMES.c.game == game, GAMES.c.kind == kind, GAMES.c.is_rated.is_(True))
        .where(GAMES.c.ended_at >= ended_at)
        .where(sa.or_(GAMES.c.ended_at > ended_at, GAMES.c.tab > tab))
        .order_by(GAMES.c.ended_at, GAMES.c.tab)
        .limit(STEP)
    )
    return [str(row.tab) for row in connection.execute(query)]


def _rate(connection: sa.Connection, games: Sequence[Result]) -> set[str]:
    """Rate these, which are all of one kind and follow one another. Whose ratings that concerns."""
    now: dict[str, Rating] = {}
    rows: list[dict[str, Any]] = []
    histories = _Histories(connection)
    for game in games:
        before = {seat.seat: _before(connection, game, seat, now) for seat in game.seats}
        weights = {
            seat.seat: histories.weight(game, seat, before) for seat in game.seats if seat.person is not None
        }
        after = rate(game, before, weights)
        histories.add(game)
        for seat in game.seats:
            if (new := after.get(seat.seat)) is None:
                continue
            assert seat.person is not None
            now[seat.person] = new
            old = {"mu_before": before[seat.seat].mu, "sigma_before": before[seat.seat].sigma}
            rows.append({"of": game.table, "at": seat.seat, "mu": new.mu, "sigma": new.sigma, **old})
    if rows:
        is_it = SEATS.c.tab == sa.bindparam("of"), SEATS.c.seat == sa.bindparam("at")
        columns: dict[str, Any] = {
            name: sa.bindparam(name) for name in ("mu", "sigma", "mu_before", "sigma_before")
        }
        connection.execute(SEATS.update().where(*is_it).values(**columns), rows)
    return set(now)


def _before(connection: sa.Connection, game: Result, seat: SeatResult, now: dict[str, Rating]) -> Rating:
    """A person's rating before a game; ``now`` are those of games just before it."""
    assert game.kind is not None
    if seat.person is None:
        return of_level(game.game, game.kind, seat.level or "")
    if (known := now.get(seat.person)) is not None:
        return known
    ended_at, tab = game.order
    query = (
        _rated(game, seat.person)
        .where(SEATS.c.ended_at <= ended_at)
        .where(sa.or_(SEATS.c.ended_at < ended_at, SEATS.c.tab < tab))
    )
    row = connection.execute(query).first()
    return NEWCOMER if row is None else Rating(row.mu, row.sigma)


class _Histories:
    """The newest rated games of each player before the game that is rated now: who sat at them. A player is
    asked of the store once; what follows within a step is kept up here."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection
        self._known: dict[str, deque[frozenset[str]]] = {}

    def weight(self, game: Result, mine: SeatResult, before: Mapping[int, Rating]) -> float:
        """How much the game counts for this seat: the mean of its opponents. It depends on who played whom
        before, and on ratings before this game alone, so it is the same whenever it is worked out."""
        assert mine.person is not None
        own = self._of(game, mine.person)
        found: list[float] = []
        for seat in game.seats:
            if seat.side == mine.side:
                continue
            if seat.person is None:
                found.append(1.0)  # a bot is known, and never helps anybody
                continue
            games = len(self._of(game, seat.person))
            meetings = sum(seat.person in people for people in own)
            is_near = bool(mine.network) and mine.network == seat.network
            found.append(weight(before[seat.seat], games, meetings, is_near=is_near))
        return fmean(found)

    def add(self, game: Result) -> None:
        """This game has been rated; those that follow come after it."""
        people = frozenset(seat.person for seat in game.seats if seat.person is not None)
        for person in people & self._known.keys():
            self._known[person].append(people)

    def _of(self, game: Result, person: str) -> deque[frozenset[str]]:
        known = self._known.get(person)
        if known is None:
            newest = _earlier(game, person).order_by(SEATS.c.ended_at.desc(), SEATS.c.tab.desc())
            tables = newest.limit(NEWEST_GAMES).subquery()
            query = (
                sa.select(SEATS.c.tab, SEATS.c.ended_at, SEATS.c.person)
                .join(tables, tables.c.tab == SEATS.c.tab)
                .where(SEATS.c.person.is_not(None))
                .order_by(SEATS.c.ended_at, SEATS.c.tab)
            )
            rows = self._connection.execute(query).all()
            games = groupby(rows, key=lambda row: str(row.tab))
            sat = (frozenset(str(row.person) for row in group) for _, group in games)
            known = self._known[person] = deque(sat, maxlen=NEWEST_GAMES)
        return known


def _earlier(game: Result, person: str) -> sa.Select[Any]:
    """The tables of a person's rated games of this one's kind that ended before it."""
    ended_at, tab = game.order
    return (
        sa.select(SEATS.c.tab)
        .join(GAMES, GAMES.c.tab == SEATS.c.tab)
        .where(SEATS.c.person == person, GAMES.c.is_rated.is_(True))
        .where(GAMES.c.game == game.game, GAMES.c.kind == game.kind)
        .where(SEATS.c.ended_at <= ended_at)
        .where(sa.or_(SEATS.c.ended_at < ended_at, SEATS.c.tab < tab))
    )


def _later(connection: sa.Connection, game: Result, people: Iterable[str]) -> set[str]:
    """Those of these players who have also played after this game, whose present rating stays."""
    query = (
        sa.select(RATINGS.c.person)
        .where(RATINGS.c.person.in_(sorted(people)))
        .where(RATINGS.c.game == game.game, RATINGS.c.kind == game.kind)
        .where(RATINGS.c.ended_at > game.ended_at)
    )
    return {str(row.person) for row in connection.execute(query)}


def _keep_ratings(connection: sa.Connection, game: Result, people: Iterable[str]) -> None:
    """Set the present ratings of these players to those after their newest game, whichever was rated last."""
    for person in sorted(people):  # so that two nodes never lock the same rows crosswise
        newest = connection.execute(_rated(game, person)).one()
        rated = (
            sa.select(sa.func.count())
            .select_from(SEATS.join(GAMES, GAMES.c.tab == SEATS.c.tab))
            .where(SEATS.c.person == person, SEATS.c.mu.is_not(None))
            .where(GAMES.c.game == game.game, GAMES.c.kind == game.kind)
        )
        number = connection.execute(rated).scalar_one()
        values = {"mu": newest.mu, "sigma": newest.sigma, "games": number, "ended_at": newest.ended_at}
        is_it = RATINGS.c.person == person, RATINGS.c.game == game.game, RATINGS.c.kind == game.kind
        if not connection.execute(RATINGS.update().where(*is_it).values(**values)).rowcount:
            names = {"person": person, "game": game.game, "kind": game.kind}
            connection.execute(RATINGS.insert(), {**names, **values})


def _rated(game: Result, person: str) -> sa.Select[Any]:
    """A person's newest rated seat in games of this one's kind."""
    return (
        sa.select(SEATS.c.mu, SEATS.c.sigma, SEATS.c.ended_at)
        .join(GAMES, GAMES.c.tab == SEATS.c.tab)
        .where(SEATS.c.person == person, SEATS.c.mu.is_not(None))
        .where(GAMES.c.game == game.game, GAMES.c.kind == game.kind)
        .order_by(SEATS.c.ended_at.desc(), SEATS.c.tab.desc())
        .limit(1)
    )

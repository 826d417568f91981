"""Tournaments: one row each. A change must name the row's version. Results of their games are read from the
results, so they are counted once, by the same keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import sqlalchemy as sa
from msgspec.structs import replace

from quincunx.adapters.store.accounts.authority import also, check
from quincunx.adapters.store.database import Database, Violated, lock
from quincunx.adapters.store.schema import EVENING_GAMES, EVENING_PLAYERS, EVENINGS, PEOPLE, SEATS
from quincunx.club.rows import Authority
from quincunx.club.tournament import stored
from quincunx.club.tournament.ports import EveningRow, ListedRow, NewerEvening, TooManyEvenings
from quincunx.club.tournament.state import Evening, Game, Known, Player, score_of

NEVER_BEGAN: Final = 30 * 24 * 3600 * 1000
"""So many milliseconds an evening is kept that ended before it began."""
_PLAYING: Final = (
    sa.select(sa.func.count())
    .where(EVENING_PLAYERS.c.evening == EVENINGS.c.id, EVENING_PLAYERS.c.is_out.is_(False))
    .scalar_subquery()
)
"""How many play in an evening."""


class EveningsStore:
    """The part of :class:`quincunx.club.ports.Store` that the file's name says."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def make_evening(self, evening: Evening, most: int, by: Authority | None = None) -> bool:
        return await self._database.write(_make_evening, evening, most, by)

    async def evening(self, id: str) -> Evening | None:
        return await self._database.snapshot(_whole_evening, id)

    async def keep_evening(
        self,
        before: Evening,
        after: Evening,
        by: Authority | None = None,
        most_joined: int | None = None,
    ) -> bool:
        try:
            return await self._database.write(_keep_evening, before, after, by, most_joined)
        except Violated:
            return False

    async def evenings_due(self, now: int, limit: int) -> Sequence[str]:
        return await self._database.read(_evenings_due, now, limit)

    async def evening_versions(self, ids: Sequence[str]) -> Mapping[str, int]:
        return await self._database.read(_evening_versions, ids)

    async def evenings_of(self, people: Sequence[str], limit: int) -> Sequence[EveningRow]:
        return await self._database.read(_evenings_of, people, limit)

    async def listed_evenings(self, limit: int) -> Sequence[ListedRow]:
        return await self._database.read(_listed_evenings, limit)


def _make_evening(connection: sa.Connection, evening: Evening, most: int, by: Authority | None) -> bool:
    check(connection, by)
    lock(connection, EVENINGS)
    hosted = sa.select(sa.func.count()).where(EVENINGS.c.person == evening.host, EVENINGS.c.status != "ended")
    if connection.execute(hosted).scalar_one() >= most:
        return False
    values = {**_values(evening), "settings": stored.written(evening.settings)}
    connection.execute(EVENINGS.insert(), {"id": evening.id, **values})
    return True


def _whole_evening(connection: sa.Connection, id: str) -> Evening | None:
    row = connection.execute(EVENINGS.select().where(EVENINGS.c.id == id)).first()
    if row is None:
        return None
    players = EVENING_PLAYERS.select().where(EVENING_PLAYERS.c.evening == id)
    games = EVENING_GAMES.select().where(EVENING_GAMES.c.evening == id)
    evening = replace(
        _evening(row._mapping),
        players=tuple(
            _player(each._mapping) for each in connection.execute(players.order_by(EVENING_PLAYERS.c.number))
        ),
        games=tuple(
            _game(each._mapping)
            for each in connection.execute(games.order_by(EVENING_GAMES.c.round, EVENING_GAMES.c.board))
        ),
    )
    people = _people(connection, {evening.host, *(each.person for each in evening.players)})
    return replace(evening, people=people, games=_scored(connection, evening))


def _keep_evening(
    connection: sa.Connection, before: Evening, after: Evening, by: Authority | None, most_joined: int | None
) -> bool:
    is_it = EVENINGS.c.id == before.id, EVENINGS.c.version == before.version
    values = _values(replace(after, version=before.version + 1))
    check(connection, by)
    changed = connection.execute(EVENINGS.update().where(*is_it).values(**values))
    if not changed.rowcount:
        return False
    if after.settings != before.settings:
        _keep_settings(connection, after)
    _keep_players(connection, before, after)
    _keep_games(connection, before, after)
    if most_joined is not None:
        for person in _playing(after) - _playing(before):
            _check_joined(connection, person, most_joined)
    return True


def _evenings_due(connection: sa.Connection, now: int, limit: int) -> Sequence[str]:
    query = sa.select(EVENINGS.c.id).where(EVENINGS.c.due <= now).order_by(EVENINGS.c.due).limit(limit)
    return [str(row.id) for row in connection.execute(query)]


def _evening_versions(connection: sa.Connection, ids: Sequence[str]) -> Mapping[str, int]:
    query = sa.select(EVENINGS.c.id, EVENINGS.c.version).where(EVENINGS.c.id.in_(ids))
    return {row.id: row.version for row in connection.execute(query)}


def _evenings_of(connection: sa.Connection, people: Sequence[str], limit: int) -> Sequence[EveningRow]:
    return [
        EveningRow(row.id, row.name, row.status, row.round, row.players, row.person, row.made_at)
        for row in connection.execute(_open_evenings(people).limit(limit))
    ]


def _listed_evenings(connection: sa.Connection, limit: int) -> Sequence[ListedRow]:
    query = (
        sa.select(EVENINGS, _PLAYING.label("players"), PEOPLE.c.name.label("host_name"))
        .join(PEOPLE, PEOPLE.c.id == EVENINGS.c.person)
        .where(EVENINGS.c.listed, EVENINGS.c.status == "open")
        .where(PEOPLE.c.deleted_at.is_(None), PEOPLE.c.banned_at.is_(None))
        .order_by(EVENINGS.c.made_at.desc(), EVENINGS.c.id)
        .limit(limit)
    )
    return [
        ListedRow(row.id, settings, row.players, row.person, row.host_name, row.made_at)
        for row in connection.execute(query)
        if (settings := stored.read(row.settings, row.name)) is not None
    ]


def _open_evenings(people: Sequence[str]) -> sa.Select[Any]:
    """The evenings that have not ended which one of these hosts or plays in, the newest first."""
    plays = sa.select(EVENING_PLAYERS.c.evening).where(
        EVENING_PLAYERS.c.person.in_(people), EVENING_PLAYERS.c.is_out.is_(False)
    )
    return (
        sa.select(EVENINGS, _PLAYING.label("players"))
        # Those of a status that is not known here are for others to show.
        .where(EVENINGS.c.status.in_(stored.STATUSES - {"ended"}))
        .where(sa.or_(EVENINGS.c.person.in_(people), EVENINGS.c.id.in_(plays)))
        .order_by(EVENINGS.c.made_at.desc(), EVENINGS.c.id)
    )


def _playing(evening: Evening) -> frozenset[str]:
    return frozenset(each.person for each in evening.players if not each.is_out)


def _check_joined(connection: sa.Connection, person: str, most: int) -> None:
    own = sa.select(sa.func.coalesce(PEOPLE.c.became, PEOPLE.c.id)).where(PEOPLE.c.id == person)
    account = connection.execute(own).scalar() or person
    joined = _open_evenings([account, *also(connection, account)]).limit(most + 1)
    if len(connection.execute(joined).all()) > most:
        raise TooManyEvenings


# ---- in the transaction of a caller ------------------------------------------------------------------------


def note_counted(connection: sa.Connection, table: str) -> None:
    """A game has been counted: its evening has changed, and is due."""
    whose = sa.select(EVENING_GAMES.c.evening).where(EVENING_GAMES.c.tab == table)
    due = sa.case((EVENINGS.c.status == "playing", 0), else_=EVENINGS.c.due)
    changed = (
        EVENINGS.update().where(EVENINGS.c.id.in_(whose)).values(version=EVENINGS.c.version + 1, due=due)
    )
    connection.execute(changed)


def forget_hosted(connection: sa.Connection, people: Sequence[str]) -> None:
    """Delete the names that these people gave to their tournaments."""
    connection.execute(EVENINGS.update().where(EVENINGS.c.person.in_(people)).values(name=""))


def tidy_evenings(connection: sa.Connection, now: int) -> None:
    """Let go of those that have ended before they began."""
    idle = EVENINGS.c.status == "ended", EVENINGS.c.round == 0, EVENINGS.c.changed_at <= now - NEVER_BEGAN
    gone = sa.select(EVENINGS.c.id).where(*idle)
    connection.execute(EVENING_PLAYERS.delete().where(EVENING_PLAYERS.c.evening.in_(gone)))
    connection.execute(EVENINGS.delete().where(*idle))


def _keep_settings(connection: sa.Connection, evening: Evening) -> None:
    kept = sa.select(EVENINGS.c.settings).where(EVENINGS.c.id == evening.id)
    values = {"settings": stored.written(evening.settings, connection.execute(kept).scalar_one())}
    connection.execute(EVENINGS.update().where(EVENINGS.c.id == evening.id).values(**values))


def _keep_players(connection: sa.Connection, before: Evening, after: Evening) -> None:
    known = {each.number: each for each in before.players}
    present = {each.number for each in after.players}
    for number in known.keys() - present:
        gone = EVENING_PLAYERS.c.evening == after.id, EVENING_PLAYERS.c.number == number
        connection.execute(EVENING_PLAYERS.delete().where(*gone))
    for each in after.players:
        values = {"since": each.since, "is_out": each.is_out, "is_removed": each.is_removed}
        if each.number not in known:
            names = {"evening": after.id, "number": each.number, "person": each.person}
            connection.execute(EVENING_PLAYERS.insert(), {**names, **values})
        elif each != known[each.number]:
            is_it = EVENING_PLAYERS.c.evening == after.id, EVENING_PLAYERS.c.number == each.number
            connection.execute(EVENING_PLAYERS.update().where(*is_it).values(**values))


def _keep_games(connection: sa.Connection, before: Evening, after: Evening) -> None:
    known = {(each.round, each.board): each for each in before.games}
    new = [_game_values(after.id, each) for each in after.games if (each.round, each.board) not in known]
    if new:
        connection.execute(EVENING_GAMES.insert(), new)
    made = [
        each.table
        for each in after.games
        if each.is_made and (each.round, each.board) in known and not known[each.round, each.board].is_made
    ]
    if made:
        are_made = EVENING_GAMES.c.tab.in_(made)
        connection.execute(EVENING_GAMES.update().where(are_made).values(is_made=True))


def _people(connection: sa.Connection, ids: Iterable[str]) -> dict[str, Known]:
    account = PEOPLE.alias("account")
    query = (
        sa.select(
            PEOPLE.c.id,
            sa.func.coalesce(account.c.name, PEOPLE.c.name).label("name"),
            sa.func.coalesce(account.c.name_key, PEOPLE.c.name_key).label("name_key"),
            sa.func.coalesce(account.c.deleted_at, PEOPLE.c.deleted_at).label("deleted_at"),
            sa.func.coalesce(account.c.banned_at, PEOPLE.c.banned_at).label("banned_at"),
        )
        .join(account, account.c.id == PEOPLE.c.became, isouter=True)
        .where(PEOPLE.c.id.in_(sorted(ids)))
    )
    return {
        row.id: Known(
            row.name, row.name_key is not None, row.deleted_at is not None, row.banned_at is not None
        )
        for row in connection.execute(query)
    }


def _scored(connection: sa.Connection, evening: Evening) -> tuple[Game, ...]:
    """The games, with what has been counted of them."""
    query = (
        sa.select(SEATS.c.tab, SEATS.c.ending)
        .join(EVENING_GAMES, EVENING_GAMES.c.tab == SEATS.c.tab)
        .where(EVENING_GAMES.c.evening == evening.id)
        .order_by(SEATS.c.tab, SEATS.c.seat)
    )
    endings: dict[str, list[Any]] = {}
    for row in connection.execute(query):
        endings.setdefault(row.tab, []).append(row.ending)
    return tuple(
        replace(game, score=score_of((endings[game.table][0], endings[game.table][1])))
        if game.table is not None and game.table in endings
        else game
        for game in evening.games
    )


def _values(evening: Evening) -> dict[str, Any]:
    """All but the key and the settings, of which another version may know more."""
    return {
        "version": evening.version,
        "person": evening.host,
        "name": evening.settings.name,
        "status": evening.status,
        "round": evening.round,
        "rounds": evening.rounds,
        "made_at": evening.made_at,
        "changed_at": evening.changed_at,
        "next_at": evening.next_at,
        "due": evening.due,
        "listed": evening.settings.listed,
    }


def _game_values(evening: str, game: Game) -> dict[str, Any]:
    return {
        "evening": evening,
        "round": game.round,
        "board": game.board,
        "first": game.first,
        "second": game.second,
        "tab": game.table,
        "began": game.began,
        "is_made": game.is_made,
    }


def _evening(row: Mapping[Any, Any]) -> Evening:
    settings = stored.read(row["settings"], row["name"])
    if settings is None or row["status"] not in stored.STATUSES:
        raise NewerEvening(row["id"])
    return Evening(
        id=row["id"],
        version=row["version"],
        host=row["person"],
        settings=settings,
        made_at=row["made_at"],
        changed_at=row["changed_at"],
        status=row["status"],
        round=row["round"],
        rounds=row["rounds"],
        next_at=row["next_at"],
        due=row["due"],
    )


def _player(row: Mapping[Any, Any]) -> Player:
    return Player(row["number"], row["person"], row["since"], row["is_out"], row["is_removed"])


def _game(row: Mapping[Any, Any]) -> Game:
    return Game(
        round=row["round"],
        board=row["board"],
        first=row["first"],
        second=row["second"],
        table=row["tab"],
        began=row["began"],
        is_made=row["is_made"],
    )

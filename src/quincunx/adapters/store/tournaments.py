"""Tournaments: one row each. A change must name the row's version. Results of their games are read from the
results, so they are counted once, by the same keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import sqlalchemy as sa
from msgspec.structs import replace

from quincunx.adapters.store.accounts.authority import aliases_of, check
from quincunx.adapters.store.database import Database, Violated, lock
from quincunx.adapters.store.schema import (
    BLOCKS,
    PEOPLE,
    SEATS,
    TOURNAMENT_GAMES,
    TOURNAMENT_HOSTS,
    TOURNAMENT_PLAYERS,
    TOURNAMENT_RULINGS,
    TOURNAMENTS,
)
from quincunx.club.rows import Authority
from quincunx.club.tournament import stored
from quincunx.club.tournament.ports import ListedRow, NewerTournament, TooManyTournaments, TournamentRow
from quincunx.club.tournament.state import Game, Known, Player, Ruling, Tournament, score_of

NEVER_BEGAN: Final = 30 * 24 * 3600 * 1000
"""Milliseconds for which a tournament is kept that ended before it began."""
_PLAYING: Final = (
    sa.select(sa.func.count())
    .where(TOURNAMENT_PLAYERS.c.tournament == TOURNAMENTS.c.id, TOURNAMENT_PLAYERS.c.is_out.is_(False))
    .scalar_subquery()
)
"""The number of players in a tournament."""


class TournamentsStore:
    """The part of :class:`quincunx.club.ports.Store` that the file's name says."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def make_tournament(self, tournament: Tournament, most: int, by: Authority | None = None) -> bool:
        return await self._database.write(_make_tournament, tournament, most, by)

    async def tournament(self, id: str) -> Tournament | None:
        return await self._database.snapshot(_whole_tournament, id)

    async def keep_tournament(
        self,
        before: Tournament,
        after: Tournament,
        by: Authority | None = None,
        most_joined: int | None = None,
    ) -> bool:
        try:
            return await self._database.write(_keep_tournament, before, after, by, most_joined)
        except Violated:
            return False

    async def possible_host(self, key: str, people: Sequence[str]) -> str | None:
        return await self._database.read(_possible_host, key, people)

    async def tournaments_due(self, now: int, limit: int) -> Sequence[str]:
        return await self._database.read(_tournaments_due, now, limit)

    async def running_tournaments(self) -> int:
        return await self._database.read(_running_tournaments)

    async def tournament_versions(self, ids: Sequence[str]) -> Mapping[str, int]:
        return await self._database.read(_tournament_versions, ids)

    async def tournaments_of(self, people: Sequence[str], limit: int) -> Sequence[TournamentRow]:
        return await self._database.read(_tournaments_of, people, limit)

    async def listed_tournaments(self, limit: int) -> Sequence[ListedRow]:
        return await self._database.read(_listed_tournaments, limit)


def _make_tournament(
    connection: sa.Connection, tournament: Tournament, most: int, by: Authority | None
) -> bool:
    check(connection, by)
    lock(connection, TOURNAMENTS)
    hosted = sa.select(sa.func.count()).where(
        TOURNAMENTS.c.person == tournament.host, TOURNAMENTS.c.status != "ended"
    )
    if connection.execute(hosted).scalar_one() >= most:
        return False
    values = {**_values(tournament), "settings": stored.written(tournament.settings)}
    connection.execute(TOURNAMENTS.insert(), {"id": tournament.id, **values})
    return True


def _whole_tournament(connection: sa.Connection, id: str) -> Tournament | None:
    row = connection.execute(TOURNAMENTS.select().where(TOURNAMENTS.c.id == id)).first()
    if row is None:
        return None
    players = TOURNAMENT_PLAYERS.select().where(TOURNAMENT_PLAYERS.c.tournament == id)
    games = TOURNAMENT_GAMES.select().where(TOURNAMENT_GAMES.c.tournament == id)
    tournament = replace(
        _tournament(row._mapping),
        players=tuple(
            _player(each._mapping)
            for each in connection.execute(players.order_by(TOURNAMENT_PLAYERS.c.number))
        ),
        games=tuple(
            _game(each._mapping)
            for each in connection.execute(games.order_by(TOURNAMENT_GAMES.c.round, TOURNAMENT_GAMES.c.board))
        ),
    )
    tournament = replace(tournament, cohosts=_cohosts(connection, id), rulings=_rulings(connection, id))
    ids = {tournament.host, *tournament.cohosts}
    ids |= {each.person for each in tournament.players} | {each.person for each in tournament.rulings}
    return replace(tournament, people=_people(connection, ids), games=_scored(connection, tournament))


def _cohosts(connection: sa.Connection, id: str) -> tuple[str, ...]:
    query = sa.select(TOURNAMENT_HOSTS.c.person).where(TOURNAMENT_HOSTS.c.tournament == id)
    return tuple(connection.scalars(query.order_by(TOURNAMENT_HOSTS.c.number)))


def _rulings(connection: sa.Connection, id: str) -> tuple[Ruling, ...]:
    query = TOURNAMENT_RULINGS.select().where(TOURNAMENT_RULINGS.c.tournament == id)
    return tuple(
        Ruling(
            number=row.number,
            at=row.at,
            person=row.person,
            round=row.round,
            board=row.board,
            before=None if row.before_first is None else (row.before_first, row.before_second),
            after=None if row.after_first is None else (row.after_first, row.after_second),
        )
        for row in connection.execute(query.order_by(TOURNAMENT_RULINGS.c.number))
    )


def _keep_tournament(
    connection: sa.Connection,
    before: Tournament,
    after: Tournament,
    by: Authority | None,
    most_joined: int | None,
) -> bool:
    is_it = TOURNAMENTS.c.id == before.id, TOURNAMENTS.c.version == before.version
    values = _values(replace(after, version=before.version + 1))
    check(connection, by)
    changed = connection.execute(TOURNAMENTS.update().where(*is_it).values(**values))
    if not changed.rowcount:
        return False
    if after.settings != before.settings:
        _keep_settings(connection, after)
    _keep_players(connection, before, after)
    _keep_games(connection, before, after)
    _keep_cohosts(connection, before, after)
    _keep_rulings(connection, before, after)
    if most_joined is not None:
        appointed = set(after.cohosts) - {before.host, *before.cohosts}
        for person in (_playing(after) - _playing(before)) | appointed:
            _check_joined(connection, person, most_joined)
    return True


def _possible_host(connection: sa.Connection, key: str, people: Sequence[str]) -> str | None:
    query = sa.select(PEOPLE.c.id).where(
        PEOPLE.c.name_key == key, PEOPLE.c.deleted_at.is_(None), PEOPLE.c.banned_at.is_(None)
    )
    account = connection.scalar(query)
    if account is None:
        return None
    them = [account, *aliases_of(connection, account)]
    pair = sa.or_(
        sa.and_(BLOCKS.c.person.in_(them), BLOCKS.c.blocked.in_(people)),
        sa.and_(BLOCKS.c.person.in_(people), BLOCKS.c.blocked.in_(them)),
    )
    return None if connection.scalar(sa.select(sa.exists().where(pair))) else str(account)


def _tournaments_due(connection: sa.Connection, now: int, limit: int) -> Sequence[str]:
    query = (
        sa.select(TOURNAMENTS.c.id).where(TOURNAMENTS.c.due <= now).order_by(TOURNAMENTS.c.due).limit(limit)
    )
    return [str(row.id) for row in connection.execute(query)]


def _running_tournaments(connection: sa.Connection) -> int:
    query = sa.select(sa.func.count()).where(TOURNAMENTS.c.status == "playing")
    return int(connection.execute(query).scalar_one())


def _tournament_versions(connection: sa.Connection, ids: Sequence[str]) -> Mapping[str, int]:
    query = sa.select(TOURNAMENTS.c.id, TOURNAMENTS.c.version).where(TOURNAMENTS.c.id.in_(ids))
    return {row.id: row.version for row in connection.execute(query)}


def _tournaments_of(connection: sa.Connection, people: Sequence[str], limit: int) -> Sequence[TournamentRow]:
    return [
        TournamentRow(
            row.id,
            row.name,
            row.status,
            row.round,
            row.players,
            row.person in people or row.is_cohost,
            row.made_at,
        )
        for row in connection.execute(_open_tournaments(people).limit(limit))
    ]


def _listed_tournaments(connection: sa.Connection, limit: int) -> Sequence[ListedRow]:
    query = (
        sa.select(TOURNAMENTS, _PLAYING.label("players"), PEOPLE.c.name.label("host_name"))
        .join(PEOPLE, PEOPLE.c.id == TOURNAMENTS.c.person)
        .where(TOURNAMENTS.c.listed, TOURNAMENTS.c.status == "open")
        .where(PEOPLE.c.deleted_at.is_(None), PEOPLE.c.banned_at.is_(None))
        .order_by(TOURNAMENTS.c.made_at.desc(), TOURNAMENTS.c.id)
        .limit(limit)
    )
    return [
        ListedRow(row.id, settings, row.players, row.person, row.host_name, row.made_at)
        for row in connection.execute(query)
        if (settings := stored.read(row.settings, row.name)) is not None
    ]


def _open_tournaments(people: Sequence[str]) -> sa.Select[Any]:
    """The unfinished tournaments that one of these people hosts or plays in, the newest first."""
    plays = sa.select(TOURNAMENT_PLAYERS.c.tournament).where(
        TOURNAMENT_PLAYERS.c.person.in_(people), TOURNAMENT_PLAYERS.c.is_out.is_(False)
    )
    cohosts = sa.select(TOURNAMENT_HOSTS.c.tournament).where(TOURNAMENT_HOSTS.c.person.in_(people))
    is_cohost = TOURNAMENTS.c.id.in_(cohosts)
    return (
        sa.select(TOURNAMENTS, _PLAYING.label("players"), is_cohost.label("is_cohost"))
        # Those of a status that is not known here are for others to show.
        .where(TOURNAMENTS.c.status.in_(stored.STATUSES - {"ended"}))
        .where(sa.or_(TOURNAMENTS.c.person.in_(people), is_cohost, TOURNAMENTS.c.id.in_(plays)))
        .order_by(TOURNAMENTS.c.made_at.desc(), TOURNAMENTS.c.id)
    )


def _playing(tournament: Tournament) -> frozenset[str]:
    return frozenset(each.person for each in tournament.players if not each.is_out)


def _check_joined(connection: sa.Connection, person: str, most: int) -> None:
    own = sa.select(sa.func.coalesce(PEOPLE.c.became, PEOPLE.c.id)).where(PEOPLE.c.id == person)
    account = connection.execute(own).scalar() or person
    joined = _open_tournaments([account, *aliases_of(connection, account)]).limit(most + 1)
    if len(connection.execute(joined).all()) > most:
        raise TooManyTournaments


# ---- in the transaction of a caller ------------------------------------------------------------------------


def note_counted(connection: sa.Connection, table: str) -> None:
    """A game has been counted: its tournament has changed, and is due."""
    whose = sa.select(TOURNAMENT_GAMES.c.tournament).where(TOURNAMENT_GAMES.c.tab == table)
    due = sa.case((TOURNAMENTS.c.status == "playing", 0), else_=TOURNAMENTS.c.due)
    changed = (
        TOURNAMENTS.update()
        .where(TOURNAMENTS.c.id.in_(whose))
        .values(version=TOURNAMENTS.c.version + 1, due=due)
    )
    connection.execute(changed)


def forget_hosted(connection: sa.Connection, people: Sequence[str]) -> None:
    """Delete the names that these people gave to their tournaments, and their part as co-hosts."""
    connection.execute(TOURNAMENTS.update().where(TOURNAMENTS.c.person.in_(people)).values(name=""))
    connection.execute(TOURNAMENT_HOSTS.delete().where(TOURNAMENT_HOSTS.c.person.in_(people)))


def delete_old_tournaments(connection: sa.Connection, now: int) -> None:
    """Let go of those that have ended before they began."""
    idle = (
        TOURNAMENTS.c.status == "ended",
        TOURNAMENTS.c.round == 0,
        TOURNAMENTS.c.changed_at <= now - NEVER_BEGAN,
    )
    gone = sa.select(TOURNAMENTS.c.id).where(*idle)
    for table in (TOURNAMENT_PLAYERS, TOURNAMENT_HOSTS):
        connection.execute(table.delete().where(table.c.tournament.in_(gone)))
    connection.execute(TOURNAMENTS.delete().where(*idle))


def _keep_settings(connection: sa.Connection, tournament: Tournament) -> None:
    kept = sa.select(TOURNAMENTS.c.settings).where(TOURNAMENTS.c.id == tournament.id)
    values = {"settings": stored.written(tournament.settings, connection.execute(kept).scalar_one())}
    connection.execute(TOURNAMENTS.update().where(TOURNAMENTS.c.id == tournament.id).values(**values))


def _keep_players(connection: sa.Connection, before: Tournament, after: Tournament) -> None:
    known = {each.number: each for each in before.players}
    present = {each.number for each in after.players}
    for number in known.keys() - present:
        gone = TOURNAMENT_PLAYERS.c.tournament == after.id, TOURNAMENT_PLAYERS.c.number == number
        connection.execute(TOURNAMENT_PLAYERS.delete().where(*gone))
    for each in after.players:
        values = {"since": each.since, "is_out": each.is_out, "is_removed": each.is_removed}
        if each.number not in known:
            names = {"tournament": after.id, "number": each.number, "person": each.person}
            connection.execute(TOURNAMENT_PLAYERS.insert(), {**names, **values})
        elif each != known[each.number]:
            is_it = TOURNAMENT_PLAYERS.c.tournament == after.id, TOURNAMENT_PLAYERS.c.number == each.number
            connection.execute(TOURNAMENT_PLAYERS.update().where(*is_it).values(**values))


def _keep_games(connection: sa.Connection, before: Tournament, after: Tournament) -> None:
    known = {(each.round, each.board): each for each in before.games}
    new = [_game_values(after.id, each) for each in after.games if (each.round, each.board) not in known]
    if new:
        connection.execute(TOURNAMENT_GAMES.insert(), new)
    made = [
        each.table
        for each in after.games
        if each.is_made and (each.round, each.board) in known and not known[each.round, each.board].is_made
    ]
    if made:
        are_made = TOURNAMENT_GAMES.c.tab.in_(made)
        connection.execute(TOURNAMENT_GAMES.update().where(are_made).values(is_made=True))


def _keep_cohosts(connection: sa.Connection, before: Tournament, after: Tournament) -> None:
    if after.cohosts == before.cohosts:
        return
    connection.execute(TOURNAMENT_HOSTS.delete().where(TOURNAMENT_HOSTS.c.tournament == after.id))
    rows = [
        {"tournament": after.id, "person": person, "number": number}
        for number, person in enumerate(after.cohosts, 1)
    ]
    if rows:
        connection.execute(TOURNAMENT_HOSTS.insert(), rows)


def _keep_rulings(connection: sa.Connection, before: Tournament, after: Tournament) -> None:
    for ruling in after.rulings[len(before.rulings) :]:
        (before_first, before_second), (after_first, after_second) = (
            (None, None) if halves is None else halves for halves in (ruling.before, ruling.after)
        )
        values = {
            "tournament": after.id,
            "number": ruling.number,
            "at": ruling.at,
            "person": ruling.person,
            "round": ruling.round,
            "board": ruling.board,
            "before_first": before_first,
            "before_second": before_second,
            "after_first": after_first,
            "after_second": after_second,
        }
        connection.execute(TOURNAMENT_RULINGS.insert(), values)


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


def _scored(connection: sa.Connection, tournament: Tournament) -> tuple[Game, ...]:
    """The games, with what has been counted of them, and what hosts have set."""
    ruled = {(each.round, each.board): each.after for each in tournament.rulings}
    query = (
        sa.select(SEATS.c.tab, SEATS.c.ending)
        .join(TOURNAMENT_GAMES, TOURNAMENT_GAMES.c.tab == SEATS.c.tab)
        .where(TOURNAMENT_GAMES.c.tournament == tournament.id)
        .order_by(SEATS.c.tab, SEATS.c.seat)
    )
    endings: dict[str, list[Any]] = {}
    for row in connection.execute(query):
        endings.setdefault(row.tab, []).append(row.ending)
    scores = {table: score_of((each[0], each[1])) for table, each in endings.items()}
    return tuple(
        replace(game, score=scores.get(game.table or ""), ruled=ruled.get((game.round, game.board)))
        for game in tournament.games
    )


def _values(tournament: Tournament) -> dict[str, Any]:
    """All but the key and the settings, of which another version may know more."""
    return {
        "version": tournament.version,
        "person": tournament.host,
        "name": tournament.settings.name,
        "status": tournament.status,
        "round": tournament.round,
        "rounds": tournament.rounds,
        "made_at": tournament.made_at,
        "changed_at": tournament.changed_at,
        "next_at": tournament.next_at,
        "due": tournament.due,
        "listed": tournament.settings.listed,
    }


def _game_values(tournament: str, game: Game) -> dict[str, Any]:
    return {
        "tournament": tournament,
        "round": game.round,
        "board": game.board,
        "first": game.first,
        "second": game.second,
        "tab": game.table,
        "began": game.began,
        "is_made": game.is_made,
    }


def _tournament(row: Mapping[Any, Any]) -> Tournament:
    settings = stored.read(row["settings"], row["name"])
    if settings is None or row["status"] not in stored.STATUSES:
        raise NewerTournament(row["id"])
    return Tournament(
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

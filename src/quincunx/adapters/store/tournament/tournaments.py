"""Tournaments: one row each. A change must name the row's version. Results of their games are read from the
results, so they are counted once, by the same keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import sqlalchemy as sa
from msgspec.structs import replace

from quincunx.adapters.store.accounts.authority import check, ids_of
from quincunx.adapters.store.database import Database, Violated, lock
from quincunx.adapters.store.schema import (
    BLOCKS,
    PEOPLE,
    TOURNAMENT_ACTS,
    TOURNAMENT_APART,
    TOURNAMENT_GAMES,
    TOURNAMENT_HOSTS,
    TOURNAMENT_LINES,
    TOURNAMENT_MATCHES,
    TOURNAMENT_PLAYERS,
    TOURNAMENT_STEPS,
    TOURNAMENT_TEAMS,
    TOURNAMENTS,
)
from quincunx.adapters.store.tournament.ladder import keep_steps, new_challenges
from quincunx.adapters.store.tournament.rows import (
    keep_apart,
    keep_cohosts,
    keep_games,
    keep_players,
    keep_rulings,
    keep_settings,
    keep_teams,
    row_values,
    whole_tournament,
)
from quincunx.club.rows import Authority
from quincunx.club.tournament import stored
from quincunx.club.tournament.ports import ListedRow, NewChallenge, TooManyTournaments, TournamentRow
from quincunx.club.tournament.state import Tournament

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
        return await self._database.snapshot(whole_tournament, id)

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

    async def tournaments_beginning(
        self, after: int, until: int, limit: int
    ) -> Sequence[tuple[str, str, int, tuple[str, ...]]]:
        return await self._database.read(_tournaments_beginning, after, until, limit)

    async def new_challenges(self, after: int, limit: int) -> Sequence[NewChallenge]:
        return await self._database.read(new_challenges, after, limit)

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
    values = {**row_values(tournament), "settings": stored.written(tournament.settings)}
    connection.execute(TOURNAMENTS.insert(), {"id": tournament.id, **values})
    return True


def _keep_tournament(
    connection: sa.Connection,
    before: Tournament,
    after: Tournament,
    by: Authority | None,
    most_joined: int | None,
) -> bool:
    is_it = TOURNAMENTS.c.id == before.id, TOURNAMENTS.c.version == before.version
    values = row_values(replace(after, version=before.version + 1))
    check(connection, by)
    changed = connection.execute(TOURNAMENTS.update().where(*is_it).values(**values))
    if not changed.rowcount:
        return False
    if after.settings != before.settings:
        keep_settings(connection, after)
    keep_players(connection, before, after)
    keep_games(connection, before, after)
    keep_cohosts(connection, before, after)
    keep_rulings(connection, before, after)
    keep_apart(connection, before, after)
    keep_teams(connection, before, after)
    keep_steps(connection, before, after)
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
    them = ids_of(connection, account)
    pair = sa.or_(
        sa.and_(BLOCKS.c.person.in_(them), BLOCKS.c.blocked.in_(people)),
        sa.and_(BLOCKS.c.person.in_(people), BLOCKS.c.blocked.in_(them)),
    )
    return None if connection.scalar(sa.select(sa.exists().where(pair))) else str(account)


def _tournaments_beginning(
    connection: sa.Connection, after: int, until: int, limit: int
) -> Sequence[tuple[str, str, int, tuple[str, ...]]]:
    query = (
        sa.select(TOURNAMENTS.c.id, TOURNAMENTS.c.name, TOURNAMENTS.c.next_at)
        .where(TOURNAMENTS.c.status == "open", TOURNAMENTS.c.next_at == TOURNAMENTS.c.due)
        .where(TOURNAMENTS.c.due > after, TOURNAMENTS.c.due <= until)
        .order_by(TOURNAMENTS.c.due, TOURNAMENTS.c.id)
        .limit(limit)
    )
    found = []
    for row in connection.execute(query).all():
        players = sa.select(TOURNAMENT_PLAYERS.c.person).where(
            TOURNAMENT_PLAYERS.c.tournament == row.id, TOURNAMENT_PLAYERS.c.is_out.is_(False)
        )
        people = tuple(connection.execute(players.order_by(TOURNAMENT_PLAYERS.c.number)).scalars())
        found.append((row.id, row.name, row.next_at, people))
    return found


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
            stored.format_of(row.settings) == "ladder",
            row.made_at,
            stored.read(row.settings, row.name),
        )
        for row in connection.execute(_open_tournaments(people).limit(limit))
    ]


def _listed_tournaments(connection: sa.Connection, limit: int) -> Sequence[ListedRow]:
    is_ladder = sa.exists().where(TOURNAMENT_STEPS.c.tournament == TOURNAMENTS.c.id)
    is_running = sa.and_(TOURNAMENTS.c.status == "playing", is_ladder)
    query = (
        sa.select(TOURNAMENTS, _PLAYING.label("players"), PEOPLE.c.name.label("host_name"))
        .join(PEOPLE, PEOPLE.c.id == TOURNAMENTS.c.person)
        .where(TOURNAMENTS.c.listed, sa.or_(TOURNAMENTS.c.status == "open", is_running))
        .where(PEOPLE.c.deleted_at.is_(None), PEOPLE.c.banned_at.is_(None))
        .order_by(is_running, TOURNAMENTS.c.made_at.desc(), TOURNAMENTS.c.id)
        .limit(limit)
    )
    return [
        ListedRow(
            row.id, settings, row.players, row.person, row.host_name, row.made_at, row.status == "playing"
        )
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
    joined = _open_tournaments(ids_of(connection, account)).limit(most + 1)
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
    """Delete the names that these people gave to their tournaments and to teams, and their part as
    co-hosts."""
    theirs = sa.select(TOURNAMENTS.c.id).where(TOURNAMENTS.c.person.in_(people))
    connection.execute(
        TOURNAMENT_TEAMS.update().where(TOURNAMENT_TEAMS.c.tournament.in_(theirs)).values(name="")
    )
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
    parts = (
        TOURNAMENT_PLAYERS,
        TOURNAMENT_HOSTS,
        TOURNAMENT_APART,
        TOURNAMENT_LINES,
        TOURNAMENT_ACTS,
        TOURNAMENT_TEAMS,
        TOURNAMENT_MATCHES,
        TOURNAMENT_STEPS,
    )
    for table in parts:
        connection.execute(table.delete().where(table.c.tournament.in_(gone)))
    connection.execute(TOURNAMENTS.delete().where(*idle))

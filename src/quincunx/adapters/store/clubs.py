"""Clubs. A change locks the club's row, reads the whole club, and writes the rows that differ."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from msgspec.structs import asdict, replace

from quincunx.adapters.store.accounts.authority import check
from quincunx.adapters.store.database import Database, Violated
from quincunx.adapters.store.results.rows import results
from quincunx.adapters.store.schema import (
    CLUB_ANNOUNCEMENTS,
    CLUB_LINKS,
    CLUB_MEMBERS,
    CLUB_NIGHTS,
    CLUB_SEASONS,
    CLUB_TABLES,
    CLUBS,
    GAMES,
    OF_CLUBS,
    PEOPLE,
    RATINGS,
    SEATS,
)
from quincunx.club.clubs.ports import ClubRow, ClubTaken, TooManyClubs
from quincunx.club.clubs.rules import MOST_JOINED, MOST_OWNED
from quincunx.club.clubs.standings import Played
from quincunx.club.clubs.state import ROLES, Announcement, Club, Link, Member, Night, Season
from quincunx.club.clubs.wire import ClubSettings
from quincunx.club.results.ratings import Rating
from quincunx.club.rows import Authority, PersonGame

_PARTS: Final[tuple[tuple[sa.Table, str, type[Any], str], ...]] = (
    (CLUB_MEMBERS, "members", Member, "person"),
    (CLUB_ANNOUNCEMENTS, "announcements", Announcement, "id"),
    (CLUB_NIGHTS, "nights", Night, "id"),
    (CLUB_SEASONS, "seasons", Season, "number"),
    (CLUB_LINKS, "links", Link, "id"),
)
"""Each part of a club: its table, its field, the type of its rows, and its key within the club."""
_ORDER: Final[Mapping[str, tuple[Any, ...]]] = {
    "members": (CLUB_MEMBERS.c.since, CLUB_MEMBERS.c.person),
    "announcements": (CLUB_ANNOUNCEMENTS.c.at.desc(), CLUB_ANNOUNCEMENTS.c.id),
    "nights": (CLUB_NIGHTS.c.begins, CLUB_NIGHTS.c.id),
    "seasons": (CLUB_SEASONS.c.number,),
    "links": (CLUB_LINKS.c.until, CLUB_LINKS.c.id),
}
_COUNT: Final = (
    sa.select(sa.func.count())
    .where(CLUB_MEMBERS.c.club == CLUBS.c.name, CLUB_MEMBERS.c.standing.in_(ROLES))
    .correlate(CLUBS)
    .scalar_subquery()
)
_ASKING: Final = (
    sa.select(sa.func.count())
    .where(CLUB_MEMBERS.c.club == CLUBS.c.name, CLUB_MEMBERS.c.standing == "asking")
    .correlate(CLUBS)
    .scalar_subquery()
)
_OWN: Final = sa.func.coalesce(PEOPLE.c.became, PEOPLE.c.id)
"""The account of a person, also of a guest who was merged into it."""


class ClubsStore:
    """The part of :class:`quincunx.club.ports.Store` that the file's name says."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add_club(self, club: Club, by: Authority | None = None) -> None:
        try:
            await self._database.write(_add_club, club, by)
        except Violated as error:
            raise ClubTaken from error

    async def club(self, name: str) -> Club | None:
        return await self._database.snapshot(_club, name)

    async def change_club(
        self, name: str, change: Callable[[Club], Club | None], by: Authority | None = None
    ) -> Club | None:
        return await self._database.write(_change_club, name, change, by)

    async def clubs_of(self, person: str, now: int) -> Sequence[ClubRow]:
        return await self._database.read(_clubs_of, person, now)

    async def listed_clubs(self, limit: int, now: int) -> Sequence[ClubRow]:
        return await self._database.read(_listed_clubs, limit, now)

    async def belongs_to_club(self, person: str, club: str) -> bool:
        return await self._database.read(_belongs, person, club)

    async def add_club_table(self, club: str, table: str, now: int, most: int) -> None:
        await self._database.write(_add_club_table, club, table, now, most)

    async def club_tables(self, club: str, limit: int) -> Sequence[str]:
        return await self._database.read(_club_tables, club, limit)

    async def club_played(self, club: str, since: int, until: int | None, limit: int) -> Sequence[Played]:
        return await self._database.read(_club_played, club, since, until, limit)

    async def club_games(self, club: str, before: tuple[int, str] | None, limit: int) -> Sequence[PersonGame]:
        return await self._database.read(_club_games, club, before, limit)

    async def club_ratings(self, club: str) -> Mapping[str, int]:
        return await self._database.read(_club_ratings, club)


def _add_club(connection: sa.Connection, club: Club, by: Authority | None) -> None:
    check(connection, by)
    connection.execute(CLUBS.insert(), _values(club))
    _write_parts(connection, None, club)
    _check_counts(connection, None, club)


def _club(connection: sa.Connection, name: str, *, is_locked: bool = False) -> Club | None:
    query = CLUBS.select().where(CLUBS.c.name == name)
    row = connection.execute(query.with_for_update() if is_locked else query).first()
    if row is None:
        return None
    parts = {
        field: tuple(
            kind(**{name: each._mapping[name] for name in kind.__struct_fields__})
            for each in connection.execute(
                table.select().where(table.c.club == name).order_by(*_ORDER[field])
            )
        )
        for table, field, kind, _ in _PARTS
    }
    settings = msgspec.json.decode(row.settings, type=ClubSettings)
    club = replace(Club(row.name, settings, row.made_at, row.key), **parts)
    return replace(club, names=_names(connection, club))


def _names(connection: sa.Connection, club: Club) -> Mapping[str, str]:
    people = {each.person for each in club.members} | {each.person for each in club.announcements}
    query = sa.select(PEOPLE.c.id, PEOPLE.c.name).where(
        PEOPLE.c.id.in_(people), PEOPLE.c.deleted_at.is_(None), PEOPLE.c.banned_at.is_(None)
    )
    return {row.id: row.name for row in connection.execute(query)}


def _change_club(
    connection: sa.Connection, name: str, change: Callable[[Club], Club | None], by: Authority | None
) -> Club | None:
    check(connection, by)
    before = _club(connection, name, is_locked=True)
    if before is None:
        return None
    after = change(before)
    if after is None:
        _remove_club(connection, name)
        return None
    if after is not before:
        connection.execute(CLUBS.update().where(CLUBS.c.name == name).values(**_values(after)))
        _write_parts(connection, before, after)
        _check_counts(connection, before, after)
    return replace(after, names=_names(connection, after))


def _values(club: Club) -> dict[str, Any]:
    return {
        "name": club.name,
        "settings": msgspec.json.encode(club.settings).decode(),
        "made_at": club.made_at,
        "key": club.key,
        "listed": club.settings.listed,
    }


def _write_parts(connection: sa.Connection, before: Club | None, after: Club) -> None:
    for table, field, _, key in _PARTS:
        old = {} if before is None else {getattr(each, key): each for each in getattr(before, field)}
        new = {getattr(each, key): each for each in getattr(after, field)}
        changed = [each for name, each in new.items() if old.get(name) != each]
        gone = [name for name in old if name not in new or old[name] != new[name]]
        if gone:
            is_gone = table.c.club == after.name, table.c[key].in_(gone)
            connection.execute(table.delete().where(*is_gone))
        if changed:
            rows = [{"club": after.name, **asdict(each)} for each in changed]
            connection.execute(table.insert(), rows)


def _check_counts(connection: sa.Connection, before: Club | None, after: Club) -> None:
    """Raise :class:`~quincunx.club.clubs.ports.TooManyClubs` for a new member or owner of too many clubs."""
    old = {} if before is None else {each.person: each.standing for each in before.members}
    for each in after.members:
        if each.standing == old.get(each.person) or each.standing == "removed":
            continue
        theirs = CLUB_MEMBERS.c.person == each.person
        joined = sa.select(sa.func.count()).where(theirs, CLUB_MEMBERS.c.standing != "removed")
        owned = sa.select(sa.func.count()).where(theirs, CLUB_MEMBERS.c.standing == "owner")
        is_new = each.person not in old and connection.execute(joined).scalar_one() > MOST_JOINED
        if is_new or (each.standing == "owner" and connection.execute(owned).scalar_one() > MOST_OWNED):
            raise TooManyClubs


def _remove_club(connection: sa.Connection, name: str) -> None:
    for table in OF_CLUBS:
        connection.execute(table.delete().where(table.c.club == name))
    connection.execute(CLUBS.delete().where(CLUBS.c.name == name))


# ---- lists -------------------------------------------------------------------------------------------------


def _rows(now: int) -> sa.Select[Any]:
    next_night = (
        sa.select(sa.func.min(CLUB_NIGHTS.c.begins))
        .where(CLUB_NIGHTS.c.club == CLUBS.c.name, CLUB_NIGHTS.c.begins > now)
        .scalar_subquery()
    )
    return sa.select(
        CLUBS.c.name,
        CLUBS.c.settings,
        _COUNT.label("members"),
        _ASKING.label("asking"),
        next_night.label("next_night"),
    ).select_from(CLUBS)


def _clubs_of(connection: sa.Connection, person: str, now: int) -> Sequence[ClubRow]:
    query = (
        _rows(now)
        .add_columns(CLUB_MEMBERS.c.standing)
        .join(CLUB_MEMBERS, CLUB_MEMBERS.c.club == CLUBS.c.name)
        .where(CLUB_MEMBERS.c.person == person, CLUB_MEMBERS.c.standing != "removed")
    )
    rows = [_row(row, row.standing) for row in connection.execute(query)]
    return sorted(rows, key=lambda row: row.settings.title.casefold())


def _listed_clubs(connection: sa.Connection, limit: int, now: int) -> Sequence[ClubRow]:
    query = _rows(now).where(CLUBS.c.listed).order_by(sa.desc("members"), CLUBS.c.name).limit(limit)
    return [_row(row) for row in connection.execute(query)]


def _row(row: sa.Row[Any], standing: Any = None) -> ClubRow:
    settings = msgspec.json.decode(row.settings, type=ClubSettings)
    return ClubRow(row.name, settings, row.members, standing, row.next_night, row.asking)


def _belongs(connection: sa.Connection, person: str, club: str) -> bool:
    query = (
        sa.select(CLUB_MEMBERS.c.person)
        .join(PEOPLE, CLUB_MEMBERS.c.person == _OWN)
        .where(PEOPLE.c.id == person, CLUB_MEMBERS.c.club == club, CLUB_MEMBERS.c.standing.in_(ROLES))
    )
    return connection.execute(query).first() is not None


def _add_club_table(connection: sa.Connection, club: str, table: str, now: int, most: int) -> None:
    connection.execute(CLUB_TABLES.insert(), {"tab": table, "club": club, "made_at": now})
    kept = _club_tables(connection, club, most)
    older = CLUB_TABLES.delete().where(CLUB_TABLES.c.club == club, CLUB_TABLES.c.tab.not_in(kept))
    connection.execute(older)


def _club_tables(connection: sa.Connection, club: str, limit: int) -> Sequence[str]:
    query = sa.select(CLUB_TABLES.c.tab).where(CLUB_TABLES.c.club == club)
    ordered = query.order_by(CLUB_TABLES.c.made_at.desc(), CLUB_TABLES.c.tab).limit(limit)
    return [row.tab for row in connection.execute(ordered)]


# ---- games -------------------------------------------------------------------------------------------------


def _member_seats(club: str) -> sa.Select[Any]:
    """The seats of members in public games, each with the account as ``own``."""
    return (
        sa.select(
            SEATS.c.tab, SEATS.c.seat, SEATS.c.side, SEATS.c.ending, SEATS.c.ended_at, _OWN.label("own")
        )
        .select_from(SEATS)
        .join(GAMES, GAMES.c.tab == SEATS.c.tab)
        .join(PEOPLE, PEOPLE.c.id == SEATS.c.person)
        .join(CLUB_MEMBERS, CLUB_MEMBERS.c.person == _OWN)
        .where(
            CLUB_MEMBERS.c.club == club, CLUB_MEMBERS.c.standing.in_(ROLES), GAMES.c.is_watchable.is_(True)
        )
    )


def _shared_tables(seats: Any) -> sa.Select[Any]:
    """The tables at which two members or more sat, newest first."""
    ended = sa.func.max(seats.c.ended_at)
    return (
        sa.select(seats.c.tab, sa.func.min(seats.c.seat).label("seat"), ended.label("ended_at"))
        .group_by(seats.c.tab)
        .having(sa.func.count(sa.distinct(seats.c.own)) > 1)
        .order_by(ended.desc(), seats.c.tab.desc())
    )


def _club_played(
    connection: sa.Connection, club: str, since: int, until: int | None, limit: int
) -> Sequence[Played]:
    query = _member_seats(club).where(SEATS.c.ended_at >= since)
    if until is not None:
        query = query.where(SEATS.c.ended_at < until)
    seats = query.cte("seats")
    tables = _shared_tables(seats).limit(limit).subquery()
    rows = connection.execute(
        sa.select(seats)
        .join(tables, tables.c.tab == seats.c.tab)
        .order_by(tables.c.ended_at.desc(), seats.c.tab.desc(), seats.c.seat)
    )
    return [Played(row.tab, row.own, row.side, row.ending) for row in rows]


def _club_games(
    connection: sa.Connection, club: str, before: tuple[int, str] | None, limit: int
) -> Sequence[PersonGame]:
    query = _member_seats(club)
    if before is not None:
        ended_at, tab = before
        is_same = sa.and_(SEATS.c.ended_at == ended_at, SEATS.c.tab < tab)
        query = query.where(sa.or_(SEATS.c.ended_at < ended_at, is_same))
    found = connection.execute(_shared_tables(query.cte("seats")).limit(limit)).all()
    played = results(connection, [row.tab for row in found])
    return [PersonGame(played[row.tab], row.seat) for row in found]


def _club_ratings(connection: sa.Connection, club: str) -> Mapping[str, int]:
    query = (
        sa.select(RATINGS)
        .join(CLUB_MEMBERS, CLUB_MEMBERS.c.person == RATINGS.c.person)
        .where(CLUB_MEMBERS.c.club == club, CLUB_MEMBERS.c.standing.in_(ROLES))
        .order_by(RATINGS.c.games, RATINGS.c.game, RATINGS.c.kind)
    )
    return {row.person: Rating(row.mu, row.sigma).points for row in connection.execute(query)}


# ---- in the transaction of a caller ------------------------------------------------------------------------


def forget_clubs(connection: sa.Connection, everyone: Sequence[str]) -> None:
    """Hand over the clubs of an owner who is deleted: to the organiser who joined first, else to the member
    who did. A club without other members is deleted."""
    owned = sa.select(CLUB_MEMBERS.c.club).where(
        CLUB_MEMBERS.c.person.in_(everyone), CLUB_MEMBERS.c.standing == "owner"
    )
    for club in [row.club for row in connection.execute(owned)]:
        heirs = (
            sa.select(CLUB_MEMBERS.c.person)
            .where(CLUB_MEMBERS.c.club == club, CLUB_MEMBERS.c.person.not_in(everyone))
            .where(CLUB_MEMBERS.c.standing.in_(("organiser", "member")))
            .order_by(CLUB_MEMBERS.c.standing.desc(), CLUB_MEMBERS.c.since, CLUB_MEMBERS.c.person)
        )
        heir = connection.execute(heirs).scalar()
        if heir is None:
            _remove_club(connection, club)
        else:
            is_heir = CLUB_MEMBERS.c.club == club, CLUB_MEMBERS.c.person == heir
            connection.execute(CLUB_MEMBERS.update().where(*is_heir).values(standing="owner"))

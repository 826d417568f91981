"""People who look for a game, on any node. One transaction pairs them, so no one is paired twice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from msgspec.structs import asdict

from quincunx.adapters.store.accounts.safety import blocked_pairs_among
from quincunx.adapters.store.database import Database, lock
from quincunx.adapters.store.schema import PAIRINGS, PEOPLE, SEEKERS
from quincunx.club.matchmaking import Seeker, pair
from quincunx.club.rows import Pairing, SeekerRow

GONE_MILLISECONDS: Final = 15_000
"""A search ends if its node has not confirmed it for so long."""
_PEOPLE: Final = msgspec.json.Decoder(tuple[tuple[str, str], ...])


class SeekerStore:
    """The part of :class:`quincunx.club.ports.Store` that the file's name says."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add_seeker(self, seeker: Seeker) -> None:
        await self._database.write(_seek, seeker)

    async def stop_seeking(self, person: str) -> None:
        await self._database.write(_stop_seeking, person)

    async def pair_up(
        self, present: Sequence[str], now: int, name: Callable[[], str]
    ) -> tuple[frozenset[str], tuple[Pairing, ...]]:
        return await self._database.write(_pair_up, present, now, name)

    async def seekers(self, now: int, limit: int) -> Sequence[SeekerRow]:
        return await self._database.read(_seekers, now, limit)

    async def pairings(self, before: int, limit: int) -> Sequence[Pairing]:
        return await self._database.read(_pairings, before, limit)

    async def end_pairing(self, table: str) -> None:
        await self._database.write(_end_pairing, table)


def _seek(connection: sa.Connection, seeker: Seeker) -> None:
    values = {name: value for name, value in asdict(seeker).items() if name != "blocks"}
    connection.execute(SEEKERS.delete().where(SEEKERS.c.person == seeker.person))
    connection.execute(SEEKERS.insert(), {**values, "beat": seeker.since})


def _stop_seeking(connection: sa.Connection, person: str) -> None:
    connection.execute(SEEKERS.delete().where(SEEKERS.c.person == person))


def _pair_up(
    connection: sa.Connection, present: Sequence[str], now: int, name: Callable[[], str]
) -> tuple[frozenset[str], tuple[Pairing, ...]]:
    lock(connection, SEEKERS)
    are_here = SEEKERS.c.person.in_(present)
    connection.execute(SEEKERS.update().where(are_here).values(beat=now))
    connection.execute(SEEKERS.delete().where(SEEKERS.c.beat < now - GONE_MILLISECONDS))
    rows = connection.execute(SEEKERS.select()).all()
    apart = blocked_pairs_among(connection, sa.select(SEEKERS.c.person))
    seekers = [_seeker(row._mapping, apart) for row in rows]
    made = []
    for group in pair(seekers, now):
        people = tuple((each.person, each.name) for each in group)
        found = Pairing(name(), group[0].pool, people, now)
        connection.execute(PAIRINGS.insert(), _values(found))
        gone = SEEKERS.c.person.in_([each.person for each in group])
        connection.execute(SEEKERS.delete().where(gone))
        made.append(found)
    paired = {person for pairing in made for person, _ in pairing.people}
    return frozenset(each.person for each in seekers) - paired, tuple(made)


def _seekers(connection: sa.Connection, now: int, limit: int) -> Sequence[SeekerRow]:
    is_guest = PEOPLE.c.name_key.is_(None).label("is_guest")
    columns = (SEEKERS.c.person, SEEKERS.c.name, is_guest, SEEKERS.c.pool, SEEKERS.c.points, SEEKERS.c.since)
    query = (
        sa.select(*columns)
        .join_from(SEEKERS, PEOPLE, SEEKERS.c.person == PEOPLE.c.id, isouter=True)
        .where(SEEKERS.c.beat >= now - GONE_MILLISECONDS)
        .order_by(SEEKERS.c.since, SEEKERS.c.person)
        .limit(limit)
    )
    return [
        SeekerRow(row.person, row.name, bool(row.is_guest), *row[3:]) for row in connection.execute(query)
    ]


def _pairings(connection: sa.Connection, before: int, limit: int) -> Sequence[Pairing]:
    query = PAIRINGS.select().where(PAIRINGS.c.made_at <= before).order_by(PAIRINGS.c.made_at).limit(limit)
    rows = connection.execute(query)
    return [Pairing(row.tab, row.pool, _PEOPLE.decode(row.people), row.made_at) for row in rows]


def _end_pairing(connection: sa.Connection, table: str) -> None:
    connection.execute(PAIRINGS.delete().where(PAIRINGS.c.tab == table))


def _seeker(row: Any, apart: frozenset[tuple[str, str]]) -> Seeker:
    blocks = frozenset(other for one, other in apart if one == row["person"])
    given = {name: row[name] for name in Seeker.__struct_fields__ if name != "blocks"}
    return Seeker(**given, blocks=blocks)


def _values(pairing: Pairing) -> dict[str, Any]:
    people = msgspec.json.encode(pairing.people).decode()
    return {"tab": pairing.table, "pool": pairing.pool, "people": people, "made_at": pairing.made_at}

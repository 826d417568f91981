"""Vacations of accounts from turn-based games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import sqlalchemy as sa

from quincunx.adapters.store.accounts.authority import check, locked
from quincunx.adapters.store.database import Database
from quincunx.adapters.store.schema import PEOPLE, VACATIONS
from quincunx.club.reach.vacations import KEPT
from quincunx.club.rows import Authority
from quincunx.table.parts import Vacation


class VacationStore:
    """See :class:`quincunx.club.reach.vacations.VacationStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def vacations(self, person: str) -> Sequence[Vacation]:
        return await self._database.read(_vacations, person)

    async def keep_vacation(
        self, person: str, before: Vacation | None, after: Vacation, by: Authority | None = None
    ) -> bool:
        return await self._database.write(_keep_vacation, person, before, after, by)

    async def latest_vacations(self, people: Sequence[str]) -> Mapping[str, Vacation]:
        return await self._database.read(_latest, people)


def _vacations(connection: sa.Connection, person: str) -> Sequence[Vacation]:
    query = VACATIONS.select().where(VACATIONS.c.person == person).order_by(VACATIONS.c.since)
    return [Vacation(row.since, row.until) for row in connection.execute(query)]


def _keep_vacation(
    connection: sa.Connection, person: str, before: Vacation | None, after: Vacation, by: Authority | None
) -> bool:
    check(connection, by)
    if locked(connection, person) is None:
        return False
    known = _vacations(connection, person)
    if (known[-1] if known else None) != before:
        return False
    theirs = VACATIONS.c.person == person
    if before is not None and after.since == before.since:
        change = VACATIONS.update().where(theirs, VACATIONS.c.since == after.since)
        connection.execute(change.values(until=after.until))
    else:
        connection.execute(VACATIONS.insert(), {"person": person, "since": after.since, "until": after.until})
    connection.execute(VACATIONS.delete().where(theirs, VACATIONS.c.until < after.since - KEPT))
    return True


def _latest(connection: sa.Connection, people: Sequence[str]) -> Mapping[str, Vacation]:
    account = PEOPLE.alias()
    query = (
        sa.select(PEOPLE.c.id, VACATIONS.c.since, VACATIONS.c.until)
        .join(account, account.c.id == sa.func.coalesce(PEOPLE.c.became, PEOPLE.c.id))
        .join(VACATIONS, VACATIONS.c.person == account.c.id)
        .where(PEOPLE.c.id.in_(people), account.c.banned_at.is_(None))
        .order_by(VACATIONS.c.since)
    )
    return {row.id: Vacation(row.since, row.until) for row in connection.execute(query)}

"""Blocks and reports."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from quincunx.adapters.store.accounts.authority import check, locked
from quincunx.adapters.store.database import Database
from quincunx.adapters.store.schema import BLOCKS, FOLLOWS, PEOPLE, REPORTS
from quincunx.club.ports import NoSuchPerson
from quincunx.club.rows import Authority
from quincunx.club.safety import CLOSED_KEPT, BlockRow, ReportRow

_OWN = sa.func.coalesce(PEOPLE.c.became, BLOCKS.c.blocked).label("own")
"""The blocked person, as the account into which they were merged since."""
_WITH_PEOPLE = BLOCKS.join(PEOPLE, PEOPLE.c.id == BLOCKS.c.blocked, isouter=True)


class SafetyStore:
    """The part of :class:`quincunx.club.ports.Store` that the file's name says."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def block(
        self, person: str, blocked: str, name: str, now: int, most: int, by: Authority | None = None
    ) -> bool:
        return await self._database.write(_block, person, blocked, name, now, most, by)

    async def unblock(self, person: str, blocked: Sequence[str], by: Authority | None = None) -> bool:
        return await self._database.write(_unblock, person, blocked, by)

    async def blocks(self, person: str) -> Sequence[BlockRow]:
        return await self._database.read(_blocks, person)

    async def blocked_pairs(self, people: Sequence[str]) -> frozenset[tuple[str, str]]:
        return await self._database.read(blocked_pairs_among, people)

    async def report(self, report: ReportRow, by: Authority | None = None) -> bool:
        return await self._database.write(_report, report, by)

    async def reports(self, is_open: bool, limit: int) -> Sequence[ReportRow]:
        return await self._database.read(_reports, is_open, limit)


def _block(
    connection: sa.Connection, person: str, blocked: str, name: str, now: int, most: int, by: Authority | None
) -> bool:
    values = {"person": person, "blocked": blocked, "name": name, "at": now}
    is_same = BLOCKS.c.person == person, BLOCKS.c.blocked == blocked
    count = sa.select(sa.func.count()).select_from(BLOCKS).where(BLOCKS.c.person == person)
    check(connection, by)
    if locked(connection, person) is None:
        raise NoSuchPerson
    if connection.execute(BLOCKS.select().where(*is_same)).first() is not None:
        return True
    if connection.execute(count).scalar_one() >= most:
        return False
    connection.execute(BLOCKS.insert(), values)
    end_following(connection, person, blocked)
    return True


def _unblock(connection: sa.Connection, person: str, blocked: Sequence[str], by: Authority | None) -> bool:
    end = BLOCKS.delete().where(BLOCKS.c.person == person, BLOCKS.c.blocked.in_(blocked))
    check(connection, by)
    return bool(connection.execute(end).rowcount)


def _blocks(connection: sa.Connection, person: str) -> Sequence[BlockRow]:
    query = (
        sa.select(_OWN, BLOCKS.c.blocked, BLOCKS.c.name, BLOCKS.c.at)
        .select_from(_WITH_PEOPLE)
        .where(BLOCKS.c.person == person)
        .order_by(BLOCKS.c.at.desc(), BLOCKS.c.blocked)
    )
    rows = connection.execute(query).all()
    guests = sa.select(PEOPLE.c.id, PEOPLE.c.became).order_by(PEOPLE.c.id)
    owned = guests.where(PEOPLE.c.became.in_({row.own for row in rows}))
    also = connection.execute(owned).all()
    return [
        BlockRow(
            tuple(
                dict.fromkeys((row.own, row.blocked, *(each.id for each in also if each.became == row.own)))
            ),
            row.name,
            row.at,
        )
        for row in rows
    ]


def _report(connection: sa.Connection, report: ReportRow, by: Authority | None) -> bool:
    same = REPORTS.select().where(
        REPORTS.c.person == report.person,
        REPORTS.c.reported == report.reported,
        REPORTS.c.tab == report.tab,
        REPORTS.c.tournament.is_(None)
        if report.tournament is None
        else REPORTS.c.tournament == report.tournament,
    )
    values = {name: getattr(report, name) for name in ReportRow.__struct_fields__}
    check(connection, by)
    if report.person is not None:
        locked(connection, report.person)
    if connection.execute(same).first() is not None:
        return False
    connection.execute(REPORTS.insert(), values)
    return True


def _reports(connection: sa.Connection, is_open: bool, limit: int) -> Sequence[ReportRow]:
    if is_open:
        query = REPORTS.select().where(REPORTS.c.closed_at.is_(None)).order_by(REPORTS.c.at, REPORTS.c.id)
    else:
        query = REPORTS.select().where(REPORTS.c.closed_at.is_not(None))
        query = query.order_by(REPORTS.c.closed_at.desc(), REPORTS.c.id)
    rows = connection.execute(query.limit(limit))
    return [ReportRow(**row._mapping) for row in rows]


def blocked_pairs_among(
    connection: sa.Connection, people: Sequence[str] | sa.Select[tuple[str]]
) -> frozenset[tuple[str, str]]:
    """See :meth:`quincunx.club.safety.SafetyStore.blocked_pairs`; the people may be a question themselves."""
    query = (
        sa.select(BLOCKS.c.person, _OWN)
        .select_from(_WITH_PEOPLE)
        .where(BLOCKS.c.person.in_(people), _OWN.in_(people))
    )
    rows = connection.execute(query)
    return frozenset((min(row.person, row.own), max(row.person, row.own)) for row in rows)


def end_following(connection: sa.Connection, one: str, other: str) -> None:
    """End that either of two people follows the other, since one has blocked the other."""
    for person, followed in ((one, other), (other, one)):
        end = FOLLOWS.delete().where(FOLLOWS.c.person == person, FOLLOWS.c.followed == followed)
        connection.execute(end)


def carry_over(connection: sa.Connection, guest: str, account: str) -> None:
    """Move a merged guest's blocks and reports to the account."""
    known = sa.select(BLOCKS.c.blocked).where(BLOCKS.c.person == account)
    change = BLOCKS.update().where(
        BLOCKS.c.person == guest, BLOCKS.c.blocked != account, BLOCKS.c.blocked.not_in(known)
    )
    connection.execute(change.values(person=account))
    # No person can block themselves.
    itself = BLOCKS.delete().where(BLOCKS.c.person == account, BLOCKS.c.blocked == guest)
    connection.execute(itself)
    connection.execute(REPORTS.update().where(REPORTS.c.person == guest).values(person=account))


def forget_safety(connection: sa.Connection, everyone: Sequence[str]) -> None:
    """Delete blocks of these deleted people, and reports about them. Their own reports stay, anonymous."""
    connection.execute(BLOCKS.delete().where(BLOCKS.c.blocked.in_(everyone)))
    connection.execute(REPORTS.delete().where(REPORTS.c.reported.in_(everyone)))
    theirs = REPORTS.update().where(REPORTS.c.person.in_(everyone))
    connection.execute(theirs.values(person=None, why=""))


def delete_old_reports(connection: sa.Connection, now: int) -> None:
    """Let go of what was closed long ago."""
    connection.execute(REPORTS.delete().where(REPORTS.c.closed_at <= now - CLOSED_KEPT))

"""Lists for operators in pages, and their acts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import sqlalchemy as sa

from quincunx.adapters.store.accounts.authority import check, locked
from quincunx.adapters.store.accounts.operators import add_audit_entry
from quincunx.adapters.store.accounts.people import close_era
from quincunx.adapters.store.database import Database
from quincunx.adapters.store.schema import DEEDS, ONCE, PEOPLE, REPORTS, TOKENS
from quincunx.club.moderation.ports import ActsQuery, NumberedEntry, OperatorProtected, PeopleQuery, Which
from quincunx.club.rows import OPERATOR, AuditEntry, Authority, PersonRow
from quincunx.club.safety import ReportRow

_WHICH: Final[Mapping[Which, sa.ColumnElement[bool]]] = {
    "all": sa.true(),
    "accounts": PEOPLE.c.name_key.is_not(None),
    "guests": PEOPLE.c.name_key.is_(None),
    "banned": PEOPLE.c.banned_at.is_not(None),
    "operators": PEOPLE.c.operator_at.is_not(None),
}


class ModerationStore:
    """The part of :class:`quincunx.club.ports.Store` that the file's name says."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def set_operator(self, id: str, at: int | None, entry: AuditEntry) -> bool:
        return await self._database.write(_set_operator, id, at, entry)

    async def list_people(self, query: PeopleQuery, limit: int) -> Sequence[PersonRow]:
        return await self._database.read(_list_people, query, limit)

    async def persons(self, ids: Sequence[str]) -> dict[str, PersonRow]:
        return await self._database.read(_persons, ids)

    async def list_reports(
        self, is_open: bool, after: tuple[int, str] | None, limit: int
    ) -> Sequence[ReportRow]:
        return await self._database.read(_list_reports, is_open, after, limit)

    async def list_acts(self, query: ActsQuery, limit: int) -> Sequence[NumberedEntry]:
        return await self._database.read(_list_acts, query, limit)

    async def ban(
        self,
        id: str,
        at: int | None,
        reason: str | None,
        entry: AuditEntry | None = None,
        by: Authority | None = None,
    ) -> bool:
        return await self._database.write(_ban, id, at, reason, entry, by)

    async def close_report(
        self, id: str, now: int, actor: str | None = None, by: Authority | None = None
    ) -> ReportRow | None:
        return await self._database.write(_close_report, id, now, actor, by)


def _set_operator(connection: sa.Connection, id: str, at: int | None, entry: AuditEntry) -> bool:
    person = locked(connection, id)
    if person is None or person.name_key is None or person.banned_at:
        return False
    if (person.operator_at is None) == (at is None):
        return False
    connection.execute(PEOPLE.update().where(PEOPLE.c.id == id).values(operator_at=at))
    add_audit_entry(connection, entry)
    return True


def _list_people(connection: sa.Connection, query: PeopleQuery, limit: int) -> Sequence[PersonRow]:
    is_there = PEOPLE.c.deleted_at.is_(None), PEOPLE.c.became.is_(None), _WHICH[query.which]
    found = PEOPLE.select().where(*is_there)
    if query.text:
        found = found.where(_is_called(query.text))
    if query.after is not None:
        seen_at, id = query.after
        is_later = sa.and_(PEOPLE.c.seen_at == seen_at, PEOPLE.c.id > id)
        found = found.where(sa.or_(PEOPLE.c.seen_at < seen_at, is_later))
    rows = connection.execute(found.order_by(PEOPLE.c.seen_at.desc(), PEOPLE.c.id).limit(limit))
    return [PersonRow(**row._mapping) for row in rows]


def _is_called(text: str) -> sa.ColumnElement[bool]:
    """Whether this is a person's id, or their name begins with it."""
    begins = sa.func.lower(PEOPLE.c.name).startswith(text.lower(), autoescape=True)
    return sa.or_(PEOPLE.c.id == text, begins)


def _persons(connection: sa.Connection, ids: Sequence[str]) -> dict[str, PersonRow]:
    rows = [
        PersonRow(**row._mapping)
        for row in connection.execute(PEOPLE.select().where(PEOPLE.c.id.in_(set(ids))))
    ]
    merged = {row.became for row in rows if row.became is not None}
    accounts = {
        row.id: PersonRow(**row._mapping)
        for row in connection.execute(PEOPLE.select().where(PEOPLE.c.id.in_(merged)))
    }
    return {row.id: accounts.get(row.became or "", row) for row in rows}


def _list_reports(
    connection: sa.Connection, is_open: bool, after: tuple[int, str] | None, limit: int
) -> Sequence[ReportRow]:
    at = REPORTS.c.at if is_open else REPORTS.c.closed_at
    closed = REPORTS.c.closed_at
    query = REPORTS.select().where(closed.is_(None) if is_open else closed.is_not(None))
    if after is not None:
        time, id = after
        beyond = at > time if is_open else at < time
        query = query.where(sa.or_(beyond, sa.and_(at == time, REPORTS.c.id > id)))
    query = query.order_by(at if is_open else at.desc(), REPORTS.c.id).limit(limit)
    return [ReportRow(**row._mapping) for row in connection.execute(query)]


def _list_acts(connection: sa.Connection, asked: ActsQuery, limit: int) -> Sequence[NumberedEntry]:
    query = DEEDS.select().where(DEEDS.c.actor.startswith(f"{OPERATOR} ", autoescape=True))
    if asked.before is not None:
        query = query.where(DEEDS.c.number < asked.before)
    if asked.act is not None:
        query = query.where(DEEDS.c.act == asked.act)
    if asked.person:
        named = sa.select(PEOPLE.c.id).where(_is_called(asked.person))
        query = query.where(sa.or_(DEEDS.c.person == asked.person, DEEDS.c.person.in_(named)))
    rows = connection.execute(query.order_by(DEEDS.c.number.desc()).limit(limit))
    return [NumberedEntry(row.number, _entry_of(row)) for row in rows]


def _entry_of(row: sa.Row[Any]) -> AuditEntry:
    return AuditEntry(**{name: getattr(row, name) for name in AuditEntry.__struct_fields__})


def _ban(
    connection: sa.Connection,
    id: str,
    at: int | None,
    reason: str | None,
    entry: AuditEntry | None,
    by: Authority | None,
) -> bool:
    check(connection, by)
    person = locked(connection, id)
    if person is None or person.deleted_at:
        return False
    if by is not None and at is not None and person.operator_at:
        raise OperatorProtected
    values: dict[str, Any] = {"banned_at": at, "ban_reason": reason}
    if at is not None:
        values["operator_at"] = None
    connection.execute(PEOPLE.update().where(PEOPLE.c.id == id).values(**values))
    if at is not None:
        # Sessions stay, so that a banned visitor is told. They open nothing (``alive``).
        close_era(connection, id)
        connection.execute(TOKENS.delete().where(TOKENS.c.person == id))
        connection.execute(ONCE.delete().where(ONCE.c.person == id))
    if entry is not None:
        add_audit_entry(connection, entry)
    return True


def _close_report(
    connection: sa.Connection, id: str, now: int, actor: str | None, by: Authority | None
) -> ReportRow | None:
    check(connection, by)
    change = REPORTS.update().where(REPORTS.c.id == id, REPORTS.c.closed_at.is_(None))
    row = connection.execute(change.values(closed_at=now).returning(REPORTS)).first()
    if row is None:
        return None
    report = ReportRow(**row._mapping)
    if actor is not None:
        add_audit_entry(connection, AuditEntry(now, actor, "close_report", report.reported, id))
    return report

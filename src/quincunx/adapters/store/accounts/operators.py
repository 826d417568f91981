"""Operators' acts, the export of a person's data, and the deletion of expired rows."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from typing import Any, Final

import sqlalchemy as sa

from quincunx.adapters.store.accounts.authority import ids_of
from quincunx.adapters.store.accounts.former_names import delete_former_names
from quincunx.adapters.store.accounts.safety import delete_old_reports
from quincunx.adapters.store.database import Database
from quincunx.adapters.store.puzzles import forget_shown
from quincunx.adapters.store.reach.notifications import forget_old_events
from quincunx.adapters.store.schema import (
    DEEDS,
    INVITATIONS,
    METADATA,
    NOTICES,
    ONCE,
    OUTBOX,
    OWNED,
    PEOPLE,
    SESSIONS,
)
from quincunx.adapters.store.tournament.tournaments import delete_old_tournaments
from quincunx.club.accounts.sessions import IDLE, UNTOUCHED
from quincunx.club.push import KEPT_FOR
from quincunx.club.rows import AuditEntry, PersonRow

_SECRET: Final = {
    "hash", "public_key", "blocked", "followed", "reported", "endpoint", "point", "auth", "key", "host",
}  # fmt: skip
"""Columns that are not exported: credentials, other people's ids, and addresses of notifications."""
AT_ONCE: Final = 500


class OperatorStore:
    """The part of :class:`quincunx.club.ports.Store` that the file's name says."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def person_data(self, id: str) -> Mapping[str, Any]:
        return await self._database.read(_everything, id)

    async def find_people(self, text: str, limit: int) -> Sequence[PersonRow]:
        return await self._database.read(_find_people, text, limit)

    async def add_audit_entry(self, entry: AuditEntry) -> None:
        await self._database.write(add_audit_entry, entry)

    async def audit_entries(self, person: str | None, limit: int) -> Sequence[AuditEntry]:
        return await self._database.read(_audit_entries, person, limit)

    async def delete_expired(self, now: int) -> int:
        return await self._database.write(_delete_expired, now)


def _everything(connection: sa.Connection, id: str) -> Mapping[str, Any]:
    found: dict[str, Any] = {}
    everyone = ids_of(connection, id)
    # Whatever table comes to be about people has this column.
    of_people = [table for table in METADATA.sorted_tables if "person" in table.c]
    for table, owner in ((PEOPLE, PEOPLE.c.id), *((each, each.c.person) for each in of_people)):
        rows = connection.execute(table.select().where(owner.in_(everyone)))
        found[table.name] = [_json_values(row._mapping) for row in rows]
    return found


def _find_people(connection: sa.Connection, text: str, limit: int) -> Sequence[PersonRow]:
    is_meant = sa.or_(
        PEOPLE.c.id == text, sa.func.lower(PEOPLE.c.name).startswith(text.lower(), autoescape=True)
    )
    query = PEOPLE.select().where(is_meant).order_by(PEOPLE.c.seen_at.desc()).limit(limit)
    return [PersonRow(**row._mapping) for row in connection.execute(query)]


def add_audit_entry(connection: sa.Connection, entry: AuditEntry) -> None:
    """Record an operator's action, or a change of an account's credentials."""
    values = {name: getattr(entry, name) for name in AuditEntry.__struct_fields__}
    connection.execute(DEEDS.insert(), values)


def _audit_entries(connection: sa.Connection, person: str | None, limit: int) -> Sequence[AuditEntry]:
    columns = [DEEDS.c[name] for name in AuditEntry.__struct_fields__]
    query = sa.select(*columns).order_by(DEEDS.c.number.desc()).limit(limit)
    if person is not None:
        query = query.where(DEEDS.c.person == person)
    return [AuditEntry(**row._mapping) for row in connection.execute(query)]


def _delete_expired(connection: sa.Connection, now: int) -> int:
    connection.execute(ONCE.delete().where(ONCE.c.until <= now))
    connection.execute(OUTBOX.delete().where(OUTBOX.c.until <= now))
    connection.execute(INVITATIONS.delete().where(INVITATIONS.c.until <= now))
    connection.execute(SESSIONS.delete().where(SESSIONS.c.seen_at <= now - IDLE))
    delete_old_reports(connection, now)
    delete_former_names(connection, now)
    forget_old_events(connection, now)
    delete_old_tournaments(connection, now)
    forget_shown(connection, now)
    connection.execute(NOTICES.delete().where(NOTICES.c.told_at <= now - KEPT_FOR))
    is_untouched = sa.and_(
        PEOPLE.c.has_played.is_(False),
        PEOPLE.c.seen_at <= now - UNTOUCHED,
        PEOPLE.c.name_key.is_(None),
        PEOPLE.c.became.is_(None),
        PEOPLE.c.deleted_at.is_(None),
        PEOPLE.c.banned_at.is_(None),
    )
    rows = connection.execute(sa.select(PEOPLE.c.id).where(is_untouched).limit(AT_ONCE))
    guests = [row.id for row in rows]
    for table in OWNED:
        connection.execute(table.delete().where(table.c.person.in_(guests)))
    connection.execute(PEOPLE.delete().where(PEOPLE.c.id.in_(guests)))
    return len(guests)


def _json_values(row: Any) -> dict[str, Any]:
    return {
        name: base64.urlsafe_b64encode(value).decode() if isinstance(value, bytes) else value
        for name, value in row.items()
        if name not in _SECRET
    }

"""Notifications: what people have chosen, and the events and turns of which they have been notified."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from quincunx.adapters.store.accounts.authority import check, locked
from quincunx.adapters.store.accounts.safety import blocked_pairs_among
from quincunx.adapters.store.database import Database, Violated
from quincunx.adapters.store.schema import (
    ADDRESSES,
    ALERTS,
    EVENTS_TOLD,
    NOTICES,
    PEOPLE,
    PUSHES,
    REACH,
    SEEKERS,
)
from quincunx.club.ports import NoSuchPerson
from quincunx.club.push import PushRow
from quincunx.club.reach.notifications import KEPT_FOR, Kind, NotificationChoices, Target
from quincunx.club.rows import Authority, PersonRow

_CHOICES: Final = msgspec.json.Decoder(NotificationChoices)
_USUAL: Final = NotificationChoices()


class NotificationStore:
    """See :class:`quincunx.club.reach.notifications.NotificationStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def notification_choices(self, person: str) -> NotificationChoices:
        return await self._database.read(_choices, person)

    async def choose_notifications(
        self, person: str, choices: NotificationChoices, by: Authority | None = None
    ) -> None:
        await self._database.write(_choose, person, choices, by)

    async def stop_mails(self, person: str, kind: Kind) -> bool:
        return await self._database.write(_stop_mails, person, kind)

    async def take_event(self, person: str, kind: Kind, event: str, now: int) -> Target | None:
        def is_new(connection: sa.Connection, account: str) -> bool:
            return _record_event(connection, account, kind, event, now)

        return await self._take(person, kind, is_new)

    async def take_notice(self, person: str, table: str, turn: int, kind: Kind, now: int) -> Target | None:
        def is_new(connection: sa.Connection, account: str) -> bool:
            return _record_notice(connection, account, table, turn, now)

        return await self._take(person, kind, is_new)

    async def has_push(self, person: str) -> bool:
        return await self._database.read(_has_push, person)

    async def set_alert(self, person: str, until: int | None, by: Authority | None = None) -> None:
        await self._database.write(_set_alert, person, until, by)

    async def alert_until(self, person: str, now: int) -> int | None:
        return await self._database.read(_alert_until, person, now)

    async def take_alerts(self, seeker: str, now: int, limit: int) -> Sequence[Target]:
        found = await self._database.read(_alerts, seeker, now, limit)
        return await self._database.write(_take_alerts, found) if found else ()

    async def wanting(self, kind: Kind, after: str, limit: int) -> Sequence[str]:
        return await self._database.read(_wanting, kind, after, limit)

    async def _take(
        self, person: str, kind: Kind, is_new: Callable[[sa.Connection, str], bool]
    ) -> Target | None:
        target = await self._database.read(_target, person, kind)
        if target is None:
            return None  # as for most people: nothing is written
        try:
            is_first = await self._database.write(is_new, target.person)
        except Violated:
            is_first = False  # another node was faster
        return target if is_first else None


def _choices(connection: sa.Connection, person: str) -> NotificationChoices:
    found = connection.execute(sa.select(REACH.c.choices).where(REACH.c.person == person)).scalar()
    return _USUAL if found is None else _CHOICES.decode(found)


def _choose(
    connection: sa.Connection, person: str, choices: NotificationChoices, by: Authority | None
) -> None:
    check(connection, by)
    if locked(connection, person) is None:
        raise NoSuchPerson
    _store(connection, person, choices)


def _store(connection: sa.Connection, person: str, choices: NotificationChoices) -> None:
    text = msgspec.json.encode(choices).decode()
    change = REACH.update().where(REACH.c.person == person).values(choices=text)
    if not connection.execute(change).rowcount:
        connection.execute(REACH.insert(), {"person": person, "is_hidden": False, "choices": text})


def _stop_mails(connection: sa.Connection, person: str, kind: Kind) -> bool:
    row = locked(connection, person)
    if row is None or row.deleted_at:
        return False
    choices = _choices(connection, person)
    if choices.way(kind) == "mail":
        ended: dict[str, Any] = {kind: "off"}
        _store(connection, person, msgspec.structs.replace(choices, **ended))
    return True


def _target(connection: sa.Connection, person: str, kind: Kind) -> Target | None:
    row = _account(connection, person)
    if row is None or row.deleted_at or row.banned_at:
        return None
    way = _choices(connection, row.id).way(kind)
    if way == "push":
        devices = PUSHES.select().where(PUSHES.c.person == row.id).order_by(PUSHES.c.made_at)
        found = tuple(PushRow(**each._mapping) for each in connection.execute(devices))
        return Target(row.id, found) if found else None
    if way == "mail":
        query = sa.select(ADDRESSES.c.address, ADDRESSES.c.language).where(ADDRESSES.c.person == row.id)
        known = connection.execute(query).first()
        if known is not None and known.address is not None:
            return Target(row.id, address=known.address, language=known.language)
    return None


def _account(connection: sa.Connection, person: str) -> PersonRow | None:
    account = sa.select(sa.func.coalesce(PEOPLE.c.became, PEOPLE.c.id)).where(PEOPLE.c.id == person)
    row = connection.execute(PEOPLE.select().where(PEOPLE.c.id == account.scalar_subquery())).first()
    return None if row is None else PersonRow(**row._mapping)


def _record_event(connection: sa.Connection, person: str, kind: Kind, event: str, now: int) -> bool:
    """Record that a person is notified of this event. False if they were before."""
    is_this = EVENTS_TOLD.c.person == person, EVENTS_TOLD.c.kind == kind, EVENTS_TOLD.c.event == event
    if connection.execute(EVENTS_TOLD.select().where(*is_this)).first() is not None:
        return False
    connection.execute(EVENTS_TOLD.insert(), {"person": person, "kind": kind, "event": event, "at": now})
    return True


def _record_notice(connection: sa.Connection, person: str, table: str, turn: int, now: int) -> bool:
    """Record that a person is notified of this turn. False if they were notified of it, or of a later one."""
    is_this = sa.and_(NOTICES.c.person == person, NOTICES.c.tab == table)
    change = NOTICES.update().where(is_this, NOTICES.c.turn < turn).values(turn=turn, told_at=now)
    if connection.execute(change).rowcount:
        return True
    if connection.execute(NOTICES.select().where(is_this)).first() is not None:
        return False
    values = {"person": person, "tab": table, "turn": turn, "told_at": now}
    connection.execute(NOTICES.insert(), values)
    return True


def _wanting(connection: sa.Connection, kind: Kind, after: str, limit: int) -> Sequence[str]:
    wants = sa.or_(*(REACH.c.choices.contains(f'"{kind}":"{way}"') for way in ("push", "mail")))
    query = sa.select(REACH.c.person).where(wants, REACH.c.person > after)
    return [row.person for row in connection.execute(query.order_by(REACH.c.person).limit(limit))]


def _has_push(connection: sa.Connection, person: str) -> bool:
    return connection.execute(PUSHES.select().where(PUSHES.c.person == person)).first() is not None


def _set_alert(connection: sa.Connection, person: str, until: int | None, by: Authority | None) -> None:
    check(connection, by)
    if locked(connection, person) is None:
        raise NoSuchPerson
    connection.execute(ALERTS.delete().where(ALERTS.c.person == person))
    if until is not None:
        connection.execute(ALERTS.insert(), {"person": person, "until": until})


def _alert_until(connection: sa.Connection, person: str, now: int) -> int | None:
    query = sa.select(ALERTS.c.until).where(ALERTS.c.person == person, ALERTS.c.until > now)
    found: int | None = connection.execute(query).scalar()
    return found


def _alerts(connection: sa.Connection, seeker: str, now: int, limit: int) -> list[str]:
    seeking = sa.select(SEEKERS.c.person)
    query = (
        sa.select(ALERTS.c.person)
        .where(ALERTS.c.until > now, ALERTS.c.person != seeker, ALERTS.c.person.not_in(seeking))
        .order_by(ALERTS.c.until, ALERTS.c.person)
        .limit(limit)
    )
    people = [row.person for row in connection.execute(query)]
    apart = {
        each for pair in blocked_pairs_among(connection, [seeker, *people]) if seeker in pair for each in pair
    }
    return [person for person in people if person not in apart]


def _take_alerts(connection: sa.Connection, people: Sequence[str]) -> list[Target]:
    found: list[Target] = []
    for person in people:
        # Of two nodes that ask at once, one deletes the row.
        if not connection.execute(ALERTS.delete().where(ALERTS.c.person == person)).rowcount:
            continue
        devices = PUSHES.select().where(PUSHES.c.person == person).order_by(PUSHES.c.made_at)
        rows = tuple(PushRow(**each._mapping) for each in connection.execute(devices))
        found += [Target(person, rows)] if rows else []
    return found


def forget_old_events(connection: sa.Connection, now: int) -> None:
    """Delete what is recorded of old events."""
    connection.execute(EVENTS_TOLD.delete().where(EVENTS_TOLD.c.at <= now - KEPT_FOR))
    connection.execute(ALERTS.delete().where(ALERTS.c.until <= now))

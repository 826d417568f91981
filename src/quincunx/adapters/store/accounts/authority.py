"""Checks on whose word something is changed, in the transaction that changes it."""

from __future__ import annotations

import sqlalchemy as sa

from quincunx.adapters.store.schema import PEOPLE, SESSIONS, TOKENS
from quincunx.club.ports import NotConfirmed, SessionEnded
from quincunx.club.rows import Authority, PersonRow


def locked(connection: sa.Connection, person: str) -> PersonRow | None:
    """A person's row, locked until this transaction ends. A transaction that counts a person's rows before it
    adds one starts with this."""
    query = PEOPLE.select().where(PEOPLE.c.id == person).with_for_update()
    row = connection.execute(query).first()
    return None if row is None else PersonRow(**row._mapping)


def check(connection: sa.Connection, by: Authority | None) -> None:
    """Lock the row of the person who acts, and the session on whose word they do.

    Whatever ends a session changes one of these rows: it has happened before, and is seen here, or it waits
    until this transaction has ended. Raises :class:`~quincunx.club.ports.SessionEnded` and
    :class:`~quincunx.club.ports.NotConfirmed`.
    """
    if by is None:
        return
    person = locked(connection, by.person)
    if person is None or person.deleted_at or person.banned_at or person.became:
        raise SessionEnded
    query = SESSIONS.select().where(SESSIONS.c.hash == by.key, SESSIONS.c.person == by.person)
    session = connection.execute(query.with_for_update()).first()
    if session is None:
        _check_token(connection, by)
        return
    if by.shown_since is not None and (session.signed_in_at or -1) < by.shown_since:
        raise NotConfirmed
    if by.not_by_link and session.how == "link" and session.signed_in_at is None:
        raise NotConfirmed
    if by.era is not None and by.era != person.era:
        raise NotConfirmed
    if by.is_operator and not person.operator_at:
        raise NotConfirmed


def _check_token(connection: sa.Connection, by: Authority) -> None:
    query = sa.select(TOKENS.c.id).where(TOKENS.c.hash == by.key, TOKENS.c.person == by.person)
    if connection.execute(query.with_for_update()).first() is None:
        raise SessionEnded
    if by.shown_since is not None or by.not_by_link or by.is_operator or by.era is not None:
        raise NotConfirmed  # a token is no person who could confirm anything


def aliases_of(connection: sa.Connection, account: str) -> tuple[str, ...]:
    """The guests that are part of an account."""
    query = sa.select(PEOPLE.c.id).where(PEOPLE.c.became == account).order_by(PEOPLE.c.id)
    return tuple(row.id for row in connection.execute(query))


def ids_of(connection: sa.Connection, person: str) -> tuple[str, ...]:
    """The ids under which seats may name a person: their own, then those of guests merged into them."""
    return (person, *aliases_of(connection, person))

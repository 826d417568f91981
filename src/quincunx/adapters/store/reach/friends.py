"""People whom people follow, and who hides that they are here."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from quincunx.adapters.store.accounts.authority import check, locked
from quincunx.adapters.store.accounts.safety import blocked_pairs_among, end_following
from quincunx.adapters.store.database import Database
from quincunx.adapters.store.schema import FOLLOWS, PEOPLE, REACH
from quincunx.club.ports import NoSuchPerson
from quincunx.club.reach.friends import FriendRow
from quincunx.club.rows import Authority


class FriendStore:
    """See :class:`quincunx.club.reach.friends.FriendStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def follow(self, person: str, other: str, now: int, most: int, by: Authority | None = None) -> bool:
        return await self._database.write(_follow, person, other, now, most, by)

    async def unfollow(self, person: str, others: Sequence[str], by: Authority | None = None) -> bool:
        return await self._database.write(_unfollow, person, others, by)

    async def friends(self, person: str) -> Sequence[FriendRow]:
        return await self._database.read(_friends, person)

    async def followers(self, person: str) -> Sequence[str]:
        return await self._database.read(_followers, person)

    async def hides_presence(self, person: str) -> bool:
        return await self._database.read(_hides_presence, person)

    async def hide_presence(self, person: str, is_hidden: bool, by: Authority | None = None) -> None:
        await self._database.write(_hide_presence, person, is_hidden, by)


def _follow(
    connection: sa.Connection, person: str, other: str, now: int, most: int, by: Authority | None
) -> bool:
    check(connection, by)
    # In one order: two people who follow or block each other at once do not wait for each other.
    rows = {id: locked(connection, id) for id in sorted({person, other})}
    if any(row is None or row.deleted_at or row.became for row in rows.values()) or person == other:
        raise NoSuchPerson
    if blocked_pairs_among(connection, (person, other)):
        raise NoSuchPerson
    is_same = FOLLOWS.c.person == person, FOLLOWS.c.followed == other
    if connection.execute(FOLLOWS.select().where(*is_same)).first() is not None:
        return True
    count = sa.select(sa.func.count()).select_from(FOLLOWS).where(FOLLOWS.c.person == person)
    if connection.execute(count).scalar_one() >= most:
        return False
    connection.execute(FOLLOWS.insert(), {"person": person, "followed": other, "at": now})
    return True


def _unfollow(connection: sa.Connection, person: str, others: Sequence[str], by: Authority | None) -> bool:
    check(connection, by)
    end = FOLLOWS.delete().where(FOLLOWS.c.person == person, FOLLOWS.c.followed.in_(others))
    return bool(connection.execute(end).rowcount)


def _friends(connection: sa.Connection, person: str) -> Sequence[FriendRow]:
    query = (
        sa.select(PEOPLE.c.id, PEOPLE.c.name, PEOPLE.c.name_key, FOLLOWS.c.at, REACH.c.is_hidden)
        .select_from(FOLLOWS)
        .join(PEOPLE, PEOPLE.c.id == FOLLOWS.c.followed)
        .join(REACH, REACH.c.person == PEOPLE.c.id, isouter=True)
        .where(FOLLOWS.c.person == person, PEOPLE.c.banned_at.is_(None))
        .order_by(sa.func.lower(PEOPLE.c.name), PEOPLE.c.id)
    )
    rows = connection.execute(query).all()
    guests = sa.select(PEOPLE.c.id, PEOPLE.c.became).where(PEOPLE.c.became.in_([row.id for row in rows]))
    merged = connection.execute(guests.order_by(PEOPLE.c.id)).all()
    return [
        FriendRow(
            (row.id, *(each.id for each in merged if each.became == row.id)),
            row.name,
            row.name_key is None,
            bool(row.is_hidden),
            row.at,
        )
        for row in rows
    ]


def _followers(connection: sa.Connection, person: str) -> Sequence[str]:
    query = sa.select(FOLLOWS.c.person).where(FOLLOWS.c.followed == person).order_by(FOLLOWS.c.person)
    return [row.person for row in connection.execute(query)]


def _hides_presence(connection: sa.Connection, person: str) -> bool:
    query = sa.select(REACH.c.is_hidden).where(REACH.c.person == person)
    return bool(connection.execute(query).scalar())


def _hide_presence(connection: sa.Connection, person: str, is_hidden: bool, by: Authority | None) -> None:
    check(connection, by)
    if locked(connection, person) is None:
        raise NoSuchPerson
    change = REACH.update().where(REACH.c.person == person).values(is_hidden=is_hidden)
    if not connection.execute(change).rowcount:
        connection.execute(REACH.insert(), {"person": person, "is_hidden": is_hidden})


def carry_over_follows(connection: sa.Connection, guest: str, account: str) -> None:
    """Let those who follow a merged guest follow the account, but for the account itself."""
    known = sa.select(FOLLOWS.c.person).where(FOLLOWS.c.followed == account)
    change = FOLLOWS.update().where(
        FOLLOWS.c.followed == guest, FOLLOWS.c.person != account, FOLLOWS.c.person.not_in(known)
    )
    connection.execute(change.values(followed=account))
    connection.execute(FOLLOWS.delete().where(FOLLOWS.c.followed == guest))
    # A block of the guest holds for the account.
    everyone = sa.select(FOLLOWS.c.person).where(FOLLOWS.c.followed == account)
    others = sa.select(FOLLOWS.c.followed).where(FOLLOWS.c.person == account)
    near = {account, *connection.execute(everyone).scalars(), *connection.execute(others).scalars()}
    for pair in blocked_pairs_among(connection, tuple(near)):
        if account in pair:
            end_following(connection, *pair)


def forget_followed(connection: sa.Connection, everyone: Sequence[str]) -> None:
    """Delete all follows of these people, since they are deleted."""
    connection.execute(FOLLOWS.delete().where(FOLLOWS.c.followed.in_(everyone)))

"""Rows of nodes: heartbeats that they write while the bus is away, and the people connected to them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
import sqlalchemy as sa

from quincunx.adapters.store.database import Database
from quincunx.adapters.store.schema import NODE_PEOPLE, NOTES
from quincunx.node.cluster.store_heartbeat import Heartbeat
from quincunx.node.lists.people_here import PeopleOfNode

STALE: Final = 3600 * 1000
"""After so many milliseconds the row of a node is deleted."""
_PEOPLE: Final = msgspec.json.Decoder(frozenset[str])


class HeartbeatRows:
    """A :class:`quincunx.node.cluster.store_heartbeat.HeartbeatStore`, and a
    :class:`quincunx.node.lists.people_here.PeopleBoard`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def write_heartbeat(self, heartbeat: Heartbeat) -> None:
        await self._database.write(_write_heartbeat, heartbeat)

    async def delete_heartbeat(self, node: str) -> None:
        await self._database.write(_delete_heartbeat, node)

    async def heartbeats(self) -> Sequence[Heartbeat]:
        return await self._database.read(_heartbeats)

    async def write_people_here(self, here: PeopleOfNode) -> None:
        await self._database.write(_write_people_here, here)

    async def delete_people_here(self, node: str) -> None:
        await self._database.write(_delete_people_here, node)

    async def people_here(self, since: int) -> Sequence[PeopleOfNode]:
        return await self._database.read(_people_here, since)


def _write_heartbeat(connection: sa.Connection, heartbeat: Heartbeat) -> None:
    values = {"number": heartbeat.number, "at": heartbeat.at, "said": heartbeat.said}
    connection.execute(NOTES.delete().where(NOTES.c.at <= heartbeat.at - STALE))
    update = NOTES.update().where(NOTES.c.node == heartbeat.node).values(**values)
    if not connection.execute(update).rowcount:
        connection.execute(NOTES.insert(), {"node": heartbeat.node, **values})


def _delete_heartbeat(connection: sa.Connection, node: str) -> None:
    connection.execute(NOTES.delete().where(NOTES.c.node == node))


def _heartbeats(connection: sa.Connection) -> Sequence[Heartbeat]:
    rows = connection.execute(sa.select(NOTES).order_by(NOTES.c.node))
    return [Heartbeat(row.node, row.number, row.at, row.said) for row in rows]


def _write_people_here(connection: sa.Connection, here: PeopleOfNode) -> None:
    people = msgspec.json.encode(sorted(here.people)).decode()
    values = {"at": here.at, "people": people, "more": here.more}
    connection.execute(NODE_PEOPLE.delete().where(NODE_PEOPLE.c.at <= here.at - STALE))
    update = NODE_PEOPLE.update().where(NODE_PEOPLE.c.node == here.node).values(**values)
    if not connection.execute(update).rowcount:
        connection.execute(NODE_PEOPLE.insert(), {"node": here.node, **values})


def _delete_people_here(connection: sa.Connection, node: str) -> None:
    connection.execute(NODE_PEOPLE.delete().where(NODE_PEOPLE.c.node == node))


def _people_here(connection: sa.Connection, since: int) -> Sequence[PeopleOfNode]:
    query = NODE_PEOPLE.select().where(NODE_PEOPLE.c.at >= since).order_by(NODE_PEOPLE.c.node)
    rows = connection.execute(query)
    return [PeopleOfNode(row.node, row.at, _PEOPLE.decode(row.people), row.more) for row in rows]

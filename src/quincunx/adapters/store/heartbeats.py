"""Heartbeats that nodes write into the store while the bus is away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import sqlalchemy as sa

from quincunx.adapters.store.database import Database
from quincunx.adapters.store.schema import NOTES
from quincunx.node.cluster.store_heartbeat import Heartbeat

STALE: Final = 3600 * 1000
"""After so many milliseconds a heartbeat is deleted."""


class HeartbeatRows:
    """A :class:`quincunx.node.cluster.store_heartbeat.HeartbeatStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def write_heartbeat(self, heartbeat: Heartbeat) -> None:
        await self._database.write(_write_heartbeat, heartbeat)

    async def delete_heartbeat(self, node: str) -> None:
        await self._database.write(_delete_heartbeat, node)

    async def heartbeats(self) -> Sequence[Heartbeat]:
        return await self._database.read(_heartbeats)


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

"""Notes that nodes leave which nobody hears."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import sqlalchemy as sa

from quincunx.adapters.store.database import Database
from quincunx.adapters.store.schema import NOTES
from quincunx.node.cluster.store_heartbeat import Heartbeat

STALE: Final = 3600 * 1000
"""After so many milliseconds a note is of no use to anybody."""


class NotesStore:
    """A :class:`quincunx.node.cluster.store_heartbeat.HeartbeatStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def write_heartbeat(self, note: Note) -> None:
        await self._database.write(_leave_note, note)

    async def delete_heartbeat(self, node: str) -> None:
        await self._database.write(_take_note_away, node)

    async def heartbeats(self) -> Sequence[Note]:
        return await self._database.read(_notes)


def _leave_note(connection: sa.Connection, note: Note) -> None:
    values = {"number": note.number, "at": note.at, "said": note.said}
    connection.execute(NOTES.delete().where(NOTES.c.at <= note.at - STALE))
    update = NOTES.update().where(NOTES.c.node == note.node).values(**values)
    if not connection.execute(update).rowcount:
        connection.execute(NOTES.insert(), {"node": note.node, **values})


def _take_note_away(connection: sa.Connection, node: str) -> None:
    connection.execute(NOTES.delete().where(NOTES.c.node == node))


def _notes(connection: sa.Connection) -> Sequence[Note]:
    rows = connection.execute(sa.select(NOTES).order_by(NOTES.c.node))
    return [Heartbeat(row.node, row.number, row.at, row.said) for row in rows]

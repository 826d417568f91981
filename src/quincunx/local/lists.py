"""The tables of the device's own person."""

from __future__ import annotations

from typing import Final

from quincunx.core.reason import Refusal
from quincunx.local.ports import LocalWorld
from quincunx.local.tables import LocalTables
from quincunx.table.my_tables import my_table
from quincunx.table.seats.person import Person
from quincunx.table.wire.lists import MyTable

MOST_SHOWN: Final = 30
"""Most lines in the list. Each costs a table in memory."""


class LocalLists:
    """The lists of a device."""

    def __init__(self, world: LocalWorld, tables: LocalTables) -> None:
        self._world = world
        self._tables = tables

    async def own_tables(self, person: Person) -> tuple[tuple[MyTable, ...], tuple[str, ...]]:
        """The lines of the person's tables that have not ended, those that wait for them first, then the
        latest; and the names of further ones."""
        rows = [row for row in await self._world.journal.rows() if person.id in row.people]
        rows.sort(key=lambda row: (person.id not in row.awaited, -row.changed))
        names = [row.table for row in rows]
        lines = [line for name in names[:MOST_SHOWN] if (line := await self.line(name, person)) is not None]
        lines.sort(key=lambda line: (not line.waits_for_you, -line.since))
        return tuple(lines), tuple(names[MOST_SHOWN:])

    async def line(self, table: str, person: Person) -> MyTable | None:
        """The line of a table; ``None`` if it has ended or is not the person's."""
        try:
            live = await self._tables.get(table)
        except Refusal:
            return None
        return my_table(live.state, person, self._world.now(), live.small)

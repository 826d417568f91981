"""The creation of a table for people who are brought together."""

from __future__ import annotations

from typing import Protocol

from quincunx.table.events import TableSettings
from quincunx.table.seats.person import Person


class MakeTable(Protocol):
    """Creates a table of this name with seats kept for these people, until bots sit down for absent people at
    a given time. Raises ``Conflict`` if the table exists."""

    async def __call__(
        self,
        table: str,
        host: Person,
        settings: TableSettings,
        kept: tuple[Person | None, ...],
        begins_by: int | None = None,
    ) -> object: ...

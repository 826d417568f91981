"""Tables for the members of a club."""

from __future__ import annotations

from typing import Final, Literal

from quincunx.club.clubs.wire import ClubTable
from quincunx.club.ports import Store
from quincunx.core.reason import Refusal
from quincunx.kit import Cache
from quincunx.node.node import Tables
from quincunx.node.ports import JournalUnavailable
from quincunx.table.seats.person import Person
from quincunx.table.state import TableState

MOST_TABLES: Final = 20
"""Most tables of a club of which the store knows; older ones have their links only."""
FRESH_SECONDS: Final = 3.0
MOST_CACHED: Final = 500
_NOBODY: Final = Person("", "")


class ClubTables:
    """The tables of clubs that wait or play, at most :data:`FRESH_SECONDS` old."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables
        self._lines: Cache[str, tuple[tuple[str, ClubTable], ...]] = Cache(MOST_CACHED, FRESH_SECONDS)

    async def list_tables(self, club: str) -> tuple[tuple[str, ClubTable], ...]:
        """A club's tables, the newest first, each with the id of its host. Private ones are left out."""
        return await self._lines.get(club, lambda: self._load(club))

    async def add(self, club: str, table: str, now: int) -> None:
        """Show a new table on its club's page."""
        await self._store.add_club_table(club, table, now, MOST_TABLES)
        self._lines.invalidate(club)

    async def _load(self, club: str) -> tuple[tuple[str, ClubTable], ...]:
        shown: list[tuple[str, ClubTable]] = []
        for table in await self._store.club_tables(club, MOST_TABLES):
            try:
                state = (await self._tables.watch(table, _NOBODY)).state
            except (Refusal, JournalUnavailable):
                continue
            if state.status != "ended":
                shown.append((state.host, _line(state, state.status)))
        return tuple(shown)


def _line(state: TableState, status: Literal["waiting", "playing"]) -> ClubTable:
    return ClubTable(
        id=state.id,
        status=status,
        game=state.game.name,
        names=tuple(seat.name for seat in state.seats if seat.person is not None and seat.name),
        free=sum(not seat.is_taken for seat in state.seats),
        host=state.host_name,
        since=state.made_at,
    )

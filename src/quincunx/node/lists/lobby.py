"""The open tables, the evenings that wait and the day's finished games, as everybody may see them, and who is
told of changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Final, Protocol

import msgspec
import structlog
from msgspec.structs import replace

from quincunx.club.ports import StoreUnavailable
from quincunx.club.tournament.wire import OpenEvening
from quincunx.kit import Cache, Periodic
from quincunx.node.lists.guests import Guests
from quincunx.node.lists.strengths import Strength
from quincunx.node.ports import Clock, Journal, JournalUnavailable
from quincunx.table.summary import DAY, LINES
from quincunx.table.wire.lists import LobbyNews, OpenTable

log = structlog.get_logger("quincunx.tables")

MOST_READ: Final = 1_000
MOST_READ_OF_ONE_ORIGIN: Final = 60
"""However many tables one network has, those of others are read."""
MOST_LISTED: Final = 100
MOST_WAITING: Final = 60
"""Of them: those that wait come first, and leave room for some to be watched."""
MOST_FINISHED_READ: Final = 100
MOST_FINISHED: Final = 20
"""A day's games that are over are there to be looked at once, and not to fill the page."""
MOST_OF_ONE_ORIGIN: Final = 15
"""Waiting tables from one network, while those of others need the room."""
MOST_OF_ONE_HOST: Final = 3
"""Else one host could fill the page."""
STALE_MILLISECONDS: Final = 24 * 3_600_000
"""A table that has waited for so long waits for nobody."""
FRESH_MILLISECONDS: Final = 1_000
"""How long the list is cached: the journal is read at most this often, whatever the number of readers."""
LOOK_SECONDS = 1.0
"""How often it is looked for changes while somebody follows."""
COMPLAINT_MILLISECONDS: Final = 600_000
"""So often at most the log hears that a line is damaged: it stays so, and is read every second."""


class LobbyFollower(Protocol):
    """Somebody who wants to know of the open tables."""

    def lobby_changed(self) -> None:
        """There is something new, to be asked for by :meth:`OpenTables.news`."""
        ...


class OpenTables:
    """The list: tables that wait, then those at which people play, the newest first, then games of the day,
    the last one first. ``watching`` says how many look on at a table, ``named`` a line as it may be shown,
    ``boards`` what the games that are shown first look like."""

    def __init__(
        self,
        journal: Journal,
        clock: Clock,
        watching: Callable[[str], int] = lambda table: 0,
        named: Callable[[OpenTable], Awaitable[OpenTable]] | None = None,
        boards: Callable[[Iterable[OpenTable]], Awaitable[dict[str, str]]] | None = None,
        guests: Guests | None = None,
    ) -> None:
        self._journal = journal
        self._clock = clock
        self._watching = watching
        self._named = named
        self._boards = boards
        self._guests = guests or Guests()
        self.strengths: Callable[[Sequence[OpenTable]], Awaitable[Mapping[str, Strength]]] | None = None
        """How strong those are who play, by table, where somebody keeps ratings."""
        self.waiting: Callable[[], Awaitable[tuple[OpenEvening, ...]]] | None = None
        """The evenings that everybody may find, where somebody keeps evenings."""
        self._lists: Cache[str, tuple[OpenTable, ...]] = Cache(1, FRESH_MILLISECONDS, timer=clock.now)
        self._complained: int | None = None
        self._followers: list[LobbyFollower] = []
        self._loop = Periodic("lobby", self._look, lambda: LOOK_SECONDS, expected=(JournalUnavailable,))
        self._told: dict[str, OpenTable] = {}
        self._drawn: dict[str, str] = {}
        self._evenings: tuple[OpenEvening, ...] = ()
        """What followers know, at this version: the lines, the small boards and the evenings."""
        self._version = 0
        self._change = self._whole = b""
        """The news that leads from the version before to this one, and all that there is."""

    def start(self) -> None:
        """Tell followers of changes, until :meth:`stop`."""
        self._loop.start()

    async def stop(self) -> None:
        """Undo :meth:`start`."""
        await self._loop.stop()

    async def listed(self) -> tuple[OpenTable, ...]:
        """The list, at most :data:`FRESH_MILLISECONDS` old. A line that cannot be read is left out. Raises
        :class:`~quincunx.node.ports.JournalUnavailable`."""
        return await self._lists.get("open", self._list)

    async def _list(self) -> tuple[OpenTable, ...]:
        now = self._clock.now()
        lines = await self._journal.lobby(MOST_READ, MOST_READ_OF_ONE_ORIGIN)
        ended = await self._journal.finished(now - DAY, MOST_FINISHED_READ, MOST_READ_OF_ONE_ORIGIN)
        tables = (
            *fairly(self._read(lines, now), now, MOST_LISTED),
            *fairly(self._read(ended, now), now, MOST_FINISHED),
        )
        if self._named is not None:
            tables = tuple([await self._named(table) for table in tables])
        strengths: Mapping[str, Strength] = {}
        if self.strengths is not None:
            strengths = await self.strengths(tables)
        guests = await self._guests.among(handle for table in tables for handle in table.handles)
        return tuple(self._completed(table, strengths.get(table.id), guests) for table in tables)

    def _read(self, lines: Sequence[bytes], now: int) -> Iterator[OpenTable]:
        for line in lines:
            try:
                yield LINES.decode(line)
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, TypeError) as error:
                # One table is not found here; it is played all the same, and `quincunx check` names it.
                if self._complained is None or now - self._complained >= COMPLAINT_MILLISECONDS:
                    self._complained = now
                    log.warning("lobby_line_damaged", reason=str(error))

    def _completed(self, table: OpenTable, strength: Strength | None, guests: Container[str]) -> OpenTable:
        rating, surely = strength or (None, None)
        return replace(
            table,
            watching=self._watching(table.id),
            rating=rating,
            surely=surely,
            handles=(),
            guests=tuple(
                seat for seat, handle in enumerate(table.handles) if handle is not None and handle in guests
            ),
            origin=None,
        )

    def forget(self) -> None:
        """Read the journal for the next reader: a new table's host looks for it at once."""
        self._lists.clear()

    # ---- following -----------------------------------------------------------------------------------------

    def follow(self, follower: LobbyFollower) -> None:
        """Tell this follower of changes from now on, and of all that there is as soon as it is known."""
        self._followers.append(follower)
        if len(self._followers) == 1:
            self._loop.wake()
        if self._version:
            follower.lobby_changed()

    def unfollow(self, follower: LobbyFollower) -> None:
        """Undo :meth:`follow`."""
        if follower in self._followers:
            self._followers.remove(follower)

    def news(self, known: int) -> tuple[int, bytes]:
        """The version that there is now, and the frame that leads there from the one that somebody has been
        told (0: nothing yet); empty if they know it. It is made once for all."""
        if known == self._version:
            return known, b""
        return self._version, self._change if known and known == self._version - 1 else self._whole

    async def _look(self) -> None:
        if self._followers:
            tables = await self.listed()
            boards = {} if self._boards is None else await self._boards(tables)
            self._take_in(tables, boards, await self._waiting())

    async def _waiting(self) -> tuple[OpenEvening, ...]:
        if self.waiting is None:
            return ()
        try:
            return await self.waiting()
        except StoreUnavailable as error:
            # The tables are there all the same, and the evenings are what they were.
            log.warning("lobby_without_evenings", reason=str(error))
            return self._evenings

    def _take_in(
        self, tables: tuple[OpenTable, ...], boards: dict[str, str], evenings: tuple[OpenEvening, ...]
    ) -> None:
        now = {table.id: table for table in tables}
        changed = tuple(table for table in tables if self._told.get(table.id) != table)
        gone = tuple(name for name in self._told if name not in now)
        drawn = {name: small for name, small in boards.items() if self._drawn.get(name) != small}
        drawn |= {name: "" for name in self._drawn if name in now and name not in boards}
        is_same = evenings == self._evenings
        if self._version and not changed and not gone and not drawn and is_same:
            return
        self._told, self._drawn, self._evenings = now, boards, evenings
        self._version += 1
        waiting = tuple(msgspec.Raw(msgspec.json.encode(each)) for each in evenings)
        news = LobbyNews(changed, gone, boards=drawn, evenings=None if is_same else waiting)
        whole = LobbyNews(tables, whole=True, boards=boards, evenings=waiting)
        self._change, self._whole = msgspec.json.encode(news), msgspec.json.encode(whole)
        for follower in self._followers:
            follower.lobby_changed()


def fairly(tables: Iterable[OpenTable], now: int, most: int) -> tuple[OpenTable, ...]:
    """The first of each host's, none that is stale or has no seat left, and not too many in all."""
    seen: Counter[str] = Counter()
    found: list[OpenTable] = []
    for table in tables:
        if table.status == "waiting" and now - table.since >= STALE_MILLISECONDS:
            continue
        if table.status == "waiting" and None not in table.names:
            continue  # it waits for who has a seat already, and nobody else can join
        if table.ended is not None and now - table.ended >= DAY:
            continue
        # By person: many may have the same name, and one may have had several.
        host = table.handle or table.host
        seen[host] += 1
        if seen[host] <= MOST_OF_ONE_HOST:
            found.append(table)
    waiting = _divided([table for table in found if table.status == "waiting"])
    return (*waiting, *(table for table in found if table.status != "waiting"))[:most]


def _divided(waiting: list[OpenTable]) -> list[OpenTable]:
    """Those that have room; tables beyond their network's share have it only where nobody else needs it."""
    seen: Counter[str] = Counter()
    within: list[str] = []
    beyond: list[str] = []
    for table in waiting:
        origin = table.origin or table.id
        seen[origin] += 1
        (within if seen[origin] <= MOST_OF_ONE_ORIGIN else beyond).append(table.id)
    chosen = {*(within + beyond)[:MOST_WAITING]}
    return [table for table in waiting if table.id in chosen]

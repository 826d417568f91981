"""Lobby: the public lists of open tables, waiting tournaments and the day's finished games, and their
followers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

import msgspec
import structlog
from msgspec.structs import replace

from quincunx.club.ports import StoreUnavailable
from quincunx.club.tournament.wire import OpenTournament
from quincunx.games import GAMES
from quincunx.kit import Cache, Periodic
from quincunx.node.lists.guests import Guests
from quincunx.node.lists.strengths import Strength
from quincunx.node.ports import Clock, Journal, JournalUnavailable
from quincunx.table.summary import DAY, LINES
from quincunx.table.wire.lists import Level, Lobby, LobbyNews, OpenSeek, OpenTable

log = structlog.get_logger("quincunx.tables")

MOST_READ: Final = 1_000
MOST_READ_OF_ONE_ORIGIN: Final = 60
"""Most tables read from one network, so that those of others are read, too."""
MOST_LISTED: Final = 100
MOST_WAITING: Final = 60
"""Most waiting tables. They come first, and leave room for some running games."""
MOST_FINISHED_READ: Final = 100
MOST_FINISHED: Final = 20
"""Most finished games of the day, which are only a glimpse and must not fill the page."""
MOST_OF_ONE_ORIGIN: Final = 15
"""Most waiting tables from one network, while those of others need the room."""
MOST_OF_ONE_HOST: Final = 3
"""Most tables of one host, so that no host can fill the page."""
STALE_MILLISECONDS: Final = 24 * 3_600_000
"""Time after which a waiting table is no longer listed."""
FRESH_MILLISECONDS: Final = 1_000
"""Time for which the list is cached. The journal is read at most this often, whatever the number of
readers."""
LOOK_SECONDS = 1.0
"""Interval of the check for changes while there are followers."""
COMPLAINT_MILLISECONDS: Final = 600_000
"""Shortest interval between two log messages about damaged lines, which stay damaged and are read every
second."""


class LobbyFollower(Protocol):
    """A follower of the open tables."""

    def lobby_changed(self) -> None:
        """Handle a change of the list. The news is available from :meth:`OpenTables.news`."""
        ...


StrengthsOf = Callable[[Sequence[OpenTable]], Awaitable[Mapping[str, Strength]]]
WaitingTournaments = Callable[[], Awaitable[tuple[OpenTournament, ...]]]
Seekers = Callable[[], Awaitable[tuple[OpenSeek, ...]]]


@dataclass(frozen=True, kw_only=True)
class LobbySources:
    """The parts of the lobby that are not in the journal. Each may be missing."""

    watching: Callable[[str], int] = lambda table: 0
    """The number of spectators of a table."""
    named: Callable[[OpenTable], Awaitable[OpenTable]] | None = None
    """A line as it may be shown."""
    boards: Callable[[Iterable[OpenTable]], Awaitable[dict[str, str]]] | None = None
    """The small boards of the first games."""
    guests: Guests = field(default_factory=Guests)
    strengths: StrengthsOf | None = None
    """The average ratings of the players, by table."""
    waiting: WaitingTournaments | None = None
    """The publicly listed tournaments."""
    looking: Seekers | None = None
    """The people who seek a game."""


class OpenTables:
    """The list: waiting tables, then running games, each newest first, then games of the day, latest
    first."""

    def __init__(self, journal: Journal, clock: Clock, sources: LobbySources) -> None:
        self._journal = journal
        self._clock = clock
        self._sources = sources
        self._lists: Cache[str, tuple[OpenTable, ...]] = Cache(1, FRESH_MILLISECONDS, timer=clock.now)
        self._complained: int | None = None
        self._followers: list[LobbyFollower] = []
        self._loop = Periodic("lobby", self._refresh, lambda: LOOK_SECONDS, expected=(JournalUnavailable,))
        self._sent_tables: dict[str, OpenTable] = {}
        self._drawn: dict[str, str] = {}
        self._tournaments: tuple[OpenTournament, ...] = ()
        self._seekers: tuple[OpenSeek, ...] = ()
        """The state known to followers at this version: the lines, the small boards, the tournaments and the
        seekers."""
        self._version = 0
        self._change = self._whole_list = b""
        """The frame with the changes since the previous version, and the frame with the whole state."""

    def start(self) -> None:
        """Notify followers of changes, until :meth:`stop`."""
        self._loop.start()

    async def stop(self) -> None:
        """Undo :meth:`start`."""
        await self._loop.stop()

    async def open_tables(self) -> tuple[OpenTable, ...]:
        """The list, at most :data:`FRESH_MILLISECONDS` old. Unreadable lines are left out. Raises
        :class:`~quincunx.node.ports.JournalUnavailable`."""
        return await self._lists.get("open", self._list)

    async def lobby(self) -> Lobby:
        """The list, and the bots' levels. Raises like :meth:`listed`."""
        levels = tuple(Level(game.name, level) for game in GAMES.values() for level in game.bots.levels)
        return Lobby(await self.open_tables(), levels)

    async def _list(self) -> tuple[OpenTable, ...]:
        now = self._clock.now()
        lines = await self._journal.lobby(MOST_READ, MOST_READ_OF_ONE_ORIGIN)
        ended = await self._journal.finished(now - DAY, MOST_FINISHED_READ, MOST_READ_OF_ONE_ORIGIN)
        tables = (
            *fairly(self._read(lines, now), now, MOST_LISTED),
            *fairly(self._read(ended, now), now, MOST_FINISHED),
        )
        sources = self._sources
        if sources.named is not None:
            tables = tuple([await sources.named(table) for table in tables])
        strengths: Mapping[str, Strength] = {}
        if sources.strengths is not None:
            strengths = await sources.strengths(tables)
        guests = await sources.guests.guests_among(handle for table in tables for handle in table.handles)
        return tuple(self._completed(table, strengths.get(table.id), guests) for table in tables)

    def _read(self, lines: Sequence[bytes], now: int) -> Iterator[OpenTable]:
        for line in lines:
            try:
                yield LINES.decode(line)
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, TypeError) as error:
                # The table is missing in the list, but can be played. `quincunx check` names it.
                if self._complained is None or now - self._complained >= COMPLAINT_MILLISECONDS:
                    self._complained = now
                    log.warning("lobby_line_damaged", reason=str(error))

    def _completed(self, table: OpenTable, strength: Strength | None, guests: Container[str]) -> OpenTable:
        rating, conservative = strength or (None, None)
        return replace(
            table,
            watching=self._sources.watching(table.id),
            rating=rating,
            surely=conservative,
            handles=(),
            guests=tuple(
                seat for seat, handle in enumerate(table.handles) if handle is not None and handle in guests
            ),
            origin=None,
        )

    def forget(self) -> None:
        """Discard the cached list, because the host of a new table looks for it at once."""
        self._lists.clear()

    # ---- following -----------------------------------------------------------------------------------------

    def follow(self, follower: LobbyFollower) -> None:
        """Notify this follower of changes from now on, and of the whole state as soon as it is known."""
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
        """The current version, and the frame that leads to it from version ``known`` (0: none). The frame is
        empty if nothing has changed. It is encoded once for all followers."""
        if known == self._version:
            return known, b""
        return self._version, self._change if known and known == self._version - 1 else self._whole_list

    async def _refresh(self) -> None:
        if self._followers:
            tables = await self.open_tables()
            boards = {} if self._sources.boards is None else await self._sources.boards(tables)
            self._take_in(tables, boards, await self._waiting(), await self._looking())

    async def _waiting(self) -> tuple[OpenTournament, ...]:
        if self._sources.waiting is None:
            return ()
        try:
            return await self._sources.waiting()
        except StoreUnavailable as error:
            # The tables are still listed, with the tournaments as last known.
            log.warning("lobby_without_tournaments", reason=str(error))
            return self._tournaments

    async def _looking(self) -> tuple[OpenSeek, ...]:
        if self._sources.looking is None:
            return ()
        try:
            return await self._sources.looking()
        except StoreUnavailable as error:
            log.warning("lobby_without_seekers", reason=str(error))
            return self._seekers

    def _take_in(
        self,
        tables: tuple[OpenTable, ...],
        boards: dict[str, str],
        tournaments: tuple[OpenTournament, ...],
        seekers: tuple[OpenSeek, ...],
    ) -> None:
        now = {table.id: table for table in tables}
        changed = tuple(table for table in tables if self._sent_tables.get(table.id) != table)
        gone = tuple(name for name in self._sent_tables if name not in now)
        drawn = {name: small for name, small in boards.items() if self._drawn.get(name) != small}
        drawn |= {name: "" for name in self._drawn if name in now and name not in boards}
        same_tournaments, same_seekers = tournaments == self._tournaments, seekers == self._seekers
        if self._version and not (changed or gone or drawn) and same_tournaments and same_seekers:
            return
        self._sent_tables, self._drawn, self._tournaments, self._seekers = now, boards, tournaments, seekers
        self._version += 1
        waiting = tuple(msgspec.Raw(msgspec.json.encode(each)) for each in tournaments)
        news = LobbyNews(
            changed,
            gone,
            boards=drawn,
            tournaments=None if same_tournaments else waiting,
            seekers=None if same_seekers else seekers,
        )
        whole = LobbyNews(tables, whole=True, boards=boards, tournaments=waiting, seekers=seekers)
        self._change, self._whole_list = msgspec.json.encode(news), msgspec.json.encode(whole)
        for follower in self._followers:
            follower.lobby_changed()


def fairly(tables: Iterable[OpenTable], now: int, most: int) -> tuple[OpenTable, ...]:
    """The first tables of each host, without stale and full ones, at most ``most``."""
    seen: Counter[str] = Counter()
    found: list[OpenTable] = []
    for table in tables:
        if table.status == "waiting" and now - table.since >= STALE_MILLISECONDS:
            continue
        if table.status == "waiting" and None not in table.names:
            continue  # it waits only for people with kept seats, so that no other person can join
        if table.ended is not None and now - table.ended >= DAY:
            continue
        # By handle: several people may have the same name, and one person may have had several names.
        host = table.handle or table.host
        seen[host] += 1
        if seen[host] <= MOST_OF_ONE_HOST:
            found.append(table)
    waiting = _divided([table for table in found if table.status == "waiting"])
    return (*waiting, *(table for table in found if table.status != "waiting"))[:most]


def _divided(waiting: list[OpenTable]) -> list[OpenTable]:
    """The waiting tables that fit. Tables beyond their network's share are included only if there is room
    left."""
    seen: Counter[str] = Counter()
    within: list[str] = []
    beyond: list[str] = []
    for table in waiting:
        origin = table.origin or table.id
        seen[origin] += 1
        (within if seen[origin] <= MOST_OF_ONE_ORIGIN else beyond).append(table.id)
    chosen = {*(within + beyond)[:MOST_WAITING]}
    return [table for table in waiting if table.id in chosen]

"""A program's connection to a server: one socket for all its tables, with automatic reconnection."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable, Sequence
from types import TracebackType
from typing import Any, Final

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidProxy

from quincunx.client.check import faults_of
from quincunx.client.commit_reveal import CommitReveal
from quincunx.client.http import Http, Refused
from quincunx.client.settings import Clock, game_options, pace_of, table_settings
from quincunx.client.table import RemoteTable
from quincunx.club.tournament.ladder.wire import AcceptChallenge
from quincunx.club.tournament.wire import JoinTournament, TournamentCommand, TournamentView
from quincunx.core.reason import Reason
from quincunx.core.sentence import Sentence
from quincunx.core.values import OptionsData
from quincunx.table.events import TableSettings
from quincunx.table.wire.lists import (
    FollowTournament,
    LeaveTable,
    LeftTable,
    Lobby,
    MyServerFrame,
    MyTable,
    MyTables,
    SayAt,
    Seek,
    StopSeeking,
    TournamentNews,
)
from quincunx.table.wire.table import Ping, TableView
from quincunx.table.wire.table import Refused as RefusedFrame

PING_SECONDS: Final = 20.0
FINAL: Final = frozenset({4401, 4403})
"""Close codes with which the server says that reconnecting is of no use."""
CONNECT_SECONDS: Final = 10.0
"""The time limit of one attempt to connect."""
FIRST_SECONDS: Final = 15.0
"""The time limit of the first connection; after that the client ends with ``ConnectionError``."""
FIRST_WAIT: Final = 0.25
LONGEST_WAIT: Final = 15.0
UNKNOWN_TOURNAMENT: Final = "no-such-tournament"
_FRAMES: Final = msgspec.json.Decoder(MyServerFrame)


class Closed(Exception):
    """The connection has ended for good; the text is the server's sentence."""


class _Search:
    """A search for a rated game, among tables that were not there before."""

    def __init__(self, frame: Seek, before: frozenset[str]) -> None:
        self.frame = frame
        self.found: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._before = before
        self._game = _game_in(frame.options)

    def check_tables(self, lines: Iterable[MyTable]) -> None:
        """End the search if its table is among these."""
        for line in lines:
            is_new = line.id not in self._before and line.settings.rated and line.waits_for_you
            if is_new and _game_in(line.settings.options) == self._game and not self.found.done():
                self.found.set_result(line.id)

    def fail(self, error: Exception) -> None:
        """End the search with an error."""
        if not self.found.done():
            self.found.set_exception(error)


class _Followed:
    """A tournament that is followed, with its latest view."""

    def __init__(self, tournament: str) -> None:
        self.frame = FollowTournament(tournament)
        self._view: TournamentView | None = None
        self._end: Exception | None = None
        self._news = asyncio.Event()

    async def next(self) -> TournamentView:
        """Return the tournament once it has changed. Raises the error that has ended the following."""
        while self._view is None:
            if self._end is not None:
                raise self._end
            self._news.clear()
            await self._news.wait()
        view, self._view = self._view, None
        return view

    def changed(self, view: TournamentView) -> None:
        """Take the tournament as it is now."""
        self._view = view
        self._news.set()

    def fail(self, error: Exception) -> None:
        """End the following with an error."""
        self._end = error
        self._news.set()


def _game_in(options: OptionsData) -> str:
    return str(msgspec.json.decode(options, type=dict[str, Any])["game"])


class Client:
    """A client of one server, to be used with ``async with``. ``server`` is the address of its front page;
    ``token`` has the scope ``play``. Methods raise :class:`Refused` if the server refuses, ``OSError`` while
    it cannot be reached, and :class:`Closed` once the token is no longer valid."""

    def __init__(self, server: str, token: str) -> None:
        self._http = Http(server, token)
        self._socket: ClientConnection | None = None
        self._tables: dict[str, RemoteTable] = {}
        self._commit_reveals: dict[str, CommitReveal] = {}
        """The state of commit–reveal by table, remembered while the program is not at the table."""
        self._my_tables: dict[str, MyTable] = {}
        self._more = 0
        self._changed: dict[str, None] = {}
        self._news = asyncio.Event()
        self._running: asyncio.Task[None] | None = None
        self._search: _Search | None = None
        self._followed: _Followed | None = None
        self._sending: set[asyncio.Task[None]] = set()
        self._end: Exception | None = None

    async def __aenter__(self) -> Client:
        self._running = asyncio.create_task(self._run())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._running is not None
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)

    # ---- plain requests ----------------------------------------------------------------------------------

    async def me(self) -> str:
        """Return the account name of the token's owner."""
        return str(msgspec.json.decode(await self._http.ask("/api/me"))["name"])

    async def lobby(self) -> Lobby:
        """Return the open tables."""
        return msgspec.json.decode(await self._http.ask("/api/lobby"), type=Lobby)

    async def make(
        self,
        game: str | TableSettings,
        seats: Sequence[str] = ("me", "open"),
        *,
        clock: Clock = None,
        rated: bool = False,
        listed: bool = False,
        **options: Any,
    ) -> str:
        """Create a table and return its name. No person sits there yet: :meth:`RemoteTable.sit` takes a seat.

        ``seats`` and the other arguments are those of :func:`quincunx.client.table_settings`:
        ``await client.make(game, ["me", "master", "@HANDLE"], teams=3, clock=(5, 10))``. All settings at
        once may come in place of the game. Raises :class:`Refused`, and ``ValueError`` for an invalid option.
        """
        settings = (
            game
            if isinstance(game, TableSettings)
            else table_settings(game, seats, clock=clock, rated=rated, listed=listed, **options)
        )
        made = msgspec.json.decode(await self._http.ask("/api/tables", "POST", settings), type=TableView)
        return made.id

    async def invite(self, handle: str, game: str, *, clock: Clock = None, **options: Any) -> str:
        """Create a table for two with a seat kept for the person with this handle, and return its name."""
        return await self.make(game, ("me", f"@{handle}"), clock=clock, **options)

    async def join(self, tournament: str) -> None:
        """Join a tournament: its tables appear among mine as its rounds begin, with seats kept for me.
        Joining again has no effect."""
        await self._send_command(tournament, JoinTournament())

    async def accept(self, ladder: str, challenge: int) -> None:
        """Accept a challenge to me on a ladder, given by number. Its table appears among mine at once."""
        await self._send_command(ladder, AcceptChallenge(challenge))

    async def _send_command(self, tournament: str, command: TournamentCommand) -> None:
        await self._http.ask(f"/api/tournaments/{tournament}/commands", "POST", command)

    async def record(self, table: str) -> str:
        """Return a finished game's record as text."""
        return (await self._http.ask(f"/api/tables/{table}/record")).decode()

    async def verify(self, table: RemoteTable) -> list[Sentence]:
        """Return the faults in the chance of a finished game, as sentences. The list is empty if every
        shuffle, roll and lot of its record follows from the seed and the entropies shown by the table, and
        the record is that of the game that was played. :attr:`RemoteTable.verdict` says whether these are
        what was promised. Raises :class:`Refused`, and :class:`~quincunx.core.record.RecordError` for an
        invalid record."""
        if table.view is None or table.view.status != "ended":
            raise ValueError("only a game that has ended can be verified")
        return faults_of(table.view, await self.record(table.id))

    # ---- over the socket ---------------------------------------------------------------------------------

    @property
    def tables(self) -> dict[str, MyTable]:
        """My tables that have not ended, as last sent by the server. If there are more than 100, the list
        begins with those that wait for me, then the latest; each other one is added when something happens
        there."""
        return dict(self._my_tables)

    @property
    def unlisted_tables(self) -> int:
        """The number of further tables of mine that the server has not listed."""
        return self._more

    async def changes(self) -> AsyncIterator[MyTable]:
        """Yield my tables, each now and whenever its line changes: it waits for me, or no longer does."""
        self._changed |= dict.fromkeys(self._my_tables)
        while True:
            while not self._changed:
                if self._end is not None:
                    raise self._end
                self._news.clear()
                await self._news.wait()
            name = next(iter(self._changed))
            del self._changed[name]
            if name in self._my_tables:
                yield self._my_tables[name]

    async def seek(self, game: str, *, clock: tuple[int, int] | int = (5, 10), **options: Any) -> str:
        """Find an opponent near this account in rating for a rated game, and return the name of its table,
        where a seat is kept. The search ends when the task is cancelled. Raises :class:`Refused`, and
        ``ValueError`` for an invalid option."""
        if self._search is not None:
            raise ValueError("this program is looking for a game already")
        pace = pace_of(clock)
        assert pace is not None
        search = self._search = _Search(Seek(game_options(game, **options), pace), frozenset(self._my_tables))
        if self._end is not None:
            search.found.set_exception(self._end)
        self._send_frame(search.frame)
        try:
            return await search.found
        finally:
            self._search = None
            self._send_frame(StopSeeking())

    async def follow(self, tournament: str) -> AsyncIterator[TournamentView]:
        """Yield a tournament as I see it, now and whenever it has changed; only the latest view counts. One
        tournament can be followed at a time. Raises :class:`Refused`."""
        if self._followed is not None:
            raise ValueError("this program is following a tournament already")
        followed = self._followed = _Followed(tournament)
        if self._end is not None:
            followed.fail(self._end)
        self._send_frame(followed.frame)
        try:
            while True:
                yield await followed.next()
        finally:
            self._followed = None
            self._send_frame(FollowTournament(None))

    @contextlib.asynccontextmanager
    async def at(self, table: str) -> AsyncIterator[RemoteTable]:
        """Attend a table; its players count as present meanwhile."""
        if table in self._tables:
            raise ValueError(f"this program is at {table} already")
        commit_reveal = self._commit_reveals.setdefault(table, CommitReveal())
        here = self._tables[table] = RemoteTable(table, self._send_frame, commit_reveal)
        if self._end is not None:
            here.end(self._end)
        here.greet()
        try:
            yield here
        finally:
            del self._tables[table]
            self._forget_chance()
            self._send_frame(LeaveTable(table))

    # ---- the connection ----------------------------------------------------------------------------------

    async def _run(self) -> None:
        wait = FIRST_WAIT
        loop = asyncio.get_running_loop()
        began, was_there = loop.time(), False
        try:
            while True:
                try:
                    async with connect(
                        self._http.socket,
                        additional_headers=self._http.headers,
                        compression=None,
                        max_size=None,
                        open_timeout=CONNECT_SECONDS,
                        proxy=self._http.proxy,
                    ) as self._socket:
                        was_there = True
                        pinging = asyncio.create_task(self._ping())
                        try:
                            for table in self._tables.values():
                                table.greet()
                            if self._search is not None:  # a search lasts as long as its socket
                                self._send_frame(self._search.frame)
                            if self._followed is not None:
                                self._send_frame(self._followed.frame)
                            async for message in self._socket:
                                wait = FIRST_WAIT
                                self._on_frame(message if isinstance(message, bytes) else message.encode())
                        finally:
                            pinging.cancel()
                            self._socket = None
                            for table in self._tables.values():
                                table.connection_lost()
                except ConnectionClosed as closed:
                    _raise_if_final(closed)
                except InvalidProxy as error:
                    raise ConnectionError(f"The proxy cannot be used: {error}") from error
                except (OSError, TimeoutError, InvalidHandshake) as error:
                    # A lost connection is retried for ever; a first one that fails must be reported.
                    if not was_there and loop.time() - began > FIRST_SECONDS:
                        sentence = f"No connection to {self._http.socket}: {error or 'timed out'}."
                        raise ConnectionError(sentence) from error
                await asyncio.sleep(wait)
                wait = min(2 * wait, LONGEST_WAIT)
        except Exception as error:
            self._end = error
            for table in self._tables.values():
                table.end(error)
            if self._search is not None:
                self._search.fail(error)
            if self._followed is not None:
                self._followed.fail(error)
            self._news.set()

    async def _ping(self) -> None:
        while True:
            await asyncio.sleep(PING_SECONDS)
            self._send_frame(Ping())

    def _send_frame(self, frame: msgspec.Struct) -> None:
        if self._socket is not None:
            task = asyncio.create_task(_send(self._socket, msgspec.json.encode(frame)))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    def _on_frame(self, raw: bytes) -> None:
        match _FRAMES.decode(raw):
            case MyTables() as told:
                self._on_my_tables(told)
            case SayAt(table=table, frame=frame) if table in self._tables:
                self._tables[table].handle_frame(bytes(frame))
            case TournamentNews(tournament=view) if self._followed is not None:
                self._followed.changed(msgspec.json.decode(view, type=TournamentView))
            case RefusedFrame(reason=reason) if (
                self._followed is not None and reason.code == UNKNOWN_TOURNAMENT
            ):
                self._followed.fail(Refused(reason))
            case RefusedFrame(reason=reason) if self._search is not None:
                self._search.fail(Refused(reason))
            case LeftTable(table=table, code=code, sentence=sentence) if table in self._tables:
                if code in (1008, 1011, 1012, 1013):
                    self._tables[table].connection_lost()
                    self._tables[table].greet()  # it was too fast, or the server was busy
                else:
                    self._tables[table].end(Refused(Reason("unknown", "left", sentence)))
            case _:
                pass

    def _on_my_tables(self, told: MyTables) -> None:
        left = {name: line for name, line in self._my_tables.items() if name not in told.gone}
        now = ({} if told.whole else left) | {line.id: line for line in told.tables}
        self._changed |= {name: None for name, line in now.items() if self._my_tables.get(name) != line}
        self._my_tables = now
        if self._search is not None:
            self._search.check_tables(now.values())
        self._more = told.more
        for table in told.gone:
            if table not in self._tables:
                self._commit_reveals.pop(table, None)
        self._forget_chance()
        self._news.set()

    def _forget_chance(self) -> None:
        """Drop the commit–reveal state of tables where this program has neither a seat nor anything to do.
        While some of its tables are not listed, only those that the server has called gone are dropped."""
        if self._more:
            return
        needed = self._my_tables.keys() | self._tables.keys()
        self._commit_reveals = {id: each for id, each in self._commit_reveals.items() if id in needed}


async def _send(socket: ClientConnection, frame: bytes) -> None:
    with contextlib.suppress(ConnectionClosed):  # unanswered commands are sent again
        await socket.send(frame.decode())


def _raise_if_final(closed: ConnectionClosed) -> None:
    code = closed.rcvd.code if closed.rcvd is not None else 0
    if code in FINAL:
        assert closed.rcvd is not None
        raise Closed(closed.rcvd.reason) from None

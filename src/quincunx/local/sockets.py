"""Shells of the socket protocol (:mod:`quincunx.table.session`) for windows of one device."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import msgspec

from quincunx.core.reason import Reason, Refusal
from quincunx.local.faults import reason_of
from quincunx.local.lists import LocalLists
from quincunx.local.live import LocalTable
from quincunx.local.ports import LocalWorld
from quincunx.local.tables import LocalTables, needs_server
from quincunx.table.live import updates
from quincunx.table.seats.person import Person
from quincunx.table.session.actions import (
    Action,
    Close,
    CloseTable,
    EndSeeking,
    FollowLobby,
    HandleTable,
    OpenTable,
    Send,
    Show,
    StartSeeking,
    Submit,
    Tell,
    Wake,
    WatchTournament,
)
from quincunx.table.session.close_codes import close_code
from quincunx.table.session.person_session import AskLines, AskLobby, AskTournament, AskWhole, PersonSession
from quincunx.table.session.table_session import TableSession
from quincunx.table.wire.lists import LobbyNews, SayAt
from quincunx.table.wire.table import Ack, CommandRequest


class Transport(Protocol):
    """The other end of a socket."""

    def send(self, frame: bytes) -> None:
        """Send a text frame."""
        ...

    def close(self, code: int, reason: str) -> None:
        """Close the socket."""
        ...


class TableSocket:
    """One window at one table."""

    def __init__(
        self,
        tables: LocalTables,
        live: LocalTable,
        person: Person,
        session: TableSession,
        transport: Transport,
        world: LocalWorld,
    ) -> None:
        self._tables = tables
        self._live = live
        self.person = person
        self._session = session
        self._transport = transport
        self._world = world
        self._has_news = False
        live.windows.append(self)

    def set(self) -> None:
        """Note that there is news; :meth:`flush` sends it."""
        self._has_news = True

    async def receive(self, frame: bytes) -> None:
        """Handle a frame of the client."""
        self._session.queue(frame)
        await self.proceed()

    async def proceed(self) -> None:
        """Handle all queued frames."""
        while self._session.has_next:
            await self._act(self._session.next(self._world.steady()))

    def flush(self) -> None:
        """Send the news, if any."""
        if self._has_news and self._session.is_open:
            self._has_news = False
            for action in self._session.news(self._live.state.version, self._live.presence):
                self._carry_out(action)

    def stop(self) -> None:
        """Stop serving: the socket is closed."""
        self._session.end()
        if self in self._live.windows:
            self._live.windows.remove(self)
            self._live.wake()

    async def _act(self, actions: Iterable[Action]) -> None:
        for action in actions:
            if isinstance(action, Submit):
                await self._act(
                    self._session.answer_command(action.request, await self._execute(action.request))
                )
            else:
                self._carry_out(action)

    async def _execute(self, request: CommandRequest) -> Ack | Reason:
        try:
            return await self._tables.execute(self._live, self.person, request)
        except Exception as error:
            return reason_of(error)

    def _carry_out(self, action: Action) -> None:
        """Carry out an action that stores nothing. Work on one's own device has no rate limit."""
        match action:
            case Send(frame=frame) | Tell(frame=frame):
                self._transport.send(msgspec.json.encode(frame))
            case Wake():
                self.set()
            case Show():
                self._show(action)
            case Close(code=code, reason=reason):
                self._transport.close(code, reason)

    def _show(self, show: Show) -> None:
        live, now = self._live, self._world.now()
        seen_by = live, self.person, show.point_of_view
        frame = None
        try:
            if show.in_short and show.since is not None:
                frame = updates.changes(*seen_by, show.since, now)
            if frame is None:
                frame = updates.update(*seen_by, show.since, now).frame
        except Refusal as refusal:
            self._transport.close(close_code(refusal.reason), refusal.reason.sentence)
            return
        self._transport.send(frame)
        self._session.on_update_sent(live.state.version, len(frame))


class _Channel:
    """One table's channel within a person's socket, as a transport."""

    def __init__(self, table: str, session: TableSession, owner: PersonSocket) -> None:
        self._table = table
        self._session = session
        self._owner = owner

    def send(self, frame: bytes) -> None:
        self._owner.send(msgspec.json.encode(SayAt(self._table, msgspec.Raw(frame))))

    def close(self, code: int, reason: str) -> None:
        self._owner.close_channel(self._table, self._session, code, reason)


class PersonSocket:
    """A window's socket for everything beyond one table: the person's own tables."""

    def __init__(
        self,
        tables: LocalTables,
        lists: LocalLists,
        person: Person,
        transport: Transport,
        world: LocalWorld,
    ) -> None:
        self._tables = tables
        self._lists = lists
        self._person = person
        self._transport = transport
        self._world = world
        self._session = PersonSession(world.steady())
        self._channels: dict[str, TableSocket] = {}

    async def receive(self, frame: bytes) -> None:
        """Handle a frame of the client."""
        self._session.queue(frame)
        while self._session.has_next:
            await self._act(self._session.next(self._world.steady()))

    def on_change(self, table: str) -> None:
        """Note that a table has changed."""
        self._session.table_changed(table, self._world.steady())

    def wait(self) -> float | None:
        """Seconds until the next news."""
        return self._session.wait(self._world.steady()) if self._session.is_open else None

    async def act(self) -> None:
        """Send what is due. What cannot be read is asked for again after a while."""
        try:
            await self._send_news()
        except Exception:
            self._session.failed(self._world.steady())

    async def _send_news(self) -> None:
        while self._session.is_open and (request := self._session.next_request(self._world.steady())):
            match request:
                case AskWhole():
                    lines, more = await self._lists.own_tables(self._person)
                    await self._act(self._session.on_tables_read(lines, more))
                case AskLines(tables=tables):
                    found = {table: await self._lists.line(table, self._person) for table in tables}
                    await self._act(self._session.lines(found))
                case AskLobby():
                    # No other people play on this device: the lobby is empty, which is sent once.
                    await self._act(self._session.lobby(1, msgspec.json.encode(LobbyNews((), whole=True))))
                case AskTournament(tournament=tournament):
                    await self._act(self._session.no_tournament(tournament, needs_server().reason))

    def flush(self) -> None:
        """Send the channels' news."""
        for channel in tuple(self._channels.values()):
            channel.flush()

    def stop(self) -> None:
        """Stop serving: the socket is closed."""
        self._session.end()
        for channel in self._channels.values():
            channel.stop()
        self._channels.clear()

    def send(self, frame: bytes) -> None:
        """Send a frame of a channel."""
        self._transport.send(frame)

    def close_channel(self, table: str, session: TableSession, code: int, reason: str) -> None:
        """Tell the client that a channel was closed, and why."""
        for action in self._session.close_table(table, session, code, reason):
            self._carry_out(action)

    async def _act(self, actions: Iterable[Action]) -> None:
        for action in actions:
            match action:
                case OpenTable(table=table):
                    await self._open(table)
                case HandleTable(table=table) if table in self._channels:
                    await self._channels[table].proceed()
                case StartSeeking():
                    await self._act(self._session.refuse(needs_server().reason))
                case EndSeeking():
                    await self._act(self._session.seeking(is_on=False))
                case FollowLobby(is_on=True):
                    self._session.lobby_changed(self._world.steady())
                case WatchTournament():
                    self._session.tournament_changed(self._world.steady())
                case _:
                    self._carry_out(action)

    def _carry_out(self, action: Action) -> None:
        match action:
            case Send(frame=frame) | Tell(frame=frame):
                self._transport.send(msgspec.json.encode(frame))
            case CloseTable(table=table) if table in self._channels:
                self._channels.pop(table).stop()
            case Close(code=code, reason=reason):
                self._transport.close(code, reason)

    async def _open(self, table: str) -> None:
        session = self._session.channel(table)
        if session is None:
            return
        try:
            live = await self._tables.watch(table, self._person)
        except Exception as error:
            await self._act(self._session.refuse_table(table, session, reason_of(error)))
            return
        channel = _Channel(table, session, self)
        socket = TableSocket(self._tables, live, self._person, session, channel, self._world)
        self._channels[table] = socket
        await socket.proceed()

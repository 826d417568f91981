"""Several tables over one socket: each is a channel, which works like the table's own socket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from functools import partial

import msgspec

from quincunx.kit import end_tasks
from quincunx.server.errors import STATUS, log_failure, reason_of
from quincunx.server.transport.socket_transport import Listener, SocketTransport
from quincunx.server.websocket.connection import Shared
from quincunx.server.websocket.table_socket import TableConnection
from quincunx.table.seats.person import Person
from quincunx.table.session.actions import Action
from quincunx.table.session.person_session import PersonSession
from quincunx.table.session.table_session import TableSession


class _ChannelTransport:
    """One table's channel within the socket, as a transport."""

    def __init__(self, table: str, transport: SocketTransport) -> None:
        self._transport = transport
        self._before = b'{"type":"at","table":' + msgspec.json.encode(table) + b',"frame":'

    def listen(self, listener: Listener) -> None:
        """Do nothing: the socket's own session queues the channel's frames."""

    def push(self, text: bytes) -> None:
        """Send a text frame, wrapped in the table's name, in the loop's next turn."""
        self._transport.push(self._before + text + b"}")

    @property
    def is_clear(self) -> bool:
        """``True`` if little is buffered for the client."""
        return self._transport.is_clear

    def pause(self) -> None:
        """Do nothing: the other channels must be read, and the number of waiting frames is limited."""

    def resume(self) -> None:
        """Undo :meth:`pause`."""


class Channels:
    """All channels of one socket. ``people`` are the ids under which its person may be seated; ``act``
    carries out the session's actions."""

    def __init__(
        self,
        transport: SocketTransport,
        shared: Shared,
        people: tuple[Person, ...],
        session: PersonSession,
        act: Callable[[Iterable[Action]], None],
    ) -> None:
        self._transport = transport
        self._shared = shared
        self._people = people
        self._session = session
        self._act = act
        self._open: dict[str, TableConnection] = {}
        self._opening: set[asyncio.Task[None]] = set()

    def open(self, table: str) -> None:
        """Open a table for the channel of this name."""
        task = asyncio.create_task(self._join(table))
        self._opening.add(task)
        task.add_done_callback(self._opening.discard)

    def call(self, table: str) -> None:
        """Handle a channel's waiting frames, unless its table is still being opened."""
        if table in self._open:
            self._open[table].call()

    def close(self, table: str) -> None:
        """Stop serving a channel."""
        connection = self._open.pop(table, None)
        if connection is not None:
            connection.stop()

    def may_write(self) -> None:
        """Tell each channel that the client reads again."""
        for connection in tuple(self._open.values()):
            connection.may_write()

    async def stop(self) -> None:
        """Stop opening channels: the socket is closed."""
        await end_tasks(self._opening)

    async def _join(self, table: str) -> None:
        channel = self._session.channel(table)
        if channel is None:
            return
        try:
            person = await self._shared.tables.acting(table, self._people)
            live = await self._shared.tables.watch(table, person)
        except Exception as error:
            reason = reason_of(error)
            if STATUS[reason.kind] >= 500:
                log_failure(self._shared.watch, "socket_failed", error, table=table[:64])
            self._act(self._session.refuse_table(table, channel, reason))
            return
        if self._session.channel(table) is not channel:
            return  # the client has left it in the meantime
        hang_up = partial(self._hang_up, table, channel)
        transport = _ChannelTransport(table, self._transport)
        connection = TableConnection(transport, hang_up, self._shared, live, person, channel)
        self._open[table] = connection
        connection.start()
        connection.call()

    async def _hang_up(self, table: str, channel: TableSession, code: int, sentence: str) -> None:
        self._act(self._session.close_table(table, channel, code, sentence))

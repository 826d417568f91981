"""Several tables over one socket: each is a channel, which works like the table's own socket."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import partial
from typing import Final

import msgspec

from quincunx.core.reason import refused
from quincunx.server.errors import CLOSE_CODES, STATUS, log_failure, reason_of
from quincunx.server.transport.line import Line, Listener
from quincunx.server.websocket.table_socket import Connection, Shared
from quincunx.table.seats.person import Person
from quincunx.table.wire.lists import LeftTable

MOST_CHANNELS: Final = 100
"""Tables over one socket at once."""
MOST_WAITING: Final = 60
"""Frames of one channel that may wait to be handled."""


class _Channel:
    """One table's :class:`~quincunx.server.transport.line.Line` within the line of the socket."""

    def __init__(self, table: str, line: Line) -> None:
        self.connection: Connection | None = None
        """``None`` while the table is being opened."""
        self.early: list[bytes] = []
        """Frames that arrived while the table was being opened."""
        self.listener: Listener | None = None
        self._line = line
        self._before = b'{"type":"at","table":' + msgspec.json.encode(table) + b',"frame":'

    def listen(self, listener: Listener) -> None:
        """Pass each message to ``listener``."""
        self.listener = listener

    def push(self, text: bytes) -> None:
        """Send a text frame, wrapped in the table's name, in the loop's next turn."""
        self._line.push(self._before + text + b"}")

    @property
    def is_clear(self) -> bool:
        """``True`` if little is buffered for the client."""
        return self._line.is_clear

    def pause(self) -> None:
        """Do nothing: the other channels must be read, and the number of waiting frames is limited."""

    def resume(self) -> None:
        """Undo :meth:`pause`."""


class Channels:
    """All channels of one socket. ``people`` are the ids under which its person may be seated."""

    def __init__(self, line: Line, shared: Shared, people: tuple[Person, ...]) -> None:
        self._line = line
        self._shared = shared
        self._tables = shared.tables
        self._watch = shared.watch
        self._people = people
        self._open: dict[str, _Channel] = {}
        self._opening: set[asyncio.Task[None]] = set()

    def heard(self, table: str, frame: bytes) -> None:
        """Pass a client's frame to a table, which is opened if need be. Exceeding a limit closes the
        channel."""
        channel = self._open.get(table)
        if channel is None:
            if len(self._open) >= MOST_CHANNELS:
                self._say_left(
                    table, refused("too-fast", "too-many-tables", "These are too many tables at once.")
                )
                return
            channel = self._open[table] = _Channel(table, self._line)
            task = asyncio.create_task(self._join(table, channel))
            self._opening.add(task)
            task.add_done_callback(self._opening.discard)
        waiting = len(channel.early) if channel.connection is None else channel.connection.waiting
        if waiting >= MOST_WAITING:
            self._close(table, refused("too-fast", "too-fast", "That was too fast; please slow down."))
        elif channel.connection is None:
            channel.early.append(frame)
        else:
            channel.connection.heard(frame)

    def has(self, table: str) -> bool:
        """``True`` if this table is open here."""
        return table in self._open

    def leave(self, table: str) -> None:
        """Close a table's channel at the client's wish."""
        channel = self._open.pop(table, None)
        if channel is not None and channel.connection is not None:
            channel.connection.stop()

    def may_write(self) -> None:
        """Tell each channel that the client reads again."""
        for listener in [channel.listener for channel in self._open.values()]:
            if listener is not None:
                listener.may_write()

    async def stop(self) -> None:
        """Close all channels: the socket is closed."""
        for task in self._opening:
            task.cancel()
        await asyncio.gather(*self._opening, return_exceptions=True)
        for table in list(self._open):
            self.leave(table)

    async def _join(self, table: str, channel: _Channel) -> None:
        try:
            person = await self._tables.acting(table, self._people)
            live = await self._tables.watch(table, person)
        except Exception as error:
            if STATUS[reason_of(error).kind] >= 500:
                log_failure(self._watch, "socket_failed", error, table=table[:64])
            if self._open.get(table) is channel:
                self._close(table, error)
            return
        if self._open.get(table) is not channel:
            return  # the client has left it in the meantime
        hang_up = partial(self._hang_up, table, channel)
        channel.connection = Connection(channel, hang_up, self._shared, live, person)
        channel.connection.start()
        self._say_on(channel, channel.early)
        channel.early = []

    def _say_on(self, channel: _Channel, frames: Iterable[bytes]) -> None:
        for frame in frames:
            if channel.connection is not None:
                channel.connection.heard(frame)

    async def _hang_up(self, table: str, channel: _Channel, code: int, sentence: str) -> None:
        if self._open.get(table) is channel:
            self.leave(table)
            self._line.push(msgspec.json.encode(LeftTable(table, code, sentence)))

    def _close(self, table: str, error: Exception) -> None:
        self.leave(table)
        self._say_left(table, error)

    def _say_left(self, table: str, error: Exception) -> None:
        reason = reason_of(error)
        self._watch.denied(reason)
        self._line.push(msgspec.json.encode(LeftTable(table[:64], CLOSE_CODES[reason.kind], reason.sentence)))

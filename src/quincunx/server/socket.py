"""The thin shell between a WebSocket and :mod:`quincunx.table.session`."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import msgspec
import structlog
from litestar import WebSocket, websocket

from quincunx.node.live import Signal, LiveTable
from quincunx.table.person import Person
from quincunx.node.service import NoSuchTable, NotForWatching, Tables
from quincunx.table.session import Close, Send, Session, Submit
from quincunx.table.wire import Ack, CommandRequest, Presence, Refused, ServerFrame
from quincunx.server.errors import problem_of
from quincunx.server.guests import cookie_of

log = structlog.get_logger("quincunx.server")

NO_COOKIE, NOT_FOR_WATCHING, NO_TABLE = 4401, 4403, 4404
INTERNAL = 1011
TICK_SECONDS = 15.0

AnySocket = WebSocket[Any, Any, Any]


@websocket("/api/tables/{table:str}/socket")
async def table_socket(socket: AnySocket, table: str) -> None:
    """One client at one table."""
    await socket.accept()
    person = socket.app.state.guests.read(cookie_of(socket.scope["headers"]))
    socket.scope["headers"] = []  # nobody needs them again, and thousands may watch
    if person is None:
        await socket.close(NO_COOKIE, "Please say hello first: GET /api/me gives you a session cookie.")
        return
    tables: Tables = socket.app.state.tables
    try:
        live = await tables.watch(table, person)
    except NoSuchTable:
        await socket.close(NO_TABLE, "There is no such table.")
        return
    except NotForWatching:
        await socket.close(NOT_FOR_WATCHING, "This table is only for those who sit at it.")
        return
    await Connection(socket, tables, live, person).run()


class Connection:
    """Two tasks on one socket: one reads frames, one sends what is new."""

    # Thousands may watch: each byte counts.
    __slots__ = ("_live", "_open", "_person", "_presence_sent", "_session", "_socket", "_tables")

    def __init__(self, socket: AnySocket, tables: Tables, live: LiveTable, person: Person) -> None:
        self._socket = socket
        self._tables = tables
        self._live = live
        self._person = person
        self._session = Session(time.monotonic())
        self._open = True
        self._presence_sent: Presence | None = None

    async def run(self) -> None:
        """Serve until either side closes."""
        woken = self._live.join(self._person.id)
        writer = asyncio.create_task(self._write_or_close(woken))
        try:
            await self._read(woken)
        finally:
            self._open = False
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)
            self._live.leave(self._person.id, woken, time.time_ns() // 1_000_000)

    async def _read(self, woken: Signal) -> None:
        while self._open:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if message["type"] != "websocket.receive":
                continue
            text = message.get("text")
            data = text if isinstance(text, str) else message.get("bytes") or b""
            await self._act(self._session.receive(data, time.monotonic()))
            if self._session.wants_update:
                woken.set()

    async def _act(self, actions: list[Submit | Send | Close]) -> None:
        for action in actions:
            match action:
                case Send(frame=frame):
                    await self._send(frame)
                case Close(code=code, reason=reason):
                    await self._close(code, reason)
                    return
                case Submit(order=order):
                    await self._send(await self._answer(order))

    async def _answer(self, order: CommandRequest) -> Ack | Refused:
        try:
            return await self._tables.order(self._live.state.id, self._person, order)
        except Exception as error:
            problem = problem_of(error)
            if problem.status >= 500:
                log.error("order_failed", table=self._live.state.id, exc_info=error)
            return Refused(
                order.key, problem.code, problem.sentence, problem.rule, problem.params, problem.stale
            )

    async def _write_or_close(self, woken: Signal) -> None:
        """A socket that takes orders but shows nothing would be worse than none: its client comes back."""
        try:
            await self._write(woken)
        except Exception:
            log.exception("updates_failed", table=self._live.state.id)
            await self._close(INTERNAL, "Something went wrong on the server; nothing is lost.")

    async def _write(self, woken: Signal) -> None:
        loop = asyncio.get_running_loop()
        # One timer for many wakings. That somebody has been away for long shows by the passing of time
        # alone, so after a tick there may be news too.
        tick = loop.call_later(TICK_SECONDS, woken.set)
        try:
            while self._open:
                await woken.wait()
                woken.clear()
                if tick.when() <= loop.time():
                    tick = loop.call_later(TICK_SECONDS, woken.set)
                    await self._act(self._session.tick(time.monotonic()))
                if self._session.greeted:
                    await self._tell_news()
        finally:
            tick.cancel()

    async def _tell_news(self) -> None:
        """Send what has changed. What was sent is not kept: thousands may watch one table."""
        session, live = self._session, self._live
        if session.wants_update or session.seen != live.state.version:
            try:
                update = self._tables.update(live, self._person, session.point_of_view, session.seen)
            except NotForWatching:  # the game has begun, and it is not for this person's point_of_view
                await self._close(NOT_FOR_WATCHING, "This table is only for those who sit at it.")
                return
            session.updated(update.version)
            await self._send(update)
        presence = self._tables.presence(live)
        if presence != self._presence_sent:
            self._presence_sent = presence
            await self._send(presence)

    async def _send(self, frame: ServerFrame) -> None:
        if self._open:
            text = msgspec.json.encode(frame).decode()
            try:
                await self._socket.send_text(text)
            except (OSError, RuntimeError):
                # The other side has hung up meanwhile, or broke the protocol; the reader will hear of it.
                self._open = False

    async def _close(self, code: int, reason: str) -> None:
        if self._open:
            self._open = False
            await self._socket.close(code, reason[:120])

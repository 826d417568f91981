"""The thin shell between a WebSocket and :mod:`quincunx.table.session`."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from typing import Any, cast

import msgspec
import structlog
from litestar import WebSocket, websocket

from quincunx.core.reason import Reason, Refusal
from quincunx.node.live import LiveTable
from quincunx.node.ports import JournalDamaged
from quincunx.node.service import Tables
from quincunx.node.signal import Signal
from quincunx.server.callers import HEADER
from quincunx.server.errors import (
    CLOSE_CODES,
    DAMAGED,
    DAMAGED_CODE,
    INTERNAL,
    NO_COOKIE,
    STATUS,
    log_failure,
    reason_of,
)
from quincunx.server.guests import cookie_of
from quincunx.server.limits import RateLimit
from quincunx.server.watch import Watch
from quincunx.table.person import Person
from quincunx.table.session import Action, Close, Send, Session, Show, Submit, Wake
from quincunx.table.wire import Ack, CommandRequest, ServerFrame

log = structlog.get_logger("quincunx.server")

TICK_SECONDS = 15.0
MOST_SOCKETS = 32
"""Of one person: many tabs, but not without end."""
WORK_PER_SECOND = 100.0
"""What one person may cost, over all their sockets: a command is 1, and what is shown is 1 for each
:data:`BYTES_OF_WORK`. Whoever wants more waits; nobody else does."""
WORK_SECONDS = 5.0
BYTES_OF_WORK = 8 * 1024
LONGEST_WAIT = 5.0
TOO_MANY = Reason("too-fast", "too-many-sockets", "You have this site open too often; please close a tab.")


class Sockets:
    """Who has how many sockets open, and what they cost."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()
        self._work = RateLimit(WORK_PER_SECOND, WORK_SECONDS)

    def __len__(self) -> int:
        """How many there are."""
        return sum(self._open.values())

    def enter(self, person: str) -> None:
        """One more. Raises :class:`~quincunx.core.reason.Refusal` if there are too many."""
        if self._open[person] >= MOST_SOCKETS:
            raise Refusal(TOO_MANY)
        self._open[person] += 1

    def leave(self, person: str) -> None:
        """Undo :meth:`enter`."""
        self._open[person] -= 1
        if self._open[person] <= 0:
            del self._open[person]

    async def pay(self, person: str, work: float) -> None:
        """Return when this person has earned what they have had; at once, for people."""
        wait = self._work.spend(person, work, time.monotonic())
        if wait:
            await asyncio.sleep(min(wait, LONGEST_WAIT))


AnySocket = WebSocket[Any, Any, Any]


@websocket("/api/tables/{table:str}/socket")
async def table_socket(socket: AnySocket, table: str) -> None:
    """One client at one table."""
    await socket.accept(headers={HEADER: cast("dict[str, str]", socket.scope)["request_id"]})
    watch: Watch = socket.app.state.watch
    cookie = cookie_of(socket.scope["headers"])
    person = socket.app.state.guests.read(cookie)
    if cookie and person is None:
        watch.security.note("forged_cookie")
    socket.scope["headers"] = []  # nobody needs them again, and thousands may watch
    try:
        if person is None:
            raise Refusal(NO_COOKIE)
        tables: Tables = socket.app.state.tables
        live = await tables.watch(table, person)
        sockets: Sockets = socket.app.state.sockets
        sockets.enter(person.id)
    except Refusal as refusal:
        watch.denied(refusal.reason)
        if refusal.reason == TOO_MANY:
            watch.security.note("too_many_sockets")
        await socket.close(CLOSE_CODES[refusal.reason.kind], refusal.reason.sentence)
        return
    except JournalDamaged:
        await socket.close(DAMAGED_CODE, DAMAGED.sentence)
        return
    try:
        await Connection(socket, tables, live, person, sockets, watch).run()
    finally:
        sockets.leave(person.id)


class Connection:
    """Two tasks on one socket: one reads frames, one sends what is new."""

    # Thousands may watch: each byte counts.
    __slots__ = (
        "_is_open", "_live", "_person", "_session", "_signal", "_socket", "_sockets", "_tables", "_watch"
    )  # fmt: skip

    def __init__(
        self,
        socket: AnySocket,
        tables: Tables,
        live: LiveTable,
        person: Person,
        sockets: Sockets,
        watch: Watch,
    ) -> None:
        self._sockets = sockets
        self._watch = watch
        self._socket = socket
        self._tables = tables
        self._live = live
        self._person = person
        self._session = Session(time.monotonic())
        self._is_open = True
        self._signal = Signal()

    async def run(self) -> None:
        """Serve until either side closes."""
        self._signal = self._tables.join(self._live, self._person)
        writer = asyncio.create_task(self._write_or_close())
        try:
            await self._read()
        finally:
            self._is_open = False
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)
            self._tables.leave(self._live, self._person, self._signal)

    async def _read(self) -> None:
        while self._is_open:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if message["type"] != "websocket.receive":
                continue
            text = message.get("text")
            data = text if isinstance(text, str) else message.get("bytes") or b""
            await self._act(self._session.receive(data, time.monotonic()))

    async def _act(self, actions: list[Action]) -> None:
        for action in actions:
            match action:
                case Send(frame=frame):
                    await self._send(frame)
                case Submit(request=request):
                    answer = await self._execute(request)
                    self._watch.commanded(self._live.state.id, request, answer)
                    await self._act(self._session.answer(request, answer))
                    await self._sockets.pay(self._person.id, 1)
                case Wake():
                    self._signal.set()
                case Show():
                    await self._show(action)
                case Close(code=code, reason=reason):
                    await self._close(code, reason)
                    return

    async def _execute(self, request: CommandRequest) -> Ack | Reason:
        try:
            return await self._tables.execute(self._live.state.id, self._person, request)
        except Exception as error:
            reason = reason_of(error)
            if STATUS[reason.kind] >= 500:
                log_failure(self._watch, "command_failed", error, table=self._live.state.id)
            return reason

    async def _show(self, show: Show) -> None:
        try:
            shown = self._tables.update(self._live, self._person, show.point_of_view, show.since)
        except Refusal as refusal:  # the game has begun, and this person may not see it
            await self._close(CLOSE_CODES[refusal.reason.kind], refusal.reason.sentence)
            return
        self._session.shown(shown.update.version)
        await self._send_text(shown.frame)
        await self._sockets.pay(self._person.id, 1 + len(shown.frame) // BYTES_OF_WORK)

    async def _write_or_close(self) -> None:
        """A socket that takes commands but shows nothing would be worse than none: its client comes back."""
        try:
            await self._write()
        except Exception:
            log.exception("updates_failed", table=self._live.state.id)
            await self._close(CLOSE_CODES["internal"], INTERNAL.sentence)

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        # One timer for many wakings. That somebody has been away for long shows by the passing of time
        # alone, so after a tick there may be news too.
        tick = loop.call_later(TICK_SECONDS, self._signal.set)
        try:
            while self._is_open:
                await self._signal.wait()
                self._signal.clear()
                if tick.when() <= loop.time():
                    tick = loop.call_later(TICK_SECONDS, self._signal.set)
                    await self._act(self._session.tick(time.monotonic()))
                presence = self._tables.presence(self._live)
                await self._act(self._session.news(self._live.state.version, presence))
        finally:
            tick.cancel()

    async def _send(self, frame: ServerFrame) -> None:
        await self._send_text(msgspec.json.encode(frame).decode())

    async def _send_text(self, text: str) -> None:
        if self._is_open:
            try:
                await self._socket.send_text(text)
            except (OSError, RuntimeError):
                # The other side has hung up meanwhile, or broke the protocol; the reader will hear of it.
                self._is_open = False

    async def _close(self, code: int, reason: str) -> None:
        if self._is_open:
            self._is_open = False
            await self._socket.close(code, reason[:120])

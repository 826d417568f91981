"""The thin shell between a WebSocket and :mod:`quincunx.table.session`.

A connection has no task of its own that reads or writes. It is called when a message arrives, when there is
news, and when a command was executed. Thousands of spectators may watch one table, and each costs one call.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import time
from collections import deque
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, cast

import msgspec
import structlog
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from quincunx.core.reason import Reason, Refusal
from quincunx.node.live.live_table import LiveTable
from quincunx.node.node import Tables
from quincunx.node.ports import JournalDamaged
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
from quincunx.server.observability.callers import HEADER, caller
from quincunx.server.observability.watch import Watch
from quincunx.server.people.identity import Identity
from quincunx.server.people.open_sockets import BYTES_OF_WORK, FRAME, TOO_MANY, Sockets
from quincunx.server.services import services_of
from quincunx.server.transport.connections import network_of
from quincunx.server.transport.line import LINE, Line
from quincunx.table.seats.person import Person
from quincunx.table.session import Action, Close, Send, Session, Show, Submit, Wake
from quincunx.table.wire.table import Ack, CommandRequest

log = structlog.get_logger("quincunx.server")

TICK_SECONDS = 15.0
PAID_AT_ONCE = 5.0
"""Work that a socket charges for at once, so that the person's budget is looked up less often."""
CHANGES: Final = "changes"
"""Parameter in the socket's address: the client accepts changes. Without it, it is always sent whole
tables."""
SESSION_CHANGED: Final = (1012, "Your session has changed; please come back.")


AnySocket = WebSocket[Any, Any, Any]


@websocket("/api/tables/{table:str}/socket")
async def table_socket(socket: AnySocket, table: FromPath[str]) -> None:
    """Serve one client at one table."""
    await socket.accept(headers={HEADER: cast("dict[str, str]", socket.scope)["request_id"]})
    services = services_of(socket)
    watch = services.watch
    try:
        identity = await introduced(socket)
        tables = services.tables
        person = await tables.acting(table, identity.people)
        live = await tables.watch(table, person)
        sockets = services.sockets
        network = guest_network(identity)
        sockets.enter(identity.row.id, network)
    except Refusal as refusal:
        watch.denied(refusal.reason)
        if refusal.reason.code == TOO_MANY.code:
            watch.security.note("too_many_sockets")
        await socket.close(CLOSE_CODES[refusal.reason.kind], refusal.reason.sentence)
        return
    except JournalDamaged:
        await socket.close(DAMAGED_CODE, DAMAGED.sentence)
        return
    except Exception as error:
        # Litestar would close with 4500 for any error, and after that no client reconnects.
        reason = reason_of(error)
        if STATUS[reason.kind] >= 500:
            log_failure(watch, "socket_failed", error, table=table)
        watch.denied(reason)
        await socket.close(CLOSE_CODES[reason.kind], reason.sentence)
        return
    plays = partial(services.sessions.plays, identity)
    line = cast(dict[str, Line], socket.scope["extensions"])[LINE]
    hang_up = partial(_hang_up, socket)
    short = CHANGES in socket.query_params
    shared = Shared(tables, sockets, watch, plays)
    connection = Connection(line, hang_up, shared, live, person, short)
    try:
        with sockets.held(identity, connection.sign_out):
            if not services.sessions.is_known(identity):
                connection.sign_out()  # the session ended while the socket was being opened
            await connection.run(socket)
    finally:
        sockets.leave(identity.row.id, network)


async def introduced(socket: AnySocket) -> Identity:
    """Identify the person who opens a socket. Raises :class:`~quincunx.core.reason.Refusal` for an unknown
    person, and :class:`~quincunx.club.ports.StoreUnavailable`."""
    headers = socket.scope["headers"]
    socket.scope["headers"] = []  # free them: they are not needed again, and thousands may watch
    budgets = services_of(socket).budgets
    identity = await budgets.who(headers)
    if identity is None:
        raise Refusal(NO_COOKIE)
    identity.check("read")
    return identity


def guest_network(identity: Identity) -> str | None:
    """The network whose budget pays for a guest's sockets; ``None`` for an account, which pays itself."""
    return None if identity.is_account else network_of(caller.get())


async def _hang_up(socket: AnySocket, code: int, reason: str) -> None:
    # The client may have closed the connection in the meantime, or violated the protocol.
    with contextlib.suppress(OSError, RuntimeError, WebSocketDisconnect):
        await socket.close(code, reason[:120])


def _do_nothing() -> None:
    pass


@dataclass(frozen=True, slots=True)
class Shared:
    """The services that all connections of one socket share."""

    tables: Tables
    sockets: Sockets
    watch: Watch
    plays: Callable[[], None] = _do_nothing
    """Called before each command; raises if the person may give none."""


class Connection:
    """One client at one table while its line is open: a socket of its own, or a channel of another
    (``channels``)."""

    # Thousands of these may exist: each byte counts.
    __slots__ = (
        "_closing",
        "_context",
        "_hang_up",
        "_has_command",
        "_has_news",
        "_is_called",
        "_is_going_on",
        "_is_open",
        "_line",
        "_live",
        "_loop",
        "_person",
        "_plays",
        "_rest",
        "_said",
        "_session",
        "_sockets",
        "_tables",
        "_tick",
        "_unpaid",
        "_watch",
    )

    def __init__(
        self,
        line: Line,
        hang_up: Callable[[int, str], Coroutine[Any, Any, None]],
        shared: Shared,
        live: LiveTable,
        person: Person,
        takes_changes: bool = False,
    ) -> None:
        """``hang_up`` closes the line with a code and a reason. ``takes_changes``: the client asks only for
        what has changed."""
        self._line = line
        self._hang_up = hang_up
        self._tables = shared.tables
        self._live = live
        self._person = person
        self._sockets = shared.sockets
        self._watch = shared.watch
        self._plays = shared.plays
        self._session = Session(time.monotonic(), takes_changes)
        self._loop = asyncio.get_running_loop()
        self._context = contextvars.copy_context()
        self._said: deque[bytes] = deque()
        """Messages that wait until they can be handled; reading stops in the meantime."""
        self._has_command = False
        """``True`` while a command is being executed."""
        self._is_called = False
        self._is_going_on = False
        self._rest: asyncio.TimerHandle | None = None
        """Timer while a client that has used up its budget has to wait."""
        self._unpaid = 0.0
        self._has_news = False
        self._is_open = True
        self._closing: asyncio.Task[None] | None = None

    async def run(self, socket: AnySocket) -> None:
        """Serve until either side closes the socket."""
        self.start()
        try:
            while (message := await socket.receive())["type"] != "websocket.disconnect":
                # This message arrived before the listener was set.
                if message["type"] == "websocket.receive":
                    self.heard((message.get("text") or "").encode() or message.get("bytes") or b"")
        finally:
            self.stop()
            if self._closing is not None:
                await self._closing

    def start(self) -> None:
        """Start serving."""
        self._line.listen(self)
        self._tick = self._loop.call_later(TICK_SECONDS, self._on_tick)
        self._tables.join(self._live, self._person, self)

    def stop(self) -> None:
        """Undo :meth:`start`: the line is closed."""
        self._tables.leave(self._live, self._person, self)
        self._tick.cancel()
        if self._rest is not None:
            self._rest.cancel()
        self._said.clear()
        self._is_open = False
        self._sockets.spend(self._person.id, self._unpaid)  # or reconnecting would reset the debt

    @property
    def waiting(self) -> int:
        """Number of the client's frames that have not been handled."""
        return len(self._said)

    def sign_out(self) -> None:
        """Close the line, as the session has ended or was replaced; a client with a session reconnects."""
        self._close(*SESSION_CHANGED)

    # ---- what happens --------------------------------------------------------------------------------

    def heard(self, message: bytes) -> None:
        """Queue a client's message; it is handled together with those of other clients."""
        self._said.append(message)
        if not self._is_called:
            self._is_called = True
            self._sockets.hearing.add(self._called)

    def _called(self) -> None:
        self._is_called = False
        self._context.run(self._go_on)

    def set(self) -> None:
        """Note that there is news. It is sent in the loop's next turn, once for all changes until then."""
        if not self._has_news:
            self._has_news = True
            self._loop.call_soon(self._tell, context=self._context)

    def on_other_frame(self) -> None:
        """Charge for a frame that is no whole message."""
        self._pay(FRAME)

    def may_write(self) -> None:
        """Resume sending and handling: the client reads again."""
        self._context.run(self._go_on)

    def _on_tick(self) -> None:
        self._tick = self._loop.call_later(TICK_SECONDS, self._on_tick)
        self._act(self._session.tick(time.monotonic()))
        # A player counts as absent for long just because time passes: no event reports it.
        self.set()

    # ---- what is done about it ---------------------------------------------------------------------------

    @property
    def _may_tell(self) -> bool:
        return self._is_open and self._rest is None and self._line.is_clear

    def _go_on(self) -> None:
        """Handle queued messages until one has to wait.

        Reading stops while messages wait. Stopping and starting it at every command would cost more than it
        saves.
        """
        if not self._is_open:
            return  # from now on the server reads by itself, up to the client's closing frame
        if self._is_going_on:
            return  # a command was refused at once; the outer call continues
        self._is_going_on = True
        try:
            while self._said and not self._has_command and self._may_tell:
                actions = self._session.receive(self._said.popleft(), time.monotonic())
                self._act(actions)
                if not any(isinstance(action, Submit) for action in actions):
                    self._pay(FRAME)  # a command is charged when it is answered
        finally:
            self._is_going_on = False
        if self._said or self._rest is not None:
            self._line.pause()
        else:
            self._line.resume()
        if self._has_news:
            self._tell()

    def _act(self, actions: list[Action]) -> None:
        for action in actions:
            match action:
                case Send(frame=frame):
                    self._line.push(msgspec.json.encode(frame))
                case Submit(request=request):
                    self._submit(request)
                case Wake():
                    self.set()
                case Show():
                    self._show(action)
                case Close(code=code, reason=reason):
                    self._close(code, reason)
            if not self._is_open:
                return

    def _submit(self, request: CommandRequest) -> None:
        self._has_command = True
        try:
            self._plays()
            command = self._tables.begin(self._live, self._person, request)
        except Refusal as refusal:
            self._finish(request, refusal)
        else:
            command.add_done_callback(partial(self._on_command_done, request))

    def _on_command_done(self, request: CommandRequest, command: asyncio.Task[Ack]) -> None:
        if command.cancelled():
            return  # the event loop ends
        outcome: Ack | Exception
        try:
            outcome = command.result()
        except Exception as error:
            outcome = error
        self._finish(request, outcome)

    def _finish(self, request: CommandRequest, outcome: Ack | Exception) -> None:
        self._has_command = False
        if isinstance(outcome, Ack):
            self._answer(request, outcome)
        else:
            reason = reason_of(outcome)
            if STATUS[reason.kind] >= 500:
                log_failure(self._watch, "command_failed", outcome, table=self._live.state.id)
            self._answer(request, reason)
        self._go_on()

    def _answer(self, request: CommandRequest, outcome: Ack | Reason) -> None:
        self._watch.commanded(self._live.state.id, request, outcome)
        self._act(self._session.answer(request, outcome))
        self._pay(1)

    def _tell(self) -> None:
        """Send the news, unless the client has to wait or does not read; then this is called again
        afterwards."""
        if not (self._has_news and self._may_tell):
            return
        self._has_news = False
        try:
            presence = self._tables.presence(self._live)
            self._act(self._session.news(self._live.state.version, presence))
        except Exception:
            # A socket that accepts commands but shows nothing would be worse than a closed one, after which
            # the client reconnects.
            log.exception("updates_failed", table=self._live.state.id)
            self._close(CLOSE_CODES["internal"], INTERNAL.sentence)

    def _show(self, show: Show) -> None:
        seen_by = self._live, self._person, show.point_of_view
        frame = None
        try:
            if show.in_short and show.since is not None:
                frame = self._tables.changes(*seen_by, show.since)
            if frame is None:
                frame = self._tables.update(*seen_by, show.since).frame
        except Refusal as refusal:  # the game has started, and this person may not see it
            self._close(CLOSE_CODES[refusal.reason.kind], refusal.reason.sentence)
            return
        self._session.shown(self._live.state.version)
        self._line.push(frame)
        self._pay(1 + len(frame) // BYTES_OF_WORK)

    def _pay(self, work: float) -> None:
        self._unpaid += work
        if self._unpaid < PAID_AT_ONCE:
            return
        wait, self._unpaid = self._sockets.spend(self._person.id, self._unpaid), 0.0
        if wait and self._rest is None and self._is_open:
            self._rest = self._loop.call_later(wait, self._has_rested, context=self._context)
            self._line.pause()

    def _has_rested(self) -> None:
        self._rest = None
        self._go_on()

    def _close(self, code: int, reason: str) -> None:
        if self._is_open:
            self._is_open = False
            self._closing = self._loop.create_task(self._hang_up(code, reason))

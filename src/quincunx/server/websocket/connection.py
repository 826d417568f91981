"""The shell between a socket and the engine of :mod:`quincunx.table.session`, for sockets of every kind.

A connection has no task of its own that reads or writes. It is called when a message arrives, when there is
news, and when a command was executed. Thousands of spectators may watch one table, and each costs one call.
"""

from __future__ import annotations

import asyncio
import contextvars
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec
from litestar import WebSocket

from quincunx.node.node import Tables
from quincunx.server.observability.watch import Watch
from quincunx.server.people.open_sockets import Sockets
from quincunx.server.transport.socket_transport import SocketTransport
from quincunx.table.session.actions import Action, Close, Pay, Send, Tell
from quincunx.table.session.close_codes import SESSION_CHANGED
from quincunx.table.session.session import AT_ONCE, Session

TICK_SECONDS = 15.0

AnySocket = WebSocket[Any, Any, Any]
S = TypeVar("S", bound=Session)
HangUp = Callable[[int, str], Coroutine[Any, Any, None]]


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


class Connection(ABC, Generic[S]):
    """One client while its socket is open. A subclass carries out the actions of its own kind of session."""

    # Thousands of these may exist: each byte counts.
    __slots__ = (
        "_closing",
        "_context",
        "_hang_up",
        "_is_called",
        "_is_going_on",
        "_loop",
        "_person",
        "_rest",
        "_session",
        "_shared",
        "_tick",
        "_transport",
    )

    def __init__(
        self, transport: SocketTransport, hang_up: HangUp, shared: Shared, person: str, session: S
    ) -> None:
        """``hang_up`` closes the socket with a code and a reason. ``person`` is charged for all work."""
        self._transport = transport
        self._hang_up = hang_up
        self._shared = shared
        self._person = person
        self._session = session
        self._loop = asyncio.get_running_loop()
        self._context = contextvars.copy_context()
        self._is_called = False
        self._is_going_on = False
        self._rest: asyncio.TimerHandle | None = None
        """Timer while a client that has used up its budget has to wait."""
        self._tick: asyncio.TimerHandle | None = None
        self._closing: asyncio.Task[None] | None = None

    # ---- life --------------------------------------------------------------------------------------------

    async def run(self, socket: AnySocket) -> None:
        """Serve until either side closes the socket."""
        self.start()
        try:
            while (message := await socket.receive())["type"] != "websocket.disconnect":
                # This message arrived before the listener was set.
                if message["type"] == "websocket.receive":
                    self.on_message((message.get("text") or "").encode() or message.get("bytes") or b"")
        finally:
            await self.finish()
            if self._closing is not None:
                await self._closing

    def start(self) -> None:
        """Start serving."""
        self._transport.listen(self)
        self._tick = self._loop.call_later(TICK_SECONDS, self._on_tick)

    def stop(self) -> None:
        """Undo :meth:`start`: the socket is closed."""
        for timer in (self._tick, self._rest):
            if timer is not None:
                timer.cancel()
        self._act(self._session.end())

    async def finish(self) -> None:
        """Stop, and wait for everything that was started."""
        self.stop()

    def sign_out(self) -> None:
        """Close the socket, as the session has ended or was replaced; a client with a session reconnects."""
        self._close(SESSION_CHANGED, "Your session has changed; please come back.")

    def _close(self, code: int, reason: str) -> None:
        if self._session.is_open:
            self._act([*self._session.end(), Close(code, reason)])

    # ---- what happens ------------------------------------------------------------------------------------

    def on_message(self, message: bytes) -> None:
        """Queue a client's message; it is handled together with those of other clients."""
        if self._session.queue(message):
            self._transport.pause()
        self.call()

    def call(self) -> None:
        """Handle queued messages in the loop's next turn."""
        if not self._is_called:
            self._is_called = True
            self._shared.sockets.hearing.add(self._called)

    def _called(self) -> None:
        self._is_called = False
        self._context.run(self._go_on)

    def on_other_frame(self) -> None:
        """Charge for a frame that is no whole message."""
        self._act(self._session.on_other_frame())

    def may_write(self) -> None:
        """Resume sending and handling: the client reads again."""
        self._context.run(self._go_on)

    def _on_tick(self) -> None:
        self._tick = self._loop.call_later(TICK_SECONDS, self._on_tick)
        self._act(self._session.tick(self._loop.time()))

    # ---- what is done about it ---------------------------------------------------------------------------

    @property
    def _may_tell(self) -> bool:
        return self._session.is_ready and self._transport.is_clear

    def _go_on(self) -> None:
        """Handle queued messages until one has to wait, or until other clients have their turn.

        Reading stops while messages wait. Stopping and starting it at every command would cost more than it
        saves.
        """
        session = self._session
        if self._is_going_on:
            return  # a command was refused at once; the outer call continues
        self._is_going_on = True
        try:
            for _ in range(AT_ONCE):
                if not (session.has_next and self._transport.is_clear):
                    break
                self._act(session.next(self._loop.time()))
        finally:
            self._is_going_on = False
        if not session.is_open:
            return  # from now on the server reads by itself, up to the client's closing frame
        if session.has_next and self._transport.is_clear:
            self.call()
        if session.is_behind:
            self._transport.pause()
        else:
            self._transport.resume()
        self._on_turn()

    def _on_turn(self) -> None:
        """Send news, if any: the client may have become able to take it."""

    def _act(self, actions: Iterable[Action]) -> None:
        for action in actions:
            match action:
                case Send(frame=frame):
                    self._transport.push(msgspec.json.encode(frame))
                case Pay(work=work):
                    self._pay(work)
                case Tell(frame=frame):
                    data = msgspec.json.encode(frame)
                    self._transport.push(data)
                    self._act(self._session.charge_sent(len(data)))
                case Close(code=code, reason=reason):
                    self._closing = self._loop.create_task(self._hang_up(code, reason))
                case _:
                    self._do(action)

    @abstractmethod
    def _do(self, action: Action) -> None:
        """Carry out an action of this kind of session."""

    def _pay(self, work: float) -> None:
        wait = self._shared.sockets.spend(self._person, work)
        if wait and self._session.rest():
            self._rest = self._loop.call_later(wait, self._has_rested, context=self._context)
            self._transport.pause()

    def _has_rested(self) -> None:
        self._rest = None
        self._session.rested()
        self._go_on()

"""WebSockets between the event loop and an ASGI application, with limits.

Messages take a direct way (:mod:`.socket_transport`).

The library's :class:`~websockets.server.ServerProtocol` implements the protocol and does no I/O. It is fed in
slices, and each frame is counted, so a flood is noticed before all of it is parsed.
"""

from __future__ import annotations

import asyncio
from collections import deque
from http import HTTPStatus
from typing import Any, Final, Protocol, cast

import structlog
from websockets.frames import Close, Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import Event, State
from websockets.server import ServerProtocol

from quincunx.server.transport.asgi import (
    GONE,
    App,
    Disconnected,
    Messages,
    add_headers,
    disconnected,
    received,
    scope_of,
)
from quincunx.server.transport.batch import Together
from quincunx.server.transport.connections import Connections, FrameRate
from quincunx.server.transport.keepalive import Keepalive
from quincunx.server.transport.outgoing import Outgoing
from quincunx.server.transport.socket_transport import SOCKET_TRANSPORT, Listener

log = structlog.get_logger("quincunx.server")

SLICE: Final = 1024
"""Bytes that are parsed before their frames are counted: at most 170 frames."""
DATA: Final = frozenset({Opcode.TEXT, Opcode.BINARY, Opcode.CONT})
CLOSE_SECONDS: Final = 10.0
"""Seconds for which a client may leave a closing frame unanswered."""
LONGEST_REASON: Final = 123
"""Most bytes of the reason in a closing frame (RFC 6455)."""
FLOOD_SECONDS: Final = 1.0
"""Seconds for which a flooding client, which may not read either, may leave data unsent; then it is
dropped."""
NOT_TEXT: Final = 1007
POLICY: Final = 1008
NO_PONG: Final = 1011
RESTARTING: Final = 1012


class Served(Protocol):
    """The server's state that it waits for when it shuts down."""

    connections: set[Any]
    """Open connections; on shutdown each one's ``shutdown()`` is called."""
    tasks: set[asyncio.Task[None]]


class WebSocketProtocol(asyncio.Protocol):
    """One WebSocket.

    The number of messages waiting for the application is bounded: the server stops reading while one waits.
    """

    def __init__(
        self, app: App, served: Served, state: dict[str, Any], guard: Connections, sending: Together
    ) -> None:
        self._app = app
        self._served = served
        self._state = state
        self._guard = guard
        self._bounds = guard.bounds
        self._sending = sending
        self._loop = asyncio.get_running_loop()
        self._conn = ServerProtocol(max_size=self._bounds.message_bytes)
        self._keepalive = Keepalive(self._loop, self._bounds.ping_seconds, self._ping, self._give_up)
        self._close_timer: asyncio.TimerHandle | None = None
        self._response: Response | None = None
        """Acceptance of the handshake; it is sent when the application accepts."""
        self._listener: Listener | None = None
        self._messages: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        """Events for the application."""
        self._unparsed = b""
        """Received bytes that may not be parsed yet."""
        self._events: deque[Event] = deque()
        """Parsed frames that have not been handled."""
        self._assembled = Messages()
        self._is_held = False
        """``True`` while the listener has paused."""
        self._is_read = True
        self._is_ending = False
        """``True`` once the server has sent its last frame."""
        self._is_lost = False
        self._frames = FrameRate(self._bounds, self._loop.time())

    # ---- the event loop's side -------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the connection over from HTTP, which has admitted it."""
        self._transport = cast(asyncio.Transport, transport)
        self._out = Outgoing(self._conn, self._transport, self._bounds, self._sending)
        self._served.connections.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """End the socket and tell the application."""
        self._is_lost = True
        self._keepalive.stop()
        self._out.stop()
        self._stop_closing()
        self._guard.release(self._transport)
        self._served.connections.discard(self)
        end = None if self._conn.state is State.CONNECTING else Close(GONE, "")
        self._messages.put_nowait(disconnected(end))
        self._listener = None

    def pause_writing(self) -> None:
        """Start the deadline for a client that does not read."""
        self._out.on_full()

    def resume_writing(self) -> None:
        """Stop that deadline: the client reads again."""
        self._out.on_clear()
        if self._listener is not None:
            self._listener.may_write()

    def data_received(self, data: bytes) -> None:
        """Parse received data while it is within the limits. The handshake comes first, as a whole."""
        if self._response is None:
            self._feed_slices(data)
            if self._response is None:
                self._is_ending = True  # the library has sent the reason
                self._out.hang_up()
        elif self._conn.state is State.CONNECTING:
            # A client should send nothing before it is accepted. If it does, the data waits until then.
            self._unparsed += data
            if len(self._unparsed) > self._bounds.message_bytes:
                self._let_go()
        elif self._is_held or self._unparsed:
            self._unparsed += data
        else:
            self._feed_slices(data)

    def shutdown(self) -> None:
        """Close the socket because the server shuts down."""
        if self._is_ending:
            self._stop_closing()
        elif self._conn.state is State.OPEN:
            self._conn.send_close(RESTARTING)
            self._disconnect(self._conn.close_sent)
        elif self._conn.state is State.CONNECTING:
            self._reject(HTTPStatus.INTERNAL_SERVER_ERROR)
        self._out.hang_up()

    # ---- the short way: a SocketTransport ----------------------------------------------------------------

    def listen(self, listener: Listener) -> None:
        """Pass each message from now on to ``listener``."""
        self._listener = listener

    def push(self, text: bytes) -> None:
        """Send a text frame in the loop's next turn, unless the socket is closing."""
        if self._conn.state is State.OPEN:
            self._out.push(text)

    @property
    def is_clear(self) -> bool:
        """``True`` if little is buffered for the client."""
        return self._out.is_clear

    def pause(self) -> None:
        """Stop reading, and pass on nothing that has already been read."""
        self._is_held = True
        self._update_reading()

    def resume(self) -> None:
        """Undo :meth:`pause`."""
        if self._is_held:
            self._is_held = False
            self._loop.call_soon(self._go_on)

    # ---- what comes in ---------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Handle data that arrived while reading was stopped."""
        self._handle_events()
        data, self._unparsed = self._unparsed, b""
        self._feed_slices(data)
        self._update_reading()

    def _feed_slices(self, data: bytes) -> None:
        for start in range(0, len(data), SLICE):
            if self._is_held:
                self._unparsed = data[start:]
                return
            if self._transport.is_closing():
                return
            self._conn.receive_data(data[start : start + SLICE])
            self._events.extend(self._conn.events_received())
            self._handle_events()
            self._out.write_reply()

    def _handle_events(self) -> None:
        """Handle the parsed frames one by one."""
        while self._events and not self._is_held and not self._transport.is_closing():
            event = self._events.popleft()
            if isinstance(event, Frame):
                self._on_frame(event)
            elif isinstance(event, Request):
                self._on_request(event)
        if self._conn.parser_exc is not None and not self._events:
            self._on_wrong()

    def _on_request(self, request: Request) -> None:
        response = self._conn.accept(request)
        if response.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            self._conn.send_response(response)
            return
        self._response = response
        scope = scope_of(request, self._transport, self._state)
        scope["extensions"][SOCKET_TRANSPORT] = self
        self._messages.put_nowait({"type": "websocket.connect"})
        task = self._loop.create_task(self._run(scope))
        task.add_done_callback(self._served.tasks.discard)
        self._served.tasks.add(task)

    def _on_frame(self, frame: Frame) -> None:
        opcode = frame.opcode
        if opcode is Opcode.CLOSE:
            self._on_close()
            return
        if not self._may_go_on():
            return
        if opcode in DATA:
            message = self._assembled.add(frame)
            if message is not None:
                self._on_message(message)
            if opcode is not Opcode.CONT and frame.fin:
                return  # a whole message is charged by its listener
        elif opcode is Opcode.PONG:
            self._keepalive.on_pong(bytes(frame.data))
        if self._listener is not None:
            self._listener.on_other_frame()

    def _on_message(self, message: bytes) -> None:
        if self._is_ending:
            return  # the client's closing frame is still to come
        text = None
        if self._assembled.is_text:
            try:
                text = message.decode()
            except UnicodeDecodeError:
                self._conn.fail(NOT_TEXT)
                self._on_wrong()
                return
        if self._listener is not None:
            self._listener.on_message(message)
            return
        self._messages.put_nowait(received(message if text is None else text))
        self._update_reading()

    def _on_close(self) -> None:
        """Handle a closing frame: the client closes, or answers the server's own."""
        if not self._is_ending:
            self._disconnect(self._conn.close_rcvd)
        self._stop_closing()
        self._out.hang_up()

    def _on_wrong(self) -> None:
        """End the socket after a violation of the protocol, to which the library has responded."""
        if not self._is_ending:
            self._disconnect(self._conn.close_sent)
        self._out.hang_up()

    def _disconnect(self, close: Close | None) -> None:
        """Tell the application why the socket closes."""
        self._is_ending = True
        self._messages.put_nowait(disconnected(close))

    def _may_go_on(self) -> bool:
        """Count a frame; close the socket, and return ``False``, if the client sends or leaves unread too
        much."""
        if self._frames.count_frame(self._loop.time()) and not self._out.is_too_much:
            return True
        self._let_go()
        return False

    def _let_go(self) -> None:
        self._guard.refused("too_fast", self._transport)
        if self._conn.state is State.OPEN:
            self._conn.fail(POLICY, "That was too fast; please slow down.")
            self._disconnect(self._conn.close_sent)
        self._out.hang_up()
        self._loop.call_later(FLOOD_SECONDS, self._transport.abort)

    # ---- what goes out ---------------------------------------------------------------------------------

    def _update_reading(self) -> None:
        """Stop reading while the listener has paused or a message waits, except for the client's closing
        frame."""
        is_wanted = not self._is_held and (self._is_ending or self._messages.empty())
        if is_wanted is self._is_read or self._transport.is_closing():
            return
        self._is_read = is_wanted
        if is_wanted:
            self._transport.resume_reading()
        else:
            self._transport.pause_reading()

    def _stop_closing(self) -> None:
        if self._close_timer is not None:
            self._close_timer.cancel()

    def _ping(self, payload: bytes) -> None:
        if self._conn.state is State.OPEN:
            self._conn.send_ping(payload)
            self._out.flush()

    def _give_up(self) -> None:
        """Close a socket whose pong did not arrive, without waiting for the client to read everything."""
        if not self._is_ending:
            self._conn.fail(NO_PONG, "keepalive ping timeout")
            self._out.flush()
            self._transport.abort()

    def _reject(self, status: HTTPStatus) -> None:
        """Refuse the handshake."""
        self._is_ending = True
        self._conn.send_response(self._conn.reject(status, ""))

    # ---- the application's side ------------------------------------------------------------------------

    async def _run(self, scope: dict[str, Any]) -> None:
        try:
            await self._app(scope, self._receive, self._send)
        except Disconnected:
            pass
        except Exception:
            log.exception("application_failed")
        finally:
            self._on_end()

    def _on_end(self) -> None:
        """End the socket: the application has finished."""
        if self._conn.state is State.CONNECTING and not self._is_ending:
            self._reject(HTTPStatus.INTERNAL_SERVER_ERROR)
        if self._close_timer is None:
            self._out.hang_up()
        self._out.watch_end()

    async def _receive(self) -> dict[str, Any]:
        message = await self._messages.get()
        self._update_reading()
        return message

    async def _send(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.close":
            self.resume()  # so that the client's closing frame is read
        await self._out.wait_until_clear()
        if self._is_ending or self._is_lost:
            raise Disconnected
        match message["type"], self._conn.state:
            case "websocket.accept", State.CONNECTING:
                self._accept(message)
            case "websocket.close", State.CONNECTING:
                self._reject(HTTPStatus.FORBIDDEN)
                self._disconnect(None)
                self._out.hang_up()
            case "websocket.send", State.OPEN:
                self._send_message(message)
            case "websocket.close", State.OPEN:
                self._close(message.get("code", 1000), message.get("reason") or "")
            case kind, state:
                raise RuntimeError(f"{kind} does not fit: the socket is {state.name.lower()}.")

    def _accept(self, message: dict[str, Any]) -> None:
        assert self._response is not None
        add_headers(self._response.headers, message)
        self._conn.send_response(self._response)
        self._out.flush()
        self._keepalive.start()
        self._go_on()

    def _send_message(self, message: dict[str, Any]) -> None:
        if message.get("bytes") is not None:
            self._conn.send_binary(message["bytes"])
        else:
            self._conn.send_text(message["text"].encode())
        self._out.flush()

    def _close(self, code: int, reason: str) -> None:
        # A longer reason would be no frame, and its client would be told neither the code nor the reason.
        shown = reason.encode()[:LONGEST_REASON].decode(errors="ignore")
        self._conn.send_close(code, shown)
        self._out.flush()
        self._disconnect(self._conn.close_sent)
        self._update_reading()
        self._close_timer = self._loop.call_later(CLOSE_SECONDS, self._transport.close)

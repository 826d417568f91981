"""uvicorn's WebSockets with bounds, and with a short way.

Every frame counts, and who does not read is let go. The short way (:class:`Line`) is for what is said again
and again: messages are handed over and frames are written at once, without a queue or a task between.
Beginning and end of a socket go ASGI's way.
"""

from __future__ import annotations

import asyncio
from typing import ClassVar, Final, Protocol

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

from quincunx.server.transport.batch import Together
from quincunx.server.transport.connections import Bounds, Connections
from quincunx.server.transport.frames import LONGEST_HEAD, end_of, masked_text, text_frame
from quincunx.server.transport.unread import Unread

SLICE = 1024
"""So many bytes of the request are parsed at once: it is noticed that it is refused."""
POLICY = 1008
_BINARY: Final = int(Opcode.BINARY)
LINE: Final = "quincunx.line"
"""Where the :class:`Line` stands among the scope's extensions."""


class Listener(Protocol):
    """Whoever has taken over the messages of a socket. Nothing that it raises is caught."""

    def heard(self, message: bytes) -> None:
        """The client has said something."""
        ...

    def on_other_frame(self) -> None:
        """The client has sent a frame that is no whole message: a ping, a pong or a piece."""
        ...

    def may_write(self) -> None:
        """The client reads again: :attr:`Line.is_clear` holds."""
        ...


class Line(Protocol):
    """The short way to a client."""

    def listen(self, listener: Listener) -> None:
        """Hand over each message from now on; those that came before are where ASGI has them."""
        ...

    def push(self, text: bytes) -> None:
        """Send a text frame, in a moment and together with others; what the client does not take is kept.
        Nothing happens on a socket that is closing."""
        ...

    @property
    def is_clear(self) -> bool:
        """Whether little is kept that the client has not read: only then should more be said."""
        ...

    def pause(self) -> None:
        """Read no further, and hand over nothing of what has been read already."""
        ...

    def resume(self) -> None:
        """Undo :meth:`pause`."""
        ...


def _is_text(message: bytes) -> bool:
    try:
        message.decode()
    except UnicodeDecodeError:
        return False
    return True


class GuardedSocket(WebSocketsSansIOProtocol):
    """One socket. Subclass it with ``guard`` and ``sending`` for a server of one's own.

    What the application is sent is bounded by the server itself: it reads no further while a message waits.
    """

    guard: ClassVar[Connections]
    sending: ClassVar[Together]
    _listener: Listener | None = None
    _outgoing: list[bytes] | None = None
    """Frames that go out together: each call of the operating system costs more than what it carries."""
    _piece = b""
    """The beginning of a frame of which the rest has not come."""
    _bounds: Bounds
    _is_held = False
    """Whether the listener wants to hear nothing for a while."""
    _is_in_pieces = False
    """Whether a message has begun of which further frames are to come."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the connection over from HTTP, which has admitted it."""
        self._bounds = self.guard.bounds
        self._allowance = self._bounds.frames_at_once
        self._counted_at = self.loop.time()
        self._longest = self.config.ws_max_size + LONGEST_HEAD
        super().connection_made(transport)
        self._unread = Unread(self.loop, self.transport, self._bounds.unread_seconds)
        self.transport.set_write_buffer_limits(high=self._bounds.unread_bytes // 2)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        self._unread.stop()
        self.guard.release(self.transport)
        super().connection_lost(exc)

    async def run_asgi(self) -> None:
        """Offer the short way to the application."""
        extensions: dict[str, object] = {**(self.scope.get("extensions") or {}), LINE: self}
        self.scope["extensions"] = extensions  # type: ignore[typeddict-item]  # ASGI lets servers add their own
        await super().run_asgi()
        if self.transport.get_write_buffer_size():
            self._unread.start()  # nothing more is to come: whoever does not read the end is not waited for

    def shutdown(self) -> None:
        """The server ends; what was pushed goes before its goodbye."""
        self._flush()
        super().shutdown()

    # ---- the short way: a Line ---------------------------------------------------------------------------

    def listen(self, listener: Listener) -> None:
        """See :meth:`Line.listen`."""
        self._listener = listener

    def push(self, text: bytes) -> None:
        """See :meth:`Line.push`."""
        if self._outgoing is None:
            self._outgoing = []
            self.sending.add(self._flush)
        self._outgoing.append(text_frame(text))

    def _flush(self) -> None:
        frames, self._outgoing = self._outgoing, None
        if frames and not (self.close_sent or self.disconnected or self.transport.is_closing()):
            self.transport.writelines(frames)

    async def send(self, message: ASGISendEvent) -> None:
        """What goes ASGI's way goes after what was pushed."""
        self._flush()
        if message["type"] == "websocket.close":
            self.resume()  # the client's closing frame is waited for
        await super().send(message)

    @property
    def is_clear(self) -> bool:
        """See :attr:`Line.is_clear`."""
        return self.writable.is_set()

    def pause(self) -> None:
        """See :meth:`Line.pause`."""
        self._is_held = True
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def resume(self) -> None:
        """See :meth:`Line.resume`."""
        if self._is_held:
            self._is_held = False
            if self._piece:
                self.loop.call_soon(self._take_frames, b"")
        if self.read_paused and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()

    def send_receive_event_to_app(self) -> None:
        """A message is whole."""
        message = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        if self._listener is None or (self.curr_msg_data_type == "text" and not _is_text(message)):
            super().send_receive_event_to_app()  # it closes the socket for what is no text (RFC 6455, 8.1)
            return
        self.frames = []
        if not self.close_sent:
            self._listener.heard(message)

    # ---- what comes in ----------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Take in what has come, as long as it is not too much."""
        if self.handshake_initiated:
            self._take_frames(data)
            return
        for start in range(0, len(data), SLICE):
            if not self.transport.is_closing():
                super().data_received(data[start : start + SLICE])

    def _take_frames(self, data: bytes) -> None:
        """One by one, so that a flood is noticed before all that came of it has been looked at. The library
        gets whole ones, but for those that it refuses: so it is never in the midst of one."""
        if self._piece:
            data, self._piece = self._piece + data, b""
        at = 0
        while at < len(data) and not self.transport.is_closing():
            if self._is_held:
                self._piece = data[at:]
                return
            end = end_of(data, at)
            if end is None or len(data) < end <= at + self._longest:
                self._piece = data[at:]
                return
            if not self._is_said(data, at, end):
                super().data_received(data[at:end])
            at = end

    def _is_said(self, data: bytes, at: int, end: int) -> bool:
        """Whether the frame is a message of the usual kind, which has been handed over with that."""
        opcode, listener = data[at] & 0xF, self._listener
        if listener is None or self._is_in_pieces or self.close_sent or end > len(data):
            text = None
        else:
            text = masked_text(data, at, end)
        if opcode <= _BINARY:
            self._is_in_pieces = data[at] < 0x80
        if text is None or listener is None:
            return False
        if self._may_go_on():
            listener.heard(text)
        return True

    def _may_go_on(self) -> bool:
        """Count a frame; a client that sends too many is told once, and hung up on."""
        now = self.loop.time()
        earned = (now - self._counted_at) * self._bounds.frames_per_second
        self._allowance = min(self._bounds.frames_at_once, self._allowance + earned) - 1
        self._counted_at = now
        if self._allowance >= 0 and self.transport.get_write_buffer_size() <= self._bounds.unread_bytes:
            return True
        self._let_go()
        return False

    def _let_go(self) -> None:
        if not self.transport.is_closing():
            self.guard.refused("too_fast", self.transport)
            if self.handshake_complete and not self.close_sent:
                self.queue.put_nowait({"type": "websocket.disconnect", "code": POLICY})
                self.conn.fail(POLICY, "That was too fast; please slow down.")
                self.transport.write(b"".join(self.conn.data_to_send()))
                self.close_sent = True
            self.transport.close()
            # What is unsent by then is dropped: somebody who floods may not read either.
            self.loop.call_later(1.0, self.transport.abort)

    def handle_text(self, event: Frame) -> None:
        """A message, or its beginning."""
        if self._may_go_on():
            super().handle_text(event)
            if not event.fin:
                self._charge_frame()

    def handle_bytes(self, event: Frame) -> None:
        """The same, of bytes."""
        if self._may_go_on():
            super().handle_bytes(event)
            if not event.fin:
                self._charge_frame()

    def handle_cont(self, event: Frame) -> None:
        """A further piece of a message."""
        if self._may_go_on():
            super().handle_cont(event)
            self._charge_frame()

    def handle_ping(self) -> None:
        """Answer a ping."""
        if self._may_go_on():
            super().handle_ping()
            self._charge_frame()

    def handle_pong(self, event: Frame) -> None:
        """An answer to a ping, asked for or not."""
        if self._may_go_on():
            super().handle_pong(event)
            self._charge_frame()

    def _charge_frame(self) -> None:
        if self._listener is not None:
            self._listener.on_other_frame()

    # ---- what goes out ----------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        """The client does not read: it is given a while."""
        super().pause_writing()
        self._unread.start()

    def resume_writing(self) -> None:
        """It reads again."""
        super().resume_writing()
        self._unread.go_on()
        if self._listener is not None:
            self._listener.may_write()

    def keepalive_timeout(self) -> None:
        """No pong: whoever does not answer is not waited for until they have read everything."""
        super().keepalive_timeout()
        self.transport.abort()

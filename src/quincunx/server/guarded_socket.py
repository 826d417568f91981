"""uvicorn's WebSockets with bounds: every frame counts, and who does not read is let go."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from quincunx.server.connections import Bounds, Connections
from quincunx.server.unread import Unread

SLICE = 1024
"""So many bytes are parsed at once: a flood is noticed before all that came of it has been looked at."""
POLICY = 1008


class GuardedSocket(WebSocketsSansIOProtocol):
    """One socket. Subclass it with ``guard`` for a server of one's own.

    What the application is sent is bounded by the server itself: it reads no further while a message waits.
    """

    guard: ClassVar[Connections]

    @property
    def _bounds(self) -> Bounds:
        return self.guard.bounds

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the connection over from HTTP, which has admitted it."""
        self._allowance = self._bounds.frames_at_once
        self._counted_at = self.loop.time()
        super().connection_made(transport)
        self._unread = Unread(self.loop, self.transport, self._bounds.unread_seconds)
        self.transport.set_write_buffer_limits(high=self._bounds.unread_bytes // 2)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        self._unread.stop()
        self.guard.release(self.transport)
        super().connection_lost(exc)

    # ---- what comes in ----------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Take in what has come, as long as it is not too much."""
        for start in range(0, len(data), SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + SLICE])

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

    def handle_bytes(self, event: Frame) -> None:
        """The same, of bytes."""
        if self._may_go_on():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """A further piece of a message."""
        if self._may_go_on():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer a ping."""
        if self._may_go_on():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """An answer to a ping, asked for or not."""
        if self._may_go_on():
            super().handle_pong(event)

    # ---- what goes out ----------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        """The client does not read: it is given a while."""
        super().pause_writing()
        self._unread.start()

    def resume_writing(self) -> None:
        """It reads again."""
        super().resume_writing()
        self._unread.stop()

    def keepalive_timeout(self) -> None:
        """No pong: whoever does not answer is not waited for until they have read everything."""
        super().keepalive_timeout()
        self.transport.abort()

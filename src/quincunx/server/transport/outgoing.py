"""The outgoing frames of one socket, and the deadline of a client that does not read them."""

from __future__ import annotations

import asyncio

from websockets.protocol import SEND_EOF
from websockets.server import ServerProtocol

from quincunx.server.transport.batch import Together
from quincunx.server.transport.connections import Bounds
from quincunx.server.transport.read_deadline import ReadDeadline


class Outgoing:
    """Writes the frames that the library has to send.

    Frames of one turn are written together: a system call costs more than the data it carries.
    """

    def __init__(
        self, conn: ServerProtocol, transport: asyncio.Transport, bounds: Bounds, sending: Together
    ) -> None:
        self._conn = conn
        self._transport = transport
        self._sending = sending
        self._unread = ReadDeadline(asyncio.get_running_loop(), transport, bounds.unread_seconds)
        self._most_unread = bounds.unread_bytes
        self._clear = asyncio.Event()
        self._clear.set()
        self._will_flush = False
        transport.set_write_buffer_limits(high=bounds.unread_bytes // 2)

    @property
    def is_clear(self) -> bool:
        """``True`` if little is buffered for the client."""
        return self._clear.is_set()

    @property
    def is_too_much(self) -> bool:
        """``True`` if more is buffered than a client may leave unread."""
        return self._transport.get_write_buffer_size() > self._most_unread

    async def wait_until_clear(self) -> None:
        """Return when :attr:`is_clear` holds, or nothing can be sent any more."""
        await self._clear.wait()

    def push(self, text: bytes) -> None:
        """Send a text frame in the loop's next turn. The socket must be open."""
        self._conn.send_text(text)
        if not self._will_flush:
            self._will_flush = True
            self._sending.add(self.flush)

    def flush(self) -> None:
        """Write everything that the library has to send."""
        self._will_flush = False
        output = self._conn.data_to_send()
        if not output or self._transport.is_closing():
            return
        if output[-1] == SEND_EOF:
            del output[-1]  # the protocol closes the connection then
        self._transport.writelines(output)

    def write_reply(self) -> None:
        """Write the reply to a frame, unless a flush in the loop's next turn will send it."""
        if not self._will_flush:
            self.flush()

    def hang_up(self) -> None:
        """Close the connection after what is still to be sent."""
        self.flush()
        self._transport.close()

    def watch_end(self) -> None:
        """Start the deadline for a client that does not read the last frames."""
        if self._transport.get_write_buffer_size():
            self._unread.start()

    def on_full(self) -> None:
        """Start the deadline for a client that does not read."""
        self._clear.clear()
        self._unread.start()

    def on_clear(self) -> None:
        """Stop that deadline: the client reads again."""
        self._clear.set()
        self._unread.go_on()

    def stop(self) -> None:
        """Wake the waiting senders: the connection has ended, and nothing more can be sent."""
        self._unread.stop()
        self._clear.set()

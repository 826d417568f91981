"""uvicorn's HTTP with bounds: what a head may weigh, and how long a connection may keep us waiting."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import ClassVar, Final, cast

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from quincunx.club.limits import too_fast
from quincunx.server.transport.connections import Bounds, Connections
from quincunx.server.transport.quiet_transport import QuietTransport
from quincunx.server.transport.unread import Unread
from quincunx.server.transport.waits import retry_after

_TOO_FAST: Final = too_fast(1.0).reason


class _Refused(Exception):
    """Ends the parsing; the answer has been sent."""


class GuardedHttp(HttpToolsProtocol):
    """One connection. Subclass it with ``guard`` for a server of one's own."""

    guard: ClassVar[Connections]

    @property
    def _bounds(self) -> Bounds:
        return self.guard.bounds

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Admit the connection, or hang up."""
        transport = cast(asyncio.Transport, QuietTransport(cast(asyncio.Transport, transport)))
        self._deadline: asyncio.TimerHandle | None = None
        self._raw_head = 0
        self._head = 0
        self._is_in_head = True
        self._begin_body()
        self._admitted = self.guard.admit(transport)
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=self._bounds.unread_bytes)
        self._unread = Unread(self.loop, self.transport, self._bounds.unread_seconds)
        if not self._admitted:
            self.transport.abort()
            return
        self._must_come_within(self._bounds.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        self._stop_waiting()
        self._unread.stop()
        self.guard.release(self.transport)
        super().connection_lost(exc)

    # ---- time -----------------------------------------------------------------------------------------

    def _must_come_within(self, seconds: float) -> None:
        self._stop_waiting()
        self._deadline = self.loop.call_later(seconds, self._hang_up)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _hang_up(self) -> None:
        """Nobody is owed an answer who has not asked in time; what is unsent is dropped."""
        self.transport.abort()

    def pause_writing(self) -> None:
        """The client does not read: it is given a while."""
        super().pause_writing()
        self._unread.start()

    def resume_writing(self) -> None:
        """It reads again."""
        super().resume_writing()
        self._unread.go_on()

    def on_response_complete(self) -> None:
        """An answer has been handed over; whoever does not read its end is not waited for, either."""
        if self.transport.get_write_buffer_size():
            self._unread.start()
        super().on_response_complete()

    def shutdown(self) -> None:
        """Stop; a request whose head is still on its way is not waited for."""
        if self._is_in_head and (self.cycle is None or self.cycle.response_complete):
            self.transport.abort()
            return
        super().shutdown()

    # ---- size -----------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Take in a piece of a request."""
        if not self._admitted or self.transport.is_closing():
            return
        if self._is_in_head:
            # The parser keeps an unfinished header for as long as it grows, and tells nobody.
            self._raw_head += len(data)
        else:
            self._raw_body += len(data)
        try:
            super().data_received(data)
        finally:
            if self._is_in_head:
                if self._raw_head > self._bounds.head_bytes:
                    self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
            elif self._raw_body - self._body > self._bounds.head_bytes:
                # What is around the pieces of a body, which may be told without end, too.
                self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP, unless it has been refused already."""
        if not self.transport.is_closing():
            super().send_400_response(msg)

    def _refuse(self, status: HTTPStatus) -> None:
        if not self.transport.is_closing():
            is_head = status is HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            self.guard.refused("too_large_head" if is_head else "too_fast", self.transport)
            if self._is_in_head or not self.cycle.response_started:
                self.transport.write(_answer(status))
            self.transport.close()
            self._must_come_within(self._bounds.head_seconds)

    def _begin_body(self) -> None:
        self._raw_body = 0
        self._body = 0
        self._chunks = 0

    def _add_to_head(self, size: int) -> None:
        self._head += size
        if self._head > self._bounds.head_bytes or len(self.headers) > self._bounds.headers:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
            raise _Refused

    # ---- what the parser finds --------------------------------------------------------------------------

    def on_message_begin(self) -> None:
        """A request begins."""
        self._head = 0
        self._is_in_head = True
        if len(self.pipeline) >= self._bounds.pipelined:
            self._refuse(HTTPStatus.TOO_MANY_REQUESTS)
            raise _Refused
        self._must_come_within(self._bounds.head_seconds)
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """A piece of its address."""
        super().on_url(url)
        self._add_to_head(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header."""
        super().on_header(name, value)
        self._add_to_head(len(name) + len(value))

    def on_headers_complete(self) -> None:
        """The head is whole."""
        self._is_in_head = False
        self._raw_head = 0
        self._begin_body()
        self._must_come_within(self._bounds.body_seconds)
        super().on_headers_complete()

    def on_chunk_header(self) -> None:
        """A piece of a body begins that comes in pieces. Each costs the server as much as a whole one."""
        self._chunks += 1
        if self._chunks > self._bounds.chunks:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            raise _Refused

    def on_body(self, body: bytes) -> None:
        """Some of its body. Nobody reads what comes after the answer."""
        self._body += len(body)
        if self._body > self._bounds.body_bytes and self.cycle.response_complete:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            raise _Refused
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is whole: from now on the client waits for the server."""
        self._stop_waiting()
        self._is_in_head = True
        super().on_message_complete()

    # ---- what becomes a WebSocket -----------------------------------------------------------------------

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection on; it still counts."""
        self._stop_waiting()
        self._unread.stop()
        super().handle_websocket_upgrade()


def _answer(status: HTTPStatus) -> bytes:
    """A whole answer that refuses a request before the application has seen it."""
    reason = _TOO_FAST if status is HTTPStatus.TOO_MANY_REQUESTS else None
    body = b"" if reason is None else msgspec.json.encode(reason)
    lines = [f"HTTP/1.1 {status.value} {status.phrase}", f"content-length: {len(body)}", "connection: close"]
    if reason is not None:
        later = (f"{name}: {value}" for name, value in retry_after(reason).items())
        lines += ["content-type: application/json", *later]
    return "\r\n".join((*lines, "", "")).encode() + body

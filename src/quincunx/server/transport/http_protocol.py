"""HTTP with limits: a protocol around the web server's own.

It measures the data, enforces the deadlines, and passes on what is within the limits. It uses only the
methods of the inner protocol that every :class:`asyncio.Protocol` has.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import Any, Final, cast

import msgspec

from quincunx.club.limits import too_fast
from quincunx.server.transport.connections import Connections
from quincunx.server.transport.http_meter import Answers, HttpMeter, NotHttp, TooMuch
from quincunx.server.transport.read_deadline import ReadDeadline
from quincunx.server.transport.waits import retry_after

_TOO_FAST: Final = too_fast(1.0).reason
_NOBODY: Final = asyncio.Protocol()
"""Stand-in for an inner protocol that is not to be called, or no longer."""


class InnerTransport:
    """Transport of the inner protocol: passes on every call except writes after closing, and reports two.

    uvicorn tells only the last of several pipelined requests that the connection is gone. uvloop raises an
    error when the others write. Each would be a traceback in the log, which any client could cause.
    """

    def __init__(
        self,
        transport: asyncio.Transport,
        on_close: Callable[[], None],
        on_upgrade: Callable[[asyncio.BaseProtocol], None],
    ) -> None:
        """Wrap ``transport``.

        ``on_close`` is called after the transport was closed. ``on_upgrade`` is called, instead of passing it
        on, with the protocol that is to take over.
        """
        self.plain = transport
        self._on_close = on_close
        self._on_upgrade = on_upgrade

    def __getattr__(self, name: str) -> Any:
        return getattr(self.plain, name)

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send this, unless the connection is closing."""
        if not self.plain.is_closing():
            self.plain.write(data)

    def writelines(self, list_of_data: Iterable[bytes | bytearray | memoryview]) -> None:
        """Send these, unless the connection is closing."""
        if not self.plain.is_closing():
            self.plain.writelines(list_of_data)

    def close(self) -> None:
        """Close the connection once everything buffered has been sent."""
        self.plain.close()
        self._on_close()

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Report the protocol that takes over the connection."""
        self._on_upgrade(protocol)


class HttpProtocol(asyncio.Protocol):
    """One connection, until it ends or becomes a WebSocket."""

    def __init__(self, make_inner: Callable[[Answers], asyncio.Protocol], guard: Connections) -> None:
        """``make_inner`` makes the inner protocol, whose application records its responses to the requests
        in :class:`Answers`."""
        answers = Answers(self._watch_end)
        self._inner = make_inner(answers)
        self._guard = guard
        self._bounds = guard.bounds
        self._meter = HttpMeter(guard.bounds, answers)
        self._loop = asyncio.get_running_loop()
        self._deadline: asyncio.TimerHandle | None = None
        self._successor: asyncio.Protocol | None = None
        """The protocol to which the inner one has upgraded the connection."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Admit the connection, or close it at once."""
        self._transport = cast(asyncio.Transport, transport)
        self._unread = ReadDeadline(self._loop, self._transport, self._bounds.unread_seconds)
        if not self._guard.admit(self._transport):
            self._inner = _NOBODY
            self._transport.abort()
            return
        self._transport.set_write_buffer_limits(high=self._bounds.unread_bytes)
        inner = InnerTransport(self._transport, self._watch_end, self._on_upgrade)
        self._inner.connection_made(cast(asyncio.Transport, inner))
        self._must_come_within(self._bounds.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """Release the connection and notify the inner protocol."""
        self._guard.release(self._transport)
        self._leave().connection_lost(exc)

    def _leave(self) -> asyncio.Protocol:
        """Detach from the connection, and return the inner protocol, which may still use it."""
        self._stop_waiting()
        self._unread.stop()
        self._meter.stop()
        inner, self._inner = self._inner, _NOBODY
        return inner

    # ---- size ----------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Pass on data that is within the limits."""
        if self._transport.is_closing():
            return
        before = self._meter.requests, self._meter.phase
        try:
            end = self._meter.feed(data)
        except TooMuch as refusal:
            self._refuse(refusal.status)
            return
        except NotHttp:
            self._inner.data_received(data)  # the inner protocol responds to that itself
            self._transport.close()
            return
        if before != (self._meter.requests, self._meter.phase):
            self._set_deadline()
        if end is None:
            self._inner.data_received(data)
        else:
            self._upgrade(data[:end], data[end:])

    def _upgrade(self, head: bytes, rest: bytes) -> None:
        if self._meter.open_requests > 1:
            # The responses to earlier requests would arrive in the middle of the upgraded connection.
            self._refuse(HTTPStatus.TOO_MANY_REQUESTS)
            return
        self._inner.data_received(head)
        if rest and self._successor is not None and not self._transport.is_closing():
            self._successor.data_received(rest)

    def _on_upgrade(self, successor: asyncio.BaseProtocol) -> None:
        """Hand the connection to its new protocol; it still counts."""
        self._leave()
        self._successor = cast(asyncio.Protocol, successor)
        self._transport.set_protocol(successor)

    def _refuse(self, status: HTTPStatus) -> None:
        is_head = status is HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
        self._guard.refused("too_large_head" if is_head else "too_fast", self._transport)
        if self._meter.phase != "body" or not self._meter.is_answering:
            self._transport.write(_refusal_response(status))
        self._transport.close()
        self._must_come_within(self._bounds.head_seconds)

    def eof_received(self) -> bool | None:
        """Pass on that the client sends nothing more."""
        return self._inner.eof_received()

    # ---- time ----------------------------------------------------------------------------------------------

    def _set_deadline(self) -> None:
        if self._meter.phase == "between":
            self._stop_waiting()
        elif self._meter.phase == "head":
            self._must_come_within(self._bounds.head_seconds)
        else:
            self._must_come_within(self._bounds.body_seconds)

    def _must_come_within(self, seconds: float) -> None:
        """Close the connection after ``seconds``. A late client gets no response; unsent data is lost."""
        self._stop_waiting()
        self._deadline = self._loop.call_later(seconds, self._transport.abort)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()

    def pause_writing(self) -> None:
        """Start the deadline for a client that does not read."""
        self._inner.pause_writing()
        self._unread.start()

    def resume_writing(self) -> None:
        """Stop that deadline: the client reads again."""
        self._inner.resume_writing()
        self._unread.go_on()

    def _watch_end(self) -> None:
        """Start the deadline for a client that does not read the end of a response or of the connection."""
        if self._inner is not _NOBODY and self._transport.get_write_buffer_size():
            self._unread.start()


def _refusal_response(status: HTTPStatus) -> bytes:
    """A whole response that refuses a request before it reaches the application."""
    reason = _TOO_FAST if status is HTTPStatus.TOO_MANY_REQUESTS else None
    body = b"" if reason is None else msgspec.json.encode(reason)
    lines = [f"HTTP/1.1 {status.value} {status.phrase}", f"content-length: {len(body)}", "connection: close"]
    if reason is not None:
        later = (f"{name}: {value}" for name, value in retry_after(reason).items())
        lines += ["content-type: application/json", *later]
    return "\r\n".join((*lines, "", "")).encode() + body

"""HTTP with bounds: a protocol around the web server's own one.

It counts what comes, keeps time, and hands on what is not too much. Of the inner protocol it uses nothing but
what every :class:`asyncio.Protocol` has.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import Any, Final, cast

import msgspec

from quincunx.club.limits import too_fast
from quincunx.server.transport.connections import Connections
from quincunx.server.transport.http_meter import Answers, HttpMeter, NotHttp, TooMuch, nothing
from quincunx.server.transport.unread import Unread
from quincunx.server.transport.waits import retry_after

_TOO_FAST: Final = too_fast(1.0).reason
_NOBODY: Final = asyncio.Protocol()
"""Takes the place of an inner protocol that is to hear nothing, or nothing more."""


class InnerTransport:
    """The transport of the inner protocol: passes on everything but what is written once the connection is
    closing, and reports two calls.

    Of pipelined requests uvicorn tells only the last one that the connection is gone. uvloop raises an error
    for what the others write, and each would be a traceback in the log, for anybody to cause.
    """

    def __init__(
        self,
        transport: asyncio.Transport,
        on_close: Callable[[], None],
        on_upgrade: Callable[[asyncio.BaseProtocol], None],
    ) -> None:
        """``on_close`` is called after the transport was closed; ``on_upgrade`` instead of passing on the
        protocol that is to take over."""
        self.plain = transport
        self._on_close = on_close
        self._on_upgrade = on_upgrade

    def __getattr__(self, name: str) -> Any:
        return getattr(self.plain, name)

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send this, if anybody can get it."""
        if not self.plain.is_closing():
            self.plain.write(data)

    def writelines(self, list_of_data: Iterable[bytes | bytearray | memoryview]) -> None:
        """Send these, if anybody can get them."""
        if not self.plain.is_closing():
            self.plain.writelines(list_of_data)

    def close(self) -> None:
        """Close the connection when all has been read."""
        self.plain.close()
        self._on_close()

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Hand the connection on."""
        self._on_upgrade(protocol)


class HttpProtocol(asyncio.Protocol):
    """One connection, until it ends or becomes a WebSocket's."""

    def __init__(self, inner: asyncio.Protocol, answers: Answers, guard: Connections) -> None:
        """``answers`` hears of what the application answers to the requests that ``inner`` hands it."""
        self._inner = inner
        self._answers = answers
        self._guard = guard
        self._bounds = guard.bounds
        self._meter = HttpMeter(guard.bounds, answers)
        self._loop = asyncio.get_running_loop()
        self._deadline: asyncio.TimerHandle | None = None
        self._successor: asyncio.Protocol | None = None
        """What the inner protocol has made of an upgrade."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Admit the connection, or hang up."""
        self._transport = cast(asyncio.Transport, transport)
        self._unread = Unread(self._loop, self._transport, self._bounds.unread_seconds)
        if not self._guard.admit(self._transport):
            self._inner = _NOBODY
            self._transport.abort()
            return
        self._transport.set_write_buffer_limits(high=self._bounds.unread_bytes)
        self._answers.on_end = self._watch_end
        inner = InnerTransport(self._transport, self._watch_end, self._on_upgrade)
        self._inner.connection_made(cast(asyncio.Transport, inner))
        self._must_come_within(self._bounds.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        self._guard.release(self._transport)
        self._leave().connection_lost(exc)

    def _leave(self) -> asyncio.Protocol:
        """Have nothing more to do with the connection; the inner protocol, which may have."""
        self._stop_waiting()
        self._unread.stop()
        self._answers.on_end = nothing
        self._meter.stop()
        inner, self._inner = self._inner, _NOBODY
        return inner

    # ---- size ----------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Hand on what is not too much."""
        if self._transport.is_closing():
            return
        before = self._meter.requests, self._meter.phase
        try:
            end = self._meter.feed(data)
        except TooMuch as refusal:
            self._refuse(refusal.status)
            return
        except NotHttp:
            self._inner.data_received(data)  # it has an answer to that
            self._transport.close()
            return
        if before != (self._meter.requests, self._meter.phase):
            self._set_deadline()
        if end is None:
            self._inner.data_received(data)
        else:
            self._upgrade(data[:end], data[end:])

    def _upgrade(self, head: bytes, rest: bytes) -> None:
        if self._meter.waiting > 1:
            # The answers to those before would come in the midst of what the connection has become.
            self._refuse(HTTPStatus.TOO_MANY_REQUESTS)
            return
        self._inner.data_received(head)
        if rest and self._successor is not None and not self._transport.is_closing():
            self._successor.data_received(rest)

    def _on_upgrade(self, successor: asyncio.BaseProtocol) -> None:
        """Hand the connection on; it still counts."""
        self._leave()
        self._successor = cast(asyncio.Protocol, successor)
        self._transport.set_protocol(successor)

    def _refuse(self, status: HTTPStatus) -> None:
        is_head = status is HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
        self._guard.refused("too_large_head" if is_head else "too_fast", self._transport)
        if self._meter.phase != "body" or not self._meter.is_answering:
            self._transport.write(_answer(status))
        self._transport.close()
        self._must_come_within(self._bounds.head_seconds)

    def eof_received(self) -> bool | None:
        """The client says no more."""
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
        """Hang up then. A client that has not asked in time gets no answer; what is unsent is dropped."""
        self._stop_waiting()
        self._deadline = self._loop.call_later(seconds, self._transport.abort)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def pause_writing(self) -> None:
        """The client does not read: it is given a while."""
        self._inner.pause_writing()
        self._unread.start()

    def resume_writing(self) -> None:
        """It reads again."""
        self._inner.resume_writing()
        self._unread.go_on()

    def _watch_end(self) -> None:
        """An answer is whole, or the connection is being closed: a client that does not read the end is not
        waited for, either."""
        if self._inner is not _NOBODY and self._transport.get_write_buffer_size():
            self._unread.start()


def _answer(status: HTTPStatus) -> bytes:
    """A whole answer that refuses a request before the application has seen it."""
    reason = _TOO_FAST if status is HTTPStatus.TOO_MANY_REQUESTS else None
    body = b"" if reason is None else msgspec.json.encode(reason)
    lines = [f"HTTP/1.1 {status.value} {status.phrase}", f"content-length: {len(body)}", "connection: close"]
    if reason is not None:
        later = (f"{name}: {value}" for name, value in retry_after(reason).items())
        lines += ["content-type: application/json", *later]
    return "\r\n".join((*lines, "", "")).encode() + body

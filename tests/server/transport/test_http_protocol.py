"""HTTP with bounds, without a network: what reaches the protocol within, and what does not."""

from __future__ import annotations

import asyncio
import json
import weakref
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, cast

import pytest
from msgspec.structs import replace

from quincunx.server.transport.connections import Bounds, Connections
from quincunx.server.transport.http_meter import Answers, HttpMeter, NotHttp, TooMuch
from quincunx.server.transport.http_protocol import HttpProtocol, _refusal_response

GET = b"GET / HTTP/1.1\r\nhost: here\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nhost: here\r\ncontent-length: 5\r\n\r\nhello"
CHUNKED = b"POST / HTTP/1.1\r\nhost: here\r\ntransfer-encoding: chunked\r\n\r\n"
UPGRADE = b"GET / HTTP/1.1\r\nhost: here\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n"
SMALL = Bounds(head_bytes=200, headers=4, pipelined=2, body_bytes=100, chunks=3)


class Wire:
    """The transport, as far as a protocol sees it."""

    def __init__(self) -> None:
        self.written = b""
        self.unread = 0
        self.closed = False
        self.aborted = False
        self.protocol: asyncio.BaseProtocol | None = None
        self.limit = 0

    def get_extra_info(self, name: str) -> Any:
        return ("192.0.2.7", 4711) if name == "peername" else None

    def set_write_buffer_limits(self, high: int) -> None:
        self.limit = high

    def get_write_buffer_size(self) -> int:
        return self.unread

    def is_closing(self) -> bool:
        return self.closed or self.aborted

    def write(self, data: bytes) -> None:
        assert not self.is_closing(), "uvloop would raise an error"
        self.written += data

    def writelines(self, pieces: list[bytes]) -> None:
        self.write(b"".join(pieces))

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.aborted = True

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol


class Inner(asyncio.Protocol):
    """The protocol within."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.got = b""
        self.upgrades_to: Successor | None = None
        self.lost_by: Exception | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.calls.append("made")
        self.transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.calls.append("lost")
        self.lost_by = exc
        self.transport.close()

    def data_received(self, data: bytes) -> None:
        self.got += data
        if self.upgrades_to is not None:
            self.upgrades_to.data_received(b"(head)")
            self.transport.set_protocol(self.upgrades_to)

    def eof_received(self) -> bool:
        self.calls.append("eof")
        return True

    def pause_writing(self) -> None:
        self.calls.append("pause")

    def resume_writing(self) -> None:
        self.calls.append("resume")


class Successor(asyncio.Protocol):
    """The protocol after an upgrade."""

    def __init__(self) -> None:
        self.got = b""

    def data_received(self, data: bytes) -> None:
        self.got += data


class Connection:
    """A connection and all about it."""

    def __init__(self, bounds: Bounds = SMALL) -> None:
        self.wire = Wire()
        self.inner = Inner()
        self.refused: list[str] = []
        self.connections = Connections(bounds, on_refused=lambda event, _: self.refused.append(event))
        self.protocol = HttpProtocol(self._make_inner, self.connections)
        self.protocol.connection_made(cast(asyncio.Transport, self.wire))

    def _make_inner(self, answers: Answers) -> Inner:
        self.answers = answers
        return self.inner

    def say(self, data: bytes) -> None:
        self.protocol.data_received(data)


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not holds():  # noqa: ASYNC110  # the transport has no event for it
            await asyncio.sleep(0.005)


async def test_everything_is_handed_on() -> None:
    connection = Connection()
    for data in (POST, GET[:9], GET[9:]):
        connection.say(data)
    assert connection.inner.got == POST + GET
    assert connection.protocol.eof_received() is True
    connection.protocol.pause_writing()
    connection.protocol.resume_writing()
    fault = ConnectionResetError()
    connection.protocol.connection_lost(fault)
    assert connection.inner.calls == ["made", "eof", "pause", "resume", "lost"]
    assert connection.inner.lost_by is fault
    assert len(connection.connections) == 0
    assert connection.wire.limit == SMALL.unread_bytes


async def test_a_connection_that_is_not_admitted_is_not_handed_on() -> None:
    connection = Connection(replace(SMALL, connections=0))
    assert connection.wire.aborted
    connection.say(GET)
    connection.protocol.connection_lost(None)
    assert connection.inner.calls == []
    assert connection.inner.got == b""
    assert connection.refused == ["too_many_connections"]


REFUSED = [
    (b"GET /" + b"a" * 300, 431, "too_large_head"),
    (b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 6, 431, "too_large_head"),
    (b"GET / HTTP/1.1\r\nx: " + b"a" * 300, 431, "too_large_head"),
    (b"GET / HTTP/1.1\r\nx: " + b"a" * 199 + b"\r\n\r\n", 431, "too_large_head"),
    (GET * 4, 429, "too_fast"),
    (CHUNKED + b"1\r\nx\r\n" * 4, 413, "too_fast"),
    (GET + UPGRADE, 429, "too_fast"),
]


@pytest.mark.parametrize(("data", "status", "event"), REFUSED)
async def test_nothing_of_what_is_too_much_is_handed_on(data: bytes, status: int, event: str) -> None:
    connection = Connection()
    connection.say(data)
    assert connection.inner.got == b""
    assert connection.wire.written.startswith(f"HTTP/1.1 {status} ".encode())
    assert (b"retry-after: " in connection.wire.written) is (status == 429)
    assert connection.wire.closed
    assert connection.refused == [event]
    connection.say(GET)
    assert connection.inner.got == b""


@pytest.mark.parametrize(("data", "status", "event"), REFUSED)
async def test_excess_is_noticed_byte_by_byte(data: bytes, status: int, event: str) -> None:
    connection = Connection()
    for at in range(len(data)):
        connection.say(data[at : at + 1])
    assert connection.wire.written.startswith(f"HTTP/1.1 {status} ".encode())
    assert connection.refused == [event]
    assert len(connection.inner.got) < len(data)


async def test_a_refusal_does_not_break_into_an_answer() -> None:
    connection = Connection()
    connection.say(CHUNKED)
    connection.answers.on_response_head()
    connection.say(b"1\r\nx\r\n" * 4)
    assert connection.wire.written == b""
    assert connection.wire.closed


async def test_a_refused_client_that_does_not_read_the_refusal_is_not_waited_for() -> None:
    connection = Connection(replace(SMALL, head_seconds=0.01))
    connection.say(b"GET /" + b"a" * 300)
    await until(lambda: connection.wire.aborted)


async def test_invalid_http_is_answered_inside_and_closed() -> None:
    connection = Connection()
    connection.say(b"nonsense\r\n\r\n")
    assert connection.inner.got == b"nonsense\r\n\r\n"
    assert connection.wire.closed
    assert connection.refused == []
    connection.say(GET)
    assert connection.inner.got == b"nonsense\r\n\r\n"


async def test_an_upgrade_and_what_follows_at_once() -> None:
    connection = Connection()
    successor = connection.inner.upgrades_to = Successor()
    connection.say(UPGRADE[:20])
    assert successor.got == b"(head)"
    connection = Connection()
    successor = connection.inner.upgrades_to = Successor()
    connection.say(UPGRADE + b"the rest")
    assert connection.inner.got == UPGRADE
    assert successor.got == b"(head)the rest"
    assert connection.wire.protocol is successor
    assert len(connection.connections) == 1, "it still counts"
    assert connection.inner.calls == ["made"]


async def test_an_upgrade_that_is_refused_within_gets_nothing_more() -> None:
    connection = Connection()
    successor = connection.inner.upgrades_to = Successor()
    successor.data_received = lambda data: (
        Successor.data_received(successor, data),
        connection.wire.close(),
    )[0]  # type: ignore[method-assign]  # for once
    connection.say(UPGRADE + b"the rest")
    assert successor.got == b"(head)"
    plain = Connection()
    plain.say(UPGRADE + b"the rest")
    assert plain.inner.got == UPGRADE


async def test_an_upgraded_connection_is_not_held_to_a_requests_patience() -> None:
    connection = Connection(replace(SMALL, head_seconds=0.01, body_seconds=0.01, unread_seconds=0.01))
    connection.inner.upgrades_to = Successor()
    connection.wire.unread = 7
    connection.protocol.pause_writing()
    connection.say(UPGRADE)
    connection.answers.end()
    await asyncio.sleep(0.05)
    assert not connection.wire.aborted


async def test_an_upgrade_after_an_answer() -> None:
    connection = Connection()
    connection.say(GET)
    connection.answers.on_response_head()
    connection.answers.end()
    successor = connection.inner.upgrades_to = Successor()
    connection.say(UPGRADE)
    assert connection.wire.protocol is successor


@pytest.mark.parametrize("said", [b"", b"GET / HT", CHUNKED, GET + b"G"])
async def test_a_request_must_come_in_time(said: bytes) -> None:
    connection = Connection(replace(SMALL, head_seconds=0.01, body_seconds=0.01))
    if said:
        connection.say(said)
    await until(lambda: connection.wire.aborted)


async def test_first_bytes_earn_no_more_time() -> None:
    """The time for the first head begins when the connection opens."""
    deadlines: list[float] = []
    connection = Connection()
    connection.protocol._must_come_within = deadlines.append  # type: ignore[method-assign]  # who asks for time
    for at in range(len(POST)):
        connection.say(POST[at : at + 1])
    assert deadlines == [SMALL.body_seconds]
    for at in range(len(GET)):
        connection.say(GET[at : at + 1])
    assert deadlines == [SMALL.body_seconds, SMALL.head_seconds]


async def test_a_client_that_waits_for_an_answer_is_not_hurried() -> None:
    connection = Connection(replace(SMALL, head_seconds=0.01, body_seconds=0.01))
    connection.say(POST)
    await asyncio.sleep(0.05)
    assert not connection.wire.is_closing()


@pytest.mark.parametrize("end", ["answer", "close"])
async def test_a_client_that_leaves_the_end_unread_is_dropped(end: str) -> None:
    connection = Connection(replace(SMALL, unread_seconds=0.01))
    connection.say(GET)
    connection.wire.unread = 7
    if end == "answer":
        connection.answers.end()
    else:
        connection.inner.transport.close()
        assert connection.wire.closed
    await until(lambda: connection.wire.aborted)


async def test_data_written_after_the_end_goes_nowhere() -> None:
    connection = Connection()
    connection.inner.transport.write(b"a")
    connection.inner.transport.writelines([b"b", b"c"])
    connection.wire.close()
    connection.inner.transport.write(b"d")
    connection.inner.transport.writelines([b"e"])
    assert connection.wire.written == b"abc"


# ---- the meter -----------------------------------------------------------------------------------------


def test_phases() -> None:
    meter = HttpMeter(SMALL, Answers())
    seen = []
    for at in range(len(POST)):
        assert meter.feed(POST[at : at + 1]) is None
        seen.append((meter.phase, meter.heads, meter.requests))
    assert list(dict.fromkeys(seen)) == [("head", 0, 0), ("body", 1, 0), ("between", 1, 1)]
    meter.feed(b"G")
    assert meter.phase == "head"


def test_answers_make_room_for_requests() -> None:
    answers = Answers()
    meter = HttpMeter(SMALL, answers)
    for _ in range(10):
        meter.feed(GET * 2)
        assert meter.open_requests == 2
        assert not meter.is_answering
        answers.on_response_head()
        answers.end()
        answers.on_response_head()
        assert meter.is_answering
        answers.end()
    meter.feed(GET * 3)
    with pytest.raises(TooMuch, match="429"):
        meter.feed(GET)


def test_a_body_is_bounded_once_it_is_answered() -> None:
    answers = Answers()
    meter = HttpMeter(SMALL, answers)
    meter.feed(b"POST / HTTP/1.1\r\nhost: here\r\ncontent-length: 100000\r\n\r\n")
    meter.feed(b"x" * 101)
    answers.end()
    with pytest.raises(TooMuch, match="413"):
        meter.feed(b"x")


def test_the_overhead_of_chunks_is_bounded() -> None:
    meter = HttpMeter(SMALL, Answers())
    meter.feed(CHUNKED)
    meter.feed(b"1;" + b"x" * 190)
    with pytest.raises(TooMuch, match="413"):
        meter.feed(b"x" * 20)


def test_empty_lines_between_requests_are_bounded() -> None:
    meter = HttpMeter(SMALL, Answers())
    meter.feed(GET)
    meter.feed(b"\r\n" * 100)
    with pytest.raises(TooMuch, match="431"):
        meter.feed(b"\r\n")


def test_where_an_upgrade_ends() -> None:
    assert HttpMeter(SMALL, Answers()).feed(UPGRADE + b"rest") == len(UPGRADE)
    meter = HttpMeter(SMALL, Answers())
    assert meter.feed(UPGRADE[:-1]) is None
    assert meter.feed(UPGRADE[-1:] + b"rest") == 1


def test_nonsense_is_told_from_too_much() -> None:
    with pytest.raises(NotHttp):
        HttpMeter(SMALL, Answers()).feed(b"nonsense\r\n\r\n")


def test_the_end_of_an_answer_is_told() -> None:
    told = []
    answers = Answers(lambda: told.append((answers.started, answers.ended)))
    answers.end()
    answers.on_response_head()
    answers.end()
    assert told == [(1, 1), (2, 2)]


def head(size: int, headers: int) -> bytes:
    """A request whose address and headers have so many bytes."""
    each = size // headers
    lines = [b"n" + b"%d" % number + b": " + b"v" * (each - 2) for number in range(headers - 1)]
    rest = size - 1 - each * (headers - 1)
    return b"\r\n".join([b"GET / HTTP/1.1", *lines, b"last: " + b"v" * (rest - 4), b"", b""])


def test_exactly_as_much_as_a_bound_is_not_too_much() -> None:
    meter = HttpMeter(replace(SMALL, pipelined=100), Answers())
    for _ in range(2):
        meter.feed(head(SMALL.head_bytes, SMALL.headers))
        meter.feed(CHUNKED)
        meter.feed(b"1\r\nx\r\n" * (SMALL.chunks - 1) + b"0\r\n\r\n")  # the end is a piece, too
    assert meter.requests == 4
    for size, headers in ((SMALL.head_bytes + 1, SMALL.headers), (SMALL.head_bytes, SMALL.headers + 1)):
        with pytest.raises(TooMuch, match="431"):
            HttpMeter(SMALL, Answers()).feed(head(size, headers))
    with pytest.raises(TooMuch, match="413"):
        meter.feed(CHUNKED + b"1\r\nx\r\n" * SMALL.chunks + b"0\r\n\r\n")


def test_exactly_as_many_bytes_as_a_bound() -> None:
    answers = Answers()
    meter = HttpMeter(replace(SMALL, chunks=100), answers)
    meter.feed(b"\r\n" * (SMALL.head_bytes // 2))
    with pytest.raises(TooMuch, match="431"):
        meter.feed(b"\r")
    for _ in range(2):
        meter = HttpMeter(replace(SMALL, chunks=100), answers)
        meter.feed(CHUNKED)
        meter.feed(b"1;" + b"x" * (SMALL.head_bytes - 2))
        with pytest.raises(TooMuch, match="413"):
            meter.feed(b"x")
    answered = Answers()
    meter = HttpMeter(SMALL, answered)
    for _ in range(2):
        meter.feed(b"POST / HTTP/1.1\r\ncontent-length: %d\r\n\r\n" % SMALL.body_bytes)
        answered.end()
        meter.feed(b"x" * SMALL.body_bytes)
    assert meter.requests == 2


def test_data_after_the_last_request_is_counted_as_the_web_server_takes_it() -> None:
    meter = HttpMeter(SMALL, Answers())
    meter.feed(b"GET / HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n")
    meter.feed(GET)
    assert meter.requests >= 1


def test_a_meter_goes_without_the_garbage_collector() -> None:
    meter = HttpMeter(SMALL, Answers())
    meter.feed(GET)
    gone = weakref.ref(meter)
    meter.stop()
    del meter
    assert gone() is None


@pytest.mark.parametrize(
    ("status", "line"),
    [(408, "HTTP/1.1 408 Request Timeout"), (431, "HTTP/1.1 431 Request Header Fields Too Large")],
)
def test_a_refusal_before_the_application_is_a_whole_response(status: int, line: str) -> None:
    assert _refusal_response(HTTPStatus(status)).decode().split("\r\n") == [
        line,
        "content-length: 0",
        "connection: close",
        "",
        "",
    ]


def test_a_caller_who_is_too_fast_is_told_when_to_come_back() -> None:
    head, _, body = _refusal_response(HTTPStatus.TOO_MANY_REQUESTS).partition(b"\r\n\r\n")
    assert head.decode().split("\r\n") == [
        "HTTP/1.1 429 Too Many Requests",
        f"content-length: {len(body)}",
        "connection: close",
        "content-type: application/json",
        "retry-after: 1",
    ]
    assert json.loads(body)["code"] == "too-fast"

"""Limits on one connection before the application is called: real sockets, and a server in this process with
short timeouts."""

from __future__ import annotations

import asyncio
import os
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
import uvicorn
from msgspec.structs import replace

from quincunx.server.transport.connections import Bounds, Connections
from quincunx.server.transport.socket_transport import SOCKET_TRANSPORT
from quincunx.server.transport.uvicorn_contract import configured

pytestmark = pytest.mark.by_the_clock

PATIENT = Bounds(head_seconds=30, body_seconds=30, unread_seconds=30)
LONG = 1 << 20
UPGRADE = (
    b"GET / HTTP/1.1\r\nhost: here\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
)
PING, CONTINUATION, TEXT = 0x89, 0x00, 0x01


class App:
    """Answers requests, and sends sockets what it is told to."""

    def __init__(self) -> None:
        self.requests = 0
        self.reads = True
        """True if the app waits for bodies."""
        self.messages = 0
        self.sends = b""
        self.body = b"ok"
        self.pieces = 1
        """The number of times that the body is sent, in one answer."""
        self.answer = b""
        """The bytes pushed for each message on the short path."""
        self.last_words: list[bytes] = []
        """The bytes pushed to a socket before the server ends."""
        self.heard_at_once: list[bytes] | None = None
        """The messages on the short path, if it is used."""
        self.pauses = False
        """True if the app pauses reading after each message."""
        self.others = 0
        """Frames that were no whole message."""
        self.closes: int | None = None
        """The code with which it closes sockets at once."""
        self.ended = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            self.requests += 1
            while self.reads and (await receive()).get("more_body"):
                pass
            length = (b"content-length", str(self.pieces * len(self.body)).encode())
            await send({"type": "http.response.start", "status": 200, "headers": [length]})
            for left in reversed(range(self.pieces)):
                await send({"type": "http.response.body", "body": self.body, "more_body": left > 0})
            self.ended.set()
            return
        await receive()
        await send({"type": "websocket.accept"})
        if self.closes is not None:
            await send({"type": "websocket.close", "code": self.closes})
        if self.heard_at_once is not None:
            self._line = scope["extensions"][SOCKET_TRANSPORT]
            self._line.listen(self)
        if self.last_words:
            for word in self.last_words:
                scope["extensions"][SOCKET_TRANSPORT].push(word)
            scope["extensions"][SOCKET_TRANSPORT].shutdown()
            return
        if self.body != b"ok":
            await send({"type": "websocket.send", "bytes": self.body})
            return
        if self.sends:
            try:
                while True:
                    await send({"type": "websocket.send", "bytes": self.sends})
            finally:
                self.ended.set()
        while (await receive())["type"] != "websocket.disconnect":
            self.messages += 1
        self.ended.set()

    def on_message(self, message: bytes) -> None:
        assert self.heard_at_once is not None
        self.heard_at_once.append(message)
        if self.pauses:
            self._line.pause()
        if self.answer:
            self._line.push(self.answer)

    def resume(self) -> None:
        self._line.resume()

    def on_other_frame(self) -> None:
        self.others += 1

    def may_write(self) -> None:
        pass


class Line:
    """One connection, byte by byte."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def say(self, data: bytes) -> None:
        try:
            self.writer.write(data)
            await self.writer.drain()
        except OSError:
            pass  # hung up on in the middle of it

    async def rest(self) -> bytes:
        """All that still comes, until the server hangs up."""
        found = b""
        try:
            while piece := await self.reader.read(65536):
                found += piece
        except OSError:
            pass
        return found

    async def upgrade(self) -> None:
        await self.say(UPGRADE)
        assert b"101" in await self.reader.readuntil(b"\r\n\r\n")


class Serving:
    """A server that runs."""

    def __init__(self, app: App, port: int, connections: Connections) -> None:
        self.app = app
        self.connections = connections
        self._port = port
        self._lines: list[Line] = []

    async def line(self) -> Line:
        self._lines.append(Line(*await asyncio.open_connection("127.0.0.1", self._port)))
        return self._lines[-1]

    async def hang_up(self) -> None:
        for line in self._lines:
            line.writer.close()
            with suppress(OSError):
                await line.writer.wait_closed()

    async def until(self, connections: int) -> None:
        """Wait until this many connections are open."""
        while len(self.connections) != connections:  # noqa: ASYNC110  # the server has no event for it
            await asyncio.sleep(0.01)

    async def is_well(self) -> bool:
        line = await self.line()
        await line.say(b"GET / HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n")
        answer = await line.rest()
        return answer.startswith(b"HTTP/1.1 200")


@asynccontextmanager
async def serving(bounds: Bounds = PATIENT) -> AsyncIterator[Serving]:
    app, connections = App(), Connections(bounds)
    config = configured(app, connections, lifespan="off", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    listening = socket.create_server(("127.0.0.1", 0))
    task = asyncio.create_task(server.serve(sockets=[listening]))
    running = Serving(app, listening.getsockname()[1], connections)
    try:
        yield running
    finally:
        await running.hang_up()
        server.should_exit = True
        await task


def frame(opcode: int, data: bytes = b"", final: bool = True) -> bytes:
    head = (0x80 if final else 0) | (opcode & 0x0F)
    length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
    return bytes([head]) + length + bytes(4) + data


# ---- HTTP ----------------------------------------------------------------------------------------------


async def test_requests_are_answered_one_after_another_on_one_connection() -> None:
    async with serving() as server:
        line = await server.line()
        for _ in range(3):
            await line.say(b"POST / HTTP/1.1\r\nhost: here\r\ncontent-length: 3\r\n\r\nabc")
            assert b"200" in await line.reader.readuntil(b"ok")
        assert server.app.requests == 3


@pytest.mark.parametrize("asked", [b"GET / HTTP/1.1\r\n", b"POST / HTTP/1.1\r\ncontent-length: 3\r\n"])
async def test_a_head_may_come_byte_by_byte(asked: bytes) -> None:
    async with serving() as server:
        line = await server.line()
        for number in (1, 2):
            for byte in asked + b"host: here\r\n\r\n" + (b"abc" if b"POST" in asked else b""):
                await line.say(bytes([byte]))
                await asyncio.sleep(0)
            assert b"200" in await line.reader.readuntil(b"ok")
            assert server.app.requests == number


async def test_an_endless_head_is_refused_while_it_grows() -> None:
    endless = [
        b"GET /" + b"a" * LONG,
        b"GET / HTTP/1.1\r\nhost: here\r\nx: " + b"a" * LONG,
        b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * (LONG // 6),
        b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * 100 + b"\r\n",
    ]
    async with serving() as server:
        for head in endless:
            line = await server.line()
            sending = asyncio.create_task(line.say(head))
            assert (await line.rest())[:12] in (b"HTTP/1.1 431", b"")
            await sending
        assert server.app.requests == 0
        assert await server.is_well()


async def test_a_long_head_in_pieces_is_refused_too() -> None:
    async with serving() as server:
        line = await server.line()
        await line.say(b"GET / HTTP/1.1\r\nx: ")
        for _ in range(100):
            await line.say(b"a" * 500)
            await asyncio.sleep(0)
        assert (await line.rest())[:12] in (b"HTTP/1.1 431", b"")
        assert server.app.requests == 0


CHUNKED = b"POST / HTTP/1.1\r\nhost: here\r\ntransfer-encoding: chunked\r\n\r\n"


@pytest.mark.parametrize("flood", [b"1\r\nx\r\n" * 20_000, b"1;" + b"x" * LONG], ids=["pieces", "extension"])
async def test_a_body_in_endless_pieces_is_refused_while_it_comes(flood: bytes) -> None:
    async with serving() as server:
        line = await server.line()
        await line.say(CHUNKED)
        await line.say(flood)
        assert (await line.rest()).startswith(b"HTTP/1.1 413 ")
        await server.until(connections=0)
        assert await server.is_well()


async def test_a_body_may_come_in_pieces() -> None:
    async with serving() as server:
        line = await server.line()
        for number in (1, 2):
            await line.say(CHUNKED + b"10\r\n0123456789abcdef\r\n" * 1_000 + b"0\r\n\r\n")
            assert b"200 OK" in await line.reader.readuntil(b"ok")
            assert server.app.requests == number


async def test_no_connection_reads_on_for_long_after_the_answer() -> None:
    async with serving() as server:
        server.app.reads = False
        line = await server.line()
        await line.say(b"POST / HTTP/1.1\r\nhost: here\r\ncontent-length: 1000000000\r\n\r\n")
        assert b"200 OK" in await line.reader.readuntil(b"ok")
        await line.say(b"x" * LONG)
        await server.until(connections=0)


async def test_a_silent_or_half_finished_client_is_disconnected() -> None:
    async with serving(replace(PATIENT, head_seconds=0.1, body_seconds=0.1)) as server:
        halves = [b"", b"GET / HT", b"POST / HTTP/1.1\r\nhost: here\r\ncontent-length: 9\r\n\r\nabc"]
        for half in halves:
            line = await server.line()
            await line.say(half)
            assert b"200" not in await line.rest()
        assert len(server.connections) == 0


async def test_a_second_request_must_come_whole_too() -> None:
    async with serving(replace(PATIENT, head_seconds=0.1)) as server:
        line = await server.line()
        await line.say(b"GET / HTTP/1.1\r\nhost: here\r\n\r\n")
        assert await line.reader.readuntil(b"ok")
        await line.say(b"GET / HT")
        assert await line.rest() == b""


async def test_requests_do_not_pile_up_behind_one_another() -> None:
    async with serving(replace(PATIENT, pipelined=4)) as server:
        line = await server.line()
        await line.say(b"GET / HTTP/1.1\r\nhost: here\r\n\r\n" * 500)
        assert b"429" in await line.rest()
        assert server.app.requests <= 6
        assert await server.is_well()


async def test_so_many_connections_and_no_more() -> None:
    async with serving(replace(PATIENT, per_address=3)) as server:
        lines = [await server.line() for _ in range(3)]
        await server.until(3)
        assert await (await server.line()).rest() == b""
        lines.pop().writer.close()
        await server.until(2)
        assert await server.is_well()
    async with serving(replace(PATIENT, connections=1, per_address=None)) as server:
        await (await server.line()).upgrade()
        assert len(server.connections) == 1, "a socket still counts"
        assert await (await server.line()).rest() == b""


# ---- sockets -------------------------------------------------------------------------------------------


async def test_messages_come_and_go() -> None:
    async with serving() as server:
        line = await server.line()
        await line.upgrade()
        await line.say(frame(TEXT, b"hel", final=False) + frame(CONTINUATION, b"lo") + frame(PING, b"x"))
        assert await line.reader.readexactly(3) == b"\x8a\x01x"
        line.writer.close()
        await server.app.ended.wait()
        assert server.app.messages == 1


async def test_a_socket_may_be_opened_byte_by_byte() -> None:
    async with serving() as server:
        line = await server.line()
        for byte in UPGRADE + frame(PING, b"x"):
            await line.say(bytes([byte]))
            await asyncio.sleep(0)
        assert b" 101 " in await line.reader.readuntil(b"\r\n\r\n")
        assert await line.reader.readexactly(3) == b"\x8a\x01x"


@pytest.mark.parametrize("after", [b"", b"GET / HTTP/1.1\r\nhost: here\r\n\r\n"], ids=["first", "second"])
async def test_frames_may_follow_in_the_segment_of_the_handshake(after: bytes) -> None:
    """No client should say anything before the server has accepted; what it says is not lost, nor taken for
    something else."""
    async with serving() as server:
        line = await server.line()
        if after:
            await line.say(after)
            assert await line.reader.readuntil(b"ok")
        await line.say(
            UPGRADE + frame(TEXT, b"hel", final=False) + frame(PING, b"x") + frame(CONTINUATION, b"lo")
        )
        assert (await line.reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101 ")
        assert await line.reader.readexactly(3) == b"\x8a\x01x"
        await line.say(frame(0x88))
        assert await line.rest() == b"\x88\x00"
        await server.app.ended.wait()
        assert server.app.messages == 1


async def test_a_socket_is_not_opened_behind_an_answer_that_is_not_read() -> None:
    """The answer would wait for ever, and its task with it."""
    async with serving() as server, asyncio.timeout(60):
        server.app.body = bytes(16 << 20)
        line = await server.line()
        await line.say(b"GET / HTTP/1.1\r\nhost: here\r\n\r\n" + UPGRADE)
        assert (await line.rest()).startswith(b"HTTP/1.1 429 ")
        await server.until(0)


async def test_either_side_may_close() -> None:
    async with serving() as server:
        line = await server.line()
        await line.upgrade()
        await line.say(frame(0x88, b"\x03\xe9bye"))
        assert await line.rest() == b"\x88\x05\x03\xe9bye"
        await server.app.ended.wait()
        server.app.closes = 4000
        line = await server.line()
        await line.upgrade()
        assert await line.reader.readexactly(4) == b"\x88\x02\x0f\xa0"
        assert len(server.connections) == 1, "the client's closing frame is waited for"
        await line.say(frame(TEXT, b"not yet") + frame(0x88, b"\x0f\xa0"))
        assert await line.rest() == b""
        await server.until(0)
        assert server.app.messages == 0


@pytest.mark.parametrize("size", [1, 3, 50, 200, 4_000])
async def test_messages_come_the_short_way_however_they_are_cut(size: int) -> None:
    said = b"".join([
        frame(TEXT, b"one"),
        frame(TEXT, b"tw", final=False) + frame(PING, b"x") + frame(CONTINUATION, b"o"),
        frame(TEXT, b"3" * 300) + frame(TEXT),
    ])  # fmt: skip
    async with serving() as server:
        server.app.heard_at_once = []
        line = await server.line()
        await line.upgrade()
        for at in range(0, len(said), size):
            await line.say(said[at : at + size])
            await asyncio.sleep(0.002)
        assert await line.reader.readexactly(3) == b"\x8a\x01x"
        await line.say(frame(0x88))
        await server.app.ended.wait()
        assert server.app.heard_at_once == [b"one", b"two", b"3" * 300, b""]
        assert server.app.messages == 0
        assert server.app.others == 3, "two pieces and a ping"


async def test_a_deaf_handler_gets_nothing_that_was_read_already() -> None:
    """A thousand frames come in one piece: their sender is to be charged before all are looked at."""
    async with serving() as server:
        app = server.app
        app.heard_at_once, app.pauses = [], True
        line = await server.line()
        await line.upgrade()
        await line.say(b"".join(frame(TEXT, b"%d" % number) for number in range(3)) + frame(PING, b"x"))
        for number in range(1, 4):
            while len(app.heard_at_once) < number:  # noqa: ASYNC110  # the server has no event for it
                await asyncio.sleep(0.002)
            await asyncio.sleep(0.02)
            assert len(app.heard_at_once) == number
            assert app.others == 0
            app.resume()
        assert await line.reader.readexactly(3) == b"\x8a\x01x"
        app.pauses = False
        await line.say(frame(0x88))
        await app.ended.wait()


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (frame(TEXT, b"\xff"), 1007),
        (frame(TEXT, b"x", final=False) + frame(TEXT, b"y"), 1002),
        (b"\x81\x01x", 1002),
        (b"\x81\xff" + (1 << 40).to_bytes(8, "big") + bytes(10), 1009),
    ],
)
async def test_a_protocol_violation_is_refused_on_the_short_path_too(wrong: bytes, code: int) -> None:
    async with serving() as server:
        server.app.heard_at_once = []
        line = await server.line()
        await line.upgrade()
        await line.say(frame(TEXT, b"fine"))
        await line.say(wrong)
        assert (await line.rest())[2:4] == code.to_bytes(2, "big")
        assert server.app.heard_at_once == [b"fine"]


@pytest.mark.parametrize("short", [True, False])
async def test_every_frame_counts(short: bool) -> None:
    """Pings are answered, and pieces of a message kept: neither may be had without end."""
    floods = [
        frame(PING) * 50_000,
        frame(0x8A) * 50_000,
        frame(TEXT, final=False) + frame(CONTINUATION, final=False) * 50_000,
        frame(TEXT, b"{}") * 50_000,
    ]
    async with serving(replace(PATIENT, frames_per_second=0.001)) as server:
        for flood in floods:
            server.app.ended.clear()
            server.app.heard_at_once = [] if short else None
            line = await server.line()
            await line.upgrade()
            sending = asyncio.create_task(line.say(flood))
            assert len(await line.rest()) < 2_000
            await sending
            await server.app.ended.wait()
            assert len(server.app.heard_at_once or ()) <= PATIENT.frames_at_once
        assert server.app.messages <= PATIENT.frames_at_once
        assert await server.is_well()


async def test_a_client_that_does_not_read_is_dropped() -> None:
    async with serving(replace(PATIENT, unread_seconds=0.2)) as server:
        server.app.sends = os.urandom(100_000)
        line = await server.line()
        await line.upgrade()
        await server.app.ended.wait()
        await server.until(0)


async def test_a_client_that_sends_on_without_reading_is_dropped_early() -> None:
    """The bytes waiting for a client grow with each of its questions, whatever answers them."""
    async with serving() as server, asyncio.timeout(60):
        server.app.heard_at_once, server.app.answer = [], bytes(1 << 20)
        line = await server.line()
        await line.upgrade()
        for _ in range(100):
            await line.say(frame(TEXT, b"{}"))
            await asyncio.sleep(0.005)
        await server.until(0)
        assert len(server.app.heard_at_once) < 100
        assert await server.is_well()


async def test_pushed_frames_are_sent_before_a_stopping_server_says_goodbye() -> None:
    async with serving() as server:
        server.app.last_words = [b"one", b"two"]
        line = await server.line()
        await line.upgrade()
        assert await line.rest() == b"\x81\x03one\x81\x03two\x88\x02\x03\xf4"


# ---- both ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("asks", [UPGRADE, b"GET / HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n"])
async def test_a_client_that_leaves_the_end_unread_is_dropped_too(asks: bytes) -> None:
    """It is less than what may wait, and nothing more is to come: a connection that is being closed waits
    until it has been read, and else for ever."""
    bounds = replace(PATIENT, unread_bytes=1 << 26, unread_seconds=0.2)
    async with serving(bounds) as server, asyncio.timeout(60):
        server.app.body = bytes(16 << 20)  # more than the operating system takes
        line = await server.line()
        await line.say(asks)
        await server.until(1)
        await server.until(0)


async def test_a_client_that_does_not_read_the_beginning_is_dropped() -> None:
    """The rest of an answer in pieces waits until the client has read some of it."""
    async with serving(replace(PATIENT, unread_seconds=0.2)) as server, asyncio.timeout(60):
        server.app.body, server.app.pieces = bytes(100_000), 300
        line = await server.line()
        await line.say(b"GET / HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n")
        await server.app.ended.wait()
        await server.until(0)


async def test_a_client_that_reads_the_end_slowly_is_not() -> None:
    bounds = replace(PATIENT, unread_bytes=1 << 26, unread_seconds=0.5)
    async with serving(bounds) as server, asyncio.timeout(20):
        server.app.body = bytes(16 << 20)
        line = await server.line()
        await line.say(b"GET / HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n")
        got = 0
        while piece := await line.reader.read(1 << 20):
            got += len(piece)
            await asyncio.sleep(0.01)
        assert got > len(server.app.body)

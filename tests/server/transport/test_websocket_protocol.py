"""A WebSocket without a network: bytes in, bytes out, and what the application is told."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs
from websockets.client import ClientProtocol
from websockets.frames import Close, Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from quincunx.server.transport import websocket_protocol
from quincunx.server.transport.asgi import Disconnected
from quincunx.server.transport.batch import Together
from quincunx.server.transport.connections import Bounds, Connections
from quincunx.server.transport.socket_transport import SOCKET_TRANSPORT
from quincunx.server.transport.websocket_protocol import WebSocketProtocol

HEAD = (
    b"GET /a%20b?c=d?e HTTP/1.1\r\nhost: here\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
)
UPGRADE = HEAD + b"\r\n"
PONG = b"\x8a\x01x"
SLICE = 1024
"""Bytes that may be parsed before they are counted."""


class Wire:
    """The transport, as far as a protocol sees it."""

    def __init__(self) -> None:
        self.written = b""
        self.unread = 0
        self.is_read = True
        self.closed = False
        self.aborted = False
        self.on_write: Callable[[bytes], object] = len

    def get_extra_info(self, name: str) -> Any:
        return {"peername": ("192.0.2.7", 4711), "sockname": ("192.0.2.1", 80)}.get(name)

    def set_write_buffer_limits(self, high: int) -> None:
        assert high == Bounds().unread_bytes // 2

    def get_write_buffer_size(self) -> int:
        return self.unread

    def is_closing(self) -> bool:
        return self.closed or self.aborted

    def writelines(self, pieces: list[bytes]) -> None:
        assert not self.is_closing()
        assert all(pieces), "some event loops write nothing for ever"
        self.written += b"".join(pieces)
        self.on_write(b"".join(pieces))

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.aborted = True

    def pause_reading(self) -> None:
        assert self.is_read
        self.is_read = False

    def resume_reading(self) -> None:
        assert not self.is_read
        self.is_read = True

    def taken(self) -> bytes:
        """The bytes written since the last call."""
        found, self.written = self.written, b""
        return found


class Ears:
    """A listener."""

    def __init__(self) -> None:
        self.heard_so_far: list[bytes] = []
        self.others = 0
        self.writable = 0

    def on_message(self, message: bytes) -> None:
        self.heard_so_far.append(message)

    def on_other_frame(self) -> None:
        self.others += 1

    def may_write(self) -> None:
        self.writable += 1


class Socket:
    """One socket, and an application that does as the test says."""

    def __init__(self, bounds: Bounds | None = None) -> None:
        self.wire = Wire()
        self.refused: list[str] = []
        self.served = SimpleNamespace(connections=set(), tasks=set())
        connections = Connections(bounds or Bounds(), on_refused=lambda event, _: self.refused.append(event))
        connections.admit(cast(asyncio.Transport, self.wire))
        self.connections = connections
        self.scope: dict[str, Any] = {}
        self.fault: BaseException | None = None
        self.receive: Callable[[], Awaitable[dict[str, Any]]]
        self.send: Callable[[dict[str, Any]], Awaitable[None]]
        self.stays = asyncio.Event()
        """Set to let the application return."""
        self.protocol = WebSocketProtocol(
            self._app, self.served, {"of": "the start"}, connections, Together()
        )
        self.protocol.connection_made(cast(asyncio.Transport, self.wire))

    async def _app(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        self.scope, self.receive, self.send = scope, receive, send
        await self.stays.wait()
        if self.fault is not None:
            raise self.fault

    def say(self, data: bytes) -> None:
        self.protocol.data_received(data)

    async def shake_hands(self) -> None:
        self.say(UPGRADE)
        await turns()
        assert await self.receive() == {"type": "websocket.connect"}

    async def accept(self, **more: Any) -> bytes:
        await self.send({"type": "websocket.accept", **more})
        return self.wire.taken()

    async def told(self) -> dict[str, Any]:
        async with asyncio.timeout(5):
            return await self.receive()

    def listen(self) -> Ears:
        ears = Ears()
        self.scope["extensions"][SOCKET_TRANSPORT].listen(ears)
        return ears


async def turns(count: int = 5) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


async def opened(bounds: Bounds | None = None) -> Socket:
    socket = Socket(bounds)
    await socket.shake_hands()
    assert (await socket.accept()).startswith(b"HTTP/1.1 101 ")
    return socket


def said(opcode: Opcode, data: bytes = b"", final: bool = True) -> bytes:
    """A client's frame."""
    return Frame(opcode, data, final).serialize(mask=True)


def closing(code: int, reason: str = "") -> bytes:
    """A server's closing frame."""
    return Frame(Opcode.CLOSE, Close(code, reason).serialize()).serialize(mask=False)


@pytest.fixture
def fed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of what the library was given to parse."""
    sizes: list[int] = []
    original = ServerProtocol.receive_data

    def receive_data(self: ServerProtocol, data: bytes | bytearray) -> None:
        sizes.append(len(data))
        original(self, data)

    monkeypatch.setattr(ServerProtocol, "receive_data", receive_data)
    return sizes


# ---- floods --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("opcode", [Opcode.PING, Opcode.PONG, Opcode.TEXT])
@pytest.mark.parametrize("is_short", [True, False])
async def test_a_flood_is_noticed_before_it_has_been_parsed(
    fed: list[int], opcode: Opcode, is_short: bool
) -> None:
    """60 KB of pings in one call once held up all clients for 51 ms."""
    socket = await opened()
    if is_short:
        socket.listen()
    fed.clear()
    flood = said(opcode) * 10_000
    assert len(flood) == 60_000
    socket.say(flood)
    allowed = int(Bounds().frames_at_once) * len(said(opcode))
    assert max(fed) <= SLICE
    assert sum(fed) <= allowed + SLICE
    assert socket.wire.closed
    assert socket.refused == ["too_fast"]
    assert socket.wire.written.endswith(closing(1008, "That was too fast; please slow down."))
    before = len(fed)
    socket.say(flood)
    assert len(fed) == before
    assert socket.refused == ["too_fast"]


async def test_a_client_that_floods_and_does_not_read_why_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(websocket_protocol, "FLOOD_SECONDS", 0.01)
    socket = await opened()
    socket.say(said(Opcode.PING) * 1_000)
    while not socket.wire.aborted:  # noqa: ASYNC110  # the transport has no event for it
        await asyncio.sleep(0.005)


async def test_a_flood_after_the_server_has_closed() -> None:
    socket = await opened()
    await socket.send({"type": "websocket.close", "code": 1000})
    socket.say(said(Opcode.PING) * 1_000)
    assert socket.refused == ["too_fast"]
    assert socket.wire.closed
    assert socket.wire.written.startswith(closing(1000))
    assert b"slow down" not in socket.wire.written


async def test_a_large_message_is_parsed_in_slices(fed: list[int]) -> None:
    socket = await opened()
    ears = socket.listen()
    fed.clear()
    socket.say(said(Opcode.TEXT, b"x" * 60_000))
    assert max(fed) == SLICE
    assert ears.heard_so_far == [b"x" * 60_000]


async def test_a_flood_of_bytes_before_a_socket_is_accepted() -> None:
    socket = Socket()
    await socket.shake_hands()
    for _ in range(Bounds().message_bytes // 1024):
        socket.say(bytes(1024))
    assert not socket.wire.closed
    socket.say(b"x")
    assert socket.wire.closed
    assert socket.wire.written == b""
    assert socket.refused == ["too_fast"]


async def test_a_client_that_asks_on_and_never_reads() -> None:
    socket = await opened()
    ears = socket.listen()
    socket.wire.unread = Bounds().unread_bytes
    socket.say(said(Opcode.TEXT, b"more"))
    assert ears.heard_so_far == [b"more"]
    socket.wire.unread += 1
    socket.say(said(Opcode.TEXT, b"more"))
    assert ears.heard_so_far == [b"more"]
    assert socket.wire.closed
    assert socket.refused == ["too_fast"]
    assert (await socket.told())["code"] == 1008


async def test_a_client_that_does_not_read_is_sent_no_more() -> None:
    socket = await opened()
    ears = socket.listen()
    line = socket.scope["extensions"][SOCKET_TRANSPORT]
    assert line.is_clear
    socket.wire.unread = 1
    socket.protocol.pause_writing()
    assert not line.is_clear
    sending = asyncio.create_task(cast(Any, socket.send({"type": "websocket.send", "text": "late"})))
    await turns()
    assert not sending.done()
    assert ears.writable == 0
    socket.protocol.resume_writing()
    assert line.is_clear
    assert ears.writable == 1
    await sending
    assert socket.wire.taken() == b"\x81\x04late"


async def test_a_client_that_never_reads_is_let_go() -> None:
    socket = await opened(replace(Bounds(), unread_seconds=0.01))
    socket.wire.unread = 1
    socket.protocol.pause_writing()
    while not socket.wire.aborted:  # noqa: ASYNC110  # the transport has no event for it
        await asyncio.sleep(0.005)


async def test_a_write_to_a_client_that_has_gone_does_not_wait_for_ever() -> None:
    socket = await opened()
    socket.protocol.pause_writing()
    sending = asyncio.create_task(cast(Any, socket.send({"type": "websocket.send", "text": "late"})))
    await turns()
    socket.protocol.connection_lost(None)
    with pytest.raises(Disconnected):
        await sending


# ---- messages ------------------------------------------------------------------------------------------


SIZES = [0, 1, 125, 126, 127, 1_023, 1_024, 1_025, 65_535, 65_536]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("opcode", [Opcode.TEXT, Opcode.BINARY])
async def test_messages_of_any_size_come_in(size: int, opcode: Opcode) -> None:
    socket = await opened()
    message = bytes(size)
    socket.say(said(opcode, message))
    kind, value = ("text", message.decode()) if opcode is Opcode.TEXT else ("bytes", message)
    assert await socket.told() == {"type": "websocket.receive", kind: value}
    ears = socket.listen()
    socket.say(said(opcode, message))
    assert ears.heard_so_far == [message]
    assert type(ears.heard_so_far[0]) is bytes


@pytest.mark.parametrize("size", SIZES)
async def test_messages_of_any_size_go_out(size: int) -> None:
    socket = await opened()
    message = bytes(size)
    client = ClientProtocol(cast(Any, None), state=State.OPEN, max_size=None)
    socket.scope["extensions"][SOCKET_TRANSPORT].push(message)
    assert socket.wire.written == b"", "it goes out together with others"
    await turns()
    client.receive_data(socket.wire.taken())
    await socket.send({"type": "websocket.send", "text": message.decode()})
    await socket.send({"type": "websocket.send", "bytes": message, "text": None})
    client.receive_data(socket.wire.taken())
    frames = [(frame.opcode, frame.data) for frame in client.events_received() if isinstance(frame, Frame)]
    assert frames == [(Opcode.TEXT, message), (Opcode.TEXT, message), (Opcode.BINARY, message)]


@pytest.mark.parametrize("size", [1, 2, 7, 1_000, 1_024, 5_000])
@pytest.mark.parametrize("is_short", [True, False])
async def test_a_message_in_fragments_however_it_is_cut(size: int, is_short: bool) -> None:
    socket = await opened()
    ears = socket.listen() if is_short else Ears()
    message = "naïve".encode() * 300
    fragments = [
        said(Opcode.TEXT, message[:3], final=False),  # in the midst of a character
        said(Opcode.PING, b"x"),
        said(Opcode.CONT, message[3:1_400], final=False),
        said(Opcode.CONT, b"", final=False),
        said(Opcode.CONT, message[1_400:]),
        said(Opcode.TEXT, b"next"),
    ]
    data = b"".join(fragments)
    for at in range(0, len(data), size):
        socket.say(data[at : at + size])
    assert socket.wire.written == PONG
    if is_short:
        assert ears.heard_so_far == [message, b"next"]
        assert ears.others == 5
    else:
        assert (await socket.told())["text"] == message.decode()
        assert (await socket.told())["text"] == "next"


async def test_all_fragments_together_are_bounded() -> None:
    socket = await opened()
    half = bytes(Bounds().message_bytes // 2)
    socket.say(said(Opcode.TEXT, half, final=False) + said(Opcode.CONT, half, final=False))
    assert not socket.wire.closed
    socket.say(said(Opcode.CONT, b"x"))
    assert socket.wire.closed
    assert socket.wire.written[2:4] == (1009).to_bytes(2, "big")
    assert (await socket.told())["code"] == 1009


async def test_no_more_is_read_while_a_message_waits_for_the_application() -> None:
    socket = await opened()
    socket.say(said(Opcode.TEXT, b"one") + said(Opcode.TEXT, b"two"))
    assert not socket.wire.is_read
    assert (await socket.told())["text"] == "one"
    assert not socket.wire.is_read
    assert (await socket.told())["text"] == "two"
    assert socket.wire.is_read


async def test_a_listener_that_wants_to_hear_nothing() -> None:
    socket = await opened()
    ears = socket.listen()
    line = socket.scope["extensions"][SOCKET_TRANSPORT]
    ears.on_message = lambda message: (Ears.on_message(ears, message), line.pause())[0]  # type: ignore[method-assign]  # for once
    socket.say(b"".join(said(Opcode.TEXT, b"%d" % number * 600) for number in range(5)))
    socket.say(said(Opcode.TEXT, b"late"))
    for count in range(1, 6):
        await turns()
        assert len(ears.heard_so_far) == count
        assert not socket.wire.is_read
        line.resume()
    await turns()
    assert ears.heard_so_far[5] == b"late"
    line.resume()
    await turns()
    assert socket.wire.is_read


async def test_a_client_is_answered_in_the_order_of_their_frames() -> None:
    """A pong goes out with what is pushed at the same time, behind it."""
    socket = await opened()
    socket.scope["extensions"][SOCKET_TRANSPORT].push(b"pushed")
    socket.say(said(Opcode.PING, b"x"))
    assert socket.wire.written == b""
    await turns()
    assert socket.wire.taken() == b"\x81\x06pushed" + PONG
    socket.say(said(Opcode.PING, b"x"))
    assert socket.wire.taken() == PONG


@pytest.mark.parametrize("is_short", [True, False])
async def test_text_that_is_none(is_short: bool) -> None:
    socket = await opened()
    ears = socket.listen() if is_short else Ears()
    socket.say(said(Opcode.TEXT, b"\xff") + said(Opcode.TEXT, b"more"))
    assert socket.wire.written == closing(1007)
    assert socket.wire.closed
    assert (await socket.told())["code"] == 1007
    assert ears.heard_so_far == []


async def test_frames_before_a_fault_are_received() -> None:
    socket = await opened()
    ears = socket.listen()
    socket.say(said(Opcode.TEXT, b"fine") + said(Opcode.CONT, b"not fine") + said(Opcode.TEXT, b"late"))
    assert ears.heard_so_far == [b"fine"]
    assert socket.wire.closed
    assert (await socket.told())["code"] == 1002


# ---- the handshake -------------------------------------------------------------------------------------


async def test_the_application_receives_the_clients_data() -> None:
    socket = Socket()
    socket.say(HEAD + b"X-Name: na\xefve\r\nsec-websocket-protocol: one, two\r\n\r\n")
    await turns()
    scope = socket.scope
    assert scope.pop("headers")[-2:] == [(b"x-name", b"na\xefve"), (b"sec-websocket-protocol", b"one, two")]
    assert scope.pop("extensions") == {SOCKET_TRANSPORT: socket.protocol}
    assert scope == {
        "type": "websocket",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "scheme": "ws",
        "server": ("192.0.2.1", 80),
        "client": ("192.0.2.7", 4711),
        "root_path": "",
        "path": "/a b",
        "raw_path": b"/a%20b",
        "query_string": b"c=d?e",
        "subprotocols": ["one", "two"],
        "state": {"of": "the start"},
    }
    assert await socket.told() == {"type": "websocket.connect"}
    answer = await socket.accept(headers=[(b"x-request-id", b"7")], subprotocol="two")
    assert answer.startswith(b"HTTP/1.1 101 Switching Protocols\r\n")
    assert b"\r\nx-request-id: 7\r\nSec-WebSocket-Protocol: two\r\n\r\n" in answer
    assert b"extensions" not in answer.lower(), "nothing is compressed"


async def test_frames_that_come_before_the_socket_is_accepted_are_heard_after_it() -> None:
    socket = Socket()
    await socket.shake_hands()
    socket.say(said(Opcode.PING, b"x") + said(Opcode.TEXT, b"one"))
    socket.say(said(Opcode.TEXT, b"two"))
    assert socket.wire.written == b""
    answer = await socket.accept()
    assert answer.startswith(b"HTTP/1.1 101 ")
    assert answer.endswith(b"\r\n\r\n" + PONG)
    assert [(await socket.told())["text"] for _ in range(2)] == ["one", "two"]
    assert socket.wire.is_read


async def test_a_handshake_that_is_refused_by_the_application() -> None:
    socket = Socket()
    await socket.shake_hands()
    await socket.send({"type": "websocket.close", "code": 1008})
    assert socket.wire.written.startswith(b"HTTP/1.1 403 ")
    assert socket.wire.written.endswith(b"\r\n\r\n"), "it has no body"
    assert socket.wire.closed
    assert await socket.told() == {"type": "websocket.disconnect", "code": 1006}
    with pytest.raises(Disconnected):
        await socket.send({"type": "websocket.accept"})


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (UPGRADE.replace(b"version: 13", b"version: 12"), 400),
        (UPGRADE.replace(b"GET", b"POST"), 405),
        (UPGRADE.replace(b"upgrade: websocket", b"upgrade: tea"), 426),
        (HEAD + b"x: " + b"a" * 10_000 + b"\r\n\r\n", 431),
        (UPGRADE.replace(b"/a%20b", b"/" + b"a" * 10_000), 414),
        (HEAD, None),
        (b"\r\n\r\n", None),
    ],
)
async def test_a_handshake_that_is_none(head: bytes, status: int | None) -> None:
    socket = Socket()
    socket.say(head)
    assert socket.wire.closed
    assert socket.wire.written[:13] == (f"HTTP/1.1 {status} ".encode() if status else b"")
    assert not socket.served.tasks


@pytest.mark.parametrize("fault", [None, LookupError("nothing there"), asyncio.CancelledError()])
async def test_an_application_that_does_not_answer_the_handshake(fault: BaseException | None) -> None:
    socket = Socket()
    await socket.shake_hands()
    socket.fault = fault
    with capture_logs() as logs:
        socket.stays.set()
        await turns()
    assert socket.wire.written.startswith(b"HTTP/1.1 500 ")
    assert socket.wire.closed
    assert not socket.served.tasks
    assert [line["event"] for line in logs] == ["application_failed"] * isinstance(fault, LookupError)


async def test_messages_that_do_not_fit() -> None:
    socket = Socket()
    await socket.shake_hands()
    with pytest.raises(RuntimeError, match="the socket is connecting"):
        await socket.send({"type": "websocket.send", "text": "early"})
    await socket.accept()
    with pytest.raises(RuntimeError, match="the socket is open"):
        await socket.send({"type": "websocket.accept"})


# ---- the end -------------------------------------------------------------------------------------------


async def test_the_client_closes() -> None:
    socket = await opened()
    ears = socket.listen()
    goodbye = Frame(Opcode.CLOSE, Close(1001, "bye").serialize()).serialize(mask=True)
    socket.say(said(Opcode.TEXT, b"last") + goodbye + said(Opcode.TEXT, b"late"))
    assert ears.heard_so_far == [b"last"]
    assert ears.others == 0
    assert socket.wire.written == closing(1001, "bye")
    assert socket.wire.closed
    assert await socket.told() == {"type": "websocket.disconnect", "code": 1001, "reason": "bye"}
    socket.scope["extensions"][SOCKET_TRANSPORT].push(b"too late")
    await turns()
    for late in ("websocket.send", "websocket.close"):
        with pytest.raises(Disconnected):
            await socket.send({"type": late, "text": "too late"})
    assert socket.wire.written == closing(1001, "bye")


async def test_the_server_closes_and_waits_for_the_clients_closing_frame() -> None:
    socket = await opened()
    ears = socket.listen()
    line = socket.scope["extensions"][SOCKET_TRANSPORT]
    line.push(b"last")
    line.pause()
    await socket.send({"type": "websocket.close", "code": 4401, "reason": "who?"})
    assert socket.wire.taken() == b"\x81\x04last" + closing(4401, "who?")
    assert await socket.told() == {"type": "websocket.disconnect", "code": 4401, "reason": "who?"}
    await turns()
    assert socket.wire.is_read
    socket.stays.set()
    await turns()
    assert not socket.wire.closed
    socket.say(said(Opcode.TEXT, b"not yet") + said(Opcode.PING, b"x"))
    assert ears.heard_so_far == []
    assert not socket.wire.closed
    socket.say(said(Opcode.CLOSE))
    assert socket.wire.closed
    assert socket.refused == []


@pytest.mark.parametrize(
    ("reason", "shown"), [("x" * 123, "x" * 123), ("x" * 124, "x" * 123), ("Ö" * 70, "Ö" * 61), ("", "")]
)
async def test_a_closing_frame_has_room_for_123_bytes_of_its_reason(reason: str, shown: str) -> None:
    """As RFC 6455 has it; no letter is cut in two."""
    socket = await opened()
    await socket.send({"type": "websocket.close", "code": 4403, "reason": reason})
    assert socket.wire.taken() == closing(4403, shown)


async def test_a_closing_frame_that_is_never_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket_protocol, "CLOSE_SECONDS", 0.01)
    socket = await opened()
    await socket.send({"type": "websocket.close"})
    assert socket.wire.taken() == closing(1000)
    socket.stays.set()
    while not socket.wire.closed:  # noqa: ASYNC110  # the transport has no event for it
        await asyncio.sleep(0.005)


async def test_both_close_at_once() -> None:
    socket = await opened()
    await socket.send({"type": "websocket.close", "code": 1000})
    socket.say(Frame(Opcode.CLOSE, Close(1001, "").serialize()).serialize(mask=True))
    assert socket.wire.written == closing(1000)
    assert socket.wire.closed


async def test_an_application_that_returns_hangs_up() -> None:
    socket = await opened()
    socket.scope["extensions"][SOCKET_TRANSPORT].push(b"last")
    socket.stays.set()
    await turns()
    assert socket.wire.written == b"\x81\x04last"
    assert socket.wire.closed


async def test_a_lost_connection() -> None:
    socket = await opened()
    ears = socket.listen()
    assert len(socket.connections) == 1
    assert socket.served.connections == {socket.protocol}
    assert len(socket.served.tasks) == 1
    socket.wire.aborted = True
    socket.protocol.connection_lost(None)
    assert len(socket.connections) == 0
    assert socket.served.connections == set()
    assert await socket.told() == {"type": "websocket.disconnect", "code": 1005, "reason": ""}
    with pytest.raises(Disconnected):
        await socket.send({"type": "websocket.send", "text": "late"})
    assert ears.writable == 0


async def test_a_connection_lost_before_it_was_accepted() -> None:
    socket = Socket()
    await socket.shake_hands()
    socket.protocol.connection_lost(None)
    assert await socket.told() == {"type": "websocket.disconnect", "code": 1006}


async def test_the_server_ends() -> None:
    socket = await opened()
    socket.scope["extensions"][SOCKET_TRANSPORT].push(b"last")
    socket.protocol.shutdown()
    assert socket.wire.written == b"\x81\x04last" + closing(1012)
    assert socket.wire.closed
    assert (await socket.told())["code"] == 1012

    early = Socket()
    await early.shake_hands()
    early.protocol.shutdown()
    assert early.wire.written.startswith(b"HTTP/1.1 500 ")
    assert early.wire.closed
    with pytest.raises(Disconnected):
        await early.send({"type": "websocket.accept"})

    ending = await opened()
    await ending.send({"type": "websocket.close", "code": 1000})
    ending.protocol.shutdown()
    assert ending.wire.written == closing(1000)
    assert ending.wire.closed


async def test_pings_find_out_who_is_still_there() -> None:
    socket = await opened(replace(Bounds(), ping_seconds=0.01))
    pings: list[bytes] = []

    def hear(frame: bytes) -> None:
        pings.append(frame)
        if len(pings) <= 3:
            answer = said(Opcode.PONG, b"") + said(Opcode.PONG, frame[2:])
            asyncio.get_running_loop().call_soon(socket.say, answer)

    socket.wire.on_write = hear
    while not socket.wire.aborted:  # noqa: ASYNC110  # the transport has no event for it
        await asyncio.sleep(0.005)
    assert [ping[:2] for ping in pings[:-1]] == [b"\x89\x04"] * 4
    assert len({*pings}) == 5
    assert pings[-1] == closing(1011, "keepalive ping timeout")


async def test_a_pong_that_answers_no_ping_does_not_count() -> None:
    socket = await opened(replace(Bounds(), ping_seconds=0.01))
    loop = asyncio.get_running_loop()
    socket.wire.on_write = lambda frame: (
        frame[0] == 0x89 and loop.call_soon(socket.say, said(Opcode.PONG, b"1234"))
    )
    while not socket.wire.aborted:  # noqa: ASYNC110  # the transport has no event for it
        await asyncio.sleep(0.005)
    assert socket.refused == []
    assert socket.wire.written.endswith(closing(1011, "keepalive ping timeout"))


async def test_a_socket_that_is_closing_is_not_pinged() -> None:
    socket = await opened(replace(Bounds(), ping_seconds=0.01))
    await socket.send({"type": "websocket.close"})
    await asyncio.sleep(0.05)
    assert socket.wire.written == closing(1000)
    assert not socket.wire.aborted

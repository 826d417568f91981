"""The outgoing frames of one socket: written together, and kept for a client that reads."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest
from websockets.protocol import SEND_EOF

from quincunx.server.transport.batch import Together
from quincunx.server.transport.connections import Bounds
from quincunx.server.transport.outgoing import Outgoing


class Library:
    """The protocol, which turns a text into a frame of two parts."""

    def __init__(self) -> None:
        self.waiting: list[bytes] = []

    def send_text(self, text: bytes) -> None:
        self.waiting += [b"<", text]

    def data_to_send(self) -> list[bytes]:
        waiting, self.waiting = self.waiting, []
        return waiting


class Transport:
    """The written bytes, and how much of them the client has not read."""

    def __init__(self) -> None:
        self.written: list[list[bytes]] = []
        self.size = 0
        self.high: int | None = None
        self.is_closed = False
        self.is_aborted = False

    def set_write_buffer_limits(self, high: int) -> None:
        self.high = high

    def get_write_buffer_size(self) -> int:
        return self.size

    def is_closing(self) -> bool:
        return self.is_closed

    def writelines(self, parts: list[bytes]) -> None:
        self.written.append(list(parts))

    def close(self) -> None:
        self.is_closed = True

    def abort(self) -> None:
        self.is_aborted = True


class Line:
    """A socket's outgoing side."""

    def __init__(self, **bounds: Any) -> None:
        self.library, self.transport = Library(), Transport()
        self.outgoing = Outgoing(
            cast(Any, self.library), cast(Any, self.transport), Bounds(**bounds), Together()
        )


async def test_frames_of_one_turn_are_written_together_in_the_next() -> None:
    line = Line()
    for text in (b"one", b"two"):
        line.outgoing.push(text)
    assert line.transport.written == []
    await asyncio.sleep(0)
    assert line.transport.written == [[b"<", b"one", b"<", b"two"]]
    line.outgoing.push(b"three")
    await asyncio.sleep(0)
    assert line.transport.written[1:] == [[b"<", b"three"]]


async def test_a_reply_is_written_at_once_unless_a_flush_comes_anyway() -> None:
    line = Line()
    line.library.waiting = [b"pong"]
    line.outgoing.write_reply()
    assert line.transport.written == [[b"pong"]]
    line.outgoing.push(b"one")
    line.library.waiting.append(b"pong")
    line.outgoing.write_reply()
    assert len(line.transport.written) == 1
    await asyncio.sleep(0)
    assert line.transport.written[1] == [b"<", b"one", b"pong"]


async def test_nothing_is_written_to_a_closed_connection_nor_its_end() -> None:
    line = Line()
    line.library.waiting = [b"last", SEND_EOF]
    line.outgoing.hang_up()
    assert line.transport.written == [[b"last"]]
    assert line.transport.is_closed
    line.library.waiting = [b"more"]
    line.outgoing.flush()
    assert len(line.transport.written) == 1


async def test_a_client_leaves_only_so_much_unread() -> None:
    line = Line(unread_bytes=1_000)
    assert line.transport.high == 500, "half of it makes the socket wait"
    line.transport.size = 1_000
    assert not line.outgoing.is_too_much
    line.transport.size = 1_001
    assert line.outgoing.is_too_much


@pytest.mark.parametrize("end", ["on_clear", "stop"])
async def test_those_who_wait_for_a_reader_go_on_when_it_reads_or_is_gone(end: str) -> None:
    line = Line()
    assert line.outgoing.is_clear
    line.outgoing.on_full()
    assert not line.outgoing.is_clear
    waiting = asyncio.create_task(line.outgoing.wait_until_clear())
    await asyncio.sleep(0)
    assert not waiting.done()
    getattr(line.outgoing, end)()
    await waiting
    assert line.outgoing.is_clear


async def test_a_client_that_reads_nothing_for_long_is_cut_off() -> None:
    line = Line(unread_seconds=0.05)
    line.transport.size = 1_000
    line.outgoing.on_full()
    await asyncio.sleep(0.03)
    line.transport.size = 999
    await asyncio.sleep(0.05)
    assert not line.transport.is_aborted, "it reads slowly"
    await asyncio.sleep(0.08)
    assert line.transport.is_aborted


async def test_a_client_that_has_read_everything_is_not_cut_off() -> None:
    line = Line(unread_seconds=0.01)
    line.outgoing.watch_end()
    line.transport.size = 1_000
    await asyncio.sleep(0.03)
    assert not line.transport.is_aborted, "nothing was left when its end was sent"
    line.outgoing.watch_end()
    line.transport.size = 0
    await asyncio.sleep(0.03)
    assert not line.transport.is_aborted

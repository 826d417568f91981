"""Sockets of tables find their home among several processes: two servers here, as two processes are."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from quincunx.server import guarded_http
from quincunx.server.connections import Bounds, Connections
from quincunx.server.guarded import guarded
from quincunx.server.handed import HandedServer
from quincunx.server.handover import Handover, Place

HERE, THERE = "/api/tables/d/socket?x=1", "/api/tables/b/socket?x=1"
"""A path of the first server's own, and one whose home is the second."""


class App:
    """Says its name and who has come, and then repeats what it hears."""

    def __init__(self, name: str) -> None:
        self.name = name

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            while (await receive()).get("more_body"):
                pass
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": self.name.encode()})
            return
        await receive()
        await send({"type": "websocket.accept"})
        headers = dict(scope["headers"])
        query, cookie = scope["query_string"].decode(), headers.get(b"cookie", b"").decode()
        text = f"{self.name} {scope['path']} {query} {cookie} {scope['client'][1]}"
        await send({"type": "websocket.send", "text": text})
        while (message := await receive())["type"] != "websocket.disconnect":
            await send({"type": "websocket.send", "text": message["text"]})


class Process:
    """What one process is: its server, and how many connections it has."""

    def __init__(self, place: Place, bounds: Bounds) -> None:
        self.connections = Connections(bounds)
        self.handover = Handover(place)
        http, sockets = guarded(self.connections, self.handover)
        config = uvicorn.Config(
            App(f"number {place.number}"),
            http=http,
            ws=sockets,
            log_config=None,
            lifespan="off",
            timeout_graceful_shutdown=1,
        )
        self.server = HandedServer(config, self.handover)

        self.port = 0

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        listening = socket.create_server(("127.0.0.1", 0))
        self.port = listening.getsockname()[1]
        task = asyncio.create_task(self.server.serve(sockets=[listening]))
        while not self.server.started:  # noqa: ASYNC110  # uvicorn tells nobody
            await asyncio.sleep(0.01)
        try:
            yield
        finally:
            self.server.should_exit = True
            await task


class Processes:
    """Two of them; clients reach the first alone."""

    def __init__(self, folder: Path, bounds: Bounds) -> None:
        self.folder = folder
        self.first, self.second = (Process(Place(folder, number, 2), bounds) for number in (0, 1))

    async def open(self, path: str) -> ClientConnection:
        return await connect(
            f"ws://127.0.0.1:{self.first.port}{path}", additional_headers={"cookie": "me=anna"}, proxy=None
        )


@pytest.fixture
async def processes(tmp_path: Path) -> AsyncIterator[Processes]:
    found = Processes(tmp_path, Bounds(per_address=4))
    async with found.first.serving():
        yield found


async def said(line: ClientConnection) -> str:
    """What the server says first; it has the client's port in the end, whichever server that is."""
    text = await line.recv()
    assert isinstance(text, str)
    words, _, port = text.rpartition(" ")
    assert int(port) == line.local_address[1]
    await line.send("still there")
    assert await line.recv() == "still there"
    return words


async def test_a_table_s_socket_is_served_where_its_home_is(processes: Processes) -> None:
    async with AsyncExitStack() as lines, processes.second.serving():
        for _ in range(3):
            line = await lines.enter_async_context(await processes.open(THERE))
            assert await said(line) == "number 1 /api/tables/b/socket x=1 me=anna"
        line = await lines.enter_async_context(await processes.open(HERE))
        assert await said(line) == "number 0 /api/tables/d/socket x=1 me=anna"
        # Each counts where it is, and there alone.
        assert [len(each.connections) for each in (processes.first, processes.second)] == [1, 3]


async def test_all_else_stays(processes: Processes) -> None:
    async with processes.second.serving():
        for path in ("/api/me/socket", "/api/tables/b/socket/x", "/api/tables/b"):
            async with await processes.open(path) as line:
                assert (await said(line)).startswith(f"number 0 {path} ")
        reader, writer = await asyncio.open_connection("127.0.0.1", processes.first.port)
        # No socket; and after it over the same line one that would have its home elsewhere.
        writer.write(b"GET /api/tables/b/socket HTTP/1.1\r\nhost: here\r\n\r\n")
        assert b"number 0" in await reader.readuntil(b"number 0")
        writer.write(
            b"GET /api/tables/b/socket HTTP/1.1\r\nhost: here\r\nconnection: upgrade\r\n"
            b"upgrade: websocket\r\nsec-websocket-version: 13\r\n"
            b"sec-websocket-key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
        )
        assert b"number 0" in await reader.readuntil(b"number 0")
        writer.close()
        await writer.wait_closed()


async def test_whose_home_is_away_is_served_where_they_came(processes: Processes) -> None:
    async with await processes.open(THERE) as line:
        assert (await said(line)).startswith("number 0 ")
    async with processes.second.serving(), await processes.open(THERE) as line:
        assert (await said(line)).startswith("number 1 ")
    # It has ended in good order, and comes again.
    async with await processes.open(THERE) as line:
        assert (await said(line)).startswith("number 0 ")
    another = Process(Place(processes.folder, 1, 2), Bounds())
    async with another.serving(), await processes.open(THERE) as line:
        assert (await said(line)).startswith("number 1 ")


async def test_a_home_that_has_its_hands_full_is_waited_for(
    processes: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    give, refusals = processes.first.handover.give, 3

    def busy(home: int, connection: int, head: bytes) -> bool:
        nonlocal refusals
        refusals -= 1
        return refusals < 0 and give(home, connection, head)

    monkeypatch.setattr(processes.first.handover, "give", busy)
    async with processes.second.serving():
        async with await processes.open(THERE) as line:
            assert (await said(line)).startswith("number 1 ")
        refusals = 10
        monkeypatch.setattr(guarded_http, "HANDOVER_TRIES", 5)
        async with await processes.open(THERE) as line:  # but not for ever
            assert (await said(line)).startswith("number 0 ")


async def test_as_many_as_a_home_can_take_at_once_are_told_from_more(processes: Processes) -> None:
    """Nobody reads at the other end: a full queue is no error, and what is given stays open here."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as mute, socket.socket() as connection:
        mute.bind(Place(processes.folder, 1, 2).socket(1))
        given = 0
        while processes.first.handover.give(1, connection.fileno(), b"x" * 16_000):
            given += 1
        assert 0 < given < 10_000
        assert connection.fileno() >= 0


async def test_an_address_has_as_many_connections_at_a_home_as_anywhere(processes: Processes) -> None:
    async with AsyncExitStack() as lines, processes.second.serving():
        for _ in range(4):
            await said(await lines.enter_async_context(await processes.open(THERE)))
        with pytest.raises(Exception, match=r"did not receive a valid HTTP response|connection closed"):
            await processes.open(THERE)
        assert len(processes.second.connections) == 4

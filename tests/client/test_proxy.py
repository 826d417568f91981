"""The client's socket behind a proxy that the environment names: it gets through, or says why not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from websockets.asyncio.server import ServerConnection, serve

from quincunx.client import Client
from quincunx.client import client as client_module

HOST = "club.example"
"""A name that only the proxy of these tests can find."""
Answer = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@pytest.fixture
async def server() -> AsyncIterator[tuple[int, asyncio.Event]]:
    """A server's port, and an event that is set when a socket has been opened there."""
    opened = asyncio.Event()

    async def greet(connection: ServerConnection) -> None:
        opened.set()
        await connection.wait_closed()

    async with serve(greet, "127.0.0.1", 0) as running:
        yield next(iter(running.sockets)).getsockname()[1], opened


@asynccontextmanager
async def proxy(answer: Answer, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[list[str]]:
    """A proxy that the environment names; the first lines of the requests that reach it."""
    asked: list[str] = []

    async def serve_one(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        asked.append(head.decode().splitlines()[0])
        await answer(reader, writer)
        writer.close()

    running = await asyncio.start_server(serve_one, "127.0.0.1", 0)
    address = f"http://127.0.0.1:{running.sockets[0].getsockname()[1]}"
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("https_proxy", address)
    try:
        yield asked
    finally:
        running.close()


async def nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Wait for ever, as a proxy does that drops what it does not like."""
    await reader.read()


async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n")
    await writer.drain()


def tunnel_to(port: int) -> Answer:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there_writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        await asyncio.wait(
            [
                asyncio.create_task(pass_on(reader, there_writer)),
                asyncio.create_task(pass_on(there_reader, writer)),
            ],
            return_when=asyncio.FIRST_COMPLETED,
        )
        there_writer.close()

    return answer


async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while part := await reader.read(65_536):
        writer.write(part)
        await writer.drain()


async def test_the_socket_goes_through_the_proxy(
    server: tuple[int, asyncio.Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    port, opened = server
    async with proxy(tunnel_to(port), monkeypatch) as asked, Client(f"http://{HOST}:{port}", "token"):
        async with asyncio.timeout(60):
            await opened.wait()
    assert asked == [f"CONNECT {HOST}:{port} HTTP/1.1"]


@pytest.mark.parametrize("answer", [nothing, refuse])
async def test_a_proxy_that_lets_nothing_through_is_not_waited_for_for_ever(
    answer: Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client_module, "CONNECT_SECONDS", 0.2)
    monkeypatch.setattr(client_module, "FIRST_SECONDS", 0.5)
    async with proxy(answer, monkeypatch) as asked, Client(f"http://{HOST}:9", "token") as client:
        with pytest.raises(ConnectionError, match=f"No connection to ws://{HOST}:9"):
            await asyncio.wait_for(anext(client.changes()), 60)
    assert asked


async def test_a_server_on_this_machine_is_reached_without_the_proxy(
    server: tuple[int, asyncio.Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    port, opened = server
    async with proxy(nothing, monkeypatch) as asked, Client(f"http://127.0.0.1:{port}", "token"):
        async with asyncio.timeout(60):
            await opened.wait()
    assert asked == []

"""One socket's life, step by step: the real shell on a transport and a client that the test plays."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from quincunx.node.service import Tables
from quincunx.server.guarded_socket import LINE, Listener
from quincunx.server.socket import AnySocket, Sockets, table_socket
from quincunx.table.person import Person
from tests.node.support import World
from tests.table.support import ALICE


class Client:
    """What the shell sees of a client, and of the server's transport."""

    def __init__(self) -> None:
        self.scope: dict[str, Any] = {"headers": [], "extensions": {LINE: self}}
        self.app: Any = None
        self.said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.heard: list[Any] = []
        self.closed: tuple[int, str] | None = None
        self.is_read = True
        self.is_clear = True
        self.listener: Listener | None = None

    # ---- ASGI's way ----

    async def accept(self) -> None:
        pass

    async def receive(self) -> dict[str, Any]:
        return await self.said.get()

    async def close(self, code: int, reason: str) -> None:
        self.closed = code, reason
        self.is_read = True  # for the client's own closing frame

    def hang_up(self) -> None:
        self.said.put_nowait({"type": "websocket.disconnect", "code": 1005})

    # ---- the short way ----

    def listen(self, listener: Listener) -> None:
        self.listener = listener

    def push(self, text: bytes) -> None:
        self.heard.append(msgspec.json.decode(text))

    def pause(self) -> None:
        self.is_read = False

    def resume(self) -> None:
        self.is_read = True

    def say(self, **frame: Any) -> None:
        assert self.listener is not None
        self.listener.heard(msgspec.json.encode(frame))


@pytest.fixture
async def world() -> AsyncIterator[World]:
    world = World()
    yield world
    await world.stop()


async def test_a_journal_that_is_away_for_a_moment_closes_a_socket_as_that(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not as a damaged table, to which no client comes back."""
    node = await world.node()
    client = Client()
    guests = SimpleNamespace(read=lambda _: ALICE)
    state = SimpleNamespace(
        guests=guests, settings=SimpleNamespace(secure=False), tables=node, sockets=Sockets()
    )
    client.app = SimpleNamespace(state=state)
    world.journal.broken = True
    await table_socket.fn(cast(AnySocket, client), "some-table")
    assert client.closed is not None
    assert client.closed[0] == 1013
    assert "nothing is lost" in client.closed[1]

    async def fail(self: Tables, table: str, person: Person) -> None:
        raise LookupError(table)

    monkeypatch.setattr(Tables, "watch", fail)
    await table_socket.fn(cast(AnySocket, client), "some-table")
    assert client.closed[0] == 1011

"""Timeouts of a person's own socket; the rest is tried on a real server, in test_own_socket.py."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any, cast

import pytest

from quincunx.node.node import Tables
from quincunx.server.observability.watch import Watch
from quincunx.server.people.open_sockets import BYTES_OF_WORK, Sockets
from quincunx.server.transport.line import LINE
from quincunx.server.websocket import person_socket
from quincunx.server.websocket.person_socket import OwnConnection
from quincunx.server.websocket.table_socket import Shared
from quincunx.table.session import POLICY
from tests.node.conftest import world as world  # the fixture
from tests.node.support import World, live, until
from tests.table.support import ALICE, BOB, make_move


class Client:
    """A client that is connected and sends nothing. It also acts as socket, line, and all other
    collaborators."""

    def __init__(self) -> None:
        self.scope = {"extensions": {LINE: self}}
        self.is_clear = True
        self.told: list[bytes] = []
        self.is_paused = False
        self.closed: tuple[int, str] | None = None
        self._gone = asyncio.Event()

    def listen(self, listener: object) -> None:
        pass

    def push(self, text: bytes) -> None:
        self.told.append(text)

    async def receive(self) -> dict[str, str]:
        await self._gone.wait()
        return {"type": "websocket.disconnect"}

    async def close(self, code: int, reason: str) -> None:
        self.closed = (code, reason)
        self._gone.set()

    def pause(self) -> None:
        self.is_paused = True

    def resume(self) -> None:
        self.is_paused = False

    def hang_up(self) -> None:
        self._gone.set()

    async def stop_seeking(self, person: str, client: object) -> None:
        pass

    def follow(self, evening: None) -> None:
        pass

    async def news(self) -> None:
        pass


class Counted(Sockets):
    """Somebody who has had so much that they have to wait."""

    def __init__(self) -> None:
        super().__init__()
        self.spent: list[float] = []
        self.wait = 0.0

    def spend(self, person: str, work: float) -> float:
        self.spent.append(work)
        return self.wait


def connection(client: Client, tables: Tables, sockets: Sockets) -> OwnConnection:
    anything = cast(Any, client)
    shared = Shared(tables, sockets, Watch())
    return OwnConnection(anything, shared, (ALICE,), anything, lambda changed: anything)


async def test_who_is_not_heard_of_is_let_go(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(person_socket, "SILENCE_SECONDS", 0.01)
    client = Client()
    async with asyncio.timeout(60):
        await connection(client, await world.node(), Sockets()).run()
    assert client.closed == (POLICY, "There was nothing to hear for a minute.")


async def test_what_is_told_is_work_for_its_person_who_waits_when_it_was_too_much(world: World) -> None:
    client, sockets = Client(), Counted()
    mine = connection(client, await world.node(), sockets)
    frame = bytes(3 * BYTES_OF_WORK)
    await mine._say(frame)
    assert (client.told, sockets.spent) == ([frame], [4])
    sockets.wait = 3600.0
    telling = asyncio.create_task(mine._say(frame))
    await until(lambda: len(sockets.spent) == 2)
    for _ in range(10):
        await asyncio.sleep(0)
    assert not telling.done(), "nothing more is told for an hour"
    telling.cancel()


async def test_every_frame_costs_its_sender_and_who_has_had_much_is_heard_later(world: World) -> None:
    client, sockets = Client(), Counted()
    mine = connection(client, await world.node(), sockets)
    running = asyncio.create_task(mine.run())
    await asyncio.sleep(0)
    frames: list[tuple[bytes, float]] = [
        (b'{"type":"ping","n":1}', 1),
        (b"nonsense", 1),
        (b'{"type":"at","table":"none","frame":{"type":"hello"}}', person_socket.OPENING),
        (b'{"type":"follow_evening","evening":"none"}', 8),
        (b'{"type":"follow","lobby":true}', 2),
        (b'{"type":"leave","table":"none"}', 1),
    ]
    await until(lambda: bool(client.told))  # all tables, which were told at the beginning
    for said, cost in frames:
        sockets.spent.clear()
        mine.heard(said)
        await until(lambda: bool(sockets.spent))
        assert sockets.spent[0] == cost, said
    sockets.spent.clear()
    mine.on_other_frame()
    assert sockets.spent == [1]
    sockets.wait = 0.05
    client.told.clear()
    for number in range(3):
        mine.heard(b'{"type":"ping","n":%d}' % number)
    await until(lambda: bool(client.told))
    assert len(client.told) == 1
    assert client.is_paused
    sockets.wait = 0.0
    await until(lambda: len(client.told) == 3)
    await until(lambda: not client.is_paused)
    client.hang_up()
    await running


async def test_with_150_tables_a_turn_at_any_of_them_is_told_at_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """She reads some minutes long, and is never told that one of her tables has gone."""
    monkeypatch.setattr(person_socket, "WHOLE_SECONDS", 0.2)
    there, here, client = await world.node(), await world.node(), Client()

    async def move(table: str) -> None:
        state = (await live(there, table)).state
        seat = state.to_move()
        assert seat is not None
        one = Random(1).choice(state.game.legal_moves(state.position))
        await world.do(there, table, (ALICE, BOB)[seat], make_move(seat, one))

    tables = []
    for _ in range(150):
        world.clock.time += 1_000
        tables.append(await world.make(there))
        await move(tables[-1])
    await move(tables[0])
    running = asyncio.create_task(connection(client, here, Counted()).run())
    await until(lambda: bool(client.told))
    first = json.loads(client.told[0])
    assert (first["whole"], len(first["tables"]), first["more"]) == (True, 100, 50)
    assert first["tables"][0]["id"] == tables[0], "the only one that waits for her"
    looks = len(client.told)
    for number, table in enumerate(tables[1:30], 1):
        await move(table)
        await until(lambda: len(client.told) > looks)  # noqa: B023 - awaited before it changes
        looks = len(client.told)
        news = json.loads(client.told[-1])
        assert [(line["id"], line["waits_for_you"]) for line in news["tables"]] == [(table, True)]
        assert (news["gone"], news["more"]) == ([], 50 - number)
    client.hang_up()
    await running

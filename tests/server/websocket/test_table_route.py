"""A table's socket from its route on: the shell alone, on a client that the test plays."""

from __future__ import annotations

import asyncio
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from structlog.testing import capture_logs

from quincunx.club.rows import PersonRow
from quincunx.node.node import Tables
from quincunx.server.observability.callers import HEADER
from quincunx.server.observability.watch import Watch
from quincunx.server.people.budgets import Budgets
from quincunx.server.people.identity import Identity
from quincunx.server.people.open_sockets import Sockets
from quincunx.server.services import KEY
from quincunx.server.transport.limits import Limits
from quincunx.server.transport.socket_transport import SOCKET_TRANSPORT
from quincunx.server.websocket import connection as shell
from quincunx.server.websocket.connection import AnySocket
from quincunx.server.websocket.table_socket import table_socket
from quincunx.table.session.session import AT_ONCE
from tests.node.conftest import world as world  # the fixture
from tests.node.support import World, live, until
from tests.server.websocket.shells import Client
from tests.table.support import ALICE, BOB, CAROL, make_move


class Visit:
    """Alice's visit to a table."""

    def __init__(self, node: Tables, table: str, **query: str) -> None:
        self.client = Client()
        self.identity = Identity(b"key", PersonRow(CAROL.id, CAROL.name, 0, 0), (ALICE.id,))
        self.played: list[Identity] = []
        services = SimpleNamespace(
            tables=node,
            sockets=Sockets(),
            watch=Watch(),
            budgets=Budgets(Limits(20.0), self._who, is_secure=False),
            sessions=SimpleNamespace(is_known=lambda _: True),
            admission=SimpleNamespace(record_play=self.played.append),
        )
        self.socket = cast(Any, self.client)
        self.socket.scope = {
            "headers": [],
            "request_id": "a-request",
            "extensions": {SOCKET_TRANSPORT: self.client},
        }
        self.socket.app = SimpleNamespace(state={KEY: services})
        self.socket.accept, self.socket.query_params = self._accept, query
        self.running = asyncio.create_task(table_socket.fn(cast(AnySocket, self.socket), table))

    async def _who(self, _: object) -> Identity:
        return self.identity

    async def _accept(self, headers: dict[str, str]) -> None:
        assert headers == {HEADER: "a-request"}

    async def greet(self) -> None:
        await until(lambda: self.client.listener is not None)
        self.say(type="hello")
        await until(lambda: len(self.client.told) == 2)  # the table, and who is there

    def say(self, **frame: Any) -> None:
        assert self.client.listener is not None
        self.client.listener.on_message(msgspec.json.encode(frame))

    async def end(self) -> None:
        self.client.hang_up()
        await self.running


@pytest.fixture
async def node(world: World) -> Tables:
    return await world.node()


async def move(world: World, node: Tables, table: str) -> None:
    state = (await live(node, table)).state
    seat = state.to_move()
    assert seat is not None
    one = Random(1).choice(state.game.legal_moves(state.position))
    await world.do(node, table, (ALICE, BOB)[seat], make_move(seat, one))


async def test_a_person_acts_at_the_table_under_the_id_that_sits_there(world: World, node: Tables) -> None:
    """A guest who has become an account plays on."""
    table = await world.make(node)
    visit = Visit(node, table)
    await visit.greet()
    (seats,) = [frame["table"]["seats"] for frame in visit.client.frames("update")]
    assert [seat["yours"] for seat in seats] == [True, False]
    assert visit.client.frames("presence")[0]["here"] == [True, False]
    version = (await live(node, table)).state.version
    visit.say(type="command", key="k", version=version, command={"type": "resign", "seat": 0})
    await until(lambda: bool(visit.client.frames("ack")))
    assert visit.played == [visit.identity]
    await visit.end()
    assert node.presence(await live(node, table)).here == (False, False)


async def test_only_a_client_that_takes_changes_gets_them(world: World, node: Tables) -> None:
    table = await world.make(node)
    short, whole = Visit(node, table, changes=""), Visit(node, table)
    for visit in (short, whole):
        await visit.greet()
        visit.client.told.clear()
    await move(world, node, table)
    await until(lambda: bool(short.client.told and whole.client.told))
    (changes,), (update,) = short.client.frames("changes"), whole.client.frames("update")
    assert changes["version"] == update["version"] == (await live(node, table)).state.version
    assert changes["since"] == update["since"] == changes["version"] - 1
    assert len(short.client.told[0]) < len(whole.client.told[0])
    await short.end()
    await whole.end()


async def test_a_client_that_takes_changes_is_shown_whole_what_they_cannot_say(
    world: World, node: Tables
) -> None:
    """A player who leaves changes more than the game."""
    table = await world.make(node)
    visit = Visit(node, table, changes="")
    await visit.greet()
    visit.client.told.clear()
    version = (await live(node, table)).state.version
    visit.say(type="command", key="k", version=version, command={"type": "resign", "seat": 0})
    await until(lambda: bool(visit.client.frames("update")))
    assert (visit.client.frames("update")[0]["since"], visit.client.frames("changes")) == (version, [])
    await visit.end()


async def test_a_client_that_floods_is_not_read_until_it_was_heard(world: World, node: Tables) -> None:
    visit = Visit(node, await world.make(node))
    await visit.greet()
    for number in range(AT_ONCE):
        assert not visit.client.is_paused
        visit.say(type="ping", n=number)
    assert visit.client.is_paused
    await until(lambda: len(visit.client.frames("pong")) == AT_ONCE)
    await until(lambda: not visit.client.is_paused)
    await visit.end()


async def test_a_player_whose_session_ends_leaves_the_table(world: World, node: Tables) -> None:
    table = await world.make(node)
    visit = Visit(node, table)
    await visit.greet()
    visit.socket.app.state[KEY].sockets.end(b"key")
    await visit.running
    assert visit.client.closed == (1012, "Your session has changed; please come back.")
    assert not any(node.presence(await live(node, table)).here)


async def test_a_tick_looks_for_absent_players_until_the_socket_is_closed(
    world: World, node: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No event tells that a player has been away for long."""
    monkeypatch.setattr(shell, "TICK_SECONDS", 0.01)
    looks = 0
    presence = Tables.presence

    def counted(node: Tables, live: Any) -> Any:
        nonlocal looks
        looks += 1
        return presence(node, live)

    visit = Visit(node, await world.make(node))
    await visit.greet()
    monkeypatch.setattr(Tables, "presence", counted)
    await until(lambda: looks >= 3)
    await visit.end()
    before = looks
    await asyncio.sleep(0.03)
    assert looks == before


async def test_a_table_that_cannot_be_read_is_logged_with_its_name(
    node: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(tables: Tables, table: str, people: Any) -> Any:
        raise LookupError

    monkeypatch.setattr(Tables, "acting", fail)
    visit = Visit(node, "a-table-of-ten")
    with capture_logs() as lines:
        await visit.running
    assert [(line["event"], line["table"]) for line in lines] == [("socket_failed", "a-table-of-ten")]
    assert visit.client.closed is not None
    assert visit.client.closed[0] == 1011

"""The shell of a person's socket on a client that the test plays; test_person_socket.py has a real server."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any, cast

import msgspec
import pytest

from quincunx.server.people.open_sockets import Sockets
from quincunx.server.websocket import connection as shell
from quincunx.table.session import person_session
from quincunx.table.session import session as engine
from quincunx.table.session.close_codes import POLICY
from quincunx.table.session.session import BYTES_OF_WORK
from tests.node.conftest import world as world  # the fixture
from tests.node.support import World, live, until
from tests.server.websocket.shells import Client, Counted, Tournaments, connection
from tests.table.support import ALICE, BOB, make_move


async def test_a_silent_client_is_let_go(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "SILENCE_SECONDS", 0.0)
    monkeypatch.setattr(shell, "TICK_SECONDS", 0.01)
    client = Client()
    async with asyncio.timeout(60):
        await connection(client, await world.node(), Sockets()).run(cast(Any, client))
    assert client.closed == (POLICY, "There was nothing to hear for a minute.")


async def test_a_client_whose_session_ends_is_closed_and_told_nothing_more(world: World) -> None:
    client = Client()
    mine = connection(client, await world.node(), Sockets())
    running = asyncio.create_task(mine.run(cast(Any, client)))
    await until(lambda: bool(client.told))
    mine.sign_out()
    mine.sign_out()
    await running
    assert client.closed is not None
    assert client.closed[0] == 1012
    client.told.clear()
    mine.on_message(b'{"type":"ping","n":1}')
    await asyncio.sleep(0.01)
    assert client.told == []


async def test_news_is_work_and_a_client_that_has_had_much_is_told_and_heard_later(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "PAID_AT_ONCE", 1.0)
    client, sockets, tournaments = Client(), Counted(), Tournaments()
    mine = connection(client, await world.node(), sockets, tournaments)
    running = asyncio.create_task(mine.run(cast(Any, client)))
    await until(lambda: sockets.spent == [1])  # all tables, which were told at the beginning
    assert len(client.told) == 1
    sockets.wait = 3600.0
    tournaments.versions["one"] = 1
    mine.on_message(b'{"type":"follow_tournament","tournament":"one"}')
    mine.on_message(b'{"type":"ping","n":1}')
    await until(lambda: sockets.spent == [1, 8])
    await asyncio.sleep(0.2)
    assert len(client.told) == 1, "nothing more is told for an hour"
    assert client.is_paused
    client.hang_up()
    await running
    assert len(client.told[0]) < BYTES_OF_WORK


async def test_a_client_that_rested_is_heard_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "PAID_AT_ONCE", 1.0)
    client, sockets = Client(), Counted()
    mine = connection(client, await world.node(), sockets)
    running = asyncio.create_task(mine.run(cast(Any, client)))
    await until(lambda: sockets.spent == [1])
    sockets.wait = 0.05
    for number in range(3):
        mine.on_message(b'{"type":"ping","n":%d}' % number)
    await until(lambda: bool(client.frames("pong")))
    assert len(client.frames("pong")) == 1
    assert client.is_paused
    sockets.wait = 0.0
    await until(lambda: len(client.frames("pong")) == 3)
    await until(lambda: not client.is_paused)
    client.hang_up()
    await running


async def test_a_client_that_does_not_read_is_told_the_news_when_it_reads(world: World) -> None:
    client, tournaments = Client(), Tournaments()
    mine = connection(client, await world.node(), Sockets(), tournaments)
    running = asyncio.create_task(mine.run(cast(Any, client)))
    await until(lambda: bool(client.told))
    mine.on_message(b'{"type":"follow_tournament","tournament":"one"}')
    await until(lambda: tournaments.followed == ["one"])
    client.is_clear = False
    tournaments.versions["one"] = 1
    await asyncio.sleep(0.2)
    assert client.frames("tournament") == []
    tournaments.versions["one"] = 2
    client.is_clear = True
    mine.may_write()
    await until(lambda: bool(client.frames("tournament")))
    assert [frame["tournament"]["version"] for frame in client.frames("tournament")] == [2]
    client.hang_up()
    await running


async def test_a_followed_tournament_is_told_as_this_person_sees_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(person_session, "RETRY_SECONDS", 0.01)
    client, tournaments = Client(), Tournaments()
    mine = connection(client, await world.node(), Sockets(), tournaments)
    running = asyncio.create_task(mine.run(cast(Any, client)))
    tournaments.is_away = True
    mine.on_message(b'{"type":"follow_tournament","tournament":"one"}')
    await until(lambda: tournaments.followed == ["one"])
    tournaments.versions["one"] = 1
    tournaments.is_away = False
    await until(lambda: bool(client.frames("tournament")))
    (told,) = client.frames("tournament")
    assert (told["tournament"]["id"], told["tournament"]["you"]["is_host"]) == ("one", True)
    tournaments.change()
    tournaments.versions["one"] = 2
    await until(lambda: len(client.frames("tournament")) == 2)
    mine.on_message(b'{"type":"follow_tournament","tournament":"none"}')
    await until(lambda: bool(client.frames("refused")))
    assert client.frames("refused")[0]["reason"]["code"] == "no-such-tournament"
    assert tournaments.followed == []
    client.hang_up()
    await running


async def test_the_end_of_the_socket_unfollows_everything(world: World) -> None:
    client, tournaments, node = Client(), Tournaments(), await world.node()
    mine = connection(client, node, Sockets(), tournaments)
    running = asyncio.create_task(mine.run(cast(Any, client)))
    table = await world.make(node)
    for frame in ({"type": "follow_tournament", "tournament": "one"}, {"type": "follow", "lobby": True}):
        mine.on_message(msgspec.json.encode(frame))
    mine.on_message(msgspec.json.encode({"type": "at", "table": table, "frame": {"type": "hello"}}))
    await until(lambda: tournaments.followed == ["one"] and bool(client.frames("at")))
    assert node.mine.is_followed(ALICE.id)
    assert any(node.presence(await live(node, table)).here)
    client.hang_up()
    await running
    assert tournaments.followed == []
    assert not node.mine.is_followed(ALICE.id)
    assert not any(node.presence(await live(node, table)).here)


async def test_with_150_tables_a_turn_at_any_of_them_is_told_at_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """She reads some minutes long, and is never told that one of her tables has gone."""
    monkeypatch.setattr(person_session, "WHOLE_SECONDS", 0.2)
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
    running = asyncio.create_task(connection(client, here, Counted()).run(cast(Any, client)))
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

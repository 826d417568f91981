"""Talking at tables that nodes hold: nothing that is worked out about the game is lost by it."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from quincunx.adapters.bus.memory import MemoryBus
from quincunx.games.cinco.types import Exchange
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.node.live import cache
from quincunx.node.ports import Asker
from quincunx.table.commands import Say, Write
from quincunx.table.live.frames import point_of_view_of
from quincunx.table.wire.table import Replay, TalkEvent
from tests.node.fakes import HereEngine
from tests.node.support import World, join, live, until
from tests.table.support import ALICE, BOB, BOT, CAROL, ME, make_move, settings

SHORT = settings(CinqoOptions(goal="rounds", rounds=1))


class SlowEngine(HereEngine):
    """It thinks until it is told to go on."""

    def __init__(self) -> None:
        super().__init__()
        self.may_go_on = asyncio.Event()

    async def choose(self, level: str, view: Any, seed: bytes, asker: Asker) -> Any:
        self.asked += 1
        await self.may_go_on.wait()
        self.asked -= 1
        return await super().choose(level, view, seed, asker)


async def test_a_bot_thinks_on_during_chat(world: World) -> None:
    engine = world.engine = SlowEngine()
    node = await world.node()
    table = await world.make(node, settings(seats=(ME, BOT)))
    await world.do(node, table, ALICE, make_move(0, Exchange()))
    await until(lambda: engine.asked == 1)
    before = (await live(node, table)).state.moved_at
    await world.do(node, table, ALICE, Say(0, "hurry"))
    engine.may_go_on.set()
    there = await live(node, table)
    await until(lambda: there.state.moved_at > before)
    assert engine.asked == 1, "it was asked once, and what it thought was not thrown away"


async def test_another_node_tells_what_was_said(world: World) -> None:
    one, two = await world.node(), await world.node()
    table = await world.make(one)
    there = await live(two, table)
    woken = join(two, there, CAROL)
    version = there.state.version
    await world.do(one, table, BOB, Say(1, "hello"))
    await asyncio.wait_for(woken.wait(), 20)
    update = two.update(there, CAROL, None, version).update
    (event,) = update.events
    assert isinstance(event, TalkEvent)
    assert (event.line.seat, event.line.phrase) == (1, "hello")
    assert update.table.talk == (event.line,)
    assert point_of_view_of(there.state, CAROL, None) == (None, (), False)


async def test_two_nodes_with_chat_both_have_all(world: World) -> None:
    one, deaf = await world.node(), await world.node(MemoryBus())
    table = await world.make(one)
    await live(deaf, table)
    await world.do(one, table, ALICE, Say(0, "hello"), version=1)
    await world.do(deaf, table, BOB, Say(1, "thanks"), version=1)
    talk = (await live(deaf, table)).state.talk
    assert [line.phrase for line in talk.lines] == ["hello", "thanks"]


async def test_a_replay_has_what_was_said_since_it_was_asked_for_last(world: World) -> None:
    node = await world.node()
    table = await world.ended(node, SHORT)

    async def said() -> list[str | None]:
        replay = msgspec.json.decode(await node.replay(table, ALICE), type=Replay)
        return [each.line.text for each in replay.talk]

    assert await said() == []
    await world.do(node, table, ALICE, Write(0, "one"))
    assert await said() == ["one"]
    await world.do(node, table, BOB, Write(1, "two"))
    assert await said() == ["one", "two"]


async def test_words_of_who_is_gone_are_nowhere(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "FOLDED_AT_ONCE", 5)  # a long game is read in parts
    node = await world.node()
    table = await world.ended(node, SHORT)
    await world.do(node, table, ALICE, Write(0, "remember me"))
    assert b"remember me" in await node.replay(table, BOB)
    node.forget_names(frozenset({ALICE.id}))
    later = await world.node(MemoryBus())
    later.forget_names(frozenset({ALICE.id}))
    for each in (node, later):
        here = await live(each, table)
        told = each.update(here, BOB, None, None).update
        assert b"remember me" not in msgspec.json.encode(told)
        assert b"remember me" not in await each.replay(table, BOB)

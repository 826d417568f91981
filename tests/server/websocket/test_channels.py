"""Limits on one socket's open channels; the rest is tried on a real server, in test_own_socket.py."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import msgspec
import pytest

from quincunx.node.node import Tables
from quincunx.server.observability.watch import Watch
from quincunx.server.people.open_sockets import Sockets
from quincunx.server.websocket import channels
from quincunx.server.websocket.channels import Channels
from quincunx.server.websocket.table_socket import Shared
from tests.node.conftest import world as world  # the fixture
from tests.node.support import World, until
from tests.table.support import ALICE


class Paper:
    """A line that keeps what is pushed."""

    def __init__(self) -> None:
        self.said: list[dict[str, Any]] = []
        self.is_clear = True

    def push(self, text: bytes) -> None:
        self.said.append(msgspec.json.decode(text))

    def left(self) -> list[str]:
        return [frame["table"] for frame in self.said if frame["type"] == "left"]


def channels_of(node: Tables, paper: Paper) -> Channels:
    return Channels(cast(Any, paper), Shared(node, Sockets(), Watch()), (ALICE,))


async def test_more_tables_than_there_may_be_are_left(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channels, "MOST_CHANNELS", 2)
    node, paper = await world.node(), Paper()
    tables = [await world.make(node) for _ in range(3)]
    mine = channels_of(node, paper)
    for table in tables:
        mine.heard(table, b'{"type":"hello"}')
    assert paper.left() == [tables[2]]
    await until(lambda: sum(frame["type"] == "at" for frame in paper.said) >= 2)
    mine.leave(tables[0])
    mine.heard(tables[2], b'{"type":"hello"}')
    await until(lambda: any(frame["type"] == "at" and frame["table"] == tables[2] for frame in paper.said))
    await mine.stop()


async def test_what_waits_at_a_table_is_bounded(world: World) -> None:
    node, paper = await world.node(), Paper()
    table = await world.make(node)
    mine = channels_of(node, paper)
    paper.is_clear = False  # the client does not read
    for _ in range(channels.MOST_WAITING):
        mine.heard(table, b'{"type":"hello"}')
    await asyncio.sleep(0.01)
    assert paper.left() == []
    mine.heard(table, b'{"type":"hello"}')
    assert paper.left() == [table]
    await mine.stop()


async def test_whoever_goes_while_a_table_is_read_is_not_joined_to_it(world: World) -> None:
    maker, node, paper = await world.node(), await world.node(), Paper()
    table = await world.make(maker)
    world.journal.slow = 0.02
    mine = channels_of(node, paper)
    mine.heard(table, b'{"type":"hello"}')
    mine.leave(table)
    await asyncio.sleep(0.1)
    assert paper.said == []
    mine.heard(table, b'{"type":"hello"}')
    await mine.stop()
    await asyncio.sleep(0.1)
    assert paper.said == []

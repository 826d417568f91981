"""The channels of one socket: the shell between their sessions and the tables."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, cast

import msgspec
import pytest
from structlog.testing import capture_logs

from quincunx.node.node import Tables
from quincunx.node.ports import JournalUnavailable
from quincunx.server.observability.watch import Watch
from quincunx.server.people.open_sockets import Sockets
from quincunx.server.websocket.channels import Channels
from quincunx.server.websocket.connection import Shared
from quincunx.table.seats.person import Person
from quincunx.table.session import person_session
from quincunx.table.session.actions import Action, CloseTable, HandleTable, OpenTable, Send
from quincunx.table.session.person_session import PersonSession
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


class Desk:
    """A person's session and the channels that carry out its actions."""

    def __init__(self, node: Tables, paper: Paper) -> None:
        self.paper = paper
        self.session = PersonSession(0.0)
        shared = Shared(node, Sockets(), Watch())
        self.channels = Channels(cast(Any, paper), shared, (ALICE,), self.session, self.act)

    def act(self, actions: Iterable[Action]) -> None:
        for action in actions:
            match action:
                case OpenTable(table=table):
                    self.channels.open(table)
                case HandleTable(table=table):
                    self.channels.call(table)
                case CloseTable(table=table):
                    self.channels.close(table)
                case Send(frame=frame):
                    self.paper.push(msgspec.json.encode(frame))

    def hear(self, table: str, frame: dict[str, Any] | None = None) -> None:
        said = {"type": "at", "table": table, "frame": frame or {"type": "hello"}}
        self.act(self.session.receive(msgspec.json.encode(said), 0.0))

    def leave(self, table: str) -> None:
        self.act(self.session.receive(msgspec.json.encode({"type": "leave", "table": table}), 0.0))

    async def stop(self) -> None:
        self.act(self.session.end())
        await self.channels.stop()


async def test_more_tables_than_there_may_be_are_left(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(person_session, "MOST_CHANNELS", 2)
    node, paper = await world.node(), Paper()
    tables = [await world.make(node) for _ in range(3)]
    mine = Desk(node, paper)
    for table in tables:
        mine.hear(table)
    assert paper.left() == [tables[2]]
    await until(lambda: sum(frame["type"] == "at" for frame in paper.said) >= 2)
    mine.leave(tables[0])
    mine.hear(tables[2])
    await until(lambda: any(frame["type"] == "at" and frame["table"] == tables[2] for frame in paper.said))
    await mine.stop()


async def test_frames_waiting_at_a_table_are_bounded(world: World) -> None:
    node, paper = await world.node(), Paper()
    table = await world.make(node)
    mine = Desk(node, paper)
    paper.is_clear = False  # the client does not read
    for _ in range(person_session.MOST_WAITING):
        mine.hear(table)
    await asyncio.sleep(0.01)
    assert paper.left() == []
    mine.hear(table)
    assert paper.left() == [table]
    await mine.stop()


async def test_frames_that_waited_for_the_client_are_handled_when_it_reads_again(world: World) -> None:
    node, paper = await world.node(), Paper()
    table = await world.make(node)
    mine = Desk(node, paper)
    paper.is_clear = False
    mine.hear(table)
    mine.hear(table, {"type": "ping", "n": 3})
    await asyncio.sleep(0.01)
    assert paper.said == []
    paper.is_clear = True
    mine.channels.may_write()
    await until(lambda: {"type": "pong", "n": 3} in [frame["frame"] for frame in paper.said])
    await mine.stop()


async def test_a_table_that_does_not_exist_is_left_and_one_that_closes_too(world: World) -> None:
    node, paper = await world.node(), Paper()
    table = await world.make(node)
    mine = Desk(node, paper)
    mine.hear("none")
    await until(lambda: paper.left() == ["none"])
    assert paper.said[0]["code"] == 4404
    mine.hear(table, {"type": "ping", "n": 1})  # not a hello
    await until(lambda: paper.left() == ["none", table])
    assert (paper.said[1]["code"], paper.said[1]["sentence"]) == (1008, "The first frame must be hello.")
    await mine.stop()


async def test_a_client_that_leaves_while_a_table_is_read_is_not_joined_to_it(world: World) -> None:
    maker, node, paper = await world.node(), await world.node(), Paper()
    table = await world.make(maker)
    world.journal.slow = 0.02
    mine = Desk(node, paper)
    mine.hear(table)
    mine.leave(table)
    await asyncio.sleep(0.1)
    assert paper.said == []
    mine.hear(table)
    await mine.stop()
    await asyncio.sleep(0.1)
    assert paper.said == []


@pytest.mark.parametrize(
    ("fault", "code"), [(JournalUnavailable("The disk is on fire."), 1013), (LookupError(), 1011)]
)
async def test_a_table_that_cannot_be_opened_is_left_and_logged(
    world: World, monkeypatch: pytest.MonkeyPatch, fault: Exception, code: int
) -> None:
    async def fail(tables: Tables, table: str, person: Person) -> Any:
        raise fault

    mine = Desk(await world.node(), Paper())
    monkeypatch.setattr(Tables, "watch", fail)
    with capture_logs() as lines:
        mine.hear("t" * 80)
        await until(lambda: mine.paper.left() == ["t" * 64])
    assert mine.paper.said[-1]["code"] == code
    (line,) = lines
    assert (line["event"], line["table"], line["exc_info"]) == ("socket_failed", "t" * 64, fault)
    await mine.stop()


async def test_the_end_of_the_socket_ends_what_is_being_opened(world: World) -> None:
    maker, node = await world.node(), await world.node()
    table = await world.make(maker)
    world.journal.slow = 60.0
    mine = Desk(node, Paper())
    mine.hear(table)
    await asyncio.sleep(0.01)
    (opening,) = mine.channels._opening
    await mine.stop()
    assert opening.cancelled()
    assert mine.paper.said == []

"""One socket's life, step by step: the real shell on a transport and a client that the test plays."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from litestar.exceptions import WebSocketDisconnect
from structlog.testing import capture_logs

from quincunx.club.rows import PersonRow
from quincunx.core.reason import refused
from quincunx.node.live.live_table import LiveTable
from quincunx.node.node import Tables
from quincunx.node.ports import JournalUnavailable
from quincunx.server.errors import INTERNAL
from quincunx.server.observability.callers import HEADER, caller
from quincunx.server.observability.watch import Watch
from quincunx.server.people.budgets import Budgets
from quincunx.server.people.identity import Identity
from quincunx.server.people.open_sockets import Sockets
from quincunx.server.services import KEY
from quincunx.server.transport.limits import Limits
from quincunx.server.transport.socket_transport import SOCKET_TRANSPORT, Listener
from quincunx.server.websocket.admission import hang_up
from quincunx.server.websocket.connection import AnySocket, Shared
from quincunx.server.websocket.table_socket import TableConnection, table_socket
from quincunx.table.commands import SitDown
from quincunx.table.seats.person import Person
from quincunx.table.session import session as engine
from quincunx.table.session.session import PAID_AT_ONCE
from quincunx.table.session.table_session import TableSession
from quincunx.table.wire.table import Presence
from tests.node.signal import Signal
from tests.node.support import World, live, until
from tests.table.support import ALICE, BOB, CAROL, DAVE, promise, settings


class Client:
    """The client and the server's transport, as the shell sees them."""

    def __init__(self) -> None:
        self.scope: dict[str, Any] = {
            "headers": [],
            "extensions": {SOCKET_TRANSPORT: self},
            "request_id": "a-request",
        }
        self.app: Any = None
        self.said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.heard: list[Any] = []
        self.closed: tuple[int, str] | None = None
        self.has_gone = False
        self.is_read = True
        self.is_clear = True
        self.listener: Listener | None = None

    # ---- ASGI's way ----

    async def accept(self, headers: dict[str, str]) -> None:
        assert headers == {HEADER: "a-request"}

    async def receive(self) -> dict[str, Any]:
        message = await self.said.get()
        self.has_gone = message["type"] == "websocket.disconnect"
        return message

    async def close(self, code: int, reason: str) -> None:
        if self.has_gone:
            raise WebSocketDisconnect(detail="You should not be here.")  # as Litestar has it
        self.closed = code, reason
        # As uvicorn does: the application hears of it, and the client's own closing frame is read.
        self.hang_up()
        self.is_read = True

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
        self.listener.on_message(msgspec.json.encode(frame))


@pytest.fixture
async def world() -> AsyncIterator[World]:
    world = World()
    yield world
    await world.stop()


@pytest.mark.faults("socket_failed")
async def test_a_journal_that_is_away_for_a_moment_closes_a_socket_as_that(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not as a damaged table, to which no client comes back."""
    node = await world.node()
    client = Client()
    identity = Identity(b"key", PersonRow(ALICE.id, ALICE.name, 0, 0))

    async def who(_: object) -> Identity:
        return identity

    sessions = SimpleNamespace(record_play=lambda _: None)
    budgets = Budgets(Limits(20.0), who, is_secure=False)
    services = SimpleNamespace(
        sessions=sessions, tables=node, sockets=Sockets(), watch=Watch(), budgets=budgets
    )
    client.app = SimpleNamespace(state={KEY: services})
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


async def steps(count: int = 10) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


async def connected(
    world: World,
    person: Person = ALICE,
    plays: Callable[[], None] = lambda: None,
    watch: Watch | None = None,
    **plan: Any,
) -> tuple[Client, asyncio.Task[None]]:
    """A client's socket to a new table, greeted; and its shell, which runs until one side closes."""
    node = await world.node()
    table = await live(node, await world.make(node, settings(**plan), seated=False))
    client = Client()
    socket = cast(AnySocket, client)
    line = cast(Any, client.scope["extensions"])[SOCKET_TRANSPORT]
    session = TableSession(asyncio.get_running_loop().time())
    shared = Shared(node, Sockets(), watch or Watch(), plays)
    shell = TableConnection(line, partial(hang_up, socket), shared, table, person, session)
    running = asyncio.create_task(shell.run(socket))
    await steps()
    client.say(type="hello")
    await steps()
    assert [frame["type"] for frame in client.heard] == ["update", "presence"]
    return client, running


async def test_play_is_checked_until_allowed_and_then_once_a_tick(world: World) -> None:
    calls = 0

    def plays() -> None:
        nonlocal calls
        calls += 1
        if calls == 1:
            raise refused("forbidden", "needs-account", "You need an account to play here.")

    client, running = await connected(world, plays=plays)
    for key in ("refused", "first", "second"):
        client.say(type="command", key=key, version=1, command={"type": "stand_up", "seat": 0})
        await steps()
    codes = [frame["reason"]["code"] for frame in client.heard if frame["type"] == "refused"]
    assert codes[0] == "needs-account"
    assert "needs-account" not in codes[1:]
    assert calls == 2
    cast(Any, client.listener)._on_tick()
    client.say(type="command", key="third", version=1, command={"type": "stand_up", "seat": 0})
    await steps()
    assert calls == 3
    client.hang_up()
    await running


async def test_a_client_that_does_not_read_is_sent_the_newest_alone_and_is_not_read(world: World) -> None:
    client, running = await connected(world)
    node = world.nodes[0]
    (table,) = world.journal.tables
    client.heard.clear()
    client.is_clear = False
    for seat, person in enumerate((ALICE, BOB)):
        await world.do(node, table, person, SitDown(seat, promise(seat + 1)))
    client.say(type="ping", n=7)
    await steps()
    assert client.heard == []
    assert not client.is_read
    client.is_clear = True
    assert client.listener is not None
    client.listener.may_write()
    await steps()
    assert client.is_read
    (update,) = (frame for frame in client.heard if frame["type"] == "update")
    assert update["version"] == (await live(node, table)).state.version
    assert {"type": "pong", "n": 7} in client.heard
    client.hang_up()
    await running


async def test_a_client_that_had_much_pauses_and_loses_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, running = await connected(world)
    client.heard.clear()
    monkeypatch.setattr(Sockets, "spend", lambda *_: 0.05)
    monkeypatch.setattr(engine, "PAID_AT_ONCE", 1.0)
    client.say(type="hello")
    client.say(type="ping", n=1)
    await steps()
    assert client.heard == []
    assert not client.is_read
    await until(lambda: len(client.heard) == 1)
    assert not client.is_read
    await until(lambda: {frame["type"] for frame in client.heard} == {"pong", "update"})
    await until(lambda: {"type": "pong", "n": 1} in client.heard)
    await until(lambda: client.is_read)
    client.hang_up()
    await running


async def test_work_is_paid_for_together_and_what_is_left_at_the_end(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a client that reconnects again and again would never pay."""
    spent: list[float] = []

    def spend(sockets: Sockets, person: str, work: float) -> float:
        assert person == ALICE.id
        spent.append(work)
        return 0.0

    monkeypatch.setattr(Sockets, "spend", spend)
    client, running = await connected(world)
    # It has said hello once, and each hello costs a frame and what is shown.
    assert spent == []
    client.say(type="ping", n=1)
    client.say(type="ping", n=2)
    await steps()
    assert spent == []
    client.listener.on_other_frame()  # type: ignore[union-attr]
    assert spent == [PAID_AT_ONCE]
    client.say(type="ping", n=3)
    await steps()
    client.hang_up()
    await running
    assert spent == [PAID_AT_ONCE, 1.0]


async def test_a_command_that_ends_after_the_socket_was_closed_stops_no_reading(world: World) -> None:
    """Else the client's closing frame is never read, and it waits for the end until the server's patience is
    over."""
    client, running = await connected(world)
    world.journal.slow = 0.05
    command = {"type": "sit_down", "seat": 0, "commitment": promise(1)}
    client.say(type="command", key="sit", version=1, command=command)
    await steps()
    assert client.is_read, "nothing waits"
    client.say(type="ping", n=1)
    await steps()
    assert not client.is_read, "one command at a time"
    client.listener._close(1008, "Enough.")  # type: ignore[union-attr]
    await running
    assert client.closed == (1008, "Enough.")
    assert client.is_read
    await until(lambda: any(frame["type"] == "ack" for frame in client.heard))
    await steps()
    assert client.is_read


async def test_a_client_that_may_watch_no_longer_is_told_nothing_more(world: World) -> None:
    client, running = await connected(world, CAROL, watchable=False)
    node = world.nodes[0]
    (table,) = world.journal.tables
    await world.do(node, table, ALICE, SitDown(0, promise(1)))
    await steps()
    node.join(await live(node, table), DAVE, Signal())  # that is not told at once
    client.heard.clear()
    await world.do(node, table, BOB, SitDown(1, promise(2)))
    await running
    assert client.closed is not None
    assert client.closed[0] == 4403
    assert client.heard == []


async def test_a_client_that_hangs_up_during_the_close_is_no_error(world: World) -> None:
    client, running = await connected(world)
    client.hang_up()  # the shell is about to hear of it
    client.listener._close(1008, "Enough.")  # type: ignore[union-attr]
    await running
    assert client.closed is None


@pytest.mark.parametrize("where", ["text", "bytes"])
async def test_messages_that_arrived_before_the_shell_listened_are_handled(world: World, where: str) -> None:
    client, running = await connected(world)
    ping = b'{"type":"ping","n":7}'
    client.said.put_nowait({"type": "websocket.connect"})
    client.said.put_nowait(
        {"type": "websocket.receive", "text": None, where: ping.decode() if where == "text" else ping}
    )
    client.said.put_nowait({"type": "websocket.receive"})
    await steps()
    assert [frame["type"] for frame in client.heard[2:]] == ["pong", "refused"]
    client.hang_up()
    await running


async def test_eight_refused_commands_are_answered_before_other_clients_have_their_turn(world: World) -> None:
    def plays() -> None:
        raise refused("forbidden", "needs-account", "You need an account to play here.")

    client, running = await connected(world, plays=plays)
    client.heard.clear()
    for number in range(12):
        client.say(type="command", key=f"k{number}", version=1, command={"type": "rematch"})
    await asyncio.sleep(0)
    assert [frame["key"] for frame in client.heard] == [f"k{number}" for number in range(8)]
    await steps()
    assert [frame["key"] for frame in client.heard] == [f"k{number}" for number in range(12)]
    client.hang_up()
    await running


async def test_work_is_done_in_the_context_of_its_socket(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So log lines and security events name its connection and its caller."""
    callers: list[str] = []

    def plays() -> None:
        callers.append(caller.get())
        raise refused("forbidden", "needs-account", "You need an account to play here.")

    def command(key: str) -> None:
        client.say(type="command", key=key, version=1, command={"type": "rematch"})

    caller.set("192.0.2.1")
    client, running = await connected(world, plays=plays)
    caller.set("192.0.2.2")
    command("called")
    await steps()
    client.is_clear = False
    command("not read")
    await steps()
    client.is_clear = True
    assert client.listener is not None
    client.listener.may_write()
    assert len(callers) == 2
    monkeypatch.setattr(Sockets, "spend", lambda *_: 0.05)
    monkeypatch.setattr(engine, "PAID_AT_ONCE", 1.0)
    client.listener.on_other_frame()
    command("resting")
    await steps()
    assert len(callers) == 2
    await asyncio.sleep(0.1)
    assert callers == ["192.0.2.1"] * 3
    client.hang_up()
    await running


async def test_updates_are_made_in_the_context_of_their_socket(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    callers: list[str] = []
    presence = Tables.presence

    def observed(node: Tables, table: LiveTable) -> Presence:
        callers.append(caller.get())
        return presence(node, table)

    caller.set("192.0.2.1")
    client, running = await connected(world)
    monkeypatch.setattr(Tables, "presence", observed)
    caller.set("192.0.2.2")
    cast(Any, client.listener).set()
    await steps()
    assert callers == ["192.0.2.1"]
    client.hang_up()
    await running


async def test_a_command_that_cannot_be_stored_is_refused_logged_and_counted(world: World) -> None:
    watch = Watch()
    client, running = await connected(world, watch=watch)
    world.journal.broken = True
    (table,) = world.journal.tables
    with capture_logs() as lines:
        command = {"type": "sit_down", "seat": 0, "commitment": promise(1)}
        client.say(type="command", key="sit", version=1, command=command)
        await until(lambda: client.heard[-1]["type"] == "refused")
    assert (client.heard[-1]["key"], client.heard[-1]["reason"]["code"]) == ("sit", "unavailable")
    (line,) = [line for line in lines if line["event"] == "command_failed"]
    assert (line["table"], type(line["exc_info"])) == (table, JournalUnavailable)
    sample = watch.metrics.registry.get_sample_value
    assert sample("quincunx_refusals_total", {"kind": "unavailable"}) == 1
    world.journal.broken = False
    client.say(type="command", key="again", version=1, command=command)
    await until(lambda: client.heard[-1]["type"] in ("ack", "update", "presence"))
    assert sample("quincunx_commands_acknowledged_total", {"command": "sit_down"}) == 1
    client.hang_up()
    await running


async def test_a_refused_command_is_no_fault(world: World) -> None:
    client, running = await connected(world)
    with capture_logs() as lines:
        client.say(type="command", key="k", version=1, command={"type": "rematch"})
        await steps()
    assert client.heard[-1]["type"] == "refused"
    assert lines == []
    client.hang_up()
    await running


async def test_a_socket_that_cannot_send_news_is_closed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, running = await connected(world)
    (table,) = world.journal.tables

    def fail(node: Tables, live: LiveTable) -> Presence:
        raise LookupError

    monkeypatch.setattr(Tables, "presence", fail)
    with capture_logs() as lines:
        cast(Any, client.listener).set()
        await running
    assert [(line["event"], line["table"]) for line in lines] == [("updates_failed", table)]
    assert client.closed == (1011, INTERNAL.sentence)

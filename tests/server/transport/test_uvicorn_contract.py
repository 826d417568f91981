"""Creation of protocols by uvicorn: a version that changes it fails here, and not during a game."""

from __future__ import annotations

import asyncio
import inspect
import socket
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from quincunx.server.transport.connections import Bounds, Connections
from quincunx.server.transport.http_meter import Answers
from quincunx.server.transport.uvicorn_contract import (
    ANSWERS,
    AnswersCounted,
    configured,
    listening,
    plain_http,
)

pytestmark = pytest.mark.by_the_clock

HEAD = (
    b"GET /there?is=more HTTP/1.1\r\nHost: here\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n"
    b"X-Name: na\xefve\r\n\r\n"
)
REWRITTEN = (
    b"GET /there?is=more HTTP/1.1\r\nhost: here\r\nconnection: keep-alive, Upgrade\r\nupgrade: websocket\r\n"
    b"x-name: na\xefve\r\n\r\n"
)


async def no_app(scope: Any, receive: Any, send: Any) -> None:
    raise NotImplementedError


class Recorded(asyncio.Protocol):
    """A protocol that writes down what is done with it."""

    made: list[Recorded]

    def __init__(self, **arguments: Any) -> None:
        self.arguments = arguments
        self.calls: list[tuple[str, Any]] = []
        self.made.append(self)

    def connection_made(self, transport: Any) -> None:
        self.calls.append(("connection_made", transport))
        state = self.arguments["server_state"]
        state.connections.add(self)

    def data_received(self, data: bytes) -> None:
        self.calls.append(("data_received", data))

    def shutdown(self) -> None:
        self.calls.append(("shutdown", None))
        self.arguments["server_state"].connections.discard(self)


class Wire(asyncio.Transport):
    """The transport, as far as uvicorn sees it."""

    def __init__(self) -> None:
        super().__init__()
        self.protocol: Any = None

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol


def test_the_arguments_of_an_http_protocol() -> None:
    names = list(inspect.signature(plain_http()).parameters)  # type: ignore[arg-type]  # it is a class
    assert names == ["config", "server_state", "app_state", "_loop"]


async def test_a_server_makes_a_protocol_for_each_connection_and_tells_it_of_the_end() -> None:
    class Http(Recorded):
        made: list[Recorded] = []  # noqa: RUF012  # one list for the test

    config = uvicorn.Config(no_app, http=Http, lifespan="off", log_config=None)
    server = uvicorn.Server(config)
    listening = socket.create_server(("127.0.0.1", 0))
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    _, writer = await asyncio.open_connection("127.0.0.1", listening.getsockname()[1])
    async with asyncio.timeout(30):
        while not Http.made or not Http.made[0].calls:  # noqa: ASYNC110  # the server has no event for it
            await asyncio.sleep(0.01)
        server.should_exit = True
        writer.close()
        await serving
    (http,) = Http.made
    assert set(http.arguments) == {"config", "server_state", "app_state", "_loop"}
    assert http.arguments["config"] is config
    assert http.arguments["server_state"] is server.server_state
    assert http.arguments["app_state"] == {}
    assert [name for name, _ in http.calls] == ["connection_made", "shutdown"]


async def test_an_upgrade_makes_a_socket_and_hands_it_the_head_alone() -> None:
    class Socket(Recorded):
        made: list[Recorded] = []  # noqa: RUF012  # one list for the test

    config = uvicorn.Config(no_app, http="httptools", ws=Socket, lifespan="off", log_config=None)
    config.load()
    state, app_state, wire = ServerState(), {"of": "the start"}, Wire()
    http = plain_http()(config=config, server_state=state, app_state=app_state, _loop=None)
    http.connection_made(wire)
    assert state.connections == {http}
    http.data_received(HEAD[:30])
    http.data_received(HEAD[30:])
    (made,) = Socket.made
    assert made.arguments == {"config": config, "server_state": state, "app_state": app_state}
    assert made.calls == [("connection_made", wire), ("data_received", REWRITTEN)]
    assert wire.protocol is made
    assert state.connections == {made}
    assert config.loaded_app is not None
    assert state.tasks == set()


async def test_the_state_of_a_connection_reaches_each_of_its_requests() -> None:
    seen: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["state"])

    config = uvicorn.Config(app, http="httptools", lifespan="off", log_config=None, proxy_headers=False)
    config.load()
    mark = object()
    http = plain_http()(config=config, server_state=ServerState(), app_state={"mark": mark}, _loop=None)

    class Deaf(Wire):
        def write(self, data: Any) -> None:
            pass

        def is_closing(self) -> bool:
            return False

    http.connection_made(Deaf())
    for _ in range(2):
        http.data_received(b"GET / HTTP/1.1\r\nhost: here\r\n\r\n")
        for _ in range(5):
            await asyncio.sleep(0)
    assert [state["mark"] is mark for state in seen] == [True, True]
    assert seen[0] is not seen[1]


def test_the_configuration_of_the_server() -> None:
    config = configured(no_app, Connections(Bounds()), lifespan="off", timeout_graceful_shutdown=3)
    config.load()
    assert config.timeout_graceful_shutdown == 3
    assert config.server_header is False
    assert config.log_config is None, "it leaves the log as it is"
    assert config.lifespan == "off"


async def test_a_server_beside_another_one_hangs_up_when_it_ends() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    async with listening(no_app, Connections(Bounds()), "127.0.0.1", port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"nonsense\r\n\r\n")
        assert (await reader.readline()).startswith(b"HTTP/1.1 400 ")
        idle, other = await asyncio.open_connection("127.0.0.1", port)
        other.write(b"GET /")
        await asyncio.sleep(0.05)
    assert await idle.read() == b""
    for each in (writer, other):
        each.close()
    with pytest.raises(OSError, match=str(port)):
        await asyncio.open_connection("127.0.0.1", port)


# ---- answers -------------------------------------------------------------------------------------------

START: Any = {"type": "http.response.start", "status": 200, "headers": []}


async def answered(*messages: dict[str, Any], fault: Exception | None = None) -> Answers:
    """A connection's counts of answers after an app has sent these messages."""
    answers = Answers()
    told: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        assert scope["state"] == {"other": 1}
        for message in messages:
            await send(message)
            is_last = message["type"] == "http.response.body" and not message.get("more_body")
            assert answers.ended == is_last, "it ends with its last message, whatever the app does then"
        if fault is not None:
            raise fault

    async def send(message: Any) -> None:
        told.append((message, answers.started, answers.ended))

    scope = {"type": "http", "state": {"other": 1, ANSWERS: answers}}
    if fault is None:
        await AnswersCounted(app)(scope, None, send)
    else:
        with pytest.raises(type(fault)):
            await AnswersCounted(app)(scope, None, send)
    assert [message for message, _, _ in told] == list(messages)
    assert all(begun == 1 and ended == 0 for _, begun, ended in told)
    return answers


async def test_answers_are_counted_when_they_begin_and_end() -> None:
    body: Any = {"type": "http.response.body", "body": b"ok"}
    for messages in (
        (START, body),
        (START, body | {"more_body": True}, body),
        (START, body | {"more_body": True}),
    ):
        answers = await answered(*messages)
        assert (answers.started, answers.ended) == (1, 1)
    for broken in ((), (START,)):
        answers = await answered(*broken, fault=LookupError("nothing there"))
        assert (answers.started, answers.ended) == (1, 1)


@pytest.mark.parametrize(
    "scope", [{"type": "lifespan", "state": {}}, {"type": "websocket"}, {"type": "http"}]
)
async def test_nothing_else_is_an_answer(scope: dict[str, Any]) -> None:
    seen: list[Any] = []

    async def app(*arguments: Any) -> None:
        seen.append(arguments)

    await AnswersCounted(app)(scope, 1, 2)
    assert seen == [(scope, 1, 2)]

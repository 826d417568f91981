"""The one module that depends on how uvicorn creates its protocols.

uvicorn documents that ``http`` and ``ws`` may be classes, but not how they are used. As of the versions that
``pyproject.toml`` allows:

* For each connection it calls ``http(config=…, server_state=…, app_state=…, _loop=…)``.
* Its own HTTP protocol upgrades to a WebSocket by ``ws(config=…, server_state=…, app_state=…)``, then
  ``connection_made(transport)``, ``data_received(head)`` with the whole head, rewritten, and nothing after
  it, and ``transport.set_protocol(…)``.
* ``app_state`` is copied into the scope of each request.
* On shutdown it calls ``shutdown()`` of each of ``server_state.connections``, and waits for these and for
  ``server_state.tasks``. Its own HTTP protocol adds itself there.

``tests/server/transport/test_uvicorn_contract.py`` fails when one of these changes.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import lru_cache
from typing import Any, Final, Protocol, cast

import uvicorn
from uvicorn.server import ServerState

from quincunx.server.transport.asgi import App
from quincunx.server.transport.batch import Together
from quincunx.server.transport.connections import Connections
from quincunx.server.transport.http_meter import Answers
from quincunx.server.transport.http_protocol import HttpProtocol, InnerTransport
from quincunx.server.transport.websocket_protocol import WebSocketProtocol

ANSWERS: Final = "quincunx.answers"
"""Key of a connection's :class:`~.http_meter.Answers` in the state of its requests."""


class _MakesProtocol(Protocol):
    def __call__(
        self,
        *,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None,
    ) -> asyncio.Protocol: ...


Scope = dict[str, Any]


class AnswersCounted:
    """An ASGI layer that records on each connection when a response begins and ends."""

    def __init__(self, app: App) -> None:
        self._app = app

    # uvicorn tells this from a factory of applications by calling it, which no mutated method survives.
    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:  # pragma: no mutate block
        await self._count(scope, receive, send)

    async def _count(self, scope: Scope, receive: Any, send: Any) -> None:
        answers: Answers | None = scope.get("state", {}).pop(ANSWERS, None)
        if answers is None or scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        is_open = True

        async def counted(message: dict[str, Any]) -> None:
            nonlocal is_open
            if message["type"] == "http.response.start":
                answers.on_response_head()
            await send(message)
            if is_open and message["type"] == "http.response.body" and not message.get("more_body"):
                is_open = False
                answers.end()

        try:
            await self._app(scope, receive, counted)
        finally:
            if is_open:
                answers.end()


def configured(app: App, connections: Connections, **options: Any) -> uvicorn.Config:
    """Configuration of uvicorn for a server whose connections are limited and counted together.

    ``options`` are further arguments of :class:`uvicorn.Config`.
    """
    inner_class = plain_http()
    sending = Together()

    class Http(HttpProtocol):
        def __init__(
            self,
            config: uvicorn.Config,
            server_state: ServerState,
            app_state: dict[str, Any],
            _loop: asyncio.AbstractEventLoop | None = None,
        ) -> None:
            def make_inner(answers: Answers) -> asyncio.Protocol:
                state = {**app_state, ANSWERS: answers}
                return inner_class(config=config, server_state=server_state, app_state=state, _loop=_loop)

            super().__init__(make_inner, connections)

    class Socket(WebSocketProtocol):
        def __init__(
            self, config: uvicorn.Config, server_state: ServerState, app_state: dict[str, Any]
        ) -> None:
            super().__init__(config.loaded_app, server_state, app_state, connections, sending)

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(cast(InnerTransport, transport).plain)

    return uvicorn.Config(
        AnswersCounted(app), http=Http, ws=Socket, log_config=None, server_header=False, **options
    )


@lru_cache(maxsize=1)
def plain_http() -> _MakesProtocol:
    """uvicorn's own HTTP protocol."""
    config = uvicorn.Config(_no_app, http="httptools", log_config=None)
    config.load()
    return cast(_MakesProtocol, config.http_protocol_class)


async def _no_app(scope: Any, receive: Any, send: Any) -> None:
    raise NotImplementedError


@asynccontextmanager
async def listening(app: App, connections: Connections, host: str, port: int) -> AsyncIterator[None]:
    """Serve beside another server, which handles the signals. Raises ``OSError`` and ``OverflowError``."""
    config = configured(app, connections, lifespan="off")
    config.load()
    state = ServerState()
    make = cast(_MakesProtocol, config.http_protocol_class)

    def connected() -> asyncio.Protocol:
        return make(config=config, server_state=state, app_state={}, _loop=None)

    server = await asyncio.get_running_loop().create_server(connected, host, port)
    try:
        yield
    finally:
        server.close()
        for each in list(state.connections):
            each.shutdown()

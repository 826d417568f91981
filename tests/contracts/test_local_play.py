"""The contract of play on one device, against a server and without one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from tests.contracts.local_play import LocalPlayContract
from tests.local.support import Device
from tests.server.support import Guest, Server


class TestWithoutAServer(LocalPlayContract):
    @pytest.fixture
    def player(self) -> Device:
        return Device()


class ServerLine:
    """A socket of a real server."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    def say(self, frame: dict[str, Any]) -> None:
        self._connection.send(json.dumps(frame))

    def hear(self, *types: str) -> dict[str, Any]:
        while (frame := json.loads(self._connection.recv(30)))["type"] not in types:
            pass
        return dict(frame)

    def hang_up(self) -> None:
        self._connection.close()


class ServerPage:
    """A page of a guest of a real server."""

    def __init__(self, server: Server) -> None:
        self._guest = Guest(server)
        self._lines = ExitStack()

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        answer: httpx.Response = self._guest.http.request(method, path, json=body)
        is_json = answer.headers.get("content-type", "").startswith("application/json")
        return answer.status_code, answer.json() if is_json else answer.text

    def open(self, path: str) -> ServerLine:
        address = f"ws://{self._guest.server.host}{path}"
        headers = {"cookie": self._guest.cookie}
        line = connect(address, additional_headers=headers, max_queue=None, ping_interval=None)
        return ServerLine(self._lines.enter_context(line))

    def close(self) -> None:
        self._lines.close()
        self._guest.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server") / "data")
    yield running
    running.stop()


class TestWithAServer(LocalPlayContract):
    @pytest.fixture
    def player(self, server: Server) -> Iterator[ServerPage]:
        page = ServerPage(server)
        yield page
        page.close()

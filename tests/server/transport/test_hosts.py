"""By which names the server knows itself."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from quincunx.server.transport.hosts import KnownHosts, own_names
from tests.plain import NO_CERTIFICATES
from tests.server.support import Guest, Server


def knows(host: str, *names: str) -> bool:
    return KnownHosts(None, names).is_known(host)


@pytest.mark.parametrize(
    "host",
    ["club.example", "Club.Example:8420", "club.example.", "127.0.0.1", "127.0.0.1:8420", "10.1.2.3:80",
     "[::]", "[::1]", "[::1]:8420", "[fe80::1]:1"],
)  # fmt: skip
def test_its_names_and_any_address(host: str) -> None:
    assert knows(host, "club.example")


@pytest.mark.parametrize(
    "host",
    ["", "evil.example", "club.example.evil.example", "club.example:x", "club.example:٣", "127.0.0.1.evil",
     "::1", "[evil]:1", "[127.0.0.1", "127.0.0.1]", "club.exampleX",
     "a" * 100_000, "1" * 100_000, ":8420", "club.example:1:2",
     "club.example" + "." * 300, "club.example:" + "8" * 300],
)  # fmt: skip
def test_nothing_else(host: str) -> None:
    assert not knows(host, "club.example")


def test_any_name_if_so_set() -> None:
    assert knows("whatever.example", "*")


def test_this_machine_knows_itself() -> None:
    name = socket.gethostname().lower()
    assert set(own_names("Club.LOCAL")) == {"club.local", "localhost", name, f"{name}.local"}


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize("hosts", [["evil.example"], [], ["club.example", "club.example"]], ids=len)
async def test_a_request_for_a_foreign_host_name_is_refused_and_logged(kind: str, hosts: list[str]) -> None:
    asked = Asked(kind, hosts)
    assert not asked.came_through
    await asked.ask()
    assert (asked.came_through, asked.unknown) == (False, 1)
    if kind == "websocket":
        assert asked.sent == [{"type": "websocket.close", "code": 1008}]
    else:
        start, body = asked.sent
        assert (start["type"], start["status"], body["type"]) == (
            "http.response.start",
            421,
            "http.response.body",
        )
        assert dict(start["headers"]) == {
            b"content-type": b"application/json",
            b"content-length": str(len(body["body"])).encode(),
        }
        assert msgspec.json.decode(body["body"])["code"] == "unknown-host"


@pytest.mark.parametrize(
    ("kind", "hosts"), [("http", ["Club.Example"]), ("websocket", ["[::1]:80"]), ("lifespan", [])]
)
async def test_a_request_for_an_own_host_name_passes(kind: str, hosts: list[str]) -> None:
    asked = Asked(kind, hosts)
    await asked.ask()
    assert (asked.came_through, asked.unknown, asked.sent) == (True, 0, [])


class Asked:
    """The layer with an application behind it, and what came of asking."""

    def __init__(self, kind: str, hosts: list[str]) -> None:
        self.scope = {
            "type": kind,
            "headers": [(b"accept", b"*"), *((b"host", each.encode()) for each in hosts)],
        }
        self.came_through, self.unknown = False, 0
        self.sent: list[dict[str, Any]] = []

    async def ask(self) -> None:
        await KnownHosts(self._app, ["CLUB.example"], self._unknown)(self.scope, self._receive, self._send)

    async def _app(self, scope: Any, receive: Any, send: Any) -> None:
        assert (scope, receive, send) == (self.scope, self._receive, self._send)
        self.came_through = True

    async def _receive(self) -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def _send(self, message: dict[str, Any]) -> None:
        self.sent.append(message)

    def _unknown(self) -> None:
        self.unknown += 1


def test_a_request_for_another_name_gets_nowhere(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", QUINCUNX_HOSTS="club.example, other.example")
    try:
        guest = Guest(server)
        table = guest.make({"options": {"game": "cinco"}, "seats": [{"kind": "me"}, {"kind": "open"}]})
        paths = ["/", "/api/me", f"/api/tables/{table}/qr.svg", "/assets/x.js"]
        for path in paths:
            answer = _get(server, path, "evil.example")
            assert (answer.status_code, answer.json()["code"]) == (421, "unknown-host")
            assert "set-cookie" not in answer.headers
        assert _get(server, "/", "club.example:8420").status_code == 200
        assert _get(server, f"/api/tables/{table}/qr.svg", "other.example").status_code == 200
        with pytest.raises(InvalidStatus):
            connect(f"ws://{server.host}/api/tables/{table}/socket", additional_headers=_host("evil.example"))
        guest.close()
    finally:
        server.stop()


def _host(name: str) -> dict[str, str]:
    return {"host": name}


def _get(server: Server, path: str, host: str) -> Any:
    return httpx.get(f"{server.url}{path}", headers=_host(host), verify=NO_CERTIFICATES)

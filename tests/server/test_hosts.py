"""By which names the server knows itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from quincunx.server.hosts import KnownHosts, own_names
from tests.plain import NO_CERTIFICATES
from tests.server.support import Guest, Server


def knows(host: str, *names: str) -> bool:
    return KnownHosts(None, names).knows(host)


@pytest.mark.parametrize(
    "host",
    ["club.example", "Club.Example:8420", "club.example.", "127.0.0.1", "127.0.0.1:8420", "10.1.2.3:80",
     "[::1]", "[::1]:8420", "[fe80::1]:1"],
)  # fmt: skip
def test_its_names_and_any_address(host: str) -> None:
    assert knows(host, "club.example")


@pytest.mark.parametrize(
    "host",
    ["", "evil.example", "club.example.evil.example", "club.example:x", "club.example:٣", "127.0.0.1.evil",
     "::1", "[evil]:1", "a" * 100_000, "1" * 100_000, ":8420", "club.example:1:2",
     "club.example" + "." * 300, "club.example:" + "8" * 300],
)  # fmt: skip
def test_nothing_else(host: str) -> None:
    assert not knows(host, "club.example")


def test_any_name_if_so_set() -> None:
    assert knows("whatever.example", "*")


def test_this_machine_knows_itself() -> None:
    assert {"localhost", "192.168.0.7"} <= set(own_names("192.168.0.7"))


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

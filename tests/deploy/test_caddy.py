"""``deploy/Caddyfile`` in a real Caddy, with TLS, in front of a real server that knows one name only."""

from __future__ import annotations

import contextlib
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from tests.deploy.callers import Caller, callers, introduced, opened, security
from tests.deploy.proxy import NAME, Caddy, local_addresses
from tests.server.support import CINCO, PROMISE, Server, Socket
from tests.servers.process import free_port

PROGRAM = shutil.which("caddy", path=str(Path(sys.executable).parent)) or shutil.which("caddy")
pytestmark = [
    pytest.mark.skipif(PROGRAM is None, reason="there is no Caddy for this system"),
    pytest.mark.skipif(not local_addresses(), reason="this machine has one loopback address only"),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that believes the proxy at 127.0.0.1 and no other."""
    running = Server(
        tmp_path_factory.mktemp("behind") / "data",
        QUINCUNX_SECURE="1",
        QUINCUNX_TRUST_PROXY="127.0.0.1",
        QUINCUNX_HOSTS=NAME,
    )
    yield running
    running.stop()


@pytest.fixture(scope="module")
def proxy(server: Server) -> Iterator[Caddy]:
    assert PROGRAM is not None
    with Caddy(PROGRAM, server.host) as running:
        yield running


@pytest.fixture
def caller(proxy: Caddy) -> Iterator[Caller]:
    with callers(proxy) as make:
        yield make


def test_cookies_are_secure_and_browsers_are_told_to_stay_with_https(caller: Caller) -> None:
    answer = caller().get("/api/me")
    assert answer.status_code == 200
    assert answer.headers["set-cookie"].startswith("__Host-")
    assert answer.headers["strict-transport-security"].startswith("max-age=31536000")
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_the_log_names_the_real_caller_whatever_they_say(server: Server, caller: Caller) -> None:
    lie = {"x-forwarded-for": "9.9.9.9", "x-request-id": "chosen-by-me", "origin": "https://evil.example"}
    answer = caller("127.0.0.2").post("/api/tables", json=CINCO, headers=lie)
    assert answer.status_code == 403
    name = answer.headers["x-request-id"]
    assert re.fullmatch(r"[0-9a-f-]{36}", name), "Caddy has named it, and the server has taken the name"
    said = [line["request"] for line in security(server, "foreign_origin") if line["address"] == "127.0.0.2"]
    assert said == [name]


def test_a_request_too_large_does_not_pass_and_affects_no_other(caller: Caller) -> None:
    assert caller("127.0.0.3").post("/api/tables", content=b"x" * 100_000).status_code == 413
    with contextlib.suppress(httpx.RemoteProtocolError):
        caller("127.0.0.3").post("/api/tables", content=iter([b"x" * 10_000] * 10))
    assert caller("127.0.0.4").get("/health/live").status_code == 200


def test_the_metrics_are_for_the_inside(caller: Caller) -> None:
    assert caller().get("/metrics").status_code == 404


def test_a_game_over_a_socket(proxy: Caddy, caller: Caller) -> None:
    alice = caller("127.0.0.7")
    cookie = introduced(alice)
    table = str(alice.post("/api/tables", json=CINCO).json()["id"])
    with opened(proxy, table, cookie, "127.0.0.7", Origin=proxy.url) as plain:
        line = Socket(plain)
        update = line.hello()
        sat = line.command({"type": "sit_down", "seat": 0, "commitment": PROMISE}, update["version"], "k")
        assert sat["type"] == "ack"
    with pytest.raises(InvalidStatus) as refused:
        opened(proxy, table, cookie, "127.0.0.7", Origin="https://evil.example")
    assert refused.value.response.status_code == 403


def test_without_a_node_no_client_is_served_and_the_log_tells_no_addresses_of_tables(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert PROGRAM is not None
    monkeypatch.setattr(Caddy, "tries_for", "100ms")
    with Caddy(PROGRAM, f"127.0.0.1:{free_port()}") as alone, callers(alone) as make:
        answer = make("127.0.0.10").get("/api/tables/a-table-that-is-secret", headers={"referer": "a-table"})
        assert answer.status_code in (502, 503)
        said = (alone.folder / "server.log").read_text()
    assert '"remote_ip":"127.0.0.10"' in said
    assert "a-table" not in said

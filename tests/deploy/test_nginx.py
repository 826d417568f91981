"""``deploy/nginx.conf`` in a real nginx, with TLS, in front of a real server."""

from __future__ import annotations

import contextlib
import re
import socket
import ssl
import time
from collections.abc import Iterator

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from tests.deploy.callers import Caller, callers, introduced, opened, security
from tests.deploy.proxy import MOST_OF_ONE_ADDRESS, NAME, Nginx, local_addresses
from tests.server.support import CINCO, PROMISE, Server, Socket
from tools import nginx

PROGRAM = nginx.find()
pytestmark = [
    pytest.mark.skipif(PROGRAM is None, reason="there is no nginx; as root “make test” installs one"),
    pytest.mark.skipif(not local_addresses(), reason="this machine has one loopback address only"),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that believes the proxy at 127.0.0.1 and no other."""
    running = Server(
        tmp_path_factory.mktemp("behind") / "data",
        requests_per_second=10,
        QUINCUNX_SECURE="1",
        QUINCUNX_TRUST_PROXY="127.0.0.1",
    )
    yield running
    running.stop()


@pytest.fixture(scope="module")
def proxy(server: Server) -> Iterator[Nginx]:
    assert PROGRAM is not None
    with Nginx(PROGRAM, server.host) as running:
        yield running


@pytest.fixture
def caller(proxy: Nginx) -> Iterator[Caller]:
    with callers(proxy) as make:
        yield make


# ---- TLS -----------------------------------------------------------------------------------------------


def test_cookies_are_secure_and_browsers_are_told_to_stay_with_https(caller: Caller) -> None:
    answer = caller().get("/api/me")
    assert answer.status_code == 200
    words = [word.strip().lower() for word in answer.headers["set-cookie"].split(";")]
    assert {"secure", "httponly", "path=/"} <= set(words)
    assert "samesite=lax" in words
    assert answer.headers["strict-transport-security"].startswith("max-age=31536000")
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "server" not in answer.headers or answer.headers["server"] == "nginx", "no version"


def test_plain_http_leads_to_https(proxy: Nginx) -> None:
    answer = httpx.get(f"http://{NAME}:{proxy.plain_port}/t/some-table")
    assert (answer.status_code, answer.headers["location"]) == (308, f"{proxy.url}/t/some-table")


def test_other_names_are_not_served(proxy: Nginx, caller: Caller) -> None:
    context = proxy.trusting()
    with (
        socket.create_connection(("127.0.0.1", proxy.port)) as line,
        pytest.raises(ssl.SSLError, match=r"(?i)unrecognized"),
    ):
        context.wrap_socket(line, server_hostname="rebound.example")
    assert caller().get("/health/live", headers={"host": "rebound.example"}).status_code == 421


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1])
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_old_versions_of_tls_are_refused(proxy: Nginx, version: ssl.TLSVersion) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(proxy.folder / "fullchain.pem")
    context.set_ciphers("ALL:@SECLEVEL=0")  # this side would take it
    context.minimum_version = ssl.TLSVersion.TLSv1
    context.maximum_version = version
    with socket.create_connection(("127.0.0.1", proxy.port)) as line, pytest.raises(ssl.SSLError):
        context.wrap_socket(line, server_hostname=NAME)


# ---- who calls -----------------------------------------------------------------------------------------


def test_the_log_names_the_real_caller_whatever_they_say(server: Server, caller: Caller) -> None:
    lie = {"x-forwarded-for": "9.9.9.9", "x-request-id": "chosen-by-me", "origin": "https://evil.example"}
    answer = caller("127.0.0.2").post("/api/tables", json=CINCO, headers=lie)
    assert answer.status_code == 403
    name = answer.headers["x-request-id"]
    assert re.fullmatch(r"[0-9a-f]{32}", name), "nginx has named it, and the server has taken the name"
    said = [line["request"] for line in security(server, "foreign_origin") if line["address"] == "127.0.0.2"]
    assert said == [name]


def test_a_client_that_bypasses_the_proxy_is_not_believed(server: Server, caller: Caller) -> None:
    lie = {"x-forwarded-for": "9.9.9.8", "x-request-id": "chosen-by-me", "origin": "https://evil.example"}
    answer = caller("127.0.0.3", server.url).post("/api/tables", json=CINCO, headers=lie)
    assert re.fullmatch(r"[0-9a-f]{16}", answer.headers["x-request-id"])
    addresses = {line["address"] for line in security(server, "foreign_origin")}
    assert "127.0.0.3" in addresses
    assert not {"9.9.9.8", "9.9.9.9"} & addresses


# ---- limits --------------------------------------------------------------------------------------------


def test_a_caller_is_limited_and_others_are_not(server: Server, caller: Caller) -> None:
    flooder, other = caller("127.0.0.4"), caller("127.0.0.5")
    statuses: list[int] = []
    # A slow machine earns new requests while it is asking.
    while 429 not in statuses and len(statuses) < 2_000:
        statuses.append(flooder.get("/api/lobby").status_code)
    assert (statuses[0], statuses[-1]) == (200, 429)
    assert other.get("/api/lobby").status_code == 200
    assert [line["address"] for line in security(server, "too_fast")] == ["127.0.0.4"]


def test_a_body_too_large_does_not_pass(caller: Caller) -> None:
    client = caller("127.0.0.6")
    assert client.post("/api/tables", content=b"x" * 100_000).status_code == 413
    assert client.get("/health/live", headers={"x-large": "y" * 40_000}).status_code in (400, 431)
    assert client.get("/health/live").status_code == 200


def test_the_metrics_are_for_the_inside(caller: Caller) -> None:
    assert caller("127.0.0.6").get("/metrics").status_code == 404


# ---- sockets -------------------------------------------------------------------------------------------


def test_a_game_over_a_socket(proxy: Nginx, caller: Caller) -> None:
    alice = caller("127.0.0.7")
    cookie = introduced(alice)
    table = str(alice.post("/api/tables", json=CINCO).json()["id"])
    with opened(proxy, table, cookie, "127.0.0.7", Origin=proxy.url) as plain:
        line = Socket(plain)
        update = line.hello()
        sat = line.command({"type": "sit_down", "seat": 0, "commitment": PROMISE}, update["version"], "k")
        assert sat["type"] == "ack"
        assert line.hello(update["version"])["version"] == sat["version"]
        assert line.is_alive()
        assert plain.response is not None
        assert re.fullmatch(r"[0-9a-f]{32}", plain.response.headers["x-request-id"])
    with pytest.raises(InvalidStatus) as refused:
        opened(proxy, table, cookie, "127.0.0.7", Origin="https://evil.example")
    assert refused.value.response.status_code == 403


def test_one_address_holds_only_so_many_sockets(proxy: Nginx, caller: Caller) -> None:
    client = caller("127.0.0.8")
    cookie = introduced(client)
    table = str(client.post("/api/tables", json=CINCO).json()["id"])
    client.close()
    with contextlib.ExitStack() as stack:
        for _ in range(MOST_OF_ONE_ADDRESS):
            stack.enter_context(opened(proxy, table, cookie, "127.0.0.8"))
        with pytest.raises(InvalidStatus) as refused:
            opened(proxy, table, cookie, "127.0.0.8")
        assert refused.value.response.status_code == 429
        with opened(proxy, table, cookie, "127.0.0.9") as other:
            Socket(other).hello()


def test_the_log_of_the_proxy_tells_no_addresses_of_tables(proxy: Nginx, caller: Caller) -> None:
    table = "a-table-that-is-secret"
    assert caller("127.0.0.10").get(f"/api/tables/{table}").status_code == 404
    end = time.monotonic() + 20
    while "127.0.0.10 " not in (said := (proxy.folder / "quincunx.log").read_text()):
        assert time.monotonic() < end, "it is written after a second"
        time.sleep(0.05)
    assert re.search(r"^127\.0\.0\.10 \S+ [0-9a-f]{32} GET 404 [0-9.]+$", said, re.M)
    assert table not in said + (proxy.folder / "error.log").read_text()

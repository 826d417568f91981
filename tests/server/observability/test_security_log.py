"""Security events appear, are bounded however many there are, and carry no secret."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import sqlite3
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from structlog.testing import capture_logs
from websockets.exceptions import ConnectionClosed, InvalidStatus

from quincunx.server.observability.callers import caller
from quincunx.server.observability.security_log import MOST_ADDRESSES, SecurityLog
from quincunx.server.observability.watch import Watch
from quincunx.table.commands import CallBot, Resign
from quincunx.table.wire.table import Ack, CommandRequest
from tests.cli.serving.test_check import data as journal_of_one_table
from tests.cli.serving.test_check import spoil
from tests.plain import NO_CERTIFICATES
from tests.server.support import CINCO, PROMISE, Guest, Server
from tests.table.record.test_chain import ENTRIES

__all__ = ["journal_of_one_table"]
SIT = {"type": "sit_down", "seat": 0, "commitment": PROMISE}
FORGED = "eyJpZCI6ImFkbWluIn0.c3ByaW5nLWNsZWFu"


# ---- how often ---------------------------------------------------------------------------------------------


async def test_the_first_is_a_line_and_the_rest_are_counted() -> None:
    counted: Counter[str] = Counter()
    security = SecurityLog(lambda event: counted.update([event]))
    with capture_logs() as lines:
        for _ in range(1000):
            security.record_event("too_fast", "192.0.2.1")
        security.record_event("unknown_host", "192.0.2.1")
        assert [(each["event"], each["address"]) for each in lines] == [
            ("too_fast", "192.0.2.1"),
            ("unknown_host", "192.0.2.1"),
        ]
        security.log_counts()
    assert lines[2:] == [
        {
            "event": "too_fast",
            "topic": "security",
            "address": "192.0.2.1",
            "left_out": 999,
            "log_level": "warning",
        }
    ]
    assert counted == {"too_fast": 1000, "unknown_host": 1}


async def test_many_addresses_share_a_line() -> None:
    security = SecurityLog(lambda event: None)
    with capture_logs() as lines:
        for number in range(5000):
            security.record_event("forged_cookie", f"address-{number}")
        assert len(lines) == MOST_ADDRESSES
        security.log_counts()
        assert lines[-1]["address"] == "others"
        assert lines[-1]["left_out"] == 5000 - MOST_ADDRESSES
        assert len(lines) == MOST_ADDRESSES + 1
        security.record_event("forged_cookie", "address-4999")
        assert lines[-1]["address"] == "address-4999", "the next minute begins anew"


async def test_the_minute_ends_by_itself_and_in_nobodys_name() -> None:
    seen: list[str] = []

    class Listening(SecurityLog):
        def log_counts(self) -> None:
            seen.append(caller.get())
            super().log_counts()

    token = caller.set("192.0.2.77")
    security = Listening(lambda event: None, minute=0.0)
    with capture_logs() as lines:
        security.record_event("foreign_origin")
        security.record_event("foreign_origin")
        caller.reset(token)
        while len(lines) < 2:  # noqa: ASYNC110  # lines have no event
            await asyncio.sleep(0)
    assert seen == ["unknown"]
    assert [each["address"] for each in lines] == ["192.0.2.77"] * 2


async def test_a_seat_that_is_taken_over_is_an_event_and_a_refusal_is_none() -> None:
    watch = Watch()
    with capture_logs() as lines:
        request = CommandRequest("k", 3, CallBot(1))
        watch.commanded("a-table", request, Ack("k", 4))
        watch.commanded("a-table", CommandRequest("l", 3, Resign(1)), Ack("l", 5))
    assert [(each["event"], each["table"], each["seat"]) for each in lines] == [
        ("seat_taken_over", "a-table", 1)
    ]


def test_failures_of_the_journal_are_not_all_told(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("quincunx.server.observability.watch.time.monotonic", lambda: now[0])
    watch = Watch()
    assert [watch.failures_left_out() for _ in range(5)] == [0, None, None, None, None]
    now[0] += 11
    assert [watch.failures_left_out(), watch.failures_left_out()] == [4, None]


# ---- by a running server ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server behind a proxy that names the caller; no other test uses it."""
    folder = tmp_path_factory.mktemp("watched")
    server = Server(folder / "data", requests_per_second=30, QUINCUNX_TRUST_PROXY="1")
    yield server
    server.stop()


def lines_of(server: Server) -> list[dict[str, Any]]:
    return [json.loads(line) for line in server.log().splitlines()]


def attack(server: Server, times: int, address: str, path: str = "/health/live", **given: Any) -> set[int]:
    """The same request again and again; the statuses that came of it."""
    headers = {"x-forwarded-for": address, **given.pop("headers", {})}
    with httpx.Client(base_url=server.url, timeout=60, verify=NO_CERTIFICATES) as http:
        return {
            http.request(given.get("method", "GET"), path, headers=headers).status_code for _ in range(times)
        }


def one_line(server: Server, event: str, address: str) -> dict[str, Any]:
    """The one line of this event from this address."""
    found = [each for each in lines_of(server) if each["event"] == event and each["address"] == address]
    assert len(found) == 1, found
    assert found[0]["topic"] == "security"
    return found[0]


def test_a_forged_cookie_is_a_line_without_the_cookie(watched: Server) -> None:
    cookie = {"cookie": f"quincunx_session={FORGED}"}
    attack(watched, 20, "192.0.2.1", "/api/me", headers=cookie)
    line = one_line(watched, "forged_cookie", "192.0.2.1")
    assert line["request"]
    guest = Guest(watched)
    table = guest.make()
    guest.cookie = cookie["cookie"]
    for _ in range(3):
        with (
            guest.open(table, {"x-forwarded-for": "192.0.2.2"}) as line_to,
            contextlib.suppress(ConnectionClosed),
        ):
            line_to.socket.recv()
    assert one_line(watched, "forged_cookie", "192.0.2.2")["connection"]
    guest.close()
    assert FORGED not in watched.log()
    assert "c3ByaW5n" not in watched.log()


def test_every_line_is_one_object_with_its_time_in_utc(watched: Server) -> None:
    """Also where an attacker writes line feeds and JSON into everything that may be logged."""
    began = datetime.now(UTC)
    feed = '%0a{"event":"forged","timestamp":"1970-01-01T00:00:00Z"}%0a'
    forged = {
        "cookie": "quincunx_session=" + FORGED,
        "x-request-id": '{"event":"forged"}',
        "user-agent": '"}\t{"event": "forged"}',
    }
    for address in ("192.0.2.81", '192.0.2.82"},{"event":"forged"'):
        attack(watched, 3, address, f"/api/tables/{feed}", headers=forged)
    sign_in = {"name": 'Ada"}\n{"event":"forged"}', "password": "x" * 20}
    httpx.post(f"{watched.url}/api/sign-in", json=sign_in, headers=forged, verify=NO_CERTIFICATES)
    lines = watched.log().splitlines()
    assert lines
    for line in lines:
        told = json.loads(line)
        assert {"event", "level", "timestamp"} <= set(told), line
        at = datetime.fromisoformat(told["timestamp"])
        assert at.utcoffset() == timedelta(0), line
        assert began - timedelta(minutes=5) < at < datetime.now(UTC) + timedelta(seconds=5)
        assert told["event"] != "forged"
    assert any(json.loads(line)["event"] == "forged_cookie" for line in lines)


def test_foreign_pages_and_unknown_hosts(watched: Server) -> None:
    foreign = {"origin": "https://evil.example"}
    assert attack(watched, 20, "192.0.2.3", "/api/tables", method="POST", headers=foreign) == {403}
    one_line(watched, "foreign_origin", "192.0.2.3")
    assert attack(watched, 20, "192.0.2.4", headers={"host": "rebound.example"}) == {421}
    one_line(watched, "unknown_host", "192.0.2.4")
    guest = Guest(watched)
    with pytest.raises(InvalidStatus), guest.open("whatever", foreign | {"x-forwarded-for": "192.0.2.5"}):
        pass
    one_line(watched, "foreign_origin", "192.0.2.5")
    guest.close()


def test_access_to_another_persons_data_is_logged(watched: Server) -> None:
    alice, eve = Guest(watched), Guest(watched)
    table = alice.make(CINCO)
    eve.http.headers["x-forwarded-for"] = "192.0.2.7"
    for number in range(5):
        body = {"key": f"k{number}", "version": 1, "command": SIT}
        assert eve.http.post(f"/api/tables/{table}/commands", json=body).status_code == 403
    line = one_line(watched, "not_allowed", "192.0.2.7")
    assert line["code"]
    assert eve.cookie.partition("=")[2] not in watched.log()
    for guest in (alice, eve):
        guest.close()


def test_a_fast_client_is_logged(watched: Server) -> None:
    assert 429 in attack(watched, 400, "192.0.2.6", "/api/lobby")
    one_line(watched, "too_fast", "192.0.2.6")
    assert "evil" not in watched.log()


def test_a_head_that_is_too_large(watched: Server) -> None:
    host, _, port = watched.host.partition(":")
    for _ in range(5):
        with socket.create_connection((host, int(port))) as line:
            line.sendall(b"GET / HTTP/1.1\r\nhost: x\r\nx: " + b"y" * 20_000 + b"\r\n\r\n")
            assert b" 431 " in line.recv(1000)
    one_line(watched, "too_large_head", "127.0.0.1")


def test_refused_requests_write_no_line(watched: Server) -> None:
    before = len(lines_of(watched))
    assert attack(watched, 10, "192.0.2.8", "/api/tables/there-is-no-such-table") == {404}
    assert attack(watched, 10, "192.0.2.8", "/api/tables", method="POST") == {401}
    assert len(lines_of(watched)) == before


# ---- one name from the proxy to the journal -----------------------------------------------------------


def test_a_lines_request_is_the_callers(journal_of_one_table: Path) -> None:
    """From the folding of a damaged table, and from a journal that cannot be written."""
    spoil(journal_of_one_table, "UPDATE entries SET at = at + 1 WHERE version = 4")
    server = Server(journal_of_one_table, QUINCUNX_TRUST_PROXY="1")
    guest = Guest(server)
    named = {"x-request-id": "from-the-proxy-1"}
    answer = guest.http.get(f"/api/tables/{ENTRIES[0].table}", headers=named)
    assert (answer.status_code, answer.headers["x-request-id"]) == (500, "from-the-proxy-1")
    table = guest.make()
    with guest.open(table) as line:
        assert line.socket.response is not None
        name = line.socket.response.headers["x-request-id"]
        update = line.hello()
        other = sqlite3.connect(journal_of_one_table / "journal.sqlite", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        command = {"type": "sit_down", "seat": 0, "commitment": PROMISE}
        assert line.command(command, update["version"], "k")["reason"]["code"] == "unavailable"
        other.execute("ROLLBACK")
        other.close()
    guest.close()
    server.stop()
    # The server has looked at the table by itself, too: it has ended, and is to be counted.
    lines = [(each["event"], each.get("request"), each.get("connection")) for each in lines_of(server)]
    *damaged, failed, refused = [line for line in lines if line[1:] != (None, None)]
    assert (failed, refused) == (
        ("request_failed", "from-the-proxy-1", None),
        ("command_failed", None, name),
    )
    # If the server was faster than the request, the request is told what has been found.
    assert damaged == [("table_damaged", "from-the-proxy-1", None)] or (
        damaged == [] and ("table_damaged", None, None) in lines
    )

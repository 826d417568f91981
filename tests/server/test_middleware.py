"""What stands before every request, asked directly: no client library refuses to send what a test wants to
send."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from quincunx.core.reason import Reason
from quincunx.server.middleware import LARGEST_BODY, Middleware
from quincunx.server.settings import Settings

Header = tuple[bytes, bytes]


class App:
    """Answers everything with 200, and remembers what got through."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        self.sockets = 0

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            self.sockets += 1
            return
        self.bodies.append((await receive())["body"])
        await send({"type": "http.response.start", "status": 200, "headers": []})


class Asked:
    """A middleware with an app behind it, and what came of asking."""

    def __init__(self, **settings: Any) -> None:
        self.app = App()
        self.middleware = Middleware(self.app, Settings(Path(), **settings))

    async def http(
        self, *headers: Header, body: bytes = b"", method: str = "POST", path: str = "/api/tables"
    ) -> tuple[int, Reason | None]:
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "headers": [(b"host", b"here"), *headers],
            "client": ("1.2.3.4", 5),
        }
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        await self.middleware(scope, receive, send)
        status = sent[0]["status"]
        return status, None if status == 200 else msgspec.json.decode(sent[1]["body"], type=Reason)

    async def socket(self, *headers: Header) -> bool:
        """Whether a socket may be opened."""
        before = self.app.sockets
        scope = {
            "type": "websocket",
            "path": "/api/tables/x/socket",
            "headers": [(b"host", b"here"), *headers],
            "client": ("1.2.3.4", 5),
        }

        async def receive() -> dict[str, Any]:
            return {"type": "websocket.connect"}

        async def send(message: dict[str, Any]) -> None:
            assert message == {"type": "websocket.close", "code": 1008}

        await self.middleware(scope, receive, send)
        return self.app.sockets > before


JSON = (b"content-type", b"application/json")


async def test_a_sound_request_passes_unchanged() -> None:
    asked = Asked()
    assert await asked.http(JSON, (b"content-length", b"2"), body=b"{}") == (200, None)
    assert asked.app.bodies == [b"{}"]


@pytest.mark.parametrize("length", [b"ten", b"-1", b"1e3", b"", b" 5", b"+5", "٣".encode(), b"1" * 13])
async def test_a_length_that_is_no_number(length: bytes) -> None:
    asked = Asked()
    status, reason = await asked.http(JSON, (b"content-length", length), body=b"{}")
    assert status == 400
    assert reason is not None
    assert reason.code == "bad-length"
    assert asked.app.bodies == []


async def test_a_length_that_is_too_large_is_refused_unread() -> None:
    asked = Asked()
    status, reason = await asked.http(JSON, (b"content-length", str(LARGEST_BODY + 1).encode()))
    assert (status, reason.kind if reason else None) == (413, "too-large")
    exactly = str(LARGEST_BODY).encode()
    assert (await asked.http(JSON, (b"content-length", exactly), body=b"[]"))[0] == 200


async def test_a_body_that_is_larger_than_it_says() -> None:
    asked = Asked()
    body = b'"' + b"x" * LARGEST_BODY + b'"'
    assert (await asked.http(JSON, (b"content-length", b"10"), body=body))[0] == 413
    assert asked.app.bodies == []


async def test_sockets_are_limited_like_requests() -> None:
    asked = Asked(requests_per_second=1.0)
    opened = [await asked.socket() for _ in range(20)]
    assert opened[:5] == [True] * 5
    assert not any(opened[6:])
    assert (await asked.http(method="GET"))[0] == 429


async def test_assets_and_health_are_not_limited() -> None:
    asked = Asked(requests_per_second=1.0)
    for path in ("/assets/x.js", "/health/live") * 10:
        assert (await asked.http(method="GET", path=path))[0] == 200


async def test_behind_a_proxy_its_word_counts_and_only_then() -> None:
    trusting, plain = Asked(requests_per_second=1.0, trust_proxy=True), Asked(requests_per_second=1.0)
    for number in range(20):
        came_from = (b"x-forwarded-for", f"9.9.9.9, 10.0.0.{number}".encode())
        assert (await trusting.http(came_from, method="GET"))[0] == 200
        await plain.http(came_from, method="GET")
    assert (await plain.http(method="GET"))[0] == 429


@pytest.mark.parametrize(
    ("headers", "passes"),
    [
        ([(b"origin", b"http://here")], True),
        ([(b"origin", b"https://club.example")], True),
        ([(b"origin", b"http://elsewhere")], False),
        ([(b"origin", b"null")], False),
        ([(b"origin", b"http://[")], False),
        ([(b"sec-fetch-site", b"same-origin")], True),
        ([(b"sec-fetch-site", b"none")], True),
        ([(b"sec-fetch-site", b"cross-site")], False),
        ([], True),
    ],
)
async def test_where_a_request_may_come_from(headers: list[Header], passes: bool) -> None:
    asked = Asked(origins=("https://club.example",))
    status, reason = await asked.http(*headers)
    assert status == (200 if passes else 403)
    assert reason is None or reason.code == "foreign-origin"
    assert await asked.socket(*headers) is passes
    # Looking is free to everybody.
    assert (await asked.http(*headers, method="GET"))[0] == 200

"""The middleware before every request, called directly: client libraries refuse to send such requests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from quincunx.club.limits import too_fast
from quincunx.core.reason import Reason
from quincunx.kit import Rate, RateLimiter
from quincunx.server.http.middleware import HEADERS, LARGEST_BODY, Middleware
from quincunx.server.observability.callers import Callers
from quincunx.server.observability.watch import Watch
from quincunx.server.people.budgets import Budgets
from quincunx.server.settings import Settings
from quincunx.server.transport.limits import Limits, tables_rate

Header = tuple[bytes, bytes]


class App:
    """Answers everything with 200, and remembers what got through."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        self.sockets = 0
        self.headers: list[Header] = []

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            self.sockets += 1
            return
        self.bodies.append((await receive())["body"])
        await send({"type": "http.response.start", "status": 200, "headers": self.headers})


class Asked:
    """A middleware with an app behind it, and what came of asking. ``sent`` is the last answer."""

    def __init__(self, **settings: Any) -> None:
        self.app = App()
        whole = Settings(Path(), **settings)
        self.watch = Watch()
        self.middleware = Callers(Middleware(self.app, whole, self.watch), whole.proxies, self.watch.metrics)
        self.sent: list[dict[str, Any]] = []

    async def http(
        self,
        *headers: Header,
        body: bytes = b"",
        method: str = "POST",
        path: str = "/api/tables",
        most: int = 10**6,
        client: tuple[str, int] | None = ("1.2.3.4", 5),
    ) -> tuple[int, Reason | None]:
        """One request, whose body comes in pieces of at most so many bytes."""
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "headers": [(b"host", b"here"), *headers],
            "client": client,
        }
        sent: list[dict[str, Any]] = []

        pieces = [body[at : at + most] for at in range(0, len(body), most)] or [b""]

        async def receive() -> dict[str, Any]:
            piece = pieces.pop(0)
            return {"type": "http.request", "body": piece, "more_body": bool(pieces)}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        await self.middleware(scope, receive, send)
        self.sent = sent
        status = sent[0]["status"]
        return status, None if status == 200 else msgspec.json.decode(sent[1]["body"], type=Reason)

    @property
    def headers(self) -> dict[bytes, bytes]:
        """Those of the last answer."""
        return dict(self.sent[0]["headers"])

    async def socket(self, *headers: Header) -> bool:
        """True if a socket may be opened."""
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


TOO_LARGE = Reason("too-large", "too-large", "A request has at most 65536 bytes.")
NOT_JSON = Reason("unsupported", "not-json", "Requests carry JSON, and say so in Content-Type.")
ILL_FORMED = Reason(
    "malformed", "malformed", "That request cannot be understood: it is not well-formed JSON."
)
BAD_LENGTH = Reason("malformed", "bad-length", "That is not a length.")
FOREIGN = Reason("forbidden", "foreign-origin", "This page may not ask this server for that.")
TOO_FAST = too_fast(1).reason


async def test_a_refusal_is_a_whole_answer() -> None:
    asked = Asked()
    await asked.http((b"content-length", b"x"))
    start, body = asked.sent
    assert (start["type"], start["status"]) == ("http.response.start", 400)
    assert start["headers"][:2] == [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body["body"])).encode()),
    ]
    assert body == {"type": "http.response.body", "body": msgspec.json.encode(BAD_LENGTH)}


async def test_the_app_receives_messages_after_the_body_from_the_connection() -> None:
    heard: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        heard.extend([scope, await receive(), await receive(), await receive()])

    line = [
        {"type": "http.request", "body": b"{", "more_body": True},
        {"type": "http.request", "body": b"}"},
        {"type": "http.disconnect", "why": 1},
        {"type": "http.disconnect", "why": 2},
    ]

    async def receive() -> Any:
        return line.pop(0)

    scope = {"type": "http", "method": "POST", "path": "/", "headers": [JSON], "client": None}
    await Middleware(app, Settings(Path()))(scope, receive, None)
    assert heard[0] is scope
    assert heard[1:] == [
        {"type": "http.request", "body": b"{}", "more_body": False},
        {"type": "http.disconnect", "why": 1},
        {"type": "http.disconnect", "why": 2},
    ]


@pytest.mark.parametrize("kind", ["websocket", "lifespan"])
async def test_sockets_and_the_server_itself_are_handed_on_as_they_are(kind: str) -> None:
    handed: list[Any] = []

    async def app(*arguments: Any) -> None:
        handed.extend(arguments)

    given = ({"type": kind, "path": "/", "headers": []}, object(), object())
    await Middleware(app, Settings(Path()))(*given)
    assert len(handed) == 3
    assert all(one is other for one, other in zip(handed, given, strict=True))


@pytest.mark.parametrize("rest", [[], [(b"etag", b"1")]])
async def test_the_app_s_own_headers_stay_and_bodies_pass_as_they_are(rest: list[Header]) -> None:
    start: dict[str, Any] = {"type": "http.response.start", "status": 200, "headers": rest}
    messages = [start if rest else {"type": "http.response.start", "status": 200}]
    messages.append({"type": "http.response.body", "body": b"x"})

    async def app(scope: Any, receive: Any, send: Any) -> None:
        for message in messages:
            await send(dict(message))

    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request"}

    scope = {"type": "http", "method": "GET", "path": "/", "headers": []}
    await Middleware(app, Settings(Path()))(scope, receive, send)
    own = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
    own.append((b"cache-control", b"no-store"))
    assert sent == [{**messages[0], "headers": [*rest, *own]}, messages[1]]


@pytest.mark.parametrize("length", [b"ten", b"-1", b"1e3", b"", b" 5", b"+5", "٣".encode(), b"1" * 13])
async def test_a_length_that_is_no_number(length: bytes) -> None:
    asked = Asked()
    status, reason = await asked.http(JSON, (b"content-length", length), body=b"{}")
    assert (status, reason) == (400, BAD_LENGTH)
    assert asked.app.bodies == []


async def test_the_longest_length_that_is_one_is_too_large_and_not_malformed() -> None:
    assert await Asked().http((b"content-length", b"9" * 12)) == (413, TOO_LARGE)


async def test_a_length_that_is_too_large_is_refused_unread() -> None:
    asked = Asked()
    assert await asked.http(JSON, (b"content-length", str(LARGEST_BODY + 1).encode())) == (413, TOO_LARGE)
    exactly = str(LARGEST_BODY).encode()
    assert (await asked.http(JSON, (b"content-length", exactly), body=b"[]"))[0] == 200


async def test_a_body_that_is_larger_than_it_says() -> None:
    asked = Asked()
    body = b'"' + b"x" * LARGEST_BODY + b'"'
    assert await asked.http(JSON, (b"content-length", b"10"), body=body) == (413, TOO_LARGE)
    assert asked.app.bodies == []


async def test_a_body_in_pieces_is_put_together_and_measured_as_a_whole() -> None:
    asked = Asked()
    body = b'"' + b"x" * (LARGEST_BODY - 2) + b'"'
    assert (await asked.http(JSON, body=body, most=10_000))[0] == 200
    assert asked.app.bodies == [body]
    assert (await asked.http(JSON, body=b" " + body, most=10_000))[0] == 413


@pytest.mark.parametrize(
    "kind", [b"text/plain", b"application/x-www-form-urlencoded", b"application/jsonp", b""]
)
async def test_a_body_must_say_that_it_is_json(kind: bytes) -> None:
    """A form of another site could send the others without asking."""
    asked = Asked()
    assert await asked.http((b"content-type", kind), body=b"{}") == (415, NOT_JSON)
    assert (await asked.http(body=b"{}"))[0] == 415
    assert (await asked.http((b"content-type", b"Application/JSON ; charset=utf-8"), body=b"{}"))[0] == 200
    assert asked.app.bodies == [b"{}"]


@pytest.mark.parametrize("body", [b"{", b"{}{}", b'"\xff"', b"[" * LARGEST_BODY, b"{} x"])
async def test_a_body_must_be_json(body: bytes) -> None:
    asked = Asked()
    assert await asked.http(JSON, body=body) == (400, ILL_FORMED)
    assert asked.app.bodies == []


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_every_answer_says_what_a_page_may_do(method: str) -> None:
    """The app's answers and refusals alike."""
    asked = Asked(secure=True)
    await asked.http(method=method)
    passed = asked.headers
    await asked.http((b"content-length", b"x"), method=method)
    for name, value in HEADERS.items():
        assert passed[name.encode()] == asked.headers[name.encode()] == value.encode()
    assert passed[b"strict-transport-security"] == b"max-age=31536000"
    others = Asked(secure=True, hsts_subdomains=True)
    await others.http(method=method)
    assert others.headers[b"strict-transport-security"] == b"max-age=31536000; includeSubDomains"
    plain = Asked(hsts_subdomains=True)
    await plain.http(method=method)
    assert b"strict-transport-security" not in plain.headers


@pytest.mark.parametrize("own", [None, "no-cache"])
async def test_an_answer_is_not_cached_unless_it_says_so_itself(own: str | None) -> None:
    asked = Asked()
    asked.app.headers = [(b"Cache-Control", own.encode())] if own else []
    await asked.http(method="GET")
    said = [value for name, value in asked.sent[0]["headers"] if name.lower() == b"cache-control"]
    assert said == [(own or "no-store").encode()]
    await asked.http((b"content-length", b"x"), method="GET")
    assert asked.headers[b"cache-control"] == b"no-store", "a refusal, too"


async def nobody(headers: object) -> None:
    pass


async def test_a_fast_client_is_told_how_long_to_wait() -> None:
    asked = Asked(requests_per_second=0.2)
    limits = Limits(0.2)
    limits.requests = RateLimiter(Rate(1, 5), timer=lambda: 7.25)
    asked.middleware = Middleware(
        asked.app, Settings(Path()), asked.watch, Budgets(limits, nobody, is_secure=False)
    )
    assert (await asked.http())[0] == 200
    assert await asked.http() == (429, too_fast(5).reason)
    assert asked.headers[b"retry-after"] == b"5"


async def test_sockets_are_limited_like_requests() -> None:
    asked = Asked(requests_per_second=1.0)
    opened = [await asked.socket() for _ in range(20)]
    assert opened[:5] == [True] * 5
    assert not any(opened[6:])
    assert (await asked.http(method="GET"))[0] == 429


@pytest.mark.parametrize(
    ("requests_per_second", "rule"),
    [(20.0, Rate(40, 2.0)), (10.0, Rate(20, 4.0)), (0.1, Rate(1, 400.0)), (0.0, Rate(1, 1e9))],
)
def test_a_person_may_make_as_many_tables(requests_per_second: float, rule: Rate) -> None:
    assert tables_rate(requests_per_second) == rule


async def test_assets_and_health_are_not_limited() -> None:
    asked = Asked(requests_per_second=1.0)
    for path in ("/assets/x.js", "/health/live") * 10:
        assert (await asked.http(method="GET", path=path))[0] == 200


async def test_behind_a_proxy_its_word_counts_and_only_then() -> None:
    trusting, plain = Asked(requests_per_second=1.0, trust_proxy=("1.2.3.4",)), Asked(requests_per_second=1.0)
    for number in range(20):
        came_from = (b"x-forwarded-for", f"9.9.9.9, 10.0.0.{number}".encode())
        assert (await trusting.http(came_from, method="GET"))[0] == 200
        await plain.http(came_from, method="GET")
    assert (await plain.http(method="GET"))[0] == 429


async def test_a_proxy_adds_its_word_at_the_end_and_what_stands_before_it_is_anybody_s() -> None:
    asked = Asked(requests_per_second=1.0, trust_proxy=("1.2.3.4",))
    for number in range(5):
        claimed = f"9.9.9.{number}, 8.8.8.{number},10.0.0.1" if number % 2 else "10.0.0.1"
        assert (await asked.http((b"x-forwarded-for", claimed.encode()), method="GET"))[0] == 200
    assert (await asked.http((b"x-forwarded-for", b"1.1.1.1,10.0.0.1"), method="GET"))[0] == 429
    assert not await asked.socket((b"x-forwarded-for", b"10.0.0.1"))
    assert await asked.socket((b"x-forwarded-for", b"10.0.0.2"))


async def test_a_network_of_version_6_is_one_caller() -> None:
    asked = Asked(requests_per_second=1.0)
    for number in range(5):
        assert (await asked.http(method="GET", client=(f"2001:db8::{number}", 5)))[0] == 200
    assert (await asked.http(method="GET", client=("2001:db8::9", 5)))[0] == 429
    assert (await asked.http(method="GET", client=("2001:db8:0:1::9", 5)))[0] == 200


async def test_callers_are_told_apart_by_their_address() -> None:
    asked = Asked(requests_per_second=1.0)
    for client in (("1.2.3.4", 5), ("1.2.3.4", 6), ("1.2.3.4", 7), ("1.2.3.4", 8), ("1.2.3.4", 9)):
        assert (await asked.http(method="GET", client=client))[0] == 200
    assert (await asked.http(method="GET", client=("1.2.3.4", 10)))[0] == 429
    for client in (("unknown", 5), None, None, None, None):
        assert (await asked.http(method="GET", client=client))[0] == 200
    assert (await asked.http(method="GET", client=None))[0] == 429, "who comes from nowhere is one caller"


@pytest.mark.parametrize(
    ("headers", "passes"),
    [
        ([(b"origin", b"http://here")], True),
        ([(b"origin", b"https://club.example")], True),
        ([(b"origin", b"http://elsewhere")], False),
        ([(b"origin", b"http://here:8080")], False),
        ([(b"origin", b"http://club.example")], False),
        ([(b"origin", b"null")], False),
        ([(b"origin", b"http://[")], False),
        ([(b"origin", b"null"), (b"host", b"")], False),
        ([(b"origin", b"here"), (b"host", b"")], False),
        ([(b"sec-fetch-site", b"same-origin")], True),
        ([(b"sec-fetch-site", b"none")], True),
        ([(b"sec-fetch-site", b"cross-site")], False),
        ([], True),
    ],
)
async def test_where_a_request_may_come_from(headers: list[Header], passes: bool) -> None:
    asked = Asked(origins=("https://club.example",))
    assert await asked.http(*headers) == ((200, None) if passes else (403, FOREIGN))
    assert await asked.socket(*headers) is passes


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
async def test_other_pages_change_nothing_whatever_the_method(method: str) -> None:
    asked = Asked()
    assert (await asked.http((b"origin", b"http://elsewhere"), method=method))[0] == 403
    assert asked.app.bodies == []


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
async def test_looking_is_free_to_other_pages(method: str) -> None:
    assert (await Asked().http((b"origin", b"http://elsewhere"), method=method))[0] == 200

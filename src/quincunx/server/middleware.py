"""What stands before every request: whence it comes, how often, how large; and what every answer carries.

A plain ASGI layer, so that it costs little and covers HTTP and sockets alike. Forgery from other
sites is prevented by origin: browsers say with every unsafe request and every socket from which page
it comes, and only this server's own pages (and those named in the settings) may ask.
"""

from __future__ import annotations

import time
from typing import Any
from urllib.parse import urlsplit

import msgspec

from quincunx.club.throttle import Rule
from quincunx.core.reason import Kind, Reason
from quincunx.server.connections import network_of
from quincunx.server.errors import STATUS
from quincunx.server.limits import RateLimit
from quincunx.server.settings import Settings
from quincunx.server.watch import Watch

LARGEST_BODY = 64 * 1024
TABLE_COSTS = 40
"""A table occupies the server for as long as it is played at: it counts as so many requests."""
TABLES_SECONDS = 80.0
"""A caller who has been quiet may make this many seconds' worth of tables at once."""
_TABLES = "/api/tables"
_DAYS = "/api/days/"
"""Whoever plays a day's deal has a table made, too."""
_SAFE = {"GET", "HEAD", "OPTIONS"}
_UNLIMITED = ("/assets/", "/health/")

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
)
HEADERS: dict[str, str] = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}

_NOT_KEPT = ((b"cache-control", b"no-store"),)

# ASGI's own types are dictionaries of anything.
Scope = dict[str, Any]


class Middleware:
    """The outermost ASGI layer."""

    def __init__(self, app: Any, settings: Settings, watch: Watch | None = None) -> None:
        self._app = app
        self._watch = watch or Watch()
        self._settings = settings
        self._limit = RateLimit(settings.requests_per_second)
        self._new_tables = RateLimit(settings.requests_per_second / TABLE_COSTS, TABLES_SECONDS)
        self._headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
        if settings.secure:
            others = b"; includeSubDomains" if settings.hsts_subdomains else b""
            self._headers.append((b"strict-transport-security", b"max-age=31536000" + others))

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, self._adding_headers(send))
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _adding_headers(self, send: Any) -> Any:
        async def sending(message: Scope) -> None:
            if message["type"] == "http.response.start":
                own = message.get("headers", [])
                # What does not say how long it is good for depends on who asks, and when.
                is_silent = all(name.lower() != b"cache-control" for name, _ in own)
                message["headers"] = [*own, *self._headers, *(_NOT_KEPT if is_silent else ())]
            await send(message)

        return sending

    async def _http(self, scope: Scope, receive: Any, send: Any) -> None:
        headers = _headers(scope)
        if scope["method"] not in _SAFE and not self._is_ours(headers):
            self._watch.security.note("foreign_origin")
            sentence = "This page may not ask this server for that."
            await self._refuse(send, "forbidden", "foreign-origin", sentence)
            return
        wait = 0.0
        if not scope["path"].startswith(_UNLIMITED):
            caller, now = _caller(scope), time.monotonic()
            wait = self._limit.wait(caller, now)
            if not wait and scope["method"] == "POST" and _makes_table(scope["path"]):
                wait = self._new_tables.wait(caller, now)
        if wait:
            self._watch.security.note("too_fast")
            sentence = "That was too fast; please wait a moment."
            await self._refuse(
                send, "too-fast", "too-fast", sentence, [(b"retry-after", str(int(wait) + 1).encode())]
            )
            return
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit() or len(length) > 12:
            await self._refuse(send, "malformed", "bad-length", "That is not a length.")
            return
        if int(length) > LARGEST_BODY:
            await self._refuse(send, "too-large", "too-large", f"A request has at most {LARGEST_BODY} bytes.")
            return
        body = await _read(receive)
        if body is None:
            await self._refuse(send, "too-large", "too-large", f"A request has at most {LARGEST_BODY} bytes.")
            return
        if body and headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            await self._refuse(
                send, "unsupported", "not-json", "Requests carry JSON, and say so in Content-Type."
            )
            return
        if body and not _is_json(body):
            await self._refuse(
                send,
                "malformed",
                "malformed",
                "That request cannot be understood: it is not well-formed JSON.",
            )
            return
        await self._app(scope, _replaying(body, receive), send)

    async def _socket(self, scope: Scope, receive: Any, send: Any) -> None:
        if not self._may_open(scope):
            await receive()  # websocket.connect
            await send({"type": "websocket.close", "code": 1008})  # refused with 403 before it opens
            return
        await self._app(scope, receive, send)

    def _may_open(self, scope: Scope) -> bool:
        # Apart, so that the headers are not kept for as long as the socket is open.
        headers = _headers(scope)
        if self._limit.wait(_caller(scope), time.monotonic()):
            self._watch.refused("too-fast")
            self._watch.security.note("too_fast")
            return False
        if not self._is_ours(headers):
            self._watch.refused("forbidden")
            self._watch.security.note("foreign_origin")
            return False
        return True

    async def _refuse(
        self,
        send: Any,
        kind: Kind,
        code: str,
        sentence: str,
        headers: list[tuple[bytes, bytes]] | None = None,
    ) -> None:
        self._watch.refused(kind)
        await _refuse(send, kind, code, sentence, headers)

    def _is_ours(self, headers: dict[str, str]) -> bool:
        origin = headers.get("origin")
        if origin is None:
            # No browser leaves the origin out of an unsafe request or a socket; programs may.
            return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
        if origin in self._settings.origins:
            return True
        try:
            host = urlsplit(origin).netloc
        except ValueError:
            return False
        # “null” has no host, and an empty one is nobody's.
        return host != "" and host == headers.get("host")


def tables_of_one(requests_per_second: float) -> Rule:
    """How many tables a person may make, wherever they are: as many as an address."""
    per_second = requests_per_second / TABLE_COSTS
    return Rule(max(1, int(per_second * TABLES_SECONDS)), 1 / per_second if per_second else 1e9)


def _makes_table(path: str) -> bool:
    return path == _TABLES or path.startswith(_DAYS)


def _caller(scope: Scope) -> str:
    """The address, which a trusted proxy has said (``server/callers``), or the network that stands for it."""
    client = scope.get("client")
    return network_of(str(client[0])) if client else "unknown"


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}


async def _read(receive: Any) -> bytes | None:
    """The whole body, or ``None`` if it is too large, whatever length was announced."""
    body: bytes = b""
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return body
        body += message.get("body", b"")
        if len(body) > LARGEST_BODY:
            return None
        if not message.get("more_body", False):
            return body


def _is_json(body: bytes) -> bool:
    """Whether it is JSON that can be read: the decoders behind expect text, nested within reason."""
    try:
        body.decode()
        msgspec.json.decode(body, type=msgspec.Raw)
    except (UnicodeDecodeError, msgspec.DecodeError, RecursionError):
        return False
    return True


def _replaying(body: bytes, receive: Any) -> Any:
    sent = False

    async def replaying() -> Scope:
        nonlocal sent
        if sent:
            message: Scope = await receive()
            return message
        sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replaying


async def _refuse(
    send: Any, kind: Kind, code: str, sentence: str, headers: list[tuple[bytes, bytes]] | None = None
) -> None:
    body = msgspec.json.encode(Reason(kind, code, sentence))
    await send(
        {
            "type": "http.response.start",
            "status": STATUS[kind],
            "headers": [
                (b"content-type", b"application/json"),
                (b"content-length", str(len(body)).encode()),
                *(headers or []),
            ],
        }
    )
    await send({"type": "http.response.body", "body": body})

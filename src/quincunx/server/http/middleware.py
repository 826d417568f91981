"""What stands before every request: whence it comes, how often, how large; and what every answer carries.

A plain ASGI layer, so that it costs little and covers HTTP and sockets alike. Forgery from other
sites is prevented by origin: browsers say with every unsafe request and every socket from which page
it comes, and only this server's own pages (and those named in the settings) may ask.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import msgspec

from quincunx.club.limits import too_fast
from quincunx.core.reason import Reason
from quincunx.server.errors import STATUS
from quincunx.server.observability.watch import Watch
from quincunx.server.people.budgets import Budgets, payer
from quincunx.server.settings import Settings
from quincunx.server.transport.connections import network_of
from quincunx.server.transport.limits import Limits
from quincunx.server.transport.waits import retry_after, with_wait

LARGEST_BODY = 64 * 1024
_SAFE = {"GET", "HEAD", "OPTIONS"}
_ASSETS = "/assets/"
_HEALTH = ("/health/live", "/health/ready")
"""Paths without a limit. A path that is spelled in another way is: exceptions need the exact one."""

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

FOREIGN = Reason("forbidden", "foreign-origin", "This page may not ask this server for that.")
BAD_LENGTH = Reason("malformed", "bad-length", "That is not a length.")
TOO_LARGE = Reason("too-large", "too-large", f"A request has at most {LARGEST_BODY} bytes.")
NOT_JSON = Reason("unsupported", "not-json", "Requests carry JSON, and say so in Content-Type.")
ILL_FORMED = Reason(
    "malformed", "malformed", "That request cannot be understood: it is not well-formed JSON."
)

# ASGI's own types are dictionaries of anything.
Scope = dict[str, Any]


async def _nobody(headers: object) -> None:
    """For a server that knows nobody."""


class Middleware:
    """The outermost ASGI layer."""

    def __init__(
        self, app: Any, settings: Settings, watch: Watch | None = None, budgets: Budgets | None = None
    ) -> None:
        self._app = app
        self._watch = watch or Watch()
        self._settings = settings
        self._budgets = budgets or Budgets(Limits(settings.requests_per_second), _nobody, settings.secure)
        self._headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
        if settings.secure:
            others = b"; includeSubDomains" if settings.hsts_subdomains else b""
            self._headers.append((b"strict-transport-security", b"max-age=31536000" + others))

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            answering = self._adding_headers(_without_body(send) if scope["method"] == "HEAD" else send)
            await self._http(scope, receive, answering)
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
        if (refusal := self._foreign(scope, headers)) is not None:
            await self._refuse(send, refusal)
        elif (wait := self._wait(scope)) > 0:
            self._watch.security.note("too_fast")
            await self._refuse(send, too_fast(wait).reason)
        elif (refusal := _bad_length(headers)) is not None:
            await self._refuse(send, refusal)
        elif (body := await _read(receive)) is None:
            await self._refuse(send, TOO_LARGE)
        elif (refusal := _bad_body(headers, body)) is not None:
            await self._refuse(send, refusal)
        else:
            presented = scope["headers"]
            # A page is looked for in the same way whether its head alone is asked for or all of it.
            asked = {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope
            await self._app(asked, _replaying(body, receive), send)
            await self._budgets.learn(presented)

    def _foreign(self, scope: Scope, headers: dict[str, str]) -> Reason | None:
        """Why a page elsewhere may not ask for this."""
        if scope["method"] in _SAFE or self._is_ours(headers):
            return None
        self._watch.security.note("foreign_origin")
        return FOREIGN

    def _wait(self, scope: Scope) -> float:
        """How long a caller who asks too often has to wait."""
        if scope["path"] in _HEALTH or scope["path"].startswith(_ASSETS):
            return 0.0
        return self._charge(scope)

    def _charge(self, scope: Scope) -> float:
        key, seconds = self._budgets.charge(scope["headers"], _caller(scope))
        payer.set(key)  # each request and each socket has a context of its own
        return seconds

    async def _socket(self, scope: Scope, receive: Any, send: Any) -> None:
        if not self._may_open(scope):
            await receive()  # websocket.connect
            await send({"type": "websocket.close", "code": 1008})  # refused with 403 before it opens
            return
        await self._app(scope, receive, send)

    def _may_open(self, scope: Scope) -> bool:
        # Apart, so that the headers are not kept for as long as the socket is open.
        headers = _headers(scope)
        if self._charge(scope):
            self._watch.refused("too-fast")
            self._watch.security.note("too_fast")
            return False
        if not self._is_ours(headers):
            self._watch.refused("forbidden")
            self._watch.security.note("foreign_origin")
            return False
        return True

    async def _refuse(self, send: Any, reason: Reason) -> None:
        self._watch.refused(reason.kind)
        await _refuse(send, reason)

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


def _caller(scope: Scope) -> str:
    """The address, which a trusted proxy has said (``server/callers``), or the network that stands for it."""
    client = scope.get("client")
    return network_of(str(client[0])) if client else "unknown"


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}


def _bad_length(headers: dict[str, str]) -> Reason | None:
    """Why a request's announced length will not do."""
    length = headers.get("content-length", "0")
    if not length.isascii() or not length.isdigit() or len(length) > 12:
        return BAD_LENGTH
    return TOO_LARGE if int(length) > LARGEST_BODY else None


def _bad_body(headers: dict[str, str], body: bytes) -> Reason | None:
    """Why a request's body will not do: where there is one, it is JSON."""
    if not body:
        return None
    if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        return NOT_JSON
    return None if _is_json(body) else ILL_FORMED


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


def _without_body(send: Any) -> Any:
    """HTTP's answer to ``HEAD``: the head that ``GET`` would get, and nothing after it."""

    async def sending(message: Scope) -> None:
        is_body = message["type"] == "http.response.body"
        await send({**message, "body": b""} if is_body else message)

    return sending


async def _refuse(send: Any, reason: Reason) -> None:
    body = msgspec.json.encode(with_wait(reason))
    await send(
        {
            "type": "http.response.start",
            "status": STATUS[reason.kind],
            "headers": [
                (b"content-type", b"application/json"),
                (b"content-length", str(len(body)).encode()),
                *((name.encode(), value.encode()) for name, value in retry_after(reason).items()),
            ],
        }
    )
    await send({"type": "http.response.body", "body": body})

"""Checks that precede every request (origin, rate, size), and headers that every response carries.

A plain ASGI layer, so that it costs little and covers HTTP and sockets alike. The origin prevents forgery by
other sites: browsers send the page's origin with every unsafe request and every socket. Only this server's
own pages, and those named in the settings, are accepted.
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
"""Paths without a rate limit. The exemption requires exactly this spelling."""

_FORMS = "/unsubscribe/"
"""The beginning of paths to which mail programs send a form (RFC 8058). Its content is ignored."""

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'"
)
"""The content policy as a page itself may state it."""
_POLICY = f"{PAGE_POLICY}; frame-ancestors 'none'"
_INTERPRETER = "/assets/local-play-"
"""The beginning of the paths of the worker that runs the rules without a server."""
_INTERPRETER_POLICY = _POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
HEADERS: dict[str, str] = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
_ASSETS = "/assets/"
"""The beginning of the paths of built scripts, styles, fonts and pictures."""
_ASSET_HEADERS = {
    name: HEADERS[name] for name in ("x-content-type-options", "cross-origin-resource-policy")
} | {"content-security-policy": "default-src 'none'; frame-ancestors 'none'"}
"""Headers of an asset, which is no page: a page's own policy governs what it loads. A first visit loads two
dozen assets, and the headers of a page would be an eighth of its bytes."""

_NOT_KEPT = ((b"cache-control", b"no-store"),)

FOREIGN = Reason("forbidden", "foreign-origin", "This page may not ask this server for that.")
BAD_LENGTH = Reason("malformed", "bad-length", "That is not a length.")
TOO_LARGE = Reason("too-large", "too-large", f"A request has at most {LARGEST_BODY} bytes.")
NOT_JSON = Reason("unsupported", "not-json", "Requests carry JSON, and say so in Content-Type.")
ILL_FORMED = Reason(
    "malformed", "malformed", "That request cannot be understood: it is not well-formed JSON."
)

# ASGI's own types are dictionaries of ``Any``.
Scope = dict[str, Any]


async def _nobody(headers: object) -> None:
    """Identify no caller: the default for a server without sessions."""


def _encoded(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    """Headers as ASGI takes them."""
    return [(name.encode(), value.encode()) for name, value in headers.items()]


class Middleware:
    """The outermost ASGI layer of the application."""

    def __init__(
        self, app: Any, settings: Settings, watch: Watch | None = None, budgets: Budgets | None = None
    ) -> None:
        self._app = app
        self._watch = watch or Watch()
        self._settings = settings
        self._budgets = budgets or Budgets(Limits(settings.requests_per_second), _nobody, settings.secure)
        others = "; includeSubDomains" if settings.hsts_subdomains else ""
        always = {"strict-transport-security": f"max-age=31536000{others}"} if settings.secure else {}
        self._headers = _encoded(HEADERS | always)
        self._asset_headers = _encoded(_ASSET_HEADERS | always)
        self._interpreter_headers = _encoded(
            HEADERS | {"content-security-policy": _INTERPRETER_POLICY} | always
        )

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            sending = _without_body(send) if scope["method"] == "HEAD" else send
            answering = self._adding_headers(sending, self._headers_of(scope["path"]))
            await self._http(scope, receive, answering)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _headers_of(self, path: str) -> list[tuple[bytes, bytes]]:
        """The headers of a response: few for assets, and a policy of its own for the one script that runs
        WebAssembly, since a worker has the policy of its script."""
        if path.startswith(_INTERPRETER):
            return self._interpreter_headers
        return self._asset_headers if path.startswith(_ASSETS) else self._headers

    def _adding_headers(self, send: Any, headers: list[tuple[bytes, bytes]]) -> Any:
        async def sending(message: Scope) -> None:
            if message["type"] == "http.response.start":
                chosen = self._headers if message["status"] >= 400 else headers  # an error may be a page
                own = message.get("headers", [])
                # A response without a lifetime depends on the caller and the time, so it must not be cached.
                is_silent = all(name.lower() != b"cache-control" for name, _ in own)
                message["headers"] = [*own, *chosen, *(_NOT_KEPT if is_silent else ())]
            await send(message)

        return sending

    async def _http(self, scope: Scope, receive: Any, send: Any) -> None:
        headers = _headers(scope)
        if (refusal := self._foreign(scope, headers)) is not None:
            await self._refuse(send, refusal)
        elif (wait := self._wait(scope)) > 0:
            self._watch.security.record_event("too_fast")
            await self._refuse(send, too_fast(wait).reason)
        elif (refusal := _bad_length(headers)) is not None:
            await self._refuse(send, refusal)
        elif (body := await _read(receive)) is None:
            await self._refuse(send, TOO_LARGE)
        elif not scope["path"].startswith(_FORMS) and (refusal := _bad_body(headers, body)) is not None:
            await self._refuse(send, refusal)
        else:
            presented = scope["headers"]
            # Routes know only GET; the body is removed from the response to HEAD.
            asked = {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope
            await self._app(asked, _replaying(body, receive), send)
            await self._budgets.learn(presented)

    def _foreign(self, scope: Scope, headers: dict[str, str]) -> Reason | None:
        """The refusal of a request from a foreign origin; ``None`` if it is allowed."""
        if scope["method"] in _SAFE or self._is_ours(headers):
            return None
        self._watch.security.record_event("foreign_origin")
        return FOREIGN

    def _wait(self, scope: Scope) -> float:
        """Charge the request; return the seconds that the caller has to wait, 0 if none."""
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
        # A method of its own, so that the headers are not kept in memory while the socket is open.
        headers = _headers(scope)
        if self._charge(scope):
            self._watch.refused("too-fast")
            self._watch.security.record_event("too_fast")
            return False
        if not self._is_ours(headers):
            self._watch.refused("forbidden")
            self._watch.security.record_event("foreign_origin")
            return False
        return True

    async def _refuse(self, send: Any, reason: Reason) -> None:
        self._watch.refused(reason.kind)
        await _refuse(send, reason)

    def _is_ours(self, headers: dict[str, str]) -> bool:
        origin = headers.get("origin")
        if origin is None:
            # Browsers send an origin with every unsafe request and every socket; programs need not.
            return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
        if origin in self._settings.origins:
            return True
        try:
            host = urlsplit(origin).netloc
        except ValueError:
            return False
        # The origin “null” has no host, and an empty host must not match a missing header.
        return host != "" and host == headers.get("host")


def _caller(scope: Scope) -> str:
    """The caller's IPv4 address or IPv6 network. The address may come from a trusted proxy
    (``server/observability/callers.py``)."""
    client = scope.get("client")
    return network_of(str(client[0])) if client else "unknown"


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}


def _bad_length(headers: dict[str, str]) -> Reason | None:
    """The refusal of an announced length; ``None`` if it is acceptable."""
    length = headers.get("content-length", "0")
    if not length.isascii() or not length.isdigit() or len(length) > 12:
        return BAD_LENGTH
    return TOO_LARGE if int(length) > LARGEST_BODY else None


def _bad_body(headers: dict[str, str], body: bytes) -> Reason | None:
    """The refusal of a body that is not JSON; ``None`` if it is acceptable or empty."""
    if not body:
        return None
    if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        return NOT_JSON
    return None if _is_json(body) else ILL_FORMED


async def _read(receive: Any) -> bytes | None:
    """The whole body; ``None`` if it is too large, whatever length was announced."""
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
    """True if the body is readable JSON. The later decoders expect UTF-8 and a limited depth of nesting."""
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
    """Wrap ``send`` to answer ``HEAD``: the head of the response to ``GET``, with an empty body."""

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

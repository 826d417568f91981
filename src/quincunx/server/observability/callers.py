"""The outermost layer: the caller's address, and the request id that every log line of a request carries.

A trusted proxy is believed in three headers: ``X-Forwarded-For`` (its last entry, which the proxy itself has
added), ``X-Forwarded-Proto`` and ``X-Request-ID``. From other callers these headers are ignored.
"""

from __future__ import annotations

import re
import secrets
from contextvars import ContextVar
from typing import Any, Final

from structlog.contextvars import bound_contextvars

from quincunx.server.observability.metrics import Metrics
from quincunx.server.transport.proxies import Proxies, address_of

HEADER: Final = "x-request-id"
UNKNOWN: Final = "unknown"
_SANE: Final = re.compile(r"[A-Za-z0-9._-]{8,64}")
_BELIEVED: Final = (b"x-forwarded-for", b"x-forwarded-proto", HEADER.encode())

caller: ContextVar[str] = ContextVar("caller", default=UNKNOWN)
"""The address of the caller who is being served."""

# ASGI's own types are dictionaries of ``Any``.
Scope = dict[str, Any]


class Callers:
    """An ASGI layer that sets the scope's ``client`` and ``scheme`` to those of the caller. It gives each
    request and each socket a ``request_id``; responses carry it as :data:`HEADER`."""

    def __init__(self, app: Any, proxies: Proxies, metrics: Metrics) -> None:
        self._app = app
        self._proxies = proxies
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        is_socket = scope["type"] == "websocket"
        address, name = self._introduced(scope)
        scope["request_id"] = name
        token = caller.set(address)
        try:
            # Tasks that are started meanwhile inherit it, so the node's log lines carry it too.
            with bound_contextvars(**{"connection" if is_socket else "request": name}):
                # A socket sends its id itself when it opens; otherwise every frame would pass through here.
                await self._app(scope, receive, send if is_socket else self._answering(send, name))
        finally:
            caller.reset(token)

    def _introduced(self, scope: Scope) -> tuple[str, str]:
        """The caller's address and the request id. The scope gets what a trusted proxy says."""
        client = scope.get("client")
        address = str(client[0]) if client else UNKNOWN
        said = self._believed_headers(scope) if self._proxies.trusts(address) else {}
        # “client, proxy, proxy”: anybody can make up the entries before the last one.
        forwarded = said.get(b"x-forwarded-for", "").rpartition(",")[2].strip()
        if address_of(forwarded) is not None:
            address = forwarded
            scope["client"] = (address, 0)
        scheme = said.get(b"x-forwarded-proto", "").strip().lower()
        if scheme in ("http", "https"):
            scope["scheme"] = scheme if scope["type"] == "http" else scheme.replace("http", "ws")
        name = said.get(HEADER.encode(), "")
        return address, name if _SANE.fullmatch(name) else secrets.token_hex(8)

    def _believed_headers(self, scope: Scope) -> dict[bytes, str]:
        return {name: value.decode("latin-1") for name, value in scope["headers"] if name in _BELIEVED}

    def _answering(self, send: Any, name: str) -> Any:
        async def answering(message: Scope) -> None:
            if message["type"] == "http.response.start":
                self._metrics.answered(message["status"])
                message["headers"] = [*message.get("headers", []), (HEADER.encode(), name.encode())]
            await send(message)

        return answering

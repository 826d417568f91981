"""The page ``/metrics``: on a port of its own, or with a token. Without either setting there is no such
page."""

from __future__ import annotations

import hmac
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Final

from quincunx.core.sentence import sentence
from quincunx.server.observability.metrics import CONTENT_TYPE
from quincunx.server.observability.watch import Watch
from quincunx.server.settings import BadSetting, Settings
from quincunx.server.transport.connections import Bounds, Connections
from quincunx.server.transport.hosts import KnownHosts, own_names
from quincunx.server.transport.uvicorn_contract import listening

PATH: Final = "/metrics"
LOOPBACK: Final = "127.0.0.1"
_BOUNDS: Final = Bounds(connections=64, per_address=32)


class MetricsPage:
    """An ASGI layer that answers :data:`PATH`, with 404 for callers without access. All other requests go on
    to ``app``, if there is one."""

    def __init__(self, watch: Watch, token: str | None, app: Any = None) -> None:
        self._watch = watch
        self._token = token
        self._app = app

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        is_asked = scope["type"] == "http" and scope["path"] == PATH and scope["method"] in ("GET", "HEAD")
        if is_asked and self._may_see(scope):
            # Prometheus asks every few seconds, so nothing is compressed and little is stored.
            await _send_response(send, 200, self._watch.metrics.page())
        elif self._app is not None:
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await _send_response(send, 404, b"")
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})

    def _may_see(self, scope: dict[str, Any]) -> bool:
        if self._token is None:
            return self._app is None  # a port of its own
        given = [value for name, value in scope["headers"] if name == b"authorization"]
        wanted = b"Bearer " + self._token.encode()
        if len(given) == 1 and hmac.compare_digest(given[0], wanted):
            return True
        if given:
            self._watch.security.record_event("wrong_token")
        return False


async def _send_response(send: Any, status: int, body: bytes) -> None:
    headers = [
        (b"content-type", CONTENT_TYPE.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@asynccontextmanager
async def metrics_served(settings: Settings, watch: Watch) -> AsyncIterator[None]:
    """Serve the metrics on the port of the settings. Connections have bounds, as on the games' port.

    Raises :class:`~quincunx.server.settings.BadSetting` and ``OSError``.
    """
    if settings.metrics is None:
        yield
        return
    host, port = place_of(settings.metrics)
    page = KnownHosts(MetricsPage(watch, settings.metrics_token), (*settings.hosts, *own_names(host)))
    async with AsyncExitStack() as serving:
        try:
            await serving.enter_async_context(listening(page, Connections(_BOUNDS), host, port))
        except (OSError, OverflowError) as error:
            raise BadSetting(
                sentence("QUINCUNX_METRICS: can’t listen at {{1}}:{{2}} ({{3}}).", host, port, error)
            ) from None
        yield


def place_of(text: str) -> tuple[str, int]:
    """The host and port of ``PORT``, ``HOST:PORT`` or ``[ADDRESS]:PORT``."""
    host, _, port = text.rpartition(":")
    return host.strip("[]") or LOOPBACK, int(port)

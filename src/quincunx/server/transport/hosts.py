"""The host names under which the server may be addressed.

Another page can point its own name here (DNS rebinding), and a browser would then take this server for that
page's. So a request for an unknown name is refused before anything else is read. A numeric address belongs to
no other page, and is always known.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec

from quincunx.core.reason import Reason

ANY: Final = "*"
UNKNOWN: Final = Reason(
    "forbidden",
    "unknown-host",
    "This server does not know itself by that name; whoever runs it can add the name to QUINCUNX_HOSTS.",
)
MISDIRECTED: Final = 421
LONGEST: Final = 255
"""Characters of a name with its port; no host name is longer."""


def own_names(served: str) -> tuple[str, ...]:
    """The names of this machine, which serves at ``served`` (a name or an address)."""
    name = socket.gethostname().lower()
    return (served.lower(), "localhost", name, f"{name}.local")


class KnownHosts:
    """An ASGI layer that passes on only requests addressed to one of these names."""

    def __init__(self, app: Any, names: Iterable[str], on_unknown: Callable[[], None] = lambda: None) -> None:
        """Know these names; ``*`` among them admits every request. ``on_unknown`` is called for each
        refusal."""
        self._app = app
        self._on_unknown = on_unknown
        self._names = frozenset(name.lower() for name in names)

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] not in ("http", "websocket") or self.is_known(_host(scope)):
            await self._app(scope, receive, send)
            return
        self._on_unknown()
        if scope["type"] == "websocket":
            await receive()  # websocket.connect
            await send({"type": "websocket.close", "code": 1008})  # refused with 403 before it opens
        else:
            body = msgspec.json.encode(UNKNOWN)
            headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
            await send({"type": "http.response.start", "status": MISDIRECTED, "headers": headers})
            await send({"type": "http.response.body", "body": body})

    def is_known(self, host: str) -> bool:
        """``True`` if the value of a Host header names this server."""
        if ANY in self._names:
            return True
        if len(host) > LONGEST:
            return False
        name, port = host.rsplit(":", 1) if _has_port(host) else (host, "")
        if port and not (port.isascii() and port.isdigit()):
            return False
        return name.lower().rstrip(".") in self._names or _is_address(name)


def _host(scope: dict[str, Any]) -> str:
    found = [value for name, value in scope["headers"] if name == b"host"]
    return found[0].decode("latin-1") if len(found) == 1 else ""


def _has_port(host: str) -> bool:
    return ":" in host and not host.endswith("]")


def _is_address(name: str) -> bool:
    if name.startswith("[") and name.endswith("]"):
        name = name[1:-1]
    elif ":" in name:
        return False
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True

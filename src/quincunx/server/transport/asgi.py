"""Parts of a WebSocket as ASGI names them: its scope, its events, and whole messages."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final
from urllib.parse import unquote

from websockets.datastructures import Headers
from websockets.frames import Close, Frame, Opcode
from websockets.http11 import Request

App = Callable[[dict[str, Any], Any, Any], Awaitable[None]]

GONE: Final = 1005
NEVER_OPENED: Final = 1006


class Disconnected(OSError):
    """Error when the application sends to a socket that is closed or closing."""


def scope_of(request: Request, transport: asyncio.BaseTransport, state: dict[str, Any]) -> dict[str, Any]:
    """Create the scope of an application's call; ``state`` is a copy of the state from the lifespan's
    start."""
    path, _, query = request.path.partition("?")
    asked = request.headers.get_all("Sec-WebSocket-Protocol")
    return {
        "type": "websocket",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "scheme": "ws" if transport.get_extra_info("sslcontext") is None else "wss",
        "server": _address(transport.get_extra_info("sockname")),
        "client": _address(transport.get_extra_info("peername")),
        "root_path": "",
        "path": unquote(path),
        "raw_path": path.encode("ascii"),
        "query_string": query.encode("ascii"),
        "headers": [(_bytes(name.lower()), _bytes(value)) for name, value in request.headers.raw_items()],
        "subprotocols": [name.strip() for names in asked for name in names.split(",")],
        "state": state.copy(),
        "extensions": {},
    }


class Messages:
    """Puts the messages of a client together from frames. The library checks the order of the frames."""

    __slots__ = ("_pieces", "is_text")

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self.is_text = False
        """``True`` if the message of the current frames is text."""

    def add(self, frame: Frame) -> bytes | None:
        """The message that this frame completes, or ``None``."""
        data = bytes(frame.data)
        if frame.opcode is Opcode.CONT:
            self._pieces.append(data)
            if not frame.fin:
                return None
            message, self._pieces = b"".join(self._pieces), []
            return message
        self.is_text = frame.opcode is Opcode.TEXT
        if frame.fin:
            return data
        self._pieces = [data]
        return None


def received(message: bytes | str) -> dict[str, Any]:
    """Create the event for a client's message."""
    return {"type": "websocket.receive", "text" if isinstance(message, str) else "bytes": message}


def disconnected(close: Close | None) -> dict[str, Any]:
    """Create the event for the end of a socket, with the code and reason of its closing frame."""
    if close is None:
        return {"type": "websocket.disconnect", "code": NEVER_OPENED}
    return {"type": "websocket.disconnect", "code": int(close.code), "reason": close.reason}


def add_headers(headers: Headers, accepted: dict[str, Any]) -> None:
    """Add the headers with which an application accepts a socket."""
    for name, value in accepted.get("headers", ()):
        headers[name.decode("latin-1")] = value.decode("latin-1")
    if accepted.get("subprotocol"):
        headers["Sec-WebSocket-Protocol"] = accepted["subprotocol"]


def _bytes(text: str) -> bytes:
    # Versions of the library before 17 escape what is not ASCII.
    return text.encode("latin-1", "surrogateescape")


def _address(found: Any) -> tuple[str, int] | None:
    """Host and port; ``None`` for a Unix socket, which has neither."""
    return (str(found[0]), int(found[1])) if isinstance(found, tuple) else None

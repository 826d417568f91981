"""Plain requests to a server, by the standard library, in a thread."""

from __future__ import annotations

import asyncio
import ipaddress
import urllib.error
import urllib.request
from typing import Any, Final, Literal
from urllib.parse import SplitResult, urlsplit

import msgspec

from quincunx.core.reason import GameReason, Kind, Reason
from quincunx.core.sentence import Spoken, SpokenError, sentence

SECONDS: Final = 20.0
LARGEST: Final = 16 * 1024 * 1024
_PAGE: Final = (
    "A page came instead of the server's answer; does a proxy or the network's sign-in page stand in between?"
)


class BadAddress(SpokenError, ValueError):
    """An invalid server address. The text is a sentence for people."""


class Refused(Exception):
    """The server refuses a request; the text is its sentence."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.sentence)
        self.reason = reason
        self.sentence: Spoken = GameReason(reason)


class Http:
    """Requests to one server. ``server`` is the address of its front page. ``token`` is a program's token of
    an account there; read-only requests need none."""

    def __init__(self, server: str, token: str = "") -> None:
        parts = urlsplit(server if "://" in server else f"https://{server}")
        if parts.scheme not in ("http", "https") or not parts.netloc or not _has_port(parts):
            raise BadAddress(sentence("“{{1}}” isn’t a server address such as https://example.org.", server))
        self.base = f"{parts.scheme}://{parts.netloc}"
        self.headers = {"authorization": f"Bearer {token}"} if token else {}

    @property
    def socket(self) -> str:
        """The address of the account's socket."""
        return f"ws{self.base.removeprefix('http')}/api/me/socket"

    @property
    def proxy(self) -> Literal[True] | None:
        """``True`` to use the proxy of the environment (``HTTPS_PROXY`` etc.), as for plain requests;
        ``None`` for a server on this machine, which no proxy can reach."""
        return None if _is_here(urlsplit(self.base).hostname or "") else True

    async def ask(self, path: str, method: str = "GET", body: Any = None) -> bytes:
        """Return the body of the response. Raises :class:`Refused`, and ``OSError`` if the server cannot be
        reached."""
        return await asyncio.to_thread(self._ask, path, method, body)

    def _ask(self, path: str, method: str, body: Any) -> bytes:
        data = None if body is None else msgspec.json.encode(body)
        headers = {**self.headers, **({} if data is None else {"content-type": "application/json"})}
        # Only http and https get here.
        request = urllib.request.Request(self.base + path, data, headers, method=method)  # noqa: S310
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
                if answer.headers.get_content_type() == "text/html":
                    raise Refused(Reason("unavailable", "not-understood", _PAGE))
                return bytes(answer.read(LARGEST))
        except urllib.error.HTTPError as error:
            with error:
                raise Refused(_reason(error.read(LARGEST), error.code)) from None


def _is_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _has_port(parts: SplitResult) -> bool:
    """Return whether the port, if given, is a valid port number."""
    try:
        return parts.port != 0
    except ValueError:
        return False


def _reason(body: bytes, status: int) -> Reason:
    try:
        return msgspec.json.decode(body, type=Reason)
    except msgspec.MsgspecError:
        return _proxy_reason(status)


def _proxy_reason(status: int) -> Reason:
    """Return the reason for a response that a proxy may have sent instead of the server, usually a page."""
    if status == 413:
        return Reason("too-large", "too-large", "That is too large for a proxy in front of the server (413).")
    if status in (502, 503, 504):
        sentence = f"The server cannot be reached just now: a proxy in front of it answered {status}."
        return Reason("unavailable", "not-understood", sentence)
    kind: Kind = "unavailable" if status >= 500 else "malformed"
    return Reason(
        kind, "not-understood", f"Something in front of the server answered {status} instead of it."
    )

"""One request to a push service, and the status of its response: the necessary part of HTTP, with bounds.

The rest of the response is ignored, so a hostile service cannot cause further work: no redirects, no body, no
cookies.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
import ssl
import threading
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from quincunx.adapters.push.addresses import is_public

SECONDS: Final = 10.0
"""The most seconds for the whole request."""
MOST_HEAD: Final = 1_024
"""The most bytes that are read of a response; its first line has the status."""
MOST_ADDRESSES: Final = 2
LOOK_UPS: Final = 8
LOOK_UP_SECONDS: Final = 4.0
_STATUS: Final = re.compile(rb"HTTP/1\.[01] ([1-5]\d\d)(?: [^\r\n]*)?\r?\n")

Resolve = Callable[[str], Awaitable[list[str]]]


class NotCalled(Exception):
    """The host has an address that the server must not contact."""


class Unreached(Exception):
    """Nothing was sent, so a retry is safe."""


class Way(NamedTuple):
    """The means to reach push services. Only tests replace it."""

    resolve: Resolve
    is_allowed: Callable[[str], bool]
    port: int
    tls: ssl.SSLContext


class Resolver:
    """Resolves host names, at most :data:`LOOK_UPS` at once and each for :data:`LOOK_UP_SECONDS`.

    A look-up by the operating system cannot be cancelled. A name that hangs keeps its thread until the system
    gives up; beyond the limit further names are refused at once. The threads are daemons, so none of them
    delays an exit.
    """

    def __init__(self, at_once: int = LOOK_UPS, seconds: float = LOOK_UP_SECONDS) -> None:
        self._free = at_once
        self._seconds = seconds

    async def __call__(self, host: str) -> list[str]:
        """Return the addresses of a name. Raises ``OSError``."""
        if not self._free:
            raise OSError("too many names are being looked up")
        self._free -= 1
        loop = asyncio.get_running_loop()
        found: asyncio.Future[list[str]] = loop.create_future()

        def done(addresses: list[str] | None, error: Exception | None) -> None:
            self._free += 1
            if found.done():
                return  # the caller has timed out
            if addresses is None:
                found.set_exception(error or OSError("no address"))
            else:
                found.set_result(addresses)

        def look_up() -> None:
            outcome: tuple[list[str] | None, Exception | None]
            try:
                rows = socket.getaddrinfo(host, 443, type=socket.SOCK_STREAM)
                outcome = [str(row[4][0]) for row in rows], None
            except (OSError, UnicodeError) as error:
                outcome = None, error
            with contextlib.suppress(RuntimeError):  # the courier has been stopped meanwhile
                loop.call_soon_threadsafe(done, *outcome)

        threading.Thread(target=look_up, name="push-name", daemon=True).start()
        async with asyncio.timeout(self._seconds):
            return await found


def the_way() -> Way:
    """The means to reach real push services: system resolver and certificates, public addresses, port 443."""
    tls = ssl.create_default_context()
    tls.minimum_version = ssl.TLSVersion.TLSv1_2
    return Way(Resolver(), is_public, 443, tls)


async def post(endpoint: str, headers: Mapping[str, str], body: bytes, way: Way) -> int:
    """Send a request, and return the status of the response. ``endpoint`` must have been checked
    (``club/push.py``).

    Raises :class:`NotCalled`, :class:`Unreached`, and ``OSError`` or ``TimeoutError`` if the message may have
    been delivered.
    """
    async with asyncio.timeout(SECONDS):
        parts = urlsplit(endpoint)
        host = parts.hostname or ""
        reader, writer = await _connected(host, way)
        try:
            path = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
            writer.write(_head(host, path, headers, len(body)) + body)
            await writer.drain()
            return await _status(reader)
        finally:
            # Skip the TLS close handshake: a service that does not answer it would delay the server.
            writer.transport.abort()


async def _connected(host: str, way: Way) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    try:
        addresses = list(dict.fromkeys(await way.resolve(host)))
    except (OSError, UnicodeError) as error:
        raise Unreached(str(error)) from error
    if not all(way.is_allowed(each) for each in addresses):
        # One forbidden address is enough: no real push service has a private address.
        raise NotCalled
    failure: Exception = OSError("no address")
    for address in addresses[:MOST_ADDRESSES]:
        try:
            return await asyncio.open_connection(
                address, way.port, ssl=way.tls, server_hostname=host, limit=MOST_HEAD
            )
        except (OSError, ssl.CertificateError) as error:
            failure = error
    raise Unreached(str(failure)) from failure


def _head(host: str, path: str, headers: Mapping[str, str], length: int) -> bytes:
    lines = [f"POST {path} HTTP/1.1", f"Host: {host}", f"Content-Length: {length}", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode("ascii")


async def _status(reader: asyncio.StreamReader) -> int:
    line = b""
    with contextlib.suppress(asyncio.LimitOverrunError, ValueError):
        line = await reader.readline()
    found = _STATUS.match(line)
    if found is None:
        raise OSError("that is no answer of HTTP/1.1")
    return int(found[1])

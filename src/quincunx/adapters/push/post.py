"""One request to a push service, and the status of the answer: all that is needed of HTTP, and bounded.

Nothing else of the answer is looked at, so whoever is there can make us do nothing more: no redirect is
followed, no body is read, no cookie kept.
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
"""For all of it."""
MOST_HEAD: Final = 1_024
"""Bytes that are read of an answer, at most; its status is in the first line."""
MOST_ADDRESSES: Final = 2
LOOK_UPS: Final = 8
LOOK_UP_SECONDS: Final = 4.0
_STATUS: Final = re.compile(rb"HTTP/1\.[01] ([1-5]\d\d)(?: [^\r\n]*)?\r?\n")

Resolve = Callable[[str], Awaitable[list[str]]]


class NotCalled(Exception):
    """There is nobody at that address whom the server would call."""


class Unreached(Exception):
    """Nothing was handed over: the same may be tried again."""


class Way(NamedTuple):
    """How push services are reached. Only a test has one of its own."""

    resolve: Resolve
    is_allowed: Callable[[str], bool]
    port: int
    tls: ssl.SSLContext


class Resolver:
    """Looks names up, at most :data:`LOOK_UPS` at once and each for :data:`LOOK_UP_SECONDS`.

    The system's look-up cannot be stopped: a name that hangs keeps its thread until the system gives up, and
    beyond the bound others are refused at once. The threads are daemons, so none of them delays an exit.
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
                return  # nobody waits any more
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
    """To the real ones: by the system's names and certificates, at public addresses, at port 443."""
    tls = ssl.create_default_context()
    tls.minimum_version = ssl.TLSVersion.TLSv1_2
    return Way(Resolver(), is_public, 443, tls)


async def post(endpoint: str, headers: Mapping[str, str], body: bytes, way: Way) -> int:
    """The status of the answer. ``endpoint`` has been checked (``club/push.py``).

    Raises :class:`NotCalled`, :class:`Unreached`, and ``OSError`` or ``TimeoutError`` when it may have been
    handed over.
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
            # Without the farewell of TLS: whoever does not answer it would hold us up.
            writer.transport.abort()


async def _connected(host: str, way: Way) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    try:
        addresses = list(dict.fromkeys(await way.resolve(host)))
    except (OSError, UnicodeError) as error:
        raise Unreached(str(error)) from error
    if not all(way.is_allowed(each) for each in addresses):
        # One is enough: nobody's push service is half inside.
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

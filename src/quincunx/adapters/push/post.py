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
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from quincunx.adapters.push.addresses import is_public

SECONDS: Final = 10.0
"""For all of it."""
MOST_HEAD: Final = 1_024
"""Bytes that are read of an answer, at most; its status is in the first line."""
MOST_ADDRESSES: Final = 2
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


async def _looked_up(host: str) -> list[str]:
    found = await asyncio.get_running_loop().getaddrinfo(host, 443, type=socket.SOCK_STREAM)
    return [str(each[4][0]) for each in found]


def the_way() -> Way:
    """To the real ones: by the system's names and certificates, at public addresses, at port 443."""
    tls = ssl.create_default_context()
    tls.minimum_version = ssl.TLSVersion.TLSv1_2
    return Way(_looked_up, is_public, 443, tls)


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

"""Plain HTTP for the benchmarks: one request, one connection."""

from __future__ import annotations

import asyncio
from typing import Any
from weakref import WeakKeyDictionary

import msgspec

from benchmarks.support.line import SOURCE

TRIES = 10
SERVICE_UNAVAILABLE = 503


async def ask(
    host: str, port: int, method: str, path: str, cookie: str = "", body: Any = None
) -> tuple[dict[str, str], bytes]:
    """Headers and body of the answer. A refusal raises an error, unless the server asks for a retry (503)."""
    for _ in range(TRIES):
        status, headers, answer = await _ask(host, port, method, path, cookie, body)
        if status != SERVICE_UNAVAILABLE:
            break
        await asyncio.sleep(1)
    if status // 100 != 2:
        raise ConnectionError(f"{method} {path}: {status} {answer[:200]!r}")
    return headers, answer


async def _ask(
    host: str, port: int, method: str, path: str, cookie: str, body: Any
) -> tuple[int, dict[str, str], bytes]:
    reader, writer = await asyncio.open_connection(host, port, local_addr=SOURCE.address)
    content = b"" if body is None else msgspec.json.encode(body)
    writer.write(
        f"{method} {path} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\nCookie: {cookie}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n".encode()
        + content
    )
    head, _, answer = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
    return int(first.split()[1]), headers, answer


AT_ONCE = 16
"""The number of new guests at once. A server that gets thousands at once turns some away for now."""
_doors: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()


async def new_cookie(host: str, port: int) -> str:
    """The cookie of a new guest."""
    async with _doors.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(AT_ONCE)):
        headers, _ = await ask(host, port, "GET", "/api/me")
    return headers["set-cookie"].split(";")[0]

"""Clients behind a proxy, each with its own address."""

from __future__ import annotations

import contextlib
import json
import socket
import ssl
from collections.abc import Callable, Iterator
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.deploy.proxy import NAME, Proxy
from tests.server.support import Server

Caller = Callable[..., httpx.Client]


@contextlib.contextmanager
def callers(proxy: Proxy) -> Iterator[Caller]:
    """Create a client with its own address, until the end of the block."""
    made: list[httpx.Client] = []

    def make(address: str = "127.0.0.1", url: str = proxy.url) -> httpx.Client:
        transport = httpx.HTTPTransport(verify=proxy.trusting(), local_address=address)
        made.append(httpx.Client(base_url=url, transport=transport, timeout=60))
        return made[-1]

    yield make
    for client in made:
        client.close()


def security(server: Server, event: str) -> list[dict[str, Any]]:
    """The security events of this kind in the server's log."""
    lines = [json.loads(line) for line in server.log().splitlines()]
    return [line for line in lines if line["event"] == event]


def opened(proxy: Proxy, table: str, cookie: str, address: str, **headers: str) -> ClientConnection:
    """A socket through the proxy, from this address."""
    line = socket.create_connection(("127.0.0.1", proxy.port), source_address=(address, 0))
    trusting = proxy.trusting()
    # The client reads in one thread and writes in another, for which OpenSSL is not made. In TLS 1.3 a server
    # sends tickets after the handshake; while one was read, a request got lost now and then.
    trusting.maximum_version = ssl.TLSVersion.TLSv1_2
    return connect(
        f"wss://{NAME}:{proxy.port}/api/tables/{table}/socket",
        sock=line,
        ssl=trusting,
        additional_headers={"cookie": cookie, **headers},
        compression=None,
        proxy=None,
        open_timeout=60,
        ping_interval=None,  # no test measures time
    )


def introduced(client: httpx.Client) -> str:
    """Say hello; the cookie, which goes along from now on."""
    cookie = client.get("/api/me").headers["set-cookie"].split(";")[0]
    client.headers["cookie"] = cookie
    return cookie

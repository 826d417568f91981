"""Something between a program and the server: answers of its own, or none at all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from websockets.asyncio.server import ServerConnection, serve

from quincunx.client import Client, NoAnswer, Refused
from quincunx.table.commands import Resign


@contextmanager
def proxy(status: int, body: str, kind: str = "text/html") -> Iterator[str]:
    """The address of something that answers everything so."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.send_header("content-type", kind)
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        thread = Thread(target=running.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{running.server_port}"
        finally:
            running.shutdown()
            thread.join()


NGINX = "<html><head><title>{0}</title></head><body><center><h1>{0}</h1></center><hr>nginx</body></html>"


@pytest.mark.parametrize(
    ("status", "body", "sentence"),
    [
        (
            502,
            NGINX.format("502 Bad Gateway"),
            "cannot be reached just now: a proxy in front of it answered 502",
        ),
        (504, "", "cannot be reached just now: a proxy in front of it answered 504"),
        (413, NGINX.format("413 Request Entity Too Large"), "too large for a proxy in front of the server"),
        (403, "<h1>Forbidden</h1>", "Something in front of the server answered 403 instead of it"),
        (200, "<!DOCTYPE html><h1>Sign in</h1>", "A page came instead of the server's answer"),
    ],
)
async def test_the_page_of_a_proxy_becomes_a_sentence(status: int, body: str, sentence: str) -> None:
    with proxy(status, body) as address:
        client = Client(address, "token")
        for ask in (client.me, client.lobby):
            with pytest.raises(Refused, match=sentence) as caught:
                await ask()
            assert "<" not in str(caught.value)


@pytest.fixture
async def silent() -> AsyncIterator[str]:
    """The address of something that takes every frame and never answers."""

    async def listen(connection: ServerConnection) -> None:
        async for _ in connection:
            pass

    async with serve(listen, "127.0.0.1", 0) as running:
        yield f"http://127.0.0.1:{next(iter(running.sockets)).getsockname()[1]}"


async def test_a_command_that_is_never_answered_ends_with_a_sentence(silent: str) -> None:
    async with Client(silent, "token") as client, client.at("a-table") as table:
        for asked in (
            table.do(Resign(0), seconds=0.1),
            table.move(0, {}, seconds=0.1),
            table.sit(0, seconds=0.1),
        ):
            with pytest.raises(NoAnswer, match="has not answered within"):
                await asked
        waiting = asyncio.create_task(table.do(Resign(0), seconds=None))
        assert await asyncio.wait((waiting,), timeout=0.3) == (set(), {waiting}), (
            "as long as its caller likes"
        )
        waiting.cancel()

"""Addresses of callers: only trusted proxies may name them."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest
from structlog.contextvars import get_contextvars

from quincunx.server.observability.callers import Callers, caller
from quincunx.server.observability.metrics import Metrics
from quincunx.server.transport.proxies import Proxies

MADE = re.compile(r"[0-9a-f]{16}")
PROXY, STRANGER = "10.1.2.3", "203.0.113.9"


class App:
    """Answers with 204, and remembers how it was asked, and what a task that it starts inherits."""

    scope: dict[str, Any]
    bound: dict[str, Any]
    address: str

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        async def deeper() -> None:
            self.scope, self.bound, self.address = scope, get_contextvars(), caller.get()

        await asyncio.create_task(deeper())
        await send({"type": "http.response.start", "status": 204, "headers": []})


async def ask(peer: str, *words: str, kind: str = "http", scheme: str = "http") -> tuple[App, dict[str, Any]]:
    """The scope that the app receives, and the first message that comes back; ``1`` is the setting of the
    proxies."""
    app, sent = App(), []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    headers = [(name.encode(), value.encode()) for name, value in zip(words[::2], words[1::2], strict=True)]
    scope = {"type": kind, "scheme": scheme, "client": (peer, 5), "headers": headers}
    await Callers(app, Proxies(["1"]), Metrics())(scope, None, send)
    return app, sent[0]


def told(message: dict[str, Any]) -> str:
    return dict(message["headers"])[b"x-request-id"].decode()


async def test_a_request_has_a_name_in_every_line_and_in_the_answer() -> None:
    app, answer = await ask(STRANGER)
    assert MADE.fullmatch(told(answer))
    assert app.bound == {"request": told(answer)}
    assert app.scope["request_id"] == told(answer)
    assert get_contextvars() == {}
    assert caller.get() == "unknown"
    _, other = await ask(STRANGER)
    assert told(other) != told(answer)


async def test_a_socket_has_one_for_its_whole_life() -> None:
    app, message = await ask(STRANGER, kind="websocket", scheme="ws")
    assert app.bound == {"connection": app.scope["request_id"]}
    assert message["headers"] == [], "the application hands it over when it accepts"


@pytest.mark.parametrize("name", ["4bf92f35-77b3.4da6_a3ce", "x" * 8, "y" * 64])
async def test_a_proxys_name_is_taken(name: str) -> None:
    app, answer = await ask(PROXY, "x-request-id", name)
    assert told(answer) == app.bound["request"] == name


@pytest.mark.parametrize(
    "name", ["", "short", "z" * 65, "has a space", 'quote"quote', "line\nline", "naïveté8"]
)
async def test_a_name_that_is_no_name_is_replaced(name: str) -> None:
    assert MADE.fullmatch(told((await ask(PROXY, "x-request-id", name))[1]))


async def test_a_strangers_word_means_nothing() -> None:
    said = ("x-request-id", "chosen-by-me", "x-forwarded-for", "192.0.2.1", "x-forwarded-proto", "https")
    app, answer = await ask(STRANGER, *said)
    assert MADE.fullmatch(told(answer))
    assert (app.address, app.scope["client"], app.scope["scheme"]) == (STRANGER, (STRANGER, 5), "http")


async def test_a_proxys_word_is_its_last_entry() -> None:
    app, _ = await ask(PROXY, "x-forwarded-for", "1.1.1.1, 198.51.100.7", "x-forwarded-proto", "https")
    assert (app.address, app.scope["client"]) == ("198.51.100.7", ("198.51.100.7", 0))
    assert app.scope["scheme"] == "https"
    socket, _ = await ask(PROXY, "x-forwarded-proto", "https", kind="websocket", scheme="ws")
    assert socket.scope["scheme"] == "wss"


@pytest.mark.parametrize("said", ["", "unknown", "_hidden", "1.1.1.1, "])
async def test_an_invalid_address_is_not_taken_for_one(said: str) -> None:
    app, _ = await ask(PROXY, "x-forwarded-for", said, "x-forwarded-proto", "gopher")
    assert (app.address, app.scope["scheme"]) == (PROXY, "http")


@pytest.mark.parametrize(
    ("words", "address", "trusted"),
    [
        ((), "127.0.0.1", False),
        (("1",), "127.0.0.1", True),
        (("1",), "::ffff:192.168.7.7", True),
        (("1",), "fd00::1", True),
        (("1",), "8.8.8.8", False),
        (("1",), "2001:db8::1", False),
        (("203.0.113.9",), "203.0.113.9", True),
        (("203.0.113.9",), "203.0.113.8", False),
        (("2001:db8::/32", "198.51.100.0/24"), "198.51.100.200", True),
        (("*",), "8.8.8.8", True),
        (("*",), "local", False),
    ],
)
def test_callers_that_the_setting_names(words: tuple[str, ...], address: str, trusted: bool) -> None:
    assert Proxies(words).trusts(address) is trusted
    assert bool(Proxies(words)) is bool(words)


def test_a_word_that_is_no_network() -> None:
    with pytest.raises(ValueError, match="nonsense"):
        Proxies(["nonsense"])

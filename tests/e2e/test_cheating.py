"""A server that cheats is caught by the pages of its players, and by nothing else: its journal is its own."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.cheat import exchange_seed
from tests.e2e.windows import NewPage, pages
from tests.server.support import Server

MAKE = """async () => (await (await fetch("/api/tables", {method: "POST",
    headers: {"content-type": "application/json"},
    body: JSON.stringify({options: {game: "cinqo", players: 1}, seats: [{kind: "me"}]})})).json()).id"""
RESIGN = """async (table) => {
    const { version } = await (await fetch(`/api/tables/${table}`)).json();
    return (await fetch(`/api/tables/${table}/commands`, {method: "POST",
        headers: {"content-type": "application/json"},
        body: JSON.stringify({key: "resign", version, command: {type: "resign", seat: 0}})})).status;
}"""


@pytest.fixture
def port() -> int:
    """A port that is free now, so that a server that starts again is the same to the browser."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def own_page(browser: Browser, port: int) -> Iterator[NewPage]:
    """Pages of a server that the test starts itself."""
    yield from pages(browser, f"http://127.0.0.1:{port}")


def given_up(page: Page) -> str:
    """A game that was begun and given up; its table."""
    page.goto("/")
    expect(page.get_by_test_id("guest-name")).to_be_visible()  # there is a cookie
    table = str(page.evaluate(MAKE))
    page.goto(f"/t/{table}")
    expect(page.get_by_test_id("table")).to_be_visible()
    assert page.evaluate(RESIGN, table) == 200
    expect(page.get_by_test_id("result")).to_be_visible()
    return table


@pytest.mark.nightly
def test_a_seed_that_was_exchanged_in_the_journal(own_page: NewPage, port: int, tmp_path: Path):
    server = Server(tmp_path / "data", port=port)
    page = own_page()
    table = given_up(page)
    page.get_by_test_id("fairness").locator("summary").click()
    expect(page.get_by_test_id("verdict")).to_contain_text("contributed to the randomness")
    address = page.url
    page.goto("about:blank")  # what a page still loads when its server ends is not what this is about
    server.stop()
    exchange_seed(tmp_path / "data" / "journal.sqlite", table, "07" * 32)
    server = Server(tmp_path / "data", port=port)
    page.goto(address)
    expect(page.get_by_test_id("verdict")).to_contain_text("Don’t trust this result: the seed isn’t the one")
    # The server's own story is without a fault: all follows from the seed that it shows.
    page.get_by_test_id("fairness").locator("summary").click()
    page.get_by_test_id("check").click()
    expect(page.get_by_test_id("checked")).to_have_text("")
    shown = page.evaluate("async (table) => (await fetch(`/api/tables/${table}`)).json()", table)
    assert shown["seed"] == "07" * 32
    server.stop()


@pytest.mark.nightly
def test_a_server_that_pretends_a_device_was_away(fresh_page: Page):
    """It starts the game without asking the page to reveal; it claims that no device was there."""

    def lie(message: str | bytes) -> str:
        text = message if isinstance(message, str) else message.decode()
        text = re.sub(r'"taking_part":\[0\],"awaited":\[0\]', '"taking_part":[],"awaited":[]', text)
        text = re.sub(r'"taking_part":\[0\],"awaited":\[\]', '"taking_part":[],"awaited":[]', text)
        return re.sub(r'"entropies":\["[0-9a-f]{64}"\]', '"entropies":[""]', text)

    def between(socket_route: object) -> None:
        upstream = socket_route.connect_to_server()  # type: ignore[attr-defined]
        upstream.on_message(lambda message: socket_route.send(lie(message)))  # type: ignore[attr-defined]

    page = fresh_page
    page.route_web_socket(re.compile(r"/socket(\?|$)"), between)
    page.goto("/")
    expect(page.get_by_test_id("guest-name")).to_be_visible()  # there is a cookie
    table = str(page.evaluate(MAKE))
    page.goto(f"/t/{table}")
    # The real server waits for the page, which was not asked, and then goes on without it.
    expect(page.get_by_test_id("table")).to_be_visible(timeout=20_000)
    assert page.evaluate(RESIGN, table) == 200
    expect(page.get_by_test_id("verdict")).to_contain_text(
        "claiming the device was offline. It was connected"
    )

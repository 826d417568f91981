"""A static site in a subfolder of a host that runs no code: play, and addresses that can be reloaded."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Request, expect

from quincunx.server.static_site import write_site
from tests.e2e.conftest import NewPage, pages
from tests.e2e.play import cinco_by_mouse, wait_for_turn
from tests.e2e.test_local_play import pytestmark as needs_msgspec

pytestmark = needs_msgspec
FOLDER: Final = "clubs/quincunx"


class Quiet(SimpleHTTPRequestHandler):
    """Serves files as ``python -m http.server`` does, without its log."""

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the site."""
    host: Path = tmp_path_factory.mktemp("host")
    write_site(host / FOLDER, None)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(host))) as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        yield f"http://127.0.0.1:{server.server_port}/{FOLDER}/"
        server.shutdown()
        serving.join()


@pytest.fixture
def new_site_page(browser: Browser, site: str) -> Iterator[NewPage]:
    """Pages for one test."""
    yield from pages(browser, site)


def test_a_game_is_played_within_the_folder_and_its_address_can_be_reloaded(
    new_site_page: NewPage, site: str
) -> None:
    page = new_site_page()
    outside: list[str] = []

    def watch(request: Request) -> None:
        if not request.url.startswith((site, "blob:", "data:")):
            outside.append(request.url)

    page.context.on("request", watch)
    page.goto(site)
    expect(page.get_by_test_id("rules-cinco")).to_have_attribute("href", f"/{FOLDER}/?/rules/cinco")
    page.get_by_test_id("play-now-cinco").click()
    page.wait_for_url(f"{site}?/t/local-*", timeout=60_000)
    assert wait_for_turn(page)
    cinco_by_mouse(page)
    page.reload()
    expect(page.get_by_test_id("table")).to_be_visible(timeout=60_000)
    assert wait_for_turn(page)
    cinco_by_mouse(page)
    page.goto(f"{site}?/rules/cinco")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Cinco")
    assert outside == []

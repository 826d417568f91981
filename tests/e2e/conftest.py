"""A real server process and a real Chromium for the browser tests."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.e2e.chromium import FLAGS, complaint

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))
from browser import find_or_install  # noqa: E402  # a tool of the repository, found on the path set just above

# No test times the machine: a limit only keeps a test that fails from hanging.
expect.set_options(timeout=20_000)


@contextmanager
def serving(data: Path, host: str = "127.0.0.1", **more: str) -> Iterator[str]:
    """A server of its own, by its address; bots move at once."""
    environment = {
        **os.environ,
        "QUINCUNX_BOT_PAUSE": "0",
        "QUINCUNX_BOT_WORKERS": "0",
        "QUINCUNX_REQUESTS_PER_SECOND": "1000",
        "QUINCUNX_SOCKETS_PER_ADDRESS": "10000",
        "QUINCUNX_NEW_GUESTS_PER_MINUTE": "1000000",
        **more,
    }
    command = [sys.executable, "-c", "from quincunx.cli.main import main; main()", "serve"]
    process = subprocess.Popen(
        [*command, "--host", host, "--port", "0", "--data", str(data)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
        text=True,
    )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, f"the server said: {line!r}"
        yield found[0].rstrip("/")
    finally:
        process.terminate()
        process.wait(60)
        process.stdout.close()


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that most tests share."""
    with serving(tmp_path_factory.mktemp("e2e-data")) as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests."""
    path = find_or_install()  # before Playwright starts: looking for its own browser starts it, too
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


NewPage = Callable[..., Page]


def pages(browser: Browser, address: str) -> Iterator[NewPage]:
    """Opens pages of people who do not know each other; a page that reports an error fails its test."""
    errors: list[str] = []
    with ExitStack() as contexts:

        def make(width: int = 1280, height: int = 800, refused: bool = False, **options: object) -> Page:
            """``refused``: its test asks for what is refused, and looks at how the page says so."""
            context: BrowserContext = browser.new_context(
                base_url=address,
                viewport={"width": width, "height": height},
                locale=str(options.pop("locale", "en-GB")),
                reduced_motion="reduce",
                # Pages alone, unless a test is about what stands between them and the server.
                service_workers=options.pop("service_workers", "block"),
                **options,  # type: ignore[arg-type]  # Playwright's own options, passed on as they are
            )
            contexts.callback(context.close)
            page = context.new_page()
            page.set_default_timeout(20_000)
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.on("console", lambda message: errors.extend(complaint(message.type, message.text, refused)))
            return page

        yield make
    assert not errors, errors


@pytest.fixture
def new_page(browser: Browser, address: str) -> Iterator[NewPage]:
    """Pages for one test."""
    yield from pages(browser, address)


@pytest.fixture(scope="module")
def new_page_for_module(browser: Browser, address: str) -> Iterator[NewPage]:
    """Pages that several tests of a module share."""
    yield from pages(browser, address)


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """One person's page on a desktop."""
    return new_page()

"""A real server process and a real Chromium for the browser tests."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.e2e.chromium import FLAGS
from tests.e2e.windows import NewPage, UsedWindows, pages

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


@pytest.fixture(scope="session")
def used_windows(browser: Browser, address: str) -> UsedWindows:
    """Windows that all tests of this process share."""
    return UsedWindows(browser, address)


@pytest.fixture
def new_page(browser: Browser, address: str, used_windows: UsedWindows) -> Iterator[NewPage]:
    """Pages for one test."""
    yield from pages(browser, address, used_windows)


@pytest.fixture(scope="module")
def new_page_for_module(browser: Browser, address: str, used_windows: UsedWindows) -> Iterator[NewPage]:
    """Pages that several tests of a module share."""
    yield from pages(browser, address, used_windows)


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """One person's page on a desktop."""
    return new_page()


@pytest.fixture
def fresh_page(new_page: NewPage) -> Page:
    """The same, for a test that changes the browser."""
    return new_page(fresh=True)

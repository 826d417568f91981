"""The app in every browser of people: a short tour of WebKit with every change, all others by night."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

import pytest

from tests.e2e.conftest import ROOT, serving
from tests.e2e.tours.driver import Driver
from tests.e2e.tours.tour import Tour
from tests.e2e.tours.with_bidi import firefox
from tests.e2e.tours.with_playwright import chromium
from tests.e2e.tours.with_selenium import webkit
from tests.examples import mostly_nightly

sys.path.insert(0, str(ROOT / "tools"))
from browser import find_firefox, find_webkit  # a tool, on the path set above

# Selenium says so of itself.
pytestmark = pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning")
Start = Callable[[str], AbstractContextManager[Driver]]
INSTALLED: dict[str, tuple[Start, Callable[[], str | None]]] = {
    "firefox": (firefox, find_firefox),
    "webkit": (webkit, find_webkit),
}


def opened(name: str, request: pytest.FixtureRequest) -> AbstractContextManager[Driver]:
    """A page of a browser. The test is skipped where there is none."""
    if name == "chromium":
        return chromium(request.getfixturevalue("browser"))
    launch, find = INSTALLED[name]
    path = find()
    if path is None:
        pytest.skip(f"{name} is not installed here, and cannot be")
    return launch(path)


def start(
    name: str, stack: ExitStack, data: Path, request: pytest.FixtureRequest, **settings: str
) -> tuple[Tour, Driver, ExitStack]:
    """A tour in a browser, with a server of its own that is stopped when the last of these is closed."""
    page = opened(name, request)
    server = stack.enter_context(ExitStack())
    address = server.enter_context(serving(data, **settings))
    driver = stack.enter_context(page)
    return Tour(driver, address), driver, server


@pytest.mark.parametrize("name", mostly_nightly(["chromium", *INSTALLED], "webkit"))
def test_both_games_a_lesson_and_the_offline_page(
    name: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    with ExitStack() as stack:
        tour, driver, server = start(name, stack, tmp_path, request)
        tour.home()
        # First: WebKit may never get over a page that is left while its worker is being registered.
        tour.keep_for_later()
        tour.first_move("cinco")
        tour.first_move("cinqo")
        tour.lesson()
        server.close()
        tour.offline()
        assert driver.errors() == []


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["chromium", *INSTALLED])
def test_everything_a_player_meets(name: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    with ExitStack() as stack:
        tour, driver, server = start(name, stack, tmp_path, request, QUINCUNX_REVIEWS="busy")
        tour.home()
        # First: WebKit may never get over a page that is left while its worker is being registered.
        tour.keep_for_later()
        tour.account()
        for game in ("cinco", "cinqo"):
            tour.whole_game(game)
            tour.review()
        tour.lesson()
        tour.puzzle()
        server.close()
        tour.offline()
        assert driver.errors() == []

"""Play without a server in every browser that can: all goes on when the host is gone after one visit."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.e2e.conftest import serving
from tests.e2e.static_host import FOLDER, hosting, written_site
from tests.e2e.test_local_play import pytestmark as needs_msgspec
from tests.e2e.tours.local_tour import LEVELS, LocalTour
from tests.e2e.tours.test_tours import opened

pytestmark = needs_msgspec
BROWSERS = ("chromium", "firefox")


def visited(
    name: str, host: str, folder: Path, stack: ExitStack, request: pytest.FixtureRequest
) -> LocalTour:
    """A tour whose first visit is over, and whose host has been stopped."""
    driver = stack.enter_context(opened(name, request))
    stopping = stack.enter_context(ExitStack())
    if host == "server":
        tour = LocalTour(driver, stopping.enter_context(serving(folder)))
    else:
        inside = FOLDER if host == "subfolder" else ""
        address = stopping.enter_context(hosting(written_site(folder, inside)))
        tour = LocalTour(driver, f"{address}/{inside}".rstrip("/"), is_site=True)
    tour.visit()
    tour.keep_everything()
    stopping.close()
    return tour


@pytest.mark.nightly
@pytest.mark.parametrize("name", BROWSERS)
def test_a_game_goes_on_after_its_page_was_killed_in_the_middle_of_a_move(
    name: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    with ExitStack() as stack:
        tour = visited(name, "server", tmp_path, stack, request)
        tour.killed_in_the_middle_of_a_move(0.0)
        tour.nothing_is_lost_or_doubled()


@pytest.mark.nightly
@pytest.mark.parametrize("host", ["server", "root", "subfolder"])
@pytest.mark.parametrize("name", BROWSERS)
def test_everything_that_is_promised_without_a_server(
    name: str, host: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    with ExitStack() as stack:
        tour = visited(name, host, tmp_path, stack, request)
        for game in ("cinco", "cinqo"):
            tour.play_now(game)
        tour.pass_and_play()
        tour.lesson()
        tour.puzzles(10)
        tour.record()
        tour.killed_in_the_middle_of_a_move(0.0, 0.02, 0.1)
        for game in ("cinco", "cinqo"):
            for level in LEVELS:
                tour.game_against(game, level)
        tour.nothing_is_lost_or_doubled()

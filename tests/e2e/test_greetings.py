"""Bots say a line when a game begins and when it ends, where it covers nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import assert_accessible
from tests.e2e.play import cinqo_turn, press_twice, resize, wait_for_turn
from tests.e2e.test_lessons import overlap
from tests.e2e.windows import NewPage

SIZES = [(360, 640), (390, 664), (390, 844), (844, 390), (1280, 800), (1920, 1080)]
AROUND = {
    "cinco": ("board", "[data-flight=hand]", ".actions"),
    "cinqo": ("case", "[data-testid=card]", ".actions"),
}


def begin(page: Page, game: str) -> None:
    """A table of a player who has finished a game before."""
    page.goto("/")
    page.evaluate("localStorage.setItem('quincunx.finished-a-game', 'yes')")
    page.reload()
    page.get_by_test_id(f"play-now-{game}").click()


def boxes(page: Page, game: str) -> list[dict[str, float]]:
    """Where the greeting is, and all that is played with."""
    at, *selectors = AROUND[game]
    found = [page.get_by_test_id("greeting"), page.get_by_test_id(at)]
    found += [each for selector in selectors for each in page.locator(selector).all()]
    return [dict(box) for each in found if (box := each.bounding_box())]


@pytest.mark.nightly
def test_the_bot_greets_covers_nothing_and_is_silent_after_the_first_move(new_page: NewPage) -> None:
    page = new_page(fresh=True)
    page.clock.install()
    for game in AROUND:
        begin(page, game)
        expect(page.get_by_test_id("greeting")).to_contain_text("Lamplighter: The lamps are lit. Shall we?")
        for size in SIZES:
            resize(page, *size)
            first, *others = boxes(page, game)
            assert len(others) >= 3
            assert not [pair for pair in ((first, each) for each in others) if overlap(*pair)], (game, size)
        assert_accessible(page, "a greeting")
    assert wait_for_turn(page)
    cinqo_turn(page)
    expect(page.get_by_test_id("greeting")).to_have_count(0)


@pytest.mark.nightly
def test_it_goes_by_itself_and_the_end_has_a_line_too(new_page: NewPage) -> None:
    page = new_page(width=390, height=844, fresh=True)
    page.clock.install()
    begin(page, "cinco")
    expect(page.get_by_test_id("greeting")).to_be_visible()
    page.clock.fast_forward(9_000)
    expect(page.get_by_test_id("greeting")).to_have_count(0)
    page.get_by_test_id("table-menu").click()
    press_twice(page, "resign")
    page.clock.fast_forward(9_000)
    expect(page.get_by_test_id("rival-says")).to_contain_text("Lamplighter: A bright evening for me.")
    expect(page.get_by_test_id("rematch")).to_be_in_viewport(ratio=1)
    # After a reload there is no greeting.
    page.reload()
    expect(page.get_by_test_id("result")).to_be_visible()
    expect(page.get_by_test_id("greeting")).to_have_count(0)


@pytest.mark.nightly
def test_play_now_names_the_level_that_it_proposes_after_a_win(new_page: NewPage) -> None:
    page = new_page(width=360, height=740)
    page.goto("/")
    button = page.get_by_test_id("play-now-cinqo")
    expect(button).to_have_text("Play now: Cinq-O")
    page.evaluate("localStorage.setItem('quincunx.level.cinqo', 'expert')")
    page.reload()
    expect(button).to_have_text("Play now: Cinq-O\xa0· Cartographer")

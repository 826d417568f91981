"""Puzzles in a browser: one after another, and five minutes against the clock, in every language."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewPage
from tests.e2e.play import cinqo_turn, resize
from tests.e2e.test_languages import assert_whole
from tests.e2e.test_pages import assert_accessible, assert_fits
from tests.e2e.test_people import assert_targets

SIZES = [(360, 740), (740, 360), (1280, 800)]


def assert_good(page: Page) -> None:
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert_accessible(page)
    for width, height in SIZES:
        resize(page, width, height)
        assert_fits(page)
    resize(page, 360, 740)


def answer(page: Page) -> None:
    """Some keep: all that has fallen goes to the Rack."""
    expect(page.get_by_test_id("study")).to_be_visible()
    cinqo_turn(page)


def test_from_the_first_page_to_a_run_against_the_clock(new_page: NewPage) -> None:
    page = new_page(width=360, height=740)
    page.goto("/")
    page.get_by_test_id("to-puzzles").click()
    expect(page.get_by_test_id("theme-cinqo-box")).to_be_visible()
    assert_good(page)
    assert_whole(page)
    assert_targets(page, "main")

    page.get_by_test_id("theme-cinqo-box").click()
    answer(page)
    said = page.get_by_test_id("answer")
    expect(said).to_be_visible()
    expect(page.get_by_test_id("standing")).to_contain_text("Rating 1,")
    if said.get_attribute("data-right") == "false":
        expect(page.get_by_test_id("saying").first).to_be_visible()
        page.get_by_test_id("show").click()
        expect(page.locator("[data-testid=answer][data-right=true]")).to_be_visible()
    else:
        expect(page.get_by_test_id("streak")).to_contain_text("1 in a row")
    assert_good(page)
    first = page.get_by_test_id("study").get_attribute("data-study")
    page.get_by_test_id("next").click()
    expect(page.locator(f"[data-testid=study]:not([data-study={first}])")).to_be_visible()

    page.get_by_test_id("leave").click()
    expect(page.get_by_test_id("puzzles-cinqo")).to_contain_text("Your rating")
    page.get_by_test_id("run-cinqo").click()
    assert_accessible(page)
    page.get_by_test_id("run-start").click()
    expect(page.get_by_test_id("run-left")).to_contain_text("4:5")
    asked = page.get_by_test_id("study").get_attribute("data-study")
    answer(page)
    expect(page.locator(f"[data-testid=study]:not([data-study={asked}])")).to_be_visible()
    assert_accessible(page)

    page.goto("/me")
    expect(page.get_by_test_id("puzzles-cinqo")).to_contain_text("right at once")
    assert_accessible(page)

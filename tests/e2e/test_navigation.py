"""The navigation: on every page, in one place for each size, and out of a board's way."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from playwright.sync_api import Page, expect

from quincunx.texts.catalogue import languages
from tests.e2e.axe import assert_accessible
from tests.e2e.play import resize, wait_for_turn
from tests.e2e.test_pages import assert_fits
from tests.e2e.test_people import arrive
from tests.e2e.windows import NewPage

PLACES = {"play": "/", "today": "/today", "puzzles": "/puzzles", "learn": "/learn", "community": "/community"}
WITHIN = {"/new": "play", "/rules/cinco": "learn", "/open": "community", "/e": "community"}
SIZES = [(360, 640), (390, 844), (844, 390), (768, 1024), (1280, 800), (1920, 1080)]
WORDS = """() => [...document.querySelectorAll('header a, header button, header label')]
    .filter(each => each.checkVisibility())
    .map(each => {
        const range = document.createRange();
        const words = [...each.children].filter(child => child.checkVisibility() && child.clientWidth > 1);
        const boxes = (words.length ? words : [each]).map(word => {
            range.selectNodeContents(word);
            const [box, own] = [range.getBoundingClientRect(), word.getBoundingClientRect()];
            return box.width ? box : own;
        });
        if (each.matches(".mark")) boxes.splice(0, 9, each.getBoundingClientRect());
        return {
            text: each.textContent,
            left: Math.min(...boxes.map(box => box.left)), right: Math.max(...boxes.map(box => box.right)),
            top: Math.min(...boxes.map(box => box.top)), bottom: Math.max(...boxes.map(box => box.bottom)),
        };
    })"""
LAST_IN_MAIN = """() => Math.max(...[...document.querySelectorAll('main a, main button, main p')]
    .filter(each => each.checkVisibility())
    .map(each => each.getBoundingClientRect()).filter(box => box.height).map(box => box.bottom))"""


def assert_reachable(page: Page) -> None:
    """Every place of the navigation is in sight and as large as a finger."""
    width, height = page.evaluate("[innerWidth, innerHeight]")
    items = [page.get_by_test_id(f"to-{name}") for name in PLACES] + [page.get_by_test_id("guest-name")]
    for item in items:
        box = item.bounding_box()
        assert box
        assert box["height"] >= 44
        assert box["width"] >= 40
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width + 0.5
        assert box["y"] + box["height"] <= height + 0.5


@pytest.mark.nightly
@pytest.mark.parametrize("language", languages())
def test_no_word_of_the_navigation_touches_the_next(new_page: NewPage, language: str):
    page = new_page(locale=language)
    arrive(page)
    for width, height in [*SIZES, (960, 700), (1200, 700)]:
        resize(page, width, height)
        touching = [
            (one["text"], other["text"])
            for one, other in combinations(page.evaluate(WORDS), 2)
            if one["left"] < other["right"] + 1 and other["left"] < one["right"] + 1
            and one["top"] < other["bottom"] and other["top"] < one["bottom"]
        ]  # fmt: skip
        assert touching == [], (width, height)


@pytest.mark.nightly
def test_every_page_leads_to_every_place_and_marks_its_own(new_page: NewPage):
    page = new_page()
    arrive(page)
    for name, path in {**{path: name for name, path in PLACES.items()}, **WITHIN}.items():
        page.goto(name)
        expect(page.get_by_test_id("guest-name")).to_be_visible()
        expect(page.locator("nav [aria-current=page]")).to_have_attribute("data-testid", f"to-{path}")
        expect(page.locator("main h1").first).to_be_attached()
        for width, height in SIZES:
            resize(page, width, height)
            assert_reachable(page)
            assert_fits(page)


@pytest.mark.nightly
def test_titles_have_one_size_on_a_phone_on_its_side(new_page: NewPage):
    page = new_page(width=844, height=390)
    sizes = {}
    for path in ("/today", "/puzzles", "/learn", "/community", "/new", "/me", "/me/account", "/e", "/c"):
        arrive(page, path)
        title = page.locator("main h1").first
        expect(title).to_be_attached()
        sizes[path] = title.evaluate("each => getComputedStyle(each).fontSize")
    assert len(set(sizes.values())) == 1, sizes


@pytest.mark.nightly
def test_nothing_of_a_page_stays_behind_the_bar(new_page: NewPage):
    page = new_page(width=390, height=664)
    for path in ("/", "/today", "/puzzles", "/learn", "/community", "/new", "/me", "/e"):
        arrive(page, path)
        expect(page.locator("main h1").first).to_be_attached()
        page.wait_for_load_state("networkidle")
        bar = page.locator("nav").first.bounding_box()
        assert bar
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        assert page.evaluate(LAST_IN_MAIN) <= bar["y"], path


def test_a_place_is_one_press_away(new_page: NewPage):
    page = new_page(width=390, height=844)
    arrive(page)
    for name, path in reversed(PLACES.items()):
        page.get_by_test_id(f"to-{name}").click()
        expect(page).to_have_url(re.compile(rf"\d{path}$"))
        expect(page.get_by_test_id(f"to-{name}")).to_have_attribute("aria-current", "page")
    for path in ("/me", "/me/account"):
        page.goto(path)
        expect(page.locator("nav [aria-current=page]")).to_have_attribute("data-testid", "guest-name")
    page.get_by_test_id("guest-name").click()
    expect(page.get_by_role("dialog")).to_be_visible()


@pytest.mark.nightly
@pytest.mark.parametrize(("width", "height"), [(390, 664), (844, 390), (1280, 800)])
def test_a_board_has_the_whole_window_and_the_mark_opens_the_navigation(
    new_page: NewPage, width: int, height: int
):
    page = new_page(width=width, height=height)
    page.goto("/")
    page.get_by_test_id("play-now-cinco").click()
    assert wait_for_turn(page)
    expect(page.get_by_test_id("to-today")).to_have_count(0)
    assert page.locator(".frame").evaluate("each => each.getBoundingClientRect().height") == height
    page.get_by_test_id("places").click()
    expect(page.get_by_test_id("place-play")).to_be_visible()
    assert_accessible(page)
    page.get_by_test_id("place-today").click()
    expect(page).to_have_url(re.compile("/today$"))
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_guest_finds_where_to_sign_in(new_page: NewPage):
    page = new_page(width=390, height=844)
    arrive(page)
    page.get_by_test_id("header-sign-in").click()
    expect(page.get_by_test_id("sign-in-name")).to_be_visible()

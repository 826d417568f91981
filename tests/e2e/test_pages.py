"""Every page: nothing for axe to find, nothing wider than the screen, and little to load."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Request, expect

from tests.e2e.axe import assert_accessible, assert_accessible_in_both_themes
from tests.e2e.play import (
    cinco_by_mouse,
    cinqo_turn,
    invite_friends,
    make_cinco,
    make_cinqo,
    make_table,
    pass_and_play,
    press_twice,
    resize,
    unfold,
    wait_for_turn,
    with_chances,
)
from tests.e2e.windows import NewPage
from tests.examples import mostly_nightly

LARGEST_VISIT = 94_500
"""Bytes of compressed script and styles on a first visit. Their headers are 6,000 more."""
LARGEST_RESULT = 96_000
"""The same of a link to a finished game: table and result."""


@pytest.fixture(scope="module")
def finished(new_page_for_module: NewPage) -> str:
    """The address of a finished game of Cinco."""
    page = new_page_for_module()
    make_cinco(page, 2)
    cinco_by_mouse(page)
    assert wait_for_turn(page)
    page.get_by_test_id("table-menu").click()
    press_twice(page, "resign")
    expect(page.get_by_test_id("result")).to_be_visible()
    return page.url


def visit_home(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_test_id("play-now-cinco")).to_be_visible()


def visit_new_cinco(page: Page) -> None:
    page.goto("/new?game=cinco")
    expect(page.get_by_test_id("make")).to_be_visible()
    unfold(page)


def visit_new_cinqo(page: Page) -> None:
    page.goto("/new?game=cinqo")
    expect(page.get_by_test_id("make")).to_be_visible()


def visit_waiting_room(page: Page) -> None:
    invite_friends(page, "cinqo")


def visit_open(page: Page) -> None:
    page.goto("/new?game=cinqo")
    unfold(page)
    page.get_by_test_id("plan-1").select_option("open")
    page.get_by_test_id("listed").check()
    page.get_by_test_id("make").click()
    expect(page.get_by_test_id("link")).to_be_visible()
    page.goto("/open")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator("main li").first).to_be_visible()


def visit_cinco(page: Page) -> None:
    page.goto("/")
    page.get_by_test_id("play-now-cinco").click()
    assert wait_for_turn(page)
    cinco_by_mouse(page)
    assert wait_for_turn(page)
    page.locator("[data-testid^=card-]").first.click()


def visit_tracker(page: Page) -> None:
    visit_cinco(page)
    page.get_by_test_id("tracker").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def visit_cinqo(page: Page) -> None:
    page.goto("/")
    page.get_by_test_id("play-now-cinqo").click()
    assert wait_for_turn(page)
    page.get_by_test_id("die-0").click()


def visit_hint_cinco(page: Page) -> None:
    visit_cinco(page)
    with_chances(page)
    page.get_by_test_id("ask-hint").click()
    expect(page.get_by_test_id("hint-panel")).to_be_visible()


def visit_hint_cinqo(page: Page) -> None:
    visit_cinqo(page)
    with_chances(page)
    page.get_by_test_id("ask-hint").click()
    expect(page.get_by_test_id("hint-panel")).to_be_visible()


def visit_covered(page: Page) -> None:
    pass_and_play(page, "cinco")
    expect(page.get_by_test_id("covered")).to_be_visible()


def visit_rules_cinco(page: Page) -> None:
    page.goto("/rules/cinco#rule-C2")
    expect(page.locator("#rule-C2")).to_be_in_viewport()


def visit_rules_cinqo(page: Page) -> None:
    page.goto("/rules/cinqo")
    expect(page.locator("#rule-Q5")).to_be_attached()


def visit_nowhere(page: Page) -> None:
    page.goto("/t/nothing-is-here")
    expect(page.get_by_role("heading")).to_contain_text("doesn’t exist")


PAGES = [
    visit_home,
    visit_new_cinco,
    visit_new_cinqo,
    visit_waiting_room,
    visit_open,
    visit_cinco,
    visit_tracker,
    visit_cinqo,
    visit_hint_cinco,
    visit_hint_cinqo,
    visit_covered,
    visit_rules_cinco,
    visit_rules_cinqo,
    visit_nowhere,
]


def assert_fits(page: Page) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{wide} px too wide"


@pytest.mark.parametrize(
    "visit",
    mostly_nightly(PAGES, visit_home, visit_cinco),
    ids=lambda visit: visit.__name__.removeprefix("visit_"),
)
def test_axe_finds_nothing_and_everything_fits(new_page: NewPage, visit):
    """On a phone in both themes, on a phone that is turned, and on a desktop."""
    page = new_page(width=360, height=740, color_scheme="light")
    visit(page)
    assert_fits(page)
    assert_accessible_in_both_themes(page)
    resize(page, 740, 360)
    assert_fits(page)
    resize(page, 1280, 800)
    assert_accessible(page)


PLACES = ["home", "finished", "link cinco", "link cinqo", "play-now cinco", "play-now cinqo"]


@pytest.mark.parametrize("place", mostly_nightly(PLACES, "home"))
def test_a_first_visit_loads_little(new_page: NewPage, finished: str, place: str):
    """At most so much until one may take a seat at a friend's table, or has one's first turn."""
    kind, _, game = place.partition(" ")
    link = ""
    if kind == "link":
        host = new_page()
        link = make_table(host, {"options": {"game": game}, "seats": [{"kind": "me"}, {"kind": "open"}]})
    page = new_page(fresh=True)
    loaded: dict[str, int] = {}

    def weigh(request: Request) -> None:
        response = request.response()
        kind = response.headers.get("content-type", "") if response else ""
        if "javascript" in kind or "css" in kind:
            loaded[request.url] = request.sizes()["responseBodySize"]

    page.on("requestfinished", weigh)
    # Loads for the next visit come last.
    with page.expect_response(re.compile("/assets/worker")):
        page.goto({"finished": finished, "link": link}.get(kind, "/"))
    if kind == "link":
        expect(page.get_by_test_id("sit-1")).to_be_visible()
    if kind == "play-now":
        page.get_by_test_id(f"play-now-{game}").click()
        assert wait_for_turn(page)
    page.wait_for_load_state("networkidle")
    assert len(loaded) >= 2
    assert sum(loaded.values()) <= (LARGEST_RESULT if kind == "finished" else LARGEST_VISIT), loaded


@pytest.mark.nightly
def test_a_hand_can_be_played_with_cinqo_dice_on_a_turned_phone(new_page: NewPage):
    page = new_page(width=740, height=360)
    make_cinqo(page)
    cinqo_turn(page)
    page.wait_for_selector("[data-testid=sum]")

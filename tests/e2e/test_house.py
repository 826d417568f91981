"""The pages around the tables: people who seek a game, a new table, tournaments, long names."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import assert_accessible_in_both_themes
from tests.e2e.conftest import NewPage
from tests.e2e.play import resize, unfold
from tests.e2e.test_pages import assert_fits
from tests.e2e.test_people import arrive, ask, play_rated
from tests.examples import mostly_nightly

SIZES = [(360, 640), (390, 844), (844, 390), (1280, 800)]
WIDE = "WWWWWWWWWWWWWWWWWWWWWWWW"
"""The longest name, in the widest letters, and one word."""


def test_people_who_seek_a_game_see_each_other_and_play(new_page: NewPage):
    """They seek different games, so they are not paired before one accepts the other's."""
    anna, bo = new_page(), new_page(width=390, height=844)
    name = arrive(anna, "/community")
    arrive(bo, "/community")
    anna.get_by_test_id("seek-cinqo-daily").click()
    expect(anna.get_by_test_id("seeking")).to_be_visible()
    seekers = bo.get_by_test_id("seekers")
    expect(seekers).to_contain_text(name)
    expect(seekers).to_contain_text("Cinq-O")
    expect(anna.get_by_test_id("seekers")).to_have_count(0)
    assert_accessible_in_both_themes(bo)
    assert_fits(bo)
    bo.get_by_test_id("seek-cinco-quick").click()
    expect(anna.get_by_test_id("seekers")).to_contain_text("Cinco")
    seekers.get_by_role("listitem").filter(has_text=name).get_by_test_id("play-seeker").click()
    for page in (anna, bo):
        expect(page.get_by_test_id("status")).to_contain_text("turn")


def create_in_sight(page: Page) -> bool:
    box = page.get_by_test_id("make").bounding_box()
    assert box
    foot = page.evaluate(
        """() => {
            const bar = document.querySelector('nav').getBoundingClientRect();
            return bar.top > innerHeight / 2 ? bar.top : innerHeight;
        }"""
    )
    return bool(box["y"] >= 0 and box["y"] + box["height"] <= foot)


@pytest.mark.parametrize("preset", mostly_nightly(["", "&with=friends", "&with=device"], "&with=friends"))
def test_create_is_always_in_sight(new_page: NewPage, preset: str):
    page = new_page(width=390, height=664)
    page.goto(f"/new?game=cinco{preset}")
    expect(page.get_by_test_id("make")).to_be_visible()
    expect(page.get_by_test_id("watchable")).to_be_hidden()
    for width, height in SIZES:
        resize(page, width, height)
        assert create_in_sight(page), (width, height)
    unfold(page)
    for width, height in SIZES:
        resize(page, width, height)
        for top in ("0", "document.documentElement.scrollHeight"):
            page.evaluate(f"scrollTo(0, {top})")
            assert create_in_sight(page), (width, height, top)
    assert_fits(page)


def test_the_company_of_a_new_table_is_one_press(page: Page):
    page.goto("/new?game=cinco")
    page.get_by_test_id("players-4-2").check(force=True)
    expect(page.get_by_test_id("level")).to_be_visible()
    page.get_by_test_id("with-friends").check()
    expect(page.get_by_test_id("level")).to_have_count(0)
    expect(page.get_by_test_id("listed")).to_be_visible()
    page.get_by_test_id("one-device").check()
    expect(page.get_by_test_id("name-3")).to_be_visible()
    page.get_by_test_id("with-bots").check()
    unfold(page)
    plans = [page.get_by_test_id(f"plan-{seat}").input_value() for seat in range(4)]
    assert plans == ["me", "bot:keen", "bot:keen", "bot:keen"]


def test_tournaments_are_a_list_and_hosting_is_one_press_away(new_page: NewPage):
    page = new_page(width=390, height=844)
    arrive(page, "/e")
    button = page.get_by_test_id("host-tournament")
    expect(button).to_be_visible()
    expect(page.get_by_test_id("tournament-name")).to_have_count(0)
    button.click()
    expect(page.get_by_test_id("tournament-name")).to_be_visible()
    page.reload()
    expect(button, "a form that nobody has touched is no draft").to_be_visible()


@pytest.mark.nightly
def test_a_long_name_widens_no_page(new_page: NewPage):
    page, other = new_page(width=360, height=640), new_page()
    arrive(page)
    arrive(other)
    ask(page, "PUT", "/api/me", {"name": WIDE})
    ask(other, "PUT", "/api/me", {"name": WIDE.replace("W", "M")})
    play_rated(page, other)
    ask(other, "POST", "/api/tables", {
        "options": {"game": "cinco"}, "seats": [{"kind": "me"}, {"kind": "open"}], "listed": True,
    })  # fmt: skip
    other.goto("/community")
    other.get_by_test_id("seek-cinqo-daily").click()
    expect(other.get_by_test_id("seeking")).to_be_visible()
    for path in ("/", "/community", "/new", "/today", "/e", "/me", "/me/account"):
        page.goto(path)
        expect(page.get_by_test_id("guest-name")).to_contain_text("WWW")
        if path == "/community":
            expect(page.get_by_test_id("seekers")).to_contain_text("MMM")
        page.wait_for_load_state("networkidle")
        for width, height in SIZES:
            resize(page, width, height)
            assert_fits(page)
    page.get_by_test_id("guest-name").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert_fits(page)

"""People who have played together invite each other, and say yes or no."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import assert_accessible
from tests.e2e.play import invite_friends, press_twice, resize, unfold
from tests.e2e.windows import NewPage


def play_together(anna: Page, bo: Page) -> None:
    """A game that is soon over."""
    invite_friends(anna, "cinco")
    bo.goto(anna.get_by_test_id("link").input_value())
    bo.get_by_test_id("sit-1").click()
    anna.get_by_test_id("table-menu").click()
    press_twice(anna, "resign")
    for person in (anna, bo):
        expect(person.get_by_test_id("result")).to_be_visible()


def choose_known(page: Page) -> None:
    """An opponent's button on the page of a new table, once their name is there."""
    option = page.get_by_test_id("plan-1").locator("optgroup option")
    while not option.count():  # the game is counted in a moment
        page.reload()
        expect(page.get_by_test_id("make")).to_be_visible()
        page.wait_for_timeout(500)
    unfold(page)
    page.get_by_test_id("plan-1").select_option(option.first.get_attribute("value"))
    page.get_by_test_id("make").click()
    expect(page.get_by_test_id("seat-1")).to_contain_text("Reserved for")


def choose_friend(page: Page) -> None:
    """An opponent's button in the sheet, which otherwise only counts friends, once their name is there."""
    page.goto("/")
    page.get_by_test_id("friends-cinco").click()
    expect(page.get_by_test_id("quick-make")).to_be_visible()
    while not page.get_by_test_id("friend").count():  # the game is counted in a moment
        page.wait_for_timeout(500)
        page.reload()
        page.get_by_test_id("friends-cinco").click()
        expect(page.get_by_test_id("quick-make")).to_be_visible()
    page.get_by_test_id("friend").first.check()
    assert_accessible(page)
    page.get_by_test_id("quick-make").click()
    expect(page.get_by_test_id("seat-1")).to_contain_text("Reserved for")


@pytest.mark.nightly
def test_an_invitation_is_declined_and_another_one_accepted(new_page: NewPage):
    anna, bo = new_page(), new_page(width=390, height=844)
    play_together(anna, bo)
    bo.goto("/")
    expect(bo.get_by_test_id("invited")).to_have_count(0)
    anna.goto("/new?game=cinqo")
    choose_known(anna)
    # It appears by itself, apart from my games, and my seat stays empty.
    expect(bo.get_by_test_id("invited")).to_contain_text("has invited you to play Cinq-O")
    expect(bo.get_by_test_id("running")).to_have_count(0)
    assert_accessible(bo)
    bo.get_by_test_id("decline").click()
    expect(bo.get_by_test_id("invited")).to_have_count(0)
    expect(anna.get_by_test_id("seat-1")).to_contain_text("Open seat")
    # From Bo's page; and the link alone takes no seat.
    anna.goto("/me")
    anna.get_by_role("link", name=name_of(bo)).first.click()
    anna.get_by_test_id("invite").click()
    anna.get_by_test_id("invite-cinco").click()
    expect(anna.get_by_test_id("plan-1")).to_have_value(re.compile("^invited:"))
    anna.get_by_test_id("make").click()
    expect(anna.get_by_test_id("seat-1")).to_contain_text("Reserved for")
    bo.goto(anna.url)
    expect(bo.get_by_test_id("invitation")).to_contain_text("has invited you to play Cinco")
    expect(bo.get_by_test_id("seat-1")).to_contain_text("Reserved for you")
    assert_accessible(bo)
    bo.get_by_test_id("accept").click()
    for person in (anna, bo):
        expect(person.get_by_test_id("board")).to_be_visible()


@pytest.mark.nightly
def test_an_invited_player_who_accepts_on_the_home_page_sits_down_at_once(new_page: NewPage):
    anna, bo = new_page(), new_page()
    play_together(anna, bo)
    choose_friend(anna)
    bo.goto("/")
    bo.get_by_test_id("accept").click()
    for person in (anna, bo):
        expect(person.get_by_test_id("board")).to_be_visible()


def name_of(page: Page) -> str:
    """The name of the page's person."""
    name = page.evaluate("fetch('/api/me').then(answer => answer.json()).then(({name}) => name)")
    return str(name)


IS_CUT_IN_MID_LETTER = """field =>
    field.scrollWidth > field.clientWidth && getComputedStyle(field).textOverflow !== 'ellipsis'"""

IS_BESIDE_OR_BELOW = """(card, seat) => {
    const [a, b] = [card.getBoundingClientRect(), seat.getBoundingClientRect()];
    return a.bottom <= b.top || a.right <= b.left;
}"""


def test_the_invitation_is_one_card_in_view_before_the_seats(new_page: NewPage):
    page = new_page()
    invite_friends(page, "cinco")
    card = page.get_by_role("region", name="Invite a friend")
    copy, link = card.get_by_test_id("copy"), card.get_by_test_id("link")
    for width, height in ((390, 844), (390, 664), (844, 390), (1280, 800)):
        resize(page, width, height)
        expect(copy).to_be_in_viewport(ratio=1)
        expect(card.get_by_role("img")).to_be_visible()
        assert not link.evaluate(IS_CUT_IN_MID_LETTER)
        seat = page.get_by_test_id("seat-0").element_handle()
        assert card.evaluate(IS_BESIDE_OR_BELOW, seat)

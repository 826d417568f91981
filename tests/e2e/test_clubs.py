"""A club in browsers: from its founding to a second member, and the pages that show it."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import THOROUGHLY
from tests.e2e.play import resize
from tests.e2e.test_pages import assert_accessible, assert_fits
from tests.e2e.test_people import PASSWORD, arrive, ask, assert_targets
from tests.e2e.windows import NewPage

SIZES = [(360, 740), (1280, 800)]


def assert_good(page: Page) -> None:
    """Axe finds nothing, nothing is too wide or too small."""
    assert_accessible(page)
    for width, height in SIZES:
        resize(page, width, height)
        assert_fits(page)
    assert_targets(page, "main")


def as_account(page: Page, name: str, path: str) -> Page:
    arrive(page)
    ask(page, "POST", "/api/account", {"name": name, "password": PASSWORD})
    page.goto(path)
    return page


@THOROUGHLY
def test_a_club_is_founded_and_a_member_joins_by_its_link(new_page: NewPage, is_thorough: bool) -> None:
    owner = as_account(new_page(width=390, height=844), "Founder of the Ferry", "/community")
    owner.get_by_test_id("to-clubs").click()
    owner.get_by_test_id("new-club").click()
    owner.get_by_test_id("club-title").fill("Café Müßiggang")
    expect(owner.get_by_test_id("club-address")).to_have_value("cafe-mussiggang")
    owner.get_by_test_id("joining-link").check()
    if is_thorough:
        assert_good(owner)
    owner.get_by_test_id("make-club").click()
    expect(owner.get_by_role("heading", level=1)).to_have_text("Café Müßiggang")
    expect(owner.get_by_test_id("club-link-make")).to_be_in_viewport()
    owner.get_by_test_id("club-write").fill("Bring a board")
    owner.get_by_test_id("club-post").click()
    expect(owner.get_by_test_id("club-announcement")).to_contain_text("Bring a board")
    owner.get_by_test_id("club-nights-add").click()
    tomorrow = datetime.now() + timedelta(days=1)  # as the field has it: by the device's own clock
    owner.get_by_test_id("club-night-begins").fill(tomorrow.strftime("%Y-%m-%dT19:30"))
    owner.get_by_test_id("club-night-times").select_option("4")
    owner.get_by_test_id("club-night-add").click()
    expect(owner.get_by_test_id("club-night")).to_have_count(4)
    owner.get_by_test_id("club-link-make").click()
    link = owner.get_by_test_id("club-link").input_value()

    member = as_account(new_page(width=390, height=844), "Passenger of the Ferry", "/c/cafe-mussiggang")
    expect(member.get_by_test_id("club-joining")).to_contain_text("with a link")
    assert_good(member)
    member.goto("/")  # the link is opened from elsewhere
    member.goto(link)
    member.get_by_test_id("join-club").click()
    expect(member.get_by_test_id("club")).to_have_attribute("data-role", "member")
    member.get_by_test_id("club-table-new").click()
    expect(member.get_by_test_id("for-club")).to_be_visible()
    member.get_by_test_id("make").click()
    expect(member).to_have_url(re.compile("/t/"))
    owner.reload()
    expect(owner.get_by_test_id("club-table")).to_be_visible()
    owner.get_by_test_id("club-settings").click()
    owner.get_by_test_id("club-manage").click()
    if is_thorough:
        assert_good(owner)


@pytest.mark.nightly
def test_organisers_send_news_to_a_chat(new_page: NewPage) -> None:
    owner = as_account(new_page(width=390, height=844), "Keeper of the Ferry", "/c")
    settings = {"title": "Ferry", "joining": "open"}
    ask(owner, "POST", "/api/clubs", {"name": "ferry-news", "settings": settings})
    owner.goto("/c/ferry-news")
    owner.get_by_test_id("club-hook-open").click()
    owner.get_by_test_id("hook-url").fill("https://localhost.invalid/hook/secret")
    owner.get_by_test_id("hook-save").click()
    expect(owner.get_by_test_id("hook-address")).to_contain_text("localhost.invalid")
    assert_good(owner)
    owner.get_by_test_id("hook-test").click()
    expect(owner.get_by_test_id("hook-outcome")).to_contain_text("didn’t arrive", timeout=30_000)
    owner.get_by_test_id("hook-remove").click()
    expect(owner.get_by_test_id("hook-address")).to_have_count(0)

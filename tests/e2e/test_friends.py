"""Friends in the browser: followed after a game, seen when they are here, invited with one press."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.axe import THOROUGHLY, assert_accessible
from tests.e2e.test_pages import assert_fits
from tests.e2e.test_people import PASSWORD, arrive, arrive_unseen, ask, command, play_rated
from tests.e2e.windows import NewPage


@pytest.mark.nightly
@THOROUGHLY
def test_a_friend_is_followed_seen_and_invited(new_page: NewPage, is_thorough: bool):
    ada, bo = new_page(width=390, height=844), new_page()
    arrive_unseen(ada)
    arrive(bo)
    for page, name in ((ada, "Ada of the Reeds"), (bo, "Bo of the Reeds")):
        made = ask(page, "POST", "/api/account", {"name": name, "password": PASSWORD})
        assert "codes" in made, made
    play_rated(ada, bo)
    ada.goto("/me")
    friends = ada.get_by_test_id("friends")
    expect(friends).to_be_visible()
    follow = ada.get_by_test_id("follow-met").first
    follow.click(timeout=20_000)
    row = friends.locator("li", has_text="Bo of the Reeds")
    expect(row.get_by_test_id("friend-doing")).to_be_visible()
    assert_fits(ada)
    if is_thorough:
        assert_accessible(ada)

    bo.goto("/community")
    ada.goto("/community")
    here = ada.get_by_test_id("friends-here")
    expect(here).to_contain_text("Bo of the Reeds")
    assert_fits(ada)
    if is_thorough:
        assert_accessible(ada)
    here.get_by_test_id("invite-friend").click()
    assert_fits(ada)
    assert_accessible(ada)
    here.get_by_test_id("invite-friend-cinco").click()
    ada.wait_for_url("**/t/*")
    # Without loading anything again, the friend is told of the seat.
    expect(bo.get_by_test_id("elsewhere")).to_be_visible()
    bo.goto("/")
    expect(bo.get_by_test_id("invited")).to_contain_text("Ada of the Reeds")
    # A casual game ends with a way to follow, too.
    bo.get_by_test_id("accept").click()
    expect(bo.get_by_test_id("board")).to_be_visible()
    table = bo.url.rpartition("/")[2]
    seat = ask(bo, "GET", f"/api/tables/{table}")["point_of_view"]
    command(bo, table, {"type": "resign", "seat": seat})
    expect(bo.get_by_test_id("follow-others")).to_contain_text("Ada of the Reeds")
    expect(ada.get_by_test_id("result")).to_be_visible()
    expect(ada.get_by_test_id("follow-others")).to_have_count(0)

    # Their page says so, too, and there following ends.
    ada.goto(f"/p/{ask(ada, 'GET', '/api/me/friends')['people'][0]['handle']}")
    button = ada.get_by_test_id("follow")
    expect(button).to_contain_text("Unfollow")
    button.click()
    expect(button).not_to_contain_text("Unfollow")
    assert ask(ada, "GET", "/api/me/friends")["people"] == []


@pytest.mark.nightly
def test_notifications_are_chosen_in_a_table(new_page: NewPage):
    page = new_page(width=360, height=740)
    arrive(page)
    made = ask(page, "POST", "/api/account", {"name": "Cy of the Reeds", "password": PASSWORD})
    assert "codes" in made, made
    page.goto("/me/account")
    expect(page.get_by_test_id("notifications")).to_be_visible()
    for _ in range(2):
        weekly = page.get_by_test_id("notify-weekly-push")
        if not weekly.is_checked():
            with page.expect_response("**/api/me/notifications"):
                weekly.check()
        page.reload()
        expect(page.get_by_test_id("notifications")).to_be_visible()
        expect(page.get_by_test_id("notify-weekly-push")).to_be_checked()
    assert ask(page, "GET", "/api/me/notifications")["choices"]["weekly"] == "push"
    assert_fits(page)
    assert_accessible(page)
    # A link of a mail does nothing before a press, and says so if it is not ours.
    page.goto("/unsubscribe/somebody~turn~AAAAAAAAAAAAAAAAAAAAAA")
    stop = page.get_by_test_id("unsubscribe")
    expect(stop).to_be_visible()
    assert_accessible(page)
    stop.click()
    expect(page.get_by_role("alert")).to_be_visible()

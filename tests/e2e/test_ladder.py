"""A ladder in browsers: a challenge on one page, its answer on another, a game, and the changed places."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.play import press_twice
from tests.e2e.test_people import ask, command
from tests.e2e.test_tournament import CINCO, assert_good, join, make_tournament
from tests.e2e.windows import NewPage

LADDER = {"format": "ladder", "options": CINCO, "rounds": None, "wait": 86_400}


def order(page: Page) -> list[str]:
    """The names on the ladder, as the page shows them."""
    links = page.get_by_test_id("ladder").get_by_test_id("person-link")
    return [text.removesuffix("(guest)").strip() for text in links.all_inner_texts()]


@pytest.mark.nightly
def test_a_challenge_is_accepted_and_played_and_the_places_change(new_page: NewPage):
    host = new_page(color_scheme="dark")
    pages = [
        new_page(width=390, height=844),
        new_page(width=390, height=844, color_scheme="dark"),
        new_page(),
    ]
    ladder = make_tournament(host, "Ruff", **LADDER)
    host.goto(ladder)
    for page in pages:
        join(page, ladder)
    top, middle, low = pages
    host.get_by_test_id("tournament-start").click()
    expect(top.get_by_test_id("my-place")).to_contain_text("You’re number 1 of 3")
    expect(host.get_by_test_id("tournament-status")).to_have_text(re.compile(r"^Until \d"))
    before = order(top)

    low.get_by_test_id("challenge-1").click()
    expect(low.get_by_test_id("my-challenge")).to_contain_text("You’ve challenged")
    expect(low.get_by_test_id("challenge-1")).to_be_disabled()
    expect(low.get_by_test_id("rung-1")).to_contain_text(
        "There’s a challenge between the two of you already."
    )
    challenge = top.get_by_test_id("challenge-to-me")
    expect(challenge).to_contain_text("You have 3 days to answer.")
    for page in pages:
        assert_good(page)

    top.get_by_test_id("accept").click()
    expect(low.get_by_test_id("my-game")).to_be_visible()
    view = ask(top, "GET", f"/api{ladder.replace('/e/', '/tournaments/')}")
    (game,) = view["ladder"]["games"]
    for page in (top, low):
        me = ask(page, "GET", f"/api{ladder.replace('/e/', '/tournaments/')}")["you"]["player"]
        seat = game["players"].index(me)
        command(page, game["table"], {"type": "sit_down", "seat": seat, "commitment": "ab"[seat] * 64})
    top.get_by_test_id("to-table").click()
    top.get_by_test_id("table-menu").click()
    press_twice(top, "resign")
    expect(top.get_by_test_id("result")).to_be_visible()
    expect(top.get_by_test_id("tournament-next")).to_have_text("You’re number 2 of 3")
    top.get_by_test_id("to-tournament").first.click()

    expect(low.get_by_test_id("my-place")).to_contain_text("You’re number 1 of 3")
    expect(low.get_by_test_id("ladder-results").locator("li")).to_contain_text("3 → 1")
    assert order(low) == [before[2], before[0], before[1]]
    for page in (low, middle, host):
        assert_good(page)

    middle.get_by_test_id("challenge-1").click()
    press_twice(top, "decline")
    expect(middle.get_by_test_id("rung-2")).to_have_attribute("aria-current", "true")
    expect(top.get_by_test_id("my-place")).to_contain_text("You’re number 3 of 3")
    host.get_by_test_id("host-more").click()
    press_twice(host, "tournament-end")
    expect(low.get_by_test_id("winner")).to_have_text(re.compile("^You win"))
    assert_good(low)

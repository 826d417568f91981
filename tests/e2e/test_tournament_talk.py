"""The chat of a tournament in browsers: players, a host and a visitor."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import assert_accessible
from tests.e2e.test_people import ask
from tests.e2e.test_tournament import assert_good, join, make_tournament
from tests.e2e.windows import NewPage

MARKUP = "<img src=x onerror=\"document.title='caught'\"> {{name}}"


def write(page: Page, text: str) -> None:
    page.get_by_test_id("chat-field").fill(text)
    page.get_by_test_id("chat-send").click()
    expect(page.get_by_test_id("chat-lines")).to_contain_text(text)


@pytest.mark.nightly
def test_a_tournaments_people_talk_and_its_host_keeps_order(new_page: NewPage) -> None:
    host, player, visitor = new_page(), new_page(locale="it-IT"), new_page()
    tournament = make_tournament(host, "Chat Host")
    host.goto(tournament)
    name = join(player, tournament)
    visitor.goto(tournament)
    expect(visitor.get_by_test_id("tournament")).to_be_visible()
    expect(visitor.get_by_test_id("chat")).to_have_count(0)
    expect(host.get_by_test_id("chat-empty")).to_be_visible()
    write(player, MARKUP)
    # It is live for all, and a phrase is read in each reader's language.
    for page in (host, visitor):
        expect(page.get_by_test_id("chat-lines")).to_contain_text(MARKUP)
        assert page.locator("img[src=x]").count() == 0
    host.get_by_test_id("chat-say-good-luck").click()
    expect(player.get_by_test_id("chat-lines")).to_contain_text("Buona fortuna!")
    expect(visitor.get_by_test_id("chat-field")).to_have_count(0)
    expect(visitor.get_by_test_id("chat-say-hello")).to_have_count(0)
    assert_good(host)
    # The host removes the line, and silences its author.
    host.get_by_test_id("chat-more").first.click()
    assert_accessible(host)
    host.get_by_test_id("chat-remove").click()
    for page in (host, visitor, player):
        expect(page.get_by_test_id("chat-lines")).not_to_contain_text("img")
    host.get_by_test_id("chat-more").first.click()
    host.get_by_test_id("chat-silence").click()
    expect(player.get_by_test_id("chat-silenced")).to_be_visible()
    expect(player.get_by_test_id("chat-field")).to_have_count(0)
    expect(host.get_by_test_id("chat-silenced-people")).to_contain_text(name)
    host.get_by_test_id("chat-record").locator("summary").click()
    expect(host.get_by_test_id("chat-record").get_by_role("listitem")).to_have_count(2)
    assert_accessible(host)
    host.get_by_test_id("chat-silenced-people").get_by_role("button").click()
    write(player, "Scusate")
    expect(visitor.get_by_test_id("chat-lines")).to_contain_text("Scusate")
    # A reader who mutes the author no longer sees their lines.
    visitor.get_by_test_id("chat-more").last.click()
    visitor.get_by_test_id("mute-chat").click()
    visitor.keyboard.press("Escape")
    expect(visitor.get_by_test_id("chat-lines")).not_to_contain_text("Scusate")


@pytest.mark.nightly
def test_players_of_running_games_have_phrases_only(new_page: NewPage) -> None:
    one, two = new_page(), new_page()
    tournament = make_tournament(one, "Chat Player")
    join(one, tournament)
    join(two, tournament)
    write(two, "Before the start")
    third = new_page()
    join(third, tournament)
    ask(one, "POST", f"/api{tournament.replace('/e/', '/tournaments/')}/commands", {"type": "start"})
    pages = (one, two, third)
    for page in pages:
        expect(page.get_by_test_id("tournament")).to_have_attribute("data-status", "playing")
        expect(page.get_by_test_id("chat-lines")).to_contain_text("Before the start")
    free = [page for page in pages if page.get_by_test_id("chat-field").count()]
    assert len(free) == 1  # one has the bye
    for page in pages:
        if page not in free:
            expect(page.get_by_test_id("chat-playing")).to_be_visible()
            page.get_by_test_id("chat-say-hello").click()
    write(free[0], "Take your time")
    for page in pages:
        expect(page.get_by_test_id("chat-line")).to_have_count(4)

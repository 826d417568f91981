"""Talking at a table in the browser: phrases, free text after the end, and muting a person."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import assert_accessible
from tests.e2e.play import wait_for_friend
from tests.e2e.windows import NewPage

MARKUP = "<img src=x onerror=\"document.title='caught'\"> {{name}}"


def two(new_page: NewPage, game: str) -> tuple[Page, Page]:
    """Two people at a table: the one reads English, the other Italian on a phone."""
    host, guest = new_page(), new_page(width=360, height=640, locale="it-IT")
    wait_for_friend(host, game)
    guest.goto(host.url)
    guest.get_by_test_id("sit-1").click()
    expect(host.get_by_test_id("table")).to_be_visible()
    expect(guest.get_by_test_id("table")).to_be_visible()
    return host, guest


@pytest.mark.nightly
def test_a_phrase_is_read_in_the_readers_language(new_page: NewPage) -> None:
    host, guest = two(new_page, "cinqo")
    host.get_by_test_id("talk").click()
    expect(host.get_by_test_id("say-hello")).to_have_text("Hello!")
    expect(host.get_by_test_id("talk-field")).to_have_count(0)
    assert_accessible(host)
    host.get_by_test_id("say-what-a-roll").click()
    expect(guest.get_by_test_id("bubble-0")).to_contain_text("Che lancio!")
    expect(guest.get_by_test_id("live")).to_contain_text("Che lancio!")
    box = guest.get_by_test_id("bubble-0").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    guest.get_by_test_id("open-log").click()
    expect(guest.get_by_test_id("log")).to_contain_text("Che lancio!")


@pytest.mark.nightly
def test_after_the_game_people_talk_and_who_is_blocked_is_not_heard(new_page: NewPage) -> None:
    host, guest = two(new_page, "cinco")
    guest.get_by_test_id("table-menu").click()
    guest.get_by_test_id("resign").click()
    guest.get_by_test_id("resign").click()
    expect(host.get_by_test_id("result")).to_be_visible()
    guest.get_by_test_id("talk").click()
    guest.get_by_test_id("talk-field").fill(MARKUP)
    guest.get_by_test_id("talk-send").click()
    expect(guest.get_by_test_id("talk-lines")).to_contain_text(MARKUP)
    host.get_by_test_id("talk").click()
    expect(host.get_by_test_id("talk-lines")).to_contain_text(MARKUP)
    assert host.locator("img").count() == 0
    person = host.get_by_test_id("person-1")
    person.locator("summary").click()
    host.get_by_test_id("report-1").click()
    host.get_by_test_id("why-1").fill("It is not polite.")
    assert_accessible(host)
    host.get_by_test_id("send-report-1").click()
    expect(host.get_by_test_id("told-1")).to_have_text("Thank you. Your report has been sent.")
    host.get_by_test_id("block-1").click()
    expect(host.get_by_test_id("unblock-1")).to_be_visible()
    expect(host.get_by_test_id("talk-lines")).to_have_count(0)
    # The server keeps it: it is so on a page that is opened anew.
    host.reload()
    host.get_by_test_id("talk").click()
    expect(host.get_by_test_id("unblock-1")).to_be_attached()
    expect(host.get_by_test_id("talk-lines")).to_have_count(0)
    # A replay shows by its last step what was said after the game.
    for person in (host, guest):
        person.goto(f"{person.url}/replay")
        expect(person.get_by_test_id("step")).to_be_visible()
        person.keyboard.press("End")
        expect(person.get_by_test_id("step")).to_have_text(re.compile(r"^\S+ (\d+) \S+ \1$"))
    expect(guest.get_by_test_id("talk-lines")).to_contain_text(MARKUP)
    expect(host.get_by_test_id("talk-lines")).to_have_count(0)

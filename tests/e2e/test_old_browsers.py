"""Browsers that the client is not for are told which ones are."""

from __future__ import annotations

from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.windows import NewPage
from tests.examples import mostly_nightly

KNOWN = "Safari 16 (iOS 16), Firefox 115, Chrome 105, Edge 105"


BEGINS = [("en-GB", "This browser is too old"), ("de-DE", "Dieser Browser")]


@pytest.mark.parametrize(("language", "begins"), mostly_nightly(BEGINS, BEGINS[0]))
def test_a_browser_without_container_queries_is_told_which_ones_serve(
    browser: Browser, address: str, language: str, begins: str
) -> None:
    context = browser.new_context(base_url=address, locale=language)
    page = context.new_page()
    page.add_init_script("CSS.supports = (name) => name !== 'container-type'")
    page.goto("/")
    expect(page.get_by_role("alert")).to_contain_text(begins)
    named = page.get_by_role("alert").get_by_role("listitem")
    assert sorted(named.all_inner_texts()) == sorted(KNOWN.split(", "))
    assert [link.get_attribute("href")[:8] for link in named.get_by_role("link").all()] == ["https://"] * 3
    # The app, which would be broken, does not start.
    page.wait_for_load_state("networkidle")
    expect(page.get_by_test_id("play-now-cinco")).to_have_count(0)
    expect(page.get_by_role("alert")).to_be_visible()
    context.close()


def test_without_scripts_the_page_says_what_it_needs(address: str) -> None:
    with urlopen(address) as answer:
        page = answer.read().decode()
    assert f"<noscript><p>Quincunx needs JavaScript, and {KNOWN} or newer.</p></noscript>" in page


@pytest.mark.nightly
def test_a_browser_of_the_list_is_told_nothing(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    expect(page.get_by_test_id("play-now-cinco")).to_be_visible()
    expect(page.locator("html[data-old]")).to_have_count(0)

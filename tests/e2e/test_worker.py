"""The service worker between pages and server: the app's own files, and the page without a connection."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.windows import NewPage

READY = (
    "navigator.serviceWorker.ready.then(found => found.active.state === 'activated' || new Promise(done => "
)
READY += (
    "found.active.addEventListener('statechange', () => found.active.state === 'activated' && done(true))))"
)
KEPT = "caches.open('quincunx-kept').then(kept => kept.match('/language')).then(kept => kept && kept.text())"
FILES = "caches.open('quincunx-files').then(files => files.keys()).then(all => all.map(each => each.url))"


def until(promise: str) -> str:
    """A script that waits until a promise, asked for again and again, is kept with something true."""
    return f"(async () => {{ while (!await {promise}) await new Promise(done => setTimeout(done, 50)); }})()"


def visited(new_page: NewPage, **options: object) -> Page:
    """A page with an active service worker."""
    page = new_page(service_workers="allow", **options)
    page.goto("/")
    page.evaluate(READY)
    page.evaluate(until(KEPT))
    return page


@pytest.mark.nightly
def test_without_a_connection_the_page_says_so_in_the_readers_language(new_page: NewPage) -> None:
    page = visited(new_page, locale="it-IT")
    page.reload()  # from now on it is there for every page
    assert page.evaluate("navigator.serviceWorker.controller !== null")
    expect(page.get_by_test_id("play-now-cinco")).to_be_visible()
    page.evaluate(until(f"{FILES}.then(all => all.length > 5)"))
    assert all("/assets/" in each for each in page.evaluate(FILES))
    page.context.set_offline(True)
    # Perhaps all that play without a connection needs has come already: then the app itself would be shown.
    page.evaluate("caches.open('quincunx-kept').then(kept => kept.delete('/whole'))")
    # Answers of the server are never cached.
    assert page.evaluate("fetch('/api/lobby').then(() => 'answered', () => 'lost')") == "lost"
    page.goto("/rules/cinco")
    expect(page.get_by_role("heading")).to_have_text("Sei offline")
    assert page.locator("html").get_attribute("lang") == "it"
    page.context.set_offline(False)
    page.get_by_role("link", name="Riprova").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Cinco")
    assert page.url.endswith("/rules/cinco")


@pytest.mark.nightly
def test_a_part_of_the_app_that_the_server_cannot_give_just_now_is_waited_for(new_page: NewPage) -> None:
    page = new_page(fresh=True)
    page.goto("/")
    expect(page.get_by_test_id("play-now-cinco")).to_be_visible()
    page.context.set_offline(True)
    page.get_by_role("link", name="Rules").first.click()
    expect(page.get_by_test_id("cut-off")).to_have_text("Connection lost. Reconnecting…")
    expect(page.get_by_role("main")).to_have_text(
        re.compile("The server can’t be reached right now.* Back to games")
    )
    expect(page.get_by_role("link", name=re.compile("Quincunx"))).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Cinco")
    expect(page.get_by_test_id("cut-off")).to_be_hidden()


@pytest.mark.nightly
def test_the_line_is_there_after_the_first_game_and_asks_at_a_press_alone(new_page: NewPage) -> None:
    page = new_page(service_workers="allow")
    # A private window, as in tests, never asks for permission.
    page.add_init_script("Object.defineProperty(Notification, 'permission', { get: () => 'default' })")
    page.goto("/")
    page.evaluate(READY)
    expect(page.get_by_test_id("play-now-cinco")).to_be_visible()
    expect(page.get_by_test_id("told")).to_have_count(0)
    page.evaluate("localStorage.setItem('quincunx.finished-a-game', 'yes')")
    page.reload()
    line = page.get_by_test_id("told")
    expect(line).to_contain_text("Get notified when it’s your turn?")
    expect(page.get_by_test_id("told-change")).to_have_text("Turn on notifications")

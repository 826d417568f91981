"""The client where not everything is there: https, cookies, a script, today, a welcome."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Error, Locator, Page, Route, expect

from tests.e2e.conftest import serving
from tests.e2e.play import invite_friends, make_cinqo
from tests.e2e.test_pages import assert_accessible, assert_fits
from tests.e2e.test_people import PASSWORD, arrive, ask, command
from tests.e2e.test_review import LOADING_SECONDS
from tests.e2e.test_tournament import make_tournament
from tests.e2e.windows import NewPage, pages
from tests.examples import mostly_nightly

SELECTED = """(() => { const field = document.activeElement;
    return field.value.slice(field.selectionStart, field.selectionEnd); })()"""
TITLES = {
    "en-GB": "Try again",
    "de-DE": "Noch einmal versuchen",
    "es-ES": "Volver a intentarlo",
    "fr-FR": "Réessayer",
    "it-IT": "Riprova",
    "nl-NL": "Opnieuw proberen",
    "zh-CN": "重试",
}


# ---- without https -----------------------------------------------------------------------------------------


@pytest.fixture
def plain(new_page: NewPage, address: str) -> Page:
    """A page as over plain http, where browsers offer no clipboard."""
    page = new_page(fresh=True)
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { get: () => undefined })")
    return page


def pasted(page: Page) -> str:
    """The text that a person would paste."""
    page.evaluate(
        # Behind an open dialog nothing can be focused.
        "(document.querySelector('dialog[open]') ?? document.body)"
        ".append(Object.assign(document.createElement('textarea'), {id: 'paste'})), "
        "document.querySelector('#paste').focus()"
    )
    page.keyboard.press("Control+V")
    found: str = page.evaluate("document.querySelector('#paste').value")
    page.evaluate("document.querySelector('#paste').remove()")
    return found


def finished(page: Page) -> str:
    """The address of a game that its only player has given up."""
    make_cinqo(page)
    table = urlsplit(page.url).path
    command(page, table.rpartition("/")[2], {"type": "resign", "seat": 0})
    return table


@pytest.mark.nightly
def test_links_are_copied_over_plain_http(plain: Page, address: str) -> None:
    page = plain
    page.goto("/")
    assert page.evaluate("navigator.clipboard") is None
    path = f"{finished(page)}/replay"
    page.goto(path)
    page.get_by_role("button", name="Copy link to this position").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert pasted(page).startswith(f"{address}{path}")
    # Where that does not work either the link is there, selected, and nothing is said that is not so.
    page.reload()
    page.evaluate("document.execCommand = () => false")
    page.get_by_role("button", name="Copy link to this position").click()
    by_hand = page.get_by_test_id("copy-by-hand")
    expect(by_hand).to_be_focused()
    assert page.evaluate(SELECTED).startswith(f"{address}{path}")
    expect(page.get_by_role("button", name="Copied")).to_have_count(0)
    assert_accessible(page)
    assert_fits(page)


@pytest.mark.nightly
def test_an_invitation_is_copied_over_plain_http(plain: Page) -> None:
    page = plain
    invite_friends(page, "cinco")
    link = page.get_by_test_id("link").input_value()
    copy = page.get_by_role("button", name="Copy", exact=False).first
    copy.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert pasted(page) == link
    page.reload()
    page.evaluate("document.execCommand = () => false")
    copy.click()
    expect(page.get_by_text("copy the selected text yourself")).to_be_visible()
    expect(page.get_by_role("button", name="Copied")).to_have_count(0)
    assert page.evaluate(SELECTED) == link
    assert_accessible(page)


@pytest.fixture(scope="module")
def insecure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server at this machine's address in its network: no browser takes that for a secure place."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(("192.0.2.1", 9))  # nothing is sent; the system says by which address it would be
            host = str(way.getsockname()[0])
        except OSError:
            pytest.skip("this machine is in no network")
    with serving(tmp_path_factory.mktemp("insecure"), host, QUINCUNX_REVIEWS="busy") as running:
        yield running


@pytest.fixture
def far(browser: Browser, insecure: str) -> Iterator[Page]:
    """A page of that server."""
    for new_page in pages(browser, insecure):
        page = new_page()
        arrive(page)
        assert page.evaluate("[isSecureContext, navigator.clipboard === undefined]") == [False, True]
        yield page


def assert_copies(page: Page, button: Locator, text: str, copied: str = "Copied") -> None:
    """A button copies this text; where the browser cannot, the text is selected, and nothing else is said."""
    button.click()
    expect(page.get_by_text(copied, exact=True).first).to_be_visible()
    assert pasted(page).strip() == text.strip()
    expect(page.get_by_text(copied, exact=True)).to_have_count(0)
    page.evaluate("document.execCommand = () => false")
    button.click()
    expect(page.get_by_text("copy the selected text yourself")).to_be_visible()
    chosen = page.evaluate(f"(getSelection().toString() || {SELECTED}).trim()")
    assert chosen.split() == text.split()
    expect(page.get_by_text(copied, exact=True)).to_have_count(0)
    page.evaluate("delete document.execCommand")


@pytest.mark.nightly
def test_a_review_and_a_replay_are_shared_from_an_insecure_place(far: Page, insecure: str) -> None:
    table = finished(far)
    far.goto(f"{table}/replay")
    button = far.get_by_role("button", name="Copy link to this position")
    button.click()
    expect(far.get_by_role("button", name="Copied")).to_be_visible()
    assert pasted(far).startswith(f"{insecure}{table}/replay")
    far.goto(f"{table}/review")
    expect(far.get_by_test_id("share")).to_be_visible(timeout=1_000 * LOADING_SECONDS)
    assert_copies(far, far.get_by_test_id("share"), f"{insecure}{table}/review")


@pytest.mark.nightly
def test_an_accounts_secrets_are_copied_from_an_insecure_place(far: Page) -> None:
    ask(far, "POST", "/api/account", {"name": "Stork on the Pole", "password": PASSWORD})
    far.goto("/me/account")
    far.get_by_test_id("new-token").click()
    far.get_by_test_id("token-name").fill("My bot")
    far.get_by_test_id("make-token").click()
    secret = far.get_by_test_id("token-secret").input_value()
    assert_copies(far, far.get_by_test_id("copy").first, secret)
    far.reload()
    far.get_by_test_id("new-codes").click()
    far.get_by_test_id("new-codes").click()
    codes = far.get_by_test_id("codes").locator("li")
    expect(codes).to_have_count(10)
    assert_copies(far, far.get_by_test_id("copy").first, "\n".join(codes.all_inner_texts()))


@pytest.mark.nightly
def test_links_to_a_tournament_and_another_device_are_copied_from_an_insecure_place(far: Page) -> None:
    far.goto(make_tournament(far, "Crane in the Reeds"))
    link = far.get_by_test_id("tournament-link").input_value()
    assert_copies(far, far.get_by_test_id("copy").first, link)
    far.goto("/")
    far.get_by_test_id("guest-name").click()
    far.get_by_test_id("other-device").click()
    link = far.get_by_test_id("device-link").input_value()
    assert_copies(far, far.get_by_test_id("copy").first, link)


# ---- without cookies ---------------------------------------------------------------------------------------


@pytest.mark.nightly
@pytest.mark.parametrize("path", ["/", "/open", "/today", "/new"])
def test_without_cookies_every_page_asks_for_them(path: str, new_page: NewPage) -> None:
    page = new_page(refused=True, fresh=True)
    page.route("**/api/**", without_cookies)
    page.add_init_script("Object.defineProperty(navigator, 'cookieEnabled', { get: () => false })")
    page.goto(path)
    expect(page.get_by_test_id("standing")).to_contain_text("Your browser is blocking cookies")
    expect(page.locator("body")).not_to_contain_text("GET /api/me")
    expect(page.get_by_role("heading", level=1).first).to_be_attached()
    assert_accessible(page)


def without_cookies(route: Route) -> None:
    try:
        answer = route.fetch(headers={**route.request.headers, "cookie": ""})
    except Error:
        return  # the test is over
    headers = {name: value for name, value in answer.headers.items() if name != "set-cookie"}
    route.fulfill(response=answer, headers=headers)


@pytest.mark.nightly
def test_a_browser_that_only_forgets_cookies_is_told_when_the_server_notices(new_page: NewPage) -> None:
    page = new_page(refused=True)
    page.route("**/api/**", without_cookies)
    page.goto("/")
    page.get_by_test_id("play-now-cinqo").click()
    expect(page.get_by_test_id("standing")).to_contain_text("Your browser is blocking cookies")
    expect(page.locator("body")).not_to_contain_text("GET /api/me")


# ---- without a script --------------------------------------------------------------------------------------


@pytest.mark.nightly
@pytest.mark.parametrize("locale", mostly_nightly(TITLES, "en-GB"))
def test_a_page_whose_script_cannot_be_loaded_says_so_and_comes_by_itself(
    locale: str, new_page: NewPage
) -> None:
    page = new_page(locale=locale, refused=True)
    page.route("**/assets/*.js", lambda route: route.abort())
    page.goto("/rules/cinco")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("button")).to_have_text(TITLES[locale])
    assert_accessible(page)
    assert_fits(page)
    if locale == "en-GB":
        page.unroute("**/assets/*.js")
        expect(page.get_by_role("heading", level=1)).to_contain_text("Cinco")
        expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.nightly
def test_a_part_that_no_client_has_any_more_is_told(new_page: NewPage) -> None:
    page = new_page(refused=True)
    page.goto("/")
    expect(page.get_by_test_id("play-now-cinco")).to_be_visible()
    page.route("**/assets/RulesPage*.js", lambda route: route.fulfill(status=404, body=""))
    page.get_by_role("link", name="Rules").first.click()
    # It was opened anew, since an upgrade is the likeliest reason; and the file is not there either.
    expect(page.get_by_test_id("broken")).to_contain_text("couldn’t be loaded")
    page.unroute("**/assets/RulesPage*.js")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Cinco")


# ---- offline, and yesterday --------------------------------------------------------------------------------


@pytest.mark.nightly
def test_the_offline_page_comes_back_by_itself(new_page: NewPage) -> None:
    from tests.e2e.test_worker import visited

    page = visited(new_page)
    page.reload()
    expect(page.get_by_test_id("play-now-cinco")).to_be_visible()
    page.context.set_offline(True)
    page.goto("/rules/cinco")
    expect(page.get_by_role("heading")).to_have_text("You’re offline")
    page.context.set_offline(False)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Cinco")


@pytest.mark.nightly
def test_the_daily_page_moves_on_at_midnight_by_the_servers_clock(new_page: NewPage) -> None:
    page = new_page(fresh=True)
    # The device's clock is a day behind, and does not matter.
    page.add_init_script("Date.now = () => 1_700_000_000_000")
    asked: list[str] = []

    def yesterday_at_first(route: Route) -> None:
        answer = route.fetch()
        found = answer.json()
        asked.append(found["date"])
        if len(asked) == 1:
            found |= {"date": "2026-01-01", "now": found["ends_at"] - 2_000}
        route.fulfill(response=answer, json=found)

    page.route("**/api/days/today", yesterday_at_first)
    page.goto("/today")
    expect(page.get_by_test_id("day-date")).to_contain_text("1 January")
    expect(page.get_by_test_id("day-date")).not_to_contain_text("1 January")
    expect(page.get_by_test_id("day-play-cinqo")).to_be_visible()


@pytest.mark.nightly
def test_a_day_that_has_ended_is_never_begun_as_todays(new_page: NewPage) -> None:
    page = new_page()
    played: list[str] = []
    page.on("request", lambda request: played.append(request.url) if request.method == "POST" else None)
    page.goto("/today")
    expect(page.get_by_test_id("day-play-cinqo")).to_be_visible()

    def over(route: Route) -> None:
        answer = route.fetch()
        found = answer.json()
        route.fulfill(response=answer, json={**found, "now": found["ends_at"]})

    page.route(re.compile(r"/api/days/\d{4}"), over)
    page.get_by_test_id("day-play-cinqo").click()
    expect(page.get_by_test_id("day-play-cinqo")).to_be_enabled()
    assert page.url.endswith("/today")
    assert not [url for url in played if "/api/days/" in url]


# ---- without a welcome -------------------------------------------------------------------------------------


@pytest.mark.nightly
def test_a_banned_person_is_told_on_every_page(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path / "data") as address:
        context = browser.new_context(base_url=address, locale="en-GB", service_workers="block")
        page = context.new_page()
        page.goto("/")
        expect(page.get_by_test_id("play-now-cinqo")).to_be_visible()
        page.get_by_test_id("play-now-cinqo").click()
        page.wait_for_url("**/t/*")
        table = page.url
        name = page.evaluate("fetch('/api/me').then(answer => answer.json()).then(me => me.name)")
        done = admin(tmp_path / "data", "find", name)
        person = done.split()[0]
        admin(tmp_path / "data", "ban", person, "--reason", "rude")
        # At the table, where it was open, without a reload; then everywhere.
        told = page.get_by_test_id("standing")
        expect(told).to_contain_text("You’re banned from this server")
        for path in (table, "/", "/open", "/new", "/today", "/e", "/puzzles"):
            page.goto(path)
            expect(told).to_contain_text("until its operator lifts the ban")
            assert_fits(page)
        assert_accessible(page)
        context.close()


def admin(data: Path, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "quincunx", "--lang", "en", "admin", *words, "--data", str(data)],
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout

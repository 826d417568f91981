"""A static site in a subfolder of a host that runs no code: play, progress, and reloaded addresses."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

from tests.e2e.axe import assert_accessible, assert_accessible_in_both_themes
from tests.e2e.play import cinco_by_mouse, wait_for_turn
from tests.e2e.static_host import FOLDER, hosting, written_site
from tests.e2e.test_local_play import ENTRIES
from tests.e2e.test_local_play import pytestmark as needs_msgspec
from tests.e2e.test_worker import READY, until
from tests.e2e.windows import NewPage, pages

pytestmark = needs_msgspec


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the site."""
    with hosting(written_site(tmp_path_factory.mktemp("host"), FOLDER)) as address:
        yield f"{address}/{FOLDER}/"


@pytest.fixture
def new_site_page(browser: Browser, site: str) -> Iterator[NewPage]:
    """Pages for one test."""
    yield from pages(browser, site)


@pytest.mark.nightly
def test_a_game_is_played_within_the_folder_and_its_address_can_be_reloaded(
    new_site_page: NewPage, site: str
) -> None:
    page = new_site_page()
    outside: list[str] = []

    def watch(request: Request) -> None:
        if not request.url.startswith((site, "blob:", "data:")):
            outside.append(request.url)

    page.context.on("request", watch)
    page.goto(site)
    expect(page.get_by_test_id("rules-cinco")).to_have_attribute("href", f"/{FOLDER}/?/rules/cinco")
    page.get_by_test_id("play-now-cinco").click()
    page.wait_for_url(f"{site}?/t/local-*", timeout=60_000)
    assert wait_for_turn(page)
    cinco_by_mouse(page)
    page.reload()
    expect(page.get_by_test_id("table")).to_be_visible(timeout=60_000)
    assert wait_for_turn(page)
    cinco_by_mouse(page)
    page.goto(f"{site}?/rules/cinco")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Cinco")
    assert outside == []


@pytest.mark.nightly
def test_two_tabs_that_move_at_once_make_one_move(new_site_page: NewPage, site: str) -> None:
    page = new_site_page()
    page.goto(site)
    page.get_by_test_id("play-now-cinco").click()
    assert wait_for_turn(page, 60_000)
    other = page.context.new_page()
    other.goto(page.url)
    assert wait_for_turn(other, 60_000)
    before = len(page.evaluate(ENTRIES))
    for each in (page, other):
        each.locator("[data-testid^=card-]").last.click()
        each.locator(".space.lit").first.click()
    for each in (page, other):
        each.evaluate("document.querySelector('[data-testid=place]').click()")
    for each in (page, other):
        expect(each.get_by_test_id("table")).not_to_have_attribute("data-version", str(before))
        assert wait_for_turn(each)
    entries = page.evaluate(ENTRIES)
    assert [version for version, _ in entries] == [*range(1, len(entries) + 1)]
    own = [key for _, key in entries[before:] if not key.startswith("system:")]
    assert len(own) == 1


FULL = """let isFull = false;
new BroadcastChannel('full').onmessage = ({data}) => (isFull = data);
const {add} = IDBObjectStore.prototype;
IDBObjectStore.prototype.add = function (...all) {
    if (isFull) throw new DOMException('full', 'QuotaExceededError');
    return add.apply(this, all);
};
"""
SAY = "isFull => new BroadcastChannel('full').postMessage(isFull)"


@pytest.mark.nightly
def test_a_full_device_says_so_and_the_move_is_made_once_there_is_space(
    new_site_page: NewPage, site: str
) -> None:
    page = new_site_page()

    def with_a_disk(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=FULL + answer.text())

    page.route("**/assets/local-play-*.js", with_a_disk)
    page.goto(site)
    page.get_by_test_id("play-now-cinco").click()
    assert wait_for_turn(page, 60_000)
    cinco_by_mouse(page)
    assert wait_for_turn(page)
    page.evaluate(SAY, True)
    cinco_by_mouse(page)
    expect(page.get_by_role("alert")).to_contain_text("Moves can’t be saved right now.")
    before = page.evaluate(ENTRIES)
    page.evaluate(SAY, False)
    assert wait_for_turn(page, 60_000)
    after = page.evaluate(ENTRIES)
    assert len(after) > len(before)
    assert [version for version, _ in after] == [*range(1, len(after) + 1)]


@pytest.mark.nightly
def test_a_table_whose_data_were_cleared_is_unknown_and_new_games_are_stored(
    new_site_page: NewPage, site: str
) -> None:
    page = new_site_page()
    page.goto(site)
    page.get_by_test_id("play-now-cinco").click()
    assert wait_for_turn(page, 60_000)
    cleared = {"origin": urljoin(site, "/").rstrip("/"), "storageTypes": "indexeddb"}
    page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", cleared)
    expect(page.get_by_role("heading", level=1)).to_have_text("This table doesn’t exist.", timeout=60_000)
    page.get_by_role("link", name="Back to games").click()
    page.get_by_test_id("play-now-cinco").click()
    assert wait_for_turn(page, 60_000)
    cinco_by_mouse(page)
    assert wait_for_turn(page)
    versions = [version for version, _ in page.evaluate(ENTRIES)]
    assert versions == [*range(1, len(versions) + 1)]


WAITING = {"?/puzzles/cinqo": "Puzzle: Cinq-O", "?/learn/cinco": "Learn Cinco", "?/puzzles": "Puzzles"}
"""Pages that play on the device fills, and their headings."""


@pytest.mark.nightly
def test_pages_show_progress_while_play_starts_and_disable_what_needs_a_server(
    new_site_page: NewPage, site: str
) -> None:
    page = new_site_page()
    page.context.route("**/local/code.zip", lambda _: None)  # it never comes
    for address, heading in WAITING.items():
        page.goto(site + address)
        expect(page.get_by_test_id("starting-page").get_by_role("progressbar")).to_be_visible()
        expect(page.get_by_role("heading", level=1)).to_have_text(heading)
        expect(page.get_by_test_id("starting-line")).to_have_count(0)
        assert_accessible(page, address)
    page.goto(f"{site}?/new")
    expect(page.get_by_test_id("starting-line")).to_be_visible()
    expect(page.get_by_test_id("with-friends")).to_be_disabled()
    expect(page.get_by_test_id("rated")).to_be_disabled()
    expect(page.get_by_test_id("needs-server")).to_be_visible()
    assert_accessible_in_both_themes(page, "?/new")
    page.get_by_test_id("make").click()
    expect(page.get_by_test_id("starting")).to_be_visible()
    page.goto(site)
    expect(page.get_by_test_id("today")).to_contain_text("needs a server")
    expect(page.get_by_test_id("site-line")).to_be_visible()
    assert_accessible_in_both_themes(page, "home")


@pytest.mark.nightly
def test_a_newer_client_is_offered_where_nothing_is_going_on(browser: Browser, tmp_path: Path) -> None:
    with hosting(written_site(tmp_path, "")) as address, contextmanager(pages)(browser, address) as new_page:
        page = new_page(service_workers="allow")
        take_newer(page, address, tmp_path / "sw.js")


def take_newer(page: Page, address: str, worker: Path) -> None:
    """Begin a game, meet a newer client, and take it on the home page."""
    page.goto(address)
    page.evaluate(READY)
    page.get_by_test_id("play-now-cinco").click()
    assert wait_for_turn(page, 60_000)
    table = page.url
    worker.write_bytes(worker.read_bytes() + b"// newer")
    page.evaluate("navigator.serviceWorker.getRegistration().then(found => found.update())")
    page.evaluate(until("navigator.serviceWorker.getRegistration().then(found => found.waiting !== null)"))
    # In the middle of a game nothing is offered, not even when it is opened again.
    page.reload()
    assert wait_for_turn(page, 60_000)
    page.evaluate(READY)
    cinco_by_mouse(page)
    assert wait_for_turn(page)
    expect(page.get_by_test_id("update")).to_have_count(0)
    page.goto(address)
    expect(page.get_by_test_id("update")).to_be_visible()
    page.evaluate("window.isOld = true")
    page.get_by_test_id("update").get_by_role("button", name="Update now").click()
    page.wait_for_function(
        "() => !window.isOld && document.querySelector('[data-testid=play-now-cinco]') !== null"
    )
    assert page.evaluate("navigator.serviceWorker.getRegistration().then(found => found.waiting === null)")
    expect(page.get_by_test_id("update")).to_have_count(0)
    # The game is where it was.
    page.goto(table)
    assert wait_for_turn(page, 60_000)
    cinco_by_mouse(page)

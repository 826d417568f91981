"""Play without a server: everything goes on when the network is cut after one visit."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from quincunx.server.built_client import BUILT
from tests.e2e.conftest import ROOT, NewPage
from tests.e2e.play import cinco_by_mouse, wait_for_turn
from tests.e2e.test_worker import until, visited

KEEP = "navigator.serviceWorker.ready.then(found => found.active.postMessage({ whole: true }))"
WHOLE = "caches.open('quincunx-kept').then(kept => kept.match('/whole'))"
ENTRIES = """() => new Promise(done => {
    indexedDB.open('quincunx-local').onsuccess = ({target}) => {
        const all = target.result.transaction('entries').objectStore('entries').getAll();
        all.onsuccess = () => done(all.result.map(({version, key}) => [version, key]));
    };
})"""


pytestmark = pytest.mark.skipif(
    not any(path.stat().st_size for path in (BUILT / "assets").glob("msgspec-*.whl")),
    reason="the client was built without msgspec for WebAssembly, which could not be fetched",
)


def cut_off(new_page: NewPage) -> Page:
    """A page whose first visit is over, so that everything is kept; the network is cut."""
    page = visited(new_page)
    page.evaluate(KEEP)
    page.evaluate(until(WHOLE))
    page.reload()
    expect(page.get_by_test_id("play-now-cinco")).to_be_visible()
    page.context.set_offline(True)
    page.goto("/")
    return page


def test_a_game_goes_on_without_a_network_and_after_its_tab_was_killed(new_page: NewPage) -> None:
    page = cut_off(new_page)
    # Bots' networks are kept, too.
    page.evaluate(until("fetch('/local/networks.zip').then(answer => answer.ok, () => false)"))
    page.get_by_test_id("play-now-cinco").click()
    page.wait_for_url("**/t/local-*", timeout=60_000)
    assert wait_for_turn(page)
    cinco_by_mouse(page)
    # The tab is killed while the bot is about to answer.
    address, context = page.url, page.context
    page.close()
    page = context.new_page()
    page.goto(address)
    expect(page.get_by_test_id("table")).to_be_visible(timeout=60_000)
    assert wait_for_turn(page)
    cinco_by_mouse(page)
    assert wait_for_turn(page)
    versions = [version for version, _ in page.evaluate(ENTRIES)]
    keys = [key for _, key in page.evaluate(ENTRIES)]
    assert versions == [*range(1, len(versions) + 1)]
    assert len(set(keys)) == len(keys)


DROP = """async text => {
    const data = new DataTransfer();
    data.items.add(new File([text], "game.txt", {type: "text/plain"}));
    const say = type => document.body.dispatchEvent(
        new DragEvent(type, {dataTransfer: data, bubbles: true, cancelable: true}));
    say("dragenter");
    while (!document.querySelector("[data-testid=drop-zone]")) {
        say("dragover");
        await new Promise(done => setTimeout(done, 50));
    }
    say("drop");
}"""


def test_what_needs_a_server_says_so_until_it_is_back_and_a_dropped_record_is_verified(
    new_page: NewPage,
) -> None:
    page = cut_off(new_page)
    page.goto("/community")
    expect(page.get_by_test_id("needs-server")).to_be_visible(timeout=60_000)
    record = (ROOT / "testdata" / "records" / "cinco-2in2.txt").read_text("utf-8")
    page.evaluate(DROP, record)
    page.wait_for_url("**/t/record-*/replay")
    expect(page.get_by_test_id("verified")).to_contain_text("follows from the seed")
    page.evaluate(DROP, "no record")
    expect(page.get_by_test_id("drop-failure")).to_be_visible()
    page.get_by_test_id("to-community").click()
    expect(page.get_by_test_id("needs-server")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_test_id("needs-server")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_have_text("Community")

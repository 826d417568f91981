"""Play without a server: everything goes on when the network is cut after one visit."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from quincunx.server.built_client import BUILT
from tests.e2e.axe import assert_accessible_in_both_themes
from tests.e2e.conftest import ROOT
from tests.e2e.play import cinco_by_mouse, wait_for_turn
from tests.e2e.test_worker import until, visited
from tests.e2e.windows import NewPage
from tests.examples import mostly_nightly

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


@pytest.mark.parametrize("is_killed", mostly_nightly([False, True], False), ids=["", "killed"])
def test_a_game_goes_on_without_a_network_and_after_its_tab_was_killed(
    new_page: NewPage, is_killed: bool
) -> None:
    page = cut_off(new_page)
    # Bots' networks are kept, too.
    page.evaluate(until("fetch('/local/networks.zip').then(answer => answer.ok, () => false)"))
    page.get_by_test_id("play-now-cinco").click()
    page.wait_for_url("**/t/local-*", timeout=60_000)
    assert wait_for_turn(page)
    cinco_by_mouse(page)
    if is_killed:  # the tab, while the bot is about to answer
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


@pytest.mark.nightly
def test_an_online_game_is_offered_before_play_now_and_all_goes_on_once_the_server_answers(
    new_page: NewPage,
) -> None:
    page = cut_off(new_page)
    page.context.set_offline(False)
    page.goto("/")
    page.get_by_test_id("play-now-cinco").click()
    assert wait_for_turn(page)
    online = page.url
    cinco_by_mouse(page)
    assert wait_for_turn(page)
    page.goto("/")
    expect(page.locator("#your-games")).to_be_visible()
    page.context.set_offline(True)
    page.goto("/")
    expect(page.get_by_test_id("offline-line")).to_contain_text("You’re offline", timeout=60_000)
    game = page.locator("section[aria-labelledby=online-games]").get_by_test_id("running")
    offered, new = game.bounding_box(), page.get_by_test_id("play-now-cinco").bounding_box()
    assert offered is not None
    assert new is not None
    assert offered["y"] < new["y"]
    # The online game waits for its server, and its page says so.
    game.click()
    expect(page.get_by_text("Connection lost. Reconnecting; your game is safe.")).to_be_visible()
    page.get_by_role("link", name="Back to games").click()
    page.get_by_test_id("play-now-cinco").click()
    page.wait_for_url("**/t/local-*", timeout=60_000)
    assert wait_for_turn(page, 60_000)
    cinco_by_mouse(page)
    here = page.url
    other = page.context.new_page()
    other.goto(online)
    expect(other.get_by_text("Connection lost. Reconnecting; your game is safe.")).to_be_visible()
    page.context.set_offline(False)
    assert wait_for_turn(other, 60_000)
    cinco_by_mouse(other)
    assert wait_for_turn(page, 60_000)
    cinco_by_mouse(page)
    page.go_back()
    expect(page.get_by_test_id("offline-line")).to_have_count(0, timeout=60_000)
    expect(page.locator(f"main a[href='{path_of(online)}']")).to_be_visible()
    local = page.locator("section[aria-labelledby=local-games]").get_by_test_id("running")
    expect(local).to_have_attribute("href", path_of(here))


def path_of(address: str) -> str:
    return urlsplit(address).path


SERVED = (
    "/community", "/today", "/me", "/me/account", "/enter", "/imprint", "/moderation", "/confirm", "/invited",
    "/unsubscribe/abcdefgh", "/e", "/e/abcdefghij12", "/c", "/c/abc", "/p/abcdefgh", "/program",
    "/t/abcdefghij12/replay", "/t/abcdefghij12/review", "/study?table=abcdefghij12",
)  # fmt: skip


@pytest.mark.nightly
def test_each_page_of_a_server_says_offline_what_works_without_one(new_page: NewPage) -> None:
    page = cut_off(new_page)
    for path in SERVED:
        page.goto(path)
        expect(page.get_by_test_id("needs-server")).to_contain_text("You’re offline. Games against bots")
    assert_accessible_in_both_themes(page, path)
    page.goto("/t/abcdefghij12")
    expect(page.get_by_text("Connection lost. Reconnecting; your game is safe.")).to_be_visible()
    expect(page.get_by_role("link", name="Back to games")).to_be_visible()
    assert_accessible_in_both_themes(page, "an online table")
    # Documents are pages outside the app.
    page.goto("/docs/index.html")
    expect(page.get_by_role("heading", level=1)).to_have_text("You’re offline")
    page.get_by_role("link", name="Back to games").click()
    expect(page.get_by_test_id("play-now-cinco")).to_be_visible()


@pytest.mark.nightly
def test_a_missing_part_is_not_waited_for_with_a_page_that_says_loading(new_page: NewPage) -> None:
    page = new_page()
    lost = ("**/api/**", "**/health/**", "**/assets/NeedsServer-*")
    for each in lost:
        page.route(each, lambda route: route.abort())
    page.goto("/community")
    main = page.get_by_role("main")
    expect(main).to_contain_text("The server can’t be reached right now.")
    expect(main.get_by_role("link", name="Back to games")).to_be_visible()
    expect(page.get_by_text("Loading…")).to_have_count(0)
    assert_accessible_in_both_themes(page, "a page whose part is missing")
    for each in lost:
        page.unroute(each)
    expect(page.get_by_role("heading", level=1)).to_have_text("Community")


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


@pytest.mark.nightly
def test_a_page_that_needs_a_server_says_so_until_it_is_back_and_a_dropped_record_is_verified(
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


@pytest.mark.nightly
def test_an_answer_given_offline_is_sent_once_and_counts_in_streaks_alone(new_page: NewPage) -> None:
    page = visited(new_page)
    page.evaluate(KEEP)
    page.evaluate(until(WHOLE))
    before = page.evaluate(STANDING)
    page.context.set_offline(True)
    page.goto("/puzzles/cinqo?theme=box")
    page.wait_for_selector("[data-testid^=die-][aria-disabled=false]", timeout=60_000)
    page.get_by_test_id("keep-all").click()
    page.get_by_test_id("commit").click()
    expect(page.get_by_test_id("answer")).to_be_visible()
    is_right = page.get_by_test_id("answer").get_attribute("data-right") == "true"
    sent: list[str] = []
    page.on("request", lambda asked: sent.append(asked.url) if asked.url.endswith("/answer") else None)
    page.context.set_offline(False)
    page.wait_for_function("() => localStorage.getItem('quincunx.unsent-answers') === '[]'")
    assert len(sent) == 1
    page.goto("/")
    page.reload()
    after = page.evaluate(STANDING)
    assert (after["points"], after["tries"], after["streak"]) == (before["points"], 1, int(is_right))
    assert len(sent) == 1


@pytest.mark.nightly
def test_a_past_challenge_is_played_here_once_and_todays_needs_a_server(new_page: NewPage) -> None:
    page = visited(new_page)
    page.evaluate(KEEP)
    page.evaluate(until(WHOLE))
    date = (datetime.now(UTC) - timedelta(days=3)).date().isoformat()
    past = [{"date": date, "seed": "5e" * 32, "committed_at": 1, "opens_at": 1}]
    page.evaluate("past => localStorage.setItem('quincunx.past-days', past)", json.dumps(past))
    page.context.set_offline(True)
    page.goto("/today")
    expect(page.get_by_test_id("needs-server")).to_be_visible(timeout=60_000)
    page.get_by_test_id("past-days").get_by_role("link").click(timeout=60_000)
    page.get_by_test_id("day-play-cinqo").click()
    assert wait_for_turn(page)
    table = page.url
    page.goto(f"/today/{date}")
    page.get_by_test_id("day-play-cinqo").click(timeout=60_000)
    page.wait_for_url(table)
    page.context.set_offline(False)
    page.goto(f"/today/{date}")
    # The server knows nothing of it: its own deals are others.
    expect(page.get_by_test_id("day-cinqo")).to_have_count(0)


OPENED_WITH_A_FILE = """text => Object.defineProperty(window, 'launchQueue', {value: {setConsumer: tell => {
    if (window.isLaunched) return;
    window.isLaunched = true;
    tell({files: [{getFile: async () => new File([text], 'game.txt', {type: 'text/plain'})}]});
}}})"""


@pytest.mark.nightly
def test_the_system_opens_records_with_the_installed_app(new_page: NewPage) -> None:
    page = new_page(fresh=True)
    record = (ROOT / "testdata" / "records" / "cinco-2in2.txt").read_text("utf-8")
    page.add_init_script(f"({OPENED_WITH_A_FILE})({json.dumps(record)})")
    (handler,) = page.request.get("/manifest.webmanifest").json()["file_handlers"]
    page.goto(handler["action"].removeprefix("."))
    page.wait_for_url("**/t/record-*/replay", timeout=60_000)
    expect(page.get_by_test_id("verified")).to_contain_text("follows from the seed")


STANDING = """async () => {
    const {games} = await (await fetch('/api/puzzles')).json();
    return games.find(({game}) => game === 'cinqo').mine;
}"""

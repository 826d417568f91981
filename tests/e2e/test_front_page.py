"""The front page: what is in sight without scrolling, and that nothing moves while it loads."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.play import invite_friends, make_table, pass_and_play, wait_for_turn
from tests.e2e.test_people import arrive
from tests.e2e.windows import NewPage
from tests.examples import mostly_nightly

LARGEST_SHIFT = 0.03
OBSERVE = """window.shifts = [];
new PerformanceObserver(list => {
    for (const entry of list.getEntries())
        window.shifts.push([entry.value, entry.sources.map(({node}) => node?.outerHTML?.slice(0, 80) ?? "")]);
}).observe({type: "layout-shift", buffered: true});"""
SIZES = [(390, 844), (390, 664), (844, 390), (1280, 800)]


def in_sight(page: Page, name: str) -> bool:
    """True if the element is wholly within the window and not behind the navigation."""
    box = page.get_by_test_id(name).bounding_box()
    assert box
    foot = page.evaluate(
        """() => {
            const bar = document.querySelector('nav').getBoundingClientRect();
            return bar.top > innerHeight / 2 ? bar.top : innerHeight;
        }"""
    )
    return bool(box["y"] >= 0 and box["y"] + box["height"] <= foot)


@pytest.mark.parametrize(("width", "height"), mostly_nightly([(390, 844), (1280, 800)], (390, 844)))
@pytest.mark.parametrize("language", mostly_nightly(["en", "fr", "de"], "de"))
def test_both_games_are_in_sight_and_with_room_the_challenge(
    new_page: NewPage, width: int, height: int, language: str
):
    page = new_page(width=width, height=height, locale=language)
    arrive(page)
    for name in ("play-now-cinco", "play-now-cinqo", *(["today"] if width > height else [])):
        assert in_sight(page, name), name


@pytest.mark.nightly
def test_a_small_phone_sees_the_first_game_and_its_lesson(new_page: NewPage):
    page = new_page(width=390, height=664)
    arrive(page)
    assert in_sight(page, "play-now-cinco")
    assert in_sight(page, "learn-cinco")


MANY = 6


CUT_FACTS = """facts => facts.flatMap(fact => {
    const {right, top, bottom} = fact.getBoundingClientRect();
    const line = fact.closest('.line').getBoundingClientRect();
    const isOut = top >= line.bottom - 1;
    return !isOut && (right > line.right + 1 || bottom > line.bottom + 1) ? [fact.textContent] : [];
})"""
"""The facts of running games that are in sight only in part."""

ROWS = [(390, 844, 2), (390, 664, 2), (844, 390, 2), (1280, 800, 3)]


@pytest.mark.nightly
@pytest.mark.parametrize(("width", "height", "rows"), ROWS)
def test_many_games_leave_the_new_ones_in_sight(new_page: NewPage, width: int, height: int, rows: int):
    page = new_page(width=width, height=height)
    arrive(page)
    options = {"game": "cinqo", "players": 2, "goal": "hundred", "rounds": 5, "first": 0}
    for _ in range(MANY):
        make_table(page, {"options": options, "seats": [{"kind": "me"}, {"kind": "bot", "level": "novice"}]})
    expect(page.get_by_test_id("all-games")).to_have_text(f"All {MANY} games")
    page.reload()
    expect(page.get_by_test_id("running")).to_have_count(rows)
    names = ["today", "play-now-cinco", "play-now-cinqo"]
    for name in names[: 2 if height == 664 else 3]:
        expect(page.get_by_test_id(name)).to_be_visible()
        assert in_sight(page, name), name
    cut = page.get_by_test_id("running").locator(".fact").evaluate_all(CUT_FACTS)
    assert not cut
    page.get_by_test_id("all-games").click()
    expect(page.get_by_test_id("running")).to_have_count(MANY)


def settle(page: Page) -> None:
    """Wait until the page has all that it loads."""
    expect(page.get_by_test_id("guest-name")).to_be_visible()
    page.wait_for_load_state("networkidle")
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def shifts(page: Page) -> list[object]:
    """The layout shifts of a page, if together they are too large."""
    found = page.evaluate("window.shifts")
    return found if sum(value for value, _ in found) >= LARGEST_SHIFT else []


@pytest.mark.parametrize(("width", "height"), mostly_nightly(SIZES, SIZES[0]))
def test_nothing_jumps_while_the_page_loads(new_page: NewPage, width: int, height: int):
    page = new_page(width=width, height=height, fresh=True)
    page.add_init_script(OBSERVE)
    arrive(page)
    settle(page)
    assert shifts(page) == [], "on the first visit"
    page.reload()
    settle(page)
    assert shifts(page) == [], "for a guest"
    page.evaluate("localStorage.setItem('quincunx.finished-a-game', 'yes')")
    with page.expect_response("**/api/days/today"):
        page.reload()
    settle(page)
    assert shifts(page) == [], "for a player"


RESULTS = {"cinco": -9_986, "cinqo": 128}
"""Results of a day with long words: a defeat after fourteen turns, and many rounds."""


@pytest.mark.nightly
@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_days_row_is_as_high_with_results_as_before(
    new_page: NewPage, width: int, height: int, language: str
):
    page = new_page(width=width, height=height, locale=language)
    arrive(page)
    page.evaluate("localStorage.setItem('quincunx.finished-a-game', 'yes')")
    held: list[Route] = []
    page.route("**/api/days/today", lambda route: held.append(route))
    with page.expect_request("**/api/days/today"):
        page.reload()
    row = page.get_by_test_id("today")
    before = row.bounding_box()
    answer = held[0].fetch()
    day = answer.json()
    for game in day["games"]:
        game["you"] = {"table": "a-table", "status": "counted", "number": RESULTS[game["game"]]}
    held[0].fulfill(response=answer, json=day)
    expect(row).to_contain_text("128")
    assert row.bounding_box() == before
    inside = row.evaluate(
        "each => [each.scrollWidth - each.clientWidth, each.scrollHeight - each.clientHeight]"
    )
    assert max(inside) <= 1


@pytest.mark.nightly
@pytest.mark.parametrize("late", ["**/*.woff2", "**/api/me"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_jumps_when_something_comes_late(new_page: NewPage, width: int, height: int, late: str):
    page = new_page(width=width, height=height, fresh=True)
    page.add_init_script(OBSERVE)
    held: list[Route] = []
    page.route(late, lambda route: held.append(route))  # Playwright refuses methods of built-in types
    with page.expect_request(late):
        page.goto("/")
    expect(page.get_by_test_id("today")).to_be_visible()
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    for route in held:
        route.continue_()
    page.evaluate("document.fonts.ready")
    settle(page)
    assert shifts(page) == []


@pytest.mark.nightly
@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
def test_games_in_progress_do_not_push_the_page_about(new_page: NewPage, width: int, height: int):
    page = new_page(width=width, height=height, fresh=True)
    page.add_init_script(OBSERVE)
    invite_friends(page, "cinco", "4-2")
    pass_and_play(page, "cinco", "Ann", "Grandma")
    page.goto("/")
    page.get_by_test_id("play-now-cinqo").click()
    assert wait_for_turn(page)
    page.evaluate("localStorage.setItem('quincunx.finished-a-game', 'yes')")
    shown = 2 if width < 600 else 3
    page.goto("/")
    expect(page.get_by_test_id("running")).to_have_count(shown)
    page.reload()
    expect(page.get_by_test_id("running")).to_have_count(shown)
    expect(page.get_by_test_id("small-board")).to_have_count(2)
    settle(page)
    assert shifts(page) == [], "games that this device remembers"
    page.evaluate("localStorage.removeItem('quincunx.my-tables')")
    page.reload()
    expect(page.get_by_test_id("running")).to_have_count(shown)
    settle(page)
    assert shifts(page) == [], "games that the server adds"
    first, second = page.get_by_test_id("play-now-cinco"), page.get_by_test_id("running").first
    assert first.bounding_box()["y"] < second.bounding_box()["y"]  # type: ignore[index]  # both are shown

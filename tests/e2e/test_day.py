"""The deal of the day in a browser: from the first page to me among all, in every language."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Route, expect

from tests.e2e.axe import THOROUGHLY, assert_accessible_in_both_themes
from tests.e2e.play import play_cinqo, resize
from tests.e2e.test_languages import assert_whole
from tests.e2e.test_pages import assert_accessible, assert_fits
from tests.e2e.test_people import assert_targets
from tests.e2e.windows import NewPage

SIZES = [(360, 740), (844, 390), (1920, 1080)]


END_OF_VIEW = """() => Math.min(innerHeight, ...[...document.querySelectorAll('nav')]
    .map(each => each.getBoundingClientRect().y).filter(y => y > innerHeight / 2))"""


def with_best(route: Route) -> None:
    """The day as it is, with what the best bots and five others have made of it: there are none on this
    server."""
    answer = route.fetch()
    found = answer.json()
    for game, best in zip(found.get("games", ()), (9_983, 7), strict=False):
        game["best"] = best if game.get("counts") is not None else None
        if game.get("counts"):
            mine = game["counts"][0]["number"]
            game["counts"] += [{"number": mine + 1, "people": 3}, {"number": mine + 2, "people": 2}]
            game["people"] += 5
    route.fulfill(response=answer, json=found)


def assert_good(page: Page) -> None:
    assert_accessible_in_both_themes(page)
    for width, height in SIZES:
        resize(page, width, height)
        assert_fits(page)
    assert_targets(page, "main")


def assert_share_is_in_view(page: Page) -> None:
    """My result and the button that shares it are seen without scrolling."""
    before = page.viewport_size
    for width, height in ((390, 844), (390, 664), (844, 390), (1280, 800)):
        resize(page, width, height)
        page.evaluate("scrollTo(0, 0)")
        end = page.evaluate(END_OF_VIEW)
        for shown in ("day-share", "day-result"):
            box = page.get_by_test_id(shown).bounding_box()
            assert box
            assert box["y"] + box["height"] <= end, (shown, width, height)
    assert before
    resize(page, before["width"], before["height"])


def assert_chart_is_in_view(page: Page) -> None:
    """The whole chart is seen without scrolling, above the navigation of a phone."""
    before = page.viewport_size
    for width, height in ((390, 664), (844, 390)):
        resize(page, width, height)
        page.evaluate("scrollTo(0, 0)")
        chart = page.get_by_test_id("day-chart").bounding_box()
        assert chart
        end = page.evaluate(END_OF_VIEW)
        assert chart["y"] + chart["height"] <= end, (width, height)
    assert before
    resize(page, before["width"], before["height"])


def assert_calendar_is_beside_the_streak(page: Page) -> None:
    """The calendar and the streak stand side by side on a large window, one above the other on a phone."""
    before = page.viewport_size
    for width, height, is_beside in ((1280, 800, True), (844, 390, True), (390, 844, False)):
        resize(page, width, height)
        calendar, streak = (page.get_by_test_id(name).bounding_box() for name in ("day-calendar", "streak"))
        assert calendar
        assert streak
        assert (calendar["x"] + calendar["width"] < streak["x"]) == is_beside, (width, height)
        assert is_beside or streak["y"] + streak["height"] < calendar["y"], (width, height)
    assert before
    resize(page, before["width"], before["height"])


@THOROUGHLY
def test_the_deal_of_the_day_from_the_first_page_to_me_among_all(
    new_page: NewPage, is_thorough: bool
) -> None:
    page = new_page(width=360, height=740)
    page.route(re.compile(r"/api/days/(today|\d)[^/]*$"), with_best)
    page.goto("/")
    page.get_by_test_id("to-today").click()
    expect(page.get_by_test_id("day-play-cinqo")).to_be_visible()
    # Both challenges are new: neither waits for the other.
    expect(page.locator("main .primary")).to_have_count(2)
    if is_thorough:
        assert_accessible(page)
    page.get_by_test_id("day-play-cinqo").click()
    expect(page.get_by_test_id("status")).to_be_visible()
    play_cinqo(page, page.url)

    # Beside a board, a phone has no room for the chart.
    expect(page.get_by_test_id("day-account")).to_contain_text("Perfect play with these dice")
    for closed in ("rematch", "replay", "record", "check"):
        expect(page.get_by_test_id(closed)).to_have_count(0)
    if is_thorough:
        assert_accessible(page)

    page.get_by_test_id("to-day").click()
    expect(page.get_by_test_id("day-result")).to_contain_text("rounds")
    expect(page.get_by_test_id("day-chart")).to_be_visible()
    assert_chart_is_in_view(page)
    assert_share_is_in_view(page)
    assert_calendar_is_beside_the_streak(page)
    expect(page.get_by_test_id("streak")).to_contain_text("1 day")
    expect(page.get_by_test_id("day-calendar").locator(".played[aria-current]")).to_have_count(1)
    # The chart stands below both cards, which are equally high.
    expect(page.get_by_test_id("day-apart").get_by_test_id("day-chart")).to_contain_text("Cinq-O")
    resize(page, 1280, 800)
    heights = [page.get_by_test_id(f"day-{game}").bounding_box() for game in ("cinco", "cinqo")]
    assert len({box and (box["y"], box["height"]) for box in heights}) == 1, heights
    resize(page, 360, 740)
    # The one result is shared from its card.
    expect(page.get_by_test_id("day-cinqo").get_by_test_id("day-share")).to_be_visible()
    # Cinco has not been played: nothing stands there but the way to play it.
    expect(page.get_by_test_id("day-result")).to_have_count(1)
    expect(page.get_by_test_id("day-cinco").get_by_test_id("day-play-cinco")).to_be_visible()
    expect(page.get_by_test_id("day-play-cinqo")).to_have_count(0)
    expect(page.get_by_test_id("day-opens")).to_contain_text("Practice opens an hour after")
    page.locator("summary").click()
    if is_thorough:
        assert_whole(page)
    assert_good(page)

    # The result leads to its game, whose replay is secret while the day lasts.
    page.get_by_test_id("day-cinqo").get_by_role("link", name="View game").click()
    expect(page.get_by_test_id("day-after")).to_be_visible()

    # The same person on the front page: it stands there, with what came of it.
    page.goto("/")
    expect(page.get_by_test_id("today")).to_contain_text("rounds")
    if is_thorough:
        assert_accessible(page)

"""A finished game looked back at, from its result on, with the process that makes reviews."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.axe import THOROUGHLY, assert_accessible_in_both_themes
from tests.e2e.conftest import serving
from tests.e2e.play import make_table, resize
from tests.e2e.test_languages import assert_whole, load_in
from tests.e2e.windows import NewPage, pages

# So long that these bots make several mistakes.
BOTS: dict[str, Any] = {
    "options": {"game": "cinqo", "players": 2, "goal": "rounds", "rounds": 6},
    "seats": [{"kind": "bot", "level": "novice"}, {"kind": "bot", "level": "novice"}],
}
SIZES = [(360, 640), (390, 664), (844, 390), (1280, 800), (1920, 1080)]
LOADING_SECONDS = 240
"""For a machine that compiles first."""

CUT_LINES = """list => {
    const box = list.getBoundingClientRect();
    const isAcross = ({top, bottom}, edge) => top < edge - 2 && bottom > edge + 2;
    return [...list.querySelectorAll("button")].filter(each => {
        const line = each.getBoundingClientRect();
        return isAcross(line, box.top) || isAcross(line, box.bottom);
    }).map(each => each.textContent);
}"""


@pytest.fixture(scope="module")
def reviewing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that reviews games, whatever else the machine has to do."""
    with serving(tmp_path_factory.mktemp("reviews"), QUINCUNX_REVIEWS="busy") as running:
        yield running


@pytest.fixture(scope="module")
def table(browser: Browser, reviewing: str) -> str:
    """The path of a game that is over, once for all tests: its review takes several seconds."""
    (path,) = (make_table(new_page(), BOTS) for new_page in pages(browser, reviewing))
    return path


@pytest.fixture
def new_page(browser: Browser, reviewing: str) -> Iterator[NewPage]:
    yield from pages(browser, reviewing)


def value(page: Page) -> int:
    return int(page.get_by_test_id("graph").input_value())


@pytest.mark.nightly
def test_a_replay_starts_at_the_first_step_and_plays_on(new_page: NewPage, table: str) -> None:
    page = new_page()
    page.goto(table)
    expect(page.get_by_test_id("result")).to_be_visible()
    page.goto(f"{table}/replay")
    expect(page.get_by_test_id("step")).to_contain_text(re.compile(r"^Step 1 of \d+$"))
    page.get_by_test_id("speed").select_option("4")
    page.keyboard.press("Space")
    expect(page.get_by_test_id("play")).to_have_attribute("aria-label", "Pause")
    expect(page.get_by_test_id("step")).to_contain_text(re.compile(r"^Step [3-9] of "))
    page.get_by_test_id("play").click()
    expect(page.get_by_test_id("play")).to_have_attribute("aria-label", "Play")
    moves = page.get_by_test_id("moves").get_by_role("button")
    moves.last.click()
    expect(moves.last).to_have_attribute("aria-current", "step")
    expect(page.get_by_test_id("step-next")).to_be_disabled()
    assert_accessible_in_both_themes(page, "the replay")
    for width, height in SIZES:
        resize(page, width, height)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, height)
        # A name is short only if it does not fit.
        expect(page.get_by_role("rowheader")).to_have_text(["Seedling 1", "Seedling 2"])
    assert_moves_are_in_view(page)
    page.get_by_test_id("to-review").click()
    expect(page).to_have_url(re.compile(f"{table}/review$"))


def assert_moves_are_in_view(page: Page) -> None:
    """A small phone has a roll and its choice above the controls, and all acts are in view."""
    before = page.viewport_size
    resize(page, 390, 664)
    page.evaluate("scrollTo(0, 0)")
    moves = page.get_by_test_id("moves")
    moves.get_by_role("button").nth(4).click()
    expect(moves.get_by_role("button").nth(4)).to_be_in_viewport(ratio=0.9)
    shown = moves.evaluate("""list => {
        const { top, bottom } = list.getBoundingClientRect();
        return [...list.querySelectorAll("button")].map(each => each.getBoundingClientRect())
            .filter(each => each.top >= top - 2 && each.bottom <= bottom + 2).length;
    }""")
    assert shown >= 2
    move = moves.locator("[aria-current]").bounding_box()
    play = page.get_by_test_id("play").bounding_box()
    assert move
    assert play
    assert move["y"] + move["height"] <= play["y"]
    ends = [
        page.get_by_test_id(name).evaluate("each => each.getBoundingClientRect().right")
        for name in ("speed", "moves")
    ]
    assert abs(ends[0] - ends[1]) < 1, ends
    for width, height in ((390, 664), (844, 390)):
        resize(page, width, height)
        for name in ("to-review", "copy-position", "play", "moves"):
            expect(page.get_by_test_id(name)).to_be_in_viewport(ratio=1)
        assert moves.evaluate(CUT_LINES) == [], (width, height)
        slider = page.get_by_test_id("slider").bounding_box()
        assert slider
        assert slider["width"] >= 180, (width, height)
    assert before
    resize(page, before["width"], before["height"])


@pytest.mark.nightly
@pytest.mark.parametrize("size", [(390, 664), (390, 844), (844, 390)])
def test_the_current_step_of_cinco_is_above_the_controls(new_page: NewPage, size: tuple[int, int]) -> None:
    page = new_page(width=size[0], height=size[1])
    bots = [{"kind": "bot", "level": "novice"}] * 2
    table = make_table(
        page, {"options": {"game": "cinco", "players": 2, "teams": 2, "joker": False}, "seats": bots}
    )
    page.goto(table)
    expect(page.get_by_test_id("result")).to_be_visible()
    page.goto(f"{table}/replay?ply=7")
    assert_the_step_is_above_the_controls(page)
    # The list has another height when the phone is turned, or hides its browser's bar.
    for width, height in ((390, 664), (390, 844), size):
        resize(page, width, height)
        assert_the_step_is_above_the_controls(page)


LEFT_BELOW = """list => {
    const { bottom } = list.getBoundingClientRect();
    return list.parentElement.querySelector(".deck").getBoundingClientRect().top - bottom;
}"""
"""Pixels between the list and the controls below it."""


def assert_the_step_is_above_the_controls(page: Page) -> None:
    """On an upright phone the list also leaves less than another step's height."""
    step = page.get_by_test_id("moves").locator("[aria-current]")
    expect(step).to_be_in_viewport(ratio=0.9)
    viewport = page.viewport_size
    assert viewport
    if viewport["width"] > viewport["height"]:
        return
    shown = step.bounding_box()
    play = page.get_by_test_id("play").bounding_box()
    assert shown
    assert play
    assert shown["y"] + shown["height"] <= play["y"]
    left = page.get_by_test_id("moves").evaluate(LEFT_BELOW)
    assert 0 <= left < 60, viewport


@pytest.mark.nightly
def test_a_replay_on_a_phone_has_a_title_a_way_back_and_its_controls_in_reach(
    new_page: NewPage, table: str
) -> None:
    page = new_page(width=390, height=664)
    page.goto(table)
    expect(page.get_by_test_id("result")).to_be_visible()
    page.goto(f"{table}/replay")
    expect(page.get_by_role("heading", level=1)).to_be_in_viewport(ratio=1)
    facts = page.get_by_test_id("replay-facts")
    expect(facts).to_be_in_viewport(ratio=1)
    expect(facts).to_have_text(re.compile(r"^Cinq-O.*\b20\d\d\b.* \d+ – \d+ .*(win|lost)"))
    expect(page.get_by_test_id("back")).to_have_attribute("href", table)
    play = page.get_by_test_id("play")
    expect(play).to_be_in_viewport(ratio=1)
    box = play.bounding_box()
    assert box
    assert box["y"] > 664 / 2
    page.mouse.wheel(0, 300)
    expect(play).to_be_in_viewport(ratio=1)
    case = page.get_by_test_id("case")
    for _ in range(60):
        if page.get_by_test_id("sum").count():
            break
        page.get_by_test_id("step-next").click()
    felt = case.locator("[data-part=tray]").bounding_box()
    total = page.get_by_test_id("sum").bounding_box()
    assert felt
    assert total
    assert felt["y"] - 1 <= total["y"]
    assert total["y"] + total["height"] <= felt["y"] + felt["height"] + 1


@THOROUGHLY
def test_from_the_result_to_every_step_of_the_game(new_page: NewPage, table: str, is_thorough: bool) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    page.goto(table)
    expect(page.get_by_test_id("result")).to_be_visible()
    expect(page.get_by_test_id("review")).to_be_visible(timeout=1_000 * LOADING_SECONDS)
    page.get_by_test_id("review").click()
    expect(page).to_have_url(re.compile(f"{table}/review$"))
    expect(page.get_by_test_id("summary").get_by_role("listitem")).to_have_count(2)
    expect(page.get_by_test_id("sums").locator("li")).to_have_count(2)
    expect(page.get_by_test_id("accuracy")).to_have_count(0)  # the summary states it
    last = int(page.get_by_test_id("graph").get_attribute("max") or 0)
    assert last > 10
    # A spectator begins at the first turning point, and each of them leads to its step.
    turns = page.get_by_test_id("turns").get_by_role("button")
    expect(turns.first).to_have_attribute("aria-current", "step")
    opening = value(page)
    assert 0 < opening < last
    turns.last.click()
    expect(turns.last).to_have_attribute("aria-current", "step")
    expect(page).to_have_url(re.compile(rf"ply={value(page)}$"))
    page.goto(f"{table}/review")
    # The mistakes, one after the other, the weightiest first.
    expect(page.get_by_test_id("learn")).to_have_text("Go through the mistakes")
    page.get_by_test_id("learn").click()
    expect(page.get_by_test_id("choice")).to_contain_text("A mistake by")
    expect(page.get_by_test_id("summary")).to_have_count(0)
    expect(page.get_by_test_id("accuracy").first).to_have_text(re.compile(r"^Accuracy: \d+ of 100$"))
    first = value(page)
    assert page.get_by_test_id("mistakes").get_by_test_id(f"mistake-{first}").get_attribute("aria-current")
    page.get_by_test_id("next-mistake").click()
    expect(page.get_by_test_id("choice")).to_contain_text("A mistake by")
    assert value(page) != first
    page.keyboard.press("End")
    # Arrow keys go through the game from anywhere, and on the graph itself.
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(rf"ply={last - 1}$"))
    page.get_by_test_id("graph").focus()
    page.keyboard.press("Home")
    expect(page).to_have_url(re.compile(r"ply=0$"))
    expect(page.get_by_test_id("graph")).to_have_attribute("aria-valuetext", re.compile(r"^Step 0 of \d+: "))
    page.keyboard.press("ArrowRight")
    expect(page.get_by_test_id("step")).to_contain_text("rolls")
    # The graph is touched where something happened.
    box = page.get_by_test_id("graph").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert abs(value(page) - last / 2) <= 2
    mistake = page.get_by_test_id("mistakes").get_by_role("link").first
    mistake.click()
    expect(page.get_by_test_id("choice")).to_contain_text("A mistake by")
    expect(page.get_by_test_id("choice").locator(".judged")).to_have_count(2)
    follows = page.get_by_test_id("choice").locator(".follows")
    expect(follows.last).to_have_text(re.compile(r"^(The turn|\d+ points? or more:|It reaches 100)"))
    # The played and the better choice are on the case, one after the other.
    kept = page.locator("[data-testid^=die-]:not([data-fate=tray])")

    def places() -> list[tuple[str | None, str | None]]:
        return [(each.get_attribute("data-value"), each.get_attribute("data-fate")) for each in kept.all()]

    better = places()
    page.get_by_test_id("show-chosen").check(force=True)
    page.wait_for_timeout(100)
    assert places() != better
    page.get_by_test_id("show-best").check(force=True)
    assert_accessible_in_both_themes(page, "the review")
    for width, height in SIZES:
        resize(page, width, height)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, height)
        # A tap on a mistake shows its explanation at once, on phones too.
        mistake.click()
        expect(page.get_by_test_id("choice")).to_be_in_viewport(ratio=0.8)
    if is_thorough:
        assert_whole(page, "the review")
    page.get_by_test_id("try-again").click()
    expect(page.get_by_test_id("question")).to_have_text("What would you do here?")
    page.get_by_test_id("case").wait_for()
    if is_thorough:
        assert_accessible_in_both_themes(page, "trying again")
        assert_whole(page, "trying again", load_in)
        page.get_by_test_id("case").wait_for()
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("saying").first).to_be_visible()
    if page.get_by_test_id("answer").get_attribute("data-right") == "false":
        page.get_by_test_id("show").click()
    expect(page.get_by_test_id("answer")).to_have_attribute("data-right", "true")
    page.get_by_test_id("to-review").click()
    expect(page.get_by_test_id("choice")).to_be_visible()
    page.get_by_test_id("share").click()
    link = page.evaluate("navigator.clipboard.readText()")
    stranger = new_page()
    stranger.goto(link)
    page.goto(link)
    expect(stranger.get_by_test_id("sums")).to_have_text(
        page.get_by_test_id("sums").inner_text(), use_inner_text=True
    )


@pytest.mark.nightly
@pytest.mark.parametrize("height", [664, 844])
def test_a_phone_tells_the_step_above_its_board_which_stays_in_place(
    new_page: NewPage, table: str, height: int
) -> None:
    page = new_page(width=390, height=height)
    page.goto(table)
    expect(page.locator("a[href$='/review']").first).to_be_visible(timeout=1_000 * LOADING_SECONDS)
    page.goto(f"{table}/review")
    step, board = page.get_by_test_id("step"), page.locator(".scene").first
    graph = page.get_by_test_id("graph")
    expect(step).to_be_in_viewport(ratio=1)
    assert bottom(graph) <= top(step) + 1
    assert bottom(step) <= top(board) + 1
    page.goto(f"{table}/review?ply=0")
    tops = set()
    for _ in range(12):
        expect(step).not_to_be_empty()
        # A mistake's comment, with the room of the graph, says it all.
        if graph.count():
            assert bottom(step) <= top(board) + 1
            tops.add(round(top(board)))
        page.get_by_test_id("step-next").click()
    assert len(tops) == 1, tops


def top(part: Locator) -> float:
    box = part.bounding_box()
    assert box
    return box["y"]


def bottom(part: Locator) -> float:
    box = part.bounding_box()
    assert box
    return box["y"] + box["height"]

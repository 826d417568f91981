"""Puzzles in a browser: one after another, and five minutes against the clock, in every language."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from quincunx.games import GAMES
from quincunx.lessons.judge import Opened, open_study
from quincunx.lessons.library import puzzles
from tests.e2e.axe import THOROUGHLY, assert_accessible_in_both_themes
from tests.e2e.overlays import covered
from tests.e2e.play import cinqo_turn, press_twice, resize
from tests.e2e.test_languages import assert_whole
from tests.e2e.test_pages import assert_accessible, assert_fits
from tests.e2e.test_people import assert_targets
from tests.e2e.windows import NewPage

SIZES = [(360, 740), (740, 360), (1280, 800)]


def assert_good(page: Page) -> None:
    assert_accessible_in_both_themes(page)
    for width, height in SIZES:
        resize(page, width, height)
        assert_fits(page)
    resize(page, 360, 740)


def answer(page: Page) -> None:
    """Some keep: all that has fallen goes to the Rack."""
    expect(page.get_by_test_id("study")).to_be_visible()
    cinqo_turn(page)


@THOROUGHLY
def test_from_the_first_page_to_a_run_against_the_clock(new_page: NewPage, is_thorough: bool) -> None:
    page = new_page(width=360, height=740)
    page.goto("/")
    page.get_by_test_id("to-puzzles").click()
    # Both games are in view; a press unfolds the themes of one.
    expect(page.get_by_test_id("solve-cinqo")).to_be_in_viewport(ratio=1)
    page.get_by_test_id("themes-cinqo").click()
    expect(page.get_by_test_id("theme-cinqo-box")).to_be_visible()
    assert_targets(page, "main")
    if is_thorough:
        assert_whole(page)
        assert_good(page)

    if not page.get_by_test_id("theme-cinqo-box").is_visible():  # another language folds them
        page.get_by_test_id("themes-cinqo").click()
    page.get_by_test_id("theme-cinqo-box").click()
    answer(page)
    said = page.get_by_test_id("answer")
    expect(said).to_be_visible()
    expect(page.get_by_test_id("standing")).to_contain_text("Rating: 1,")
    expect(page.get_by_test_id("brief")).to_contain_text("Which dice do you keep?")
    expect(page.get_by_test_id("puzzle-facts")).to_contain_text(re.compile(r"Puzzle rating: \d"))
    # The answer stays on the case, and stands above it by its name.
    expect(page.locator("[data-testid^=die-][data-fate=tray]")).to_have_count(0)
    expect(page.get_by_test_id("row-answer")).to_contain_text("Rack")
    if said.get_attribute("data-right") == "false":
        expect(page.get_by_test_id("saying").first).to_be_visible()
        expect(page.get_by_test_id("row-solution")).to_have_count(0)
        page.get_by_test_id("show").click()
        expect(page.locator("[data-testid=answer][data-solution=true]")).to_be_visible()
        expect(said.get_by_role("heading")).to_have_text("✕Not quite")
        # On a phone the verdict stands with the answer, and the change of the rating in the bar.
        expect(page.get_by_test_id("row-answer")).to_contain_text("✕ Not quite")
        expect(page.get_by_test_id("puzzle-facts").get_by_test_id("standing")).to_have_text(
            re.compile(r"\d\s→\s\d")
        )
        expect(page.get_by_test_id("standing")).to_have_count(1)
        expect(page.get_by_test_id("row-solution")).to_have_attribute("aria-pressed", "true")
    else:
        expect(page.get_by_test_id("streak")).to_contain_text("1 in a row")
    assert_good(page)
    first = page.get_by_test_id("study").get_attribute("data-study")
    page.get_by_test_id("next").click()
    expect(page.locator(f"[data-testid=study]:not([data-study={first}])")).to_be_visible()

    page.get_by_test_id("leave").click()
    expect(page.get_by_test_id("puzzles-cinqo")).to_contain_text("Your rating")
    page.get_by_test_id("run-cinqo").click()
    if is_thorough:
        assert_accessible(page)
    page.get_by_test_id("run-start").click()
    expect(page.get_by_test_id("run-left")).to_contain_text("4:5")
    asked = page.get_by_test_id("study").get_attribute("data-study")
    answer(page)
    expect(page.locator(f"[data-testid=study]:not([data-study={asked}])")).to_be_visible()
    if is_thorough:
        assert_accessible(page)

    # Both games' results, and the ways to go on, are in view at once.
    resize(page, 390, 664)
    page.goto("/puzzles")
    for shown in ("mine-cinqo", "solve-cinco", "solve-cinqo", "run-cinqo"):
        expect(page.get_by_test_id(shown)).to_be_in_viewport(ratio=1)
        box, nav = page.get_by_test_id(shown).bounding_box(), page.get_by_test_id("to-puzzles").bounding_box()
        assert box
        assert nav
        assert box["y"] + box["height"] <= nav["y"]
    # On a phone the parts of my page are folded.
    resize(page, 360, 740)
    page.goto("/me")
    expect(page.get_by_test_id("part-puzzles")).to_be_visible()
    expect(page.get_by_test_id("puzzles-cinqo")).to_be_hidden()
    page.get_by_test_id("part-puzzles").click()
    expect(page.get_by_test_id("puzzles-cinqo")).to_be_visible()
    expect(page.get_by_test_id("puzzles-cinqo")).to_contain_text("solved first time")
    if is_thorough:
        assert_accessible(page)


def puzzle_of_red() -> Opened:
    """A puzzle of two players in which Red must block, and a card may be drawn."""
    for study in puzzles(GAMES["cinco"]):
        opened = open_study(study, GAMES)
        if (opened.theme, opened.players, opened.viewer) == ("block", 2, 1) and not opened.view.why_not_draw:
            return opened
    raise AssertionError("no such puzzle")


@pytest.mark.nightly
def test_the_teams_colours_are_seen_and_the_answer_stays_beside_mine(new_page: NewPage) -> None:
    page = new_page(width=390, height=664)
    puzzle = puzzle_of_red()
    page.route(
        "**/api/puzzles/next?*",
        lambda route: route.continue_(url=route.request.url.partition("/next")[0] + f"/cinco/{puzzle.id}"),
    )
    page.goto("/puzzles/cinco?theme=block")
    expect(page.get_by_test_id("study")).to_be_visible()
    # Red's puzzle, on a phone: my colour, and how many cards the other one holds.
    mine, other = page.get_by_test_id("seat-1"), page.get_by_test_id("seat-0")
    expect(mine).to_contain_text("You")
    expect(mine).to_have_attribute("data-team", "1")
    expect(other.locator("[data-term=cards]")).to_have_text(re.compile(r"^\d$"))
    board = page.get_by_role("grid").bounding_box()
    press_twice(page, "draw")
    expect(page.get_by_test_id("answer")).to_have_attribute("data-right", "false")
    assert page.get_by_role("grid").bounding_box() == board
    said = page.locator("[data-testid=answer] [role=status]").inner_text()
    page.get_by_test_id("show").click()
    space = page.get_by_test_id("row-solution").inner_text().split()[-1]
    # “79.4” of 100 games is no space.
    assert not re.search(rf"(?<!\.)\b{space}\b(?!\.\d)", said), (
        "the space is not named before it is asked for"
    )
    expect(page.locator(f'[data-space="{space}"][data-proposed]')).to_be_visible()
    # The last move before the question has no ring that competes with the answer's.
    ring = page.locator(".last:not([data-proposed]) .rim")
    expect(ring).to_have_css("stroke", "none")
    expect(page.get_by_test_id("row-answer")).to_contain_text("Draw")
    page.get_by_test_id("row-answer").click()
    expect(page.locator("[data-proposed]")).to_have_count(0)
    page.get_by_test_id("row-solution").click()
    page.get_by_test_id("play-on").click()
    expect(page.get_by_test_id("happens")).not_to_be_empty()
    expect(page.locator(".last .rim")).not_to_have_css("stroke", "none")
    page.get_by_test_id("rewind").click()
    expect(page.locator(f'[data-space="{space}"][data-proposed]')).to_be_visible()


LINES = (
    "each => Math.round(each.getBoundingClientRect().height / parseFloat(getComputedStyle(each).lineHeight))"
)
IS_DOT_SHOWN = """dot => {
    const line = dot.closest('.fact-line').getBoundingClientRect();
    return dot.getBoundingClientRect().right > line.left + 1;
}"""


def with_streak(route: Route) -> None:
    """The games as they are, with results whose line does not fit a phone."""
    answer = route.fetch()
    found = answer.json()
    for game in found["games"]:
        game["mine"] |= {"tries": 140, "found": 100, "best_streak": 14}
    route.fulfill(response=answer, json=found)


@pytest.mark.nightly
def test_a_panel_tells_the_solvers_record_and_its_head_both_ratings(new_page: NewPage) -> None:
    page = new_page(width=1280, height=800, fresh=True)
    page.goto("/puzzles/cinqo")
    mine = page.get_by_test_id("puzzle-mine")
    facts = page.get_by_test_id("puzzle-facts")
    for size in ((390, 664), (844, 390), (1280, 800)):
        resize(page, *size)
        expect(facts).to_have_text(re.compile(r"Puzzle rating [\d,]+ · yours 1,500$"))
        expect(facts).to_be_in_viewport(ratio=1)
    expect(mine).to_have_count(0)
    cinqo_turn(page)
    expect(page.get_by_test_id("answer")).to_be_visible()
    expect(mine).to_contain_text("of 1 solved first time")
    # The change stands once, in the card's head.
    expect(page.get_by_text(re.compile(r"^1,500\s→\s[\d,]+$"))).to_have_count(1)
    expect(facts).to_have_text(re.compile(r"Puzzle rating: [\d,]+$"))
    resize(page, 1920, 1080)
    assert covered(page, "[data-testid=puzzle-mine]", "answer") == []
    for size in ((390, 844), (844, 390)):
        resize(page, *size)
        expect(mine).to_have_count(0)


@pytest.mark.nightly
def test_on_a_phone_the_lines_of_the_puzzles_break_between_facts(new_page: NewPage) -> None:
    page = new_page(width=390, height=664)
    page.route(re.compile(r"/api/puzzles$"), with_streak)
    page.goto("/puzzles")
    dot = page.get_by_test_id("mine-cinqo").locator(".dot")
    expect(dot).to_have_count(1)
    assert page.get_by_test_id("run-cinqo").locator(".muted").evaluate(LINES) == 1
    assert not dot.evaluate(IS_DOT_SHOWN), "no dot ends or begins a line"
    resize(page, 1280, 800)
    assert dot.evaluate(IS_DOT_SHOWN), "a dot divides facts on one line"

"""Scenes of learning: lessons and puzzles."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.play import press_twice
from tests.e2e.test_lessons import touch
from tests.screenshots.stage import Stage

Scene = Callable[[Stage], Page]
CINQO_PUZZLE = "bank-9cc21c46"
CINCO_PUZZLE = "block-02ee75f2"


def _step(stage: Stage, game: str, step: int) -> Page:
    page = stage.window()
    page.goto(f"/learn/{game}?step={step}")
    expect(page.get_by_test_id("question")).to_be_visible()
    return page


def _expect_answer(page: Page, right: bool) -> Page:
    expect(page.get_by_test_id("answer")).to_have_attribute("data-right", str(right).lower())
    return page


def first_step(game: str) -> Scene:
    """The scene of the first step of a game's lesson."""
    return lambda stage: _step(stage, game, 1)


def cinqo_step(keys: str, right: bool) -> Scene:
    """The scene of the second step of Cinq-O's lesson after an answer by these keys."""

    def show(stage: Stage) -> Page:
        page = _step(stage, "cinqo", 2)
        expect(page.get_by_test_id("commit")).to_be_visible()
        for key in keys:
            page.keyboard.press(key)
        page.get_by_test_id("commit").click()
        return _expect_answer(page, right)

    return show


def cinco_step(what: str, right: bool) -> Scene:
    """The scene of the sixth step of Cinco's lesson after an answer: a space or an action."""

    def show(stage: Stage) -> Page:
        page = _step(stage, "cinco", 6)
        touch(page, what)
        return _expect_answer(page, right)

    return show


def _puzzle(stage: Stage, game: str, puzzle: str) -> Page:
    """The page of puzzles, on which a known puzzle comes first."""
    page = stage.window()
    address = f"{stage.address}/api/puzzles/{game}/{puzzle}"
    page.route("**/api/puzzles/next?*", lambda route: route.continue_(url=address))
    page.goto(f"/puzzles/{game}")
    expect(page.get_by_test_id("study")).to_be_visible()
    return page


def puzzle(stage: Stage) -> Page:
    """A puzzle of Cinq-O before the answer."""
    page = _puzzle(stage, "cinqo", CINQO_PUZZLE)
    page.wait_for_selector("[data-testid^=die-][aria-disabled=false]")
    return page


def puzzle_done(stage: Stage) -> Page:
    """The same puzzle after a wrong answer and the solution."""
    page = puzzle(stage)
    page.get_by_test_id("keep-all").click()
    page.get_by_test_id("commit").click()
    return _solution(page)


def puzzle_cinco(stage: Stage) -> Page:
    """A puzzle of Cinco before the answer."""
    return _puzzle(stage, "cinco", CINCO_PUZZLE)


def puzzle_cinco_done(stage: Stage) -> Page:
    """The same puzzle after a wrong answer and the solution."""
    page = puzzle_cinco(stage)
    press_twice(page, "draw")
    return _solution(page)


def _solution(page: Page) -> Page:
    _expect_answer(page, right=False)
    page.get_by_test_id("show").click()
    expect(page.locator("[data-testid=answer][data-solution=true]")).to_be_visible()
    return page


def learn(stage: Stage) -> Page:
    """The list of lessons."""
    page = stage.window()
    page.goto("/learn")
    expect(page.get_by_test_id("learn-cinqo")).to_be_visible()
    return page


def puzzles(stage: Stage) -> Page:
    """The list of puzzles, of which one has been tried."""
    page = stage.window()
    page.goto("/puzzles/cinqo")
    page.get_by_test_id("keep-all").click()
    page.get_by_test_id("commit").click()
    expect(page.get_by_test_id("answer")).to_be_visible()
    page.goto("/puzzles")
    expect(page.get_by_test_id("mine-cinqo")).to_be_visible()
    return page


SCENES: dict[str, Scene] = {
    "lq1": first_step("cinqo"),
    "lqr2": cinqo_step("13", right=True),
    "lqw2": cinqo_step("2", right=False),
    "lc1": first_step("cinco"),
    "lcr6": cinco_step("63", right=True),
    "lcw6": cinco_step("draw", right=False),
    "puzzle": puzzle,
    "puzzle_done": puzzle_done,
    "puzzle_cinco": puzzle_cinco,
    "puzzle_cinco_done": puzzle_cinco_done,
    "learn": learn,
    "puzzles": puzzles,
}

"""A newcomer learns: at their first table they hear of it, and go through a lesson to a game of their own."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from itertools import combinations

import pytest
from playwright.sync_api import Page, expect

from quincunx.texts.catalogue import languages
from tests.e2e.axe import THOROUGHLY, assert_accessible, assert_accessible_in_both_themes
from tests.e2e.play import exchange, press_twice, resize
from tests.e2e.test_languages import CUT
from tests.e2e.windows import NewPage

SIZES = [(360, 640), (390, 664), (844, 390), (1280, 800), (1920, 1080)]
"""The longest words, the longest sentences, the widest letters."""
CINCO = [("63",), ("45",), ("60", "81"), ("draw",), ("exchange",), ("63",), ("15",)]
"""The elements that a reader touches at each step; the first answer of one step is wrong."""


def fits(page: Page) -> None:
    """Nothing is cut off or hangs out, and the question is read whole, on every kind of screen."""
    for width, height in SIZES:
        resize(page, width, height)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, height)
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), (width, height)
        for words in page.locator(".words, .words > .laid").all():
            assert words.evaluate("each => each.scrollHeight <= each.clientHeight + 1"), (width, height)


@pytest.mark.nightly
@pytest.mark.parametrize("code", languages())
def test_questions_and_answers_are_whole_on_small_screens(new_page: NewPage, code: str) -> None:
    page = new_page()
    page.goto("/learn")
    wrong: dict[str, list[str]] = {}
    page.evaluate("code => localStorage.setItem('quincunx.language', code)", code)
    for address, what in (("/learn/cinco?step=6", "draw"), ("/learn/cinqo?step=6", "")):
        page.goto(address)
        expect(page.get_by_test_id("question")).to_be_visible()
        expect(page.locator("html")).to_have_attribute("lang", re.compile(f"^{code}"))
        if what:
            press_twice(page, what)
        else:
            expect(page.get_by_test_id("case")).to_be_visible()
            page.keyboard.press("2")
            page.keyboard.press("Enter")
        expect(page.get_by_test_id("answer")).to_be_visible()
        for width, height in (SIZES[0], SIZES[2]):
            resize(page, width, height)
            wrong |= {f"{address} in {code}, {width}": found for found in [page.evaluate(CUT)] if found}
            assert_answer_is_whole(page, f"{address} in {code}, {width}")
        assert_accessible(page, f"{address} in {code}")
    assert wrong == {}


def assert_answer_is_whole(page: Page, which: str) -> None:
    """The answer can be read whole, and covers neither the board, nor the hand, nor the buttons below it."""
    words = page.locator(".words")
    assert words.evaluate("each => each.scrollHeight <= each.clientHeight + 1"), which
    boxes = [words.bounding_box(), page.locator(".next").bounding_box()]
    for board in ("[role=grid]", "[data-testid=case]", ".hand"):
        boxes += [each.bounding_box() for each in page.locator(f"[data-testid=study] {board}").all()]
    found = [box for box in boxes if box]
    assert len(found) >= 3
    assert [pair for pair in combinations(found, 2) if overlap(*pair)] == []


CINQO_ANSWERS = ["2", "2", "2", "2", "2", "2", "1", "1"]
"""The keys of a wrong answer to each step of Cinq-O's lesson."""


@pytest.mark.nightly
@pytest.mark.parametrize("code", languages())
def test_the_question_in_short_is_one_line_below_the_verdict_on_phones(new_page: NewPage, code: str) -> None:
    page = new_page(width=390, height=664)
    page.goto("/learn")
    page.evaluate("code => localStorage.setItem('quincunx.language', code)", code)
    for step, key in enumerate(CINQO_ANSWERS, 1):
        page.goto(f"/learn/cinqo?step={step}")
        expect(page.locator("html")).to_have_attribute("lang", re.compile(f"^{code}"))
        expect(page.get_by_test_id("commit")).to_be_visible()
        page.keyboard.press(key)
        page.get_by_test_id("commit").click()
        assert_short_question_is_seen(page)
    page.goto("/learn/cinco?step=6")
    press_twice(page, "draw")
    assert_short_question_is_seen(page)


def assert_short_question_is_seen(page: Page) -> None:
    short, verdict = page.get_by_test_id("brief"), page.locator("#verdict")
    expect(verdict).to_be_visible()
    for size in ((390, 664), (390, 844), (844, 390)):
        resize(page, *size)
        expect(short).to_be_in_viewport(ratio=1)
        above, below = verdict.bounding_box(), short.bounding_box()
        assert above
        assert below
        assert above["y"] + above["height"] <= below["y"] + 1, (page.url, size)
        assert below["height"] <= 20, (page.url, size)
        assert short.evaluate("each => each.scrollWidth <= each.clientWidth + 1"), (page.url, size)
        for words in page.locator(".words, .words > .laid").all():
            assert words.evaluate("each => each.scrollHeight <= each.clientHeight + 1"), (page.url, size)


CONTROLS = [("cinco", ".slot-mine"), ("cinqo", ".slot-mine .actions")]


@pytest.mark.nightly
@pytest.mark.parametrize("size", [[1280, 800], [1920, 1080]])
@pytest.mark.parametrize(("game", "controls"), CONTROLS)
def test_text_controls_and_the_next_step_are_one_column_beside_the_board(
    new_page: NewPage, game: str, controls: str, size: list[int]
) -> None:
    page = new_page(width=size[0], height=size[1])
    page.goto(f"/learn/{game}?step={1 if game == 'cinqo' else 6}")
    expect(page.locator(controls)).to_be_visible()
    assert_one_column(page, controls)
    if game == "cinqo":
        page.get_by_test_id("keep-all").click()
        page.get_by_test_id("commit").click()
    else:
        press_twice(page, "draw")
    expect(page.locator(".next")).to_be_visible()
    assert_one_column(page, ".next" if game == "cinqo" else ".hand")
    if game == "cinco":  # the hand stays between them
        assert_one_column(page, ".next", ".hand")


def assert_one_column(page: Page, lower: str, upper: str = ".words") -> None:
    """One part stands right below another one."""
    above, below = page.locator(upper).bounding_box(), page.locator(lower).bounding_box()
    assert above
    assert below
    assert 0 <= below["y"] - above["y"] - above["height"] <= 40
    assert abs(below["x"] + below["width"] / 2 - above["x"] - above["width"] / 2) <= 12


@pytest.mark.nightly
def test_the_progress_of_a_lesson_is_not_squashed(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/learn/cinqo?step=3")
    parts = page.get_by_test_id("step").locator("i")
    expect(parts).to_have_count(9)
    for width, height in [(390, 844), *SIZES]:
        resize(page, width, height)
        boxes = [part.bounding_box() for part in parts.all()]
        # The current part is higher than wide in no window, and all are as wide as each other.
        assert all(box and box["width"] >= 9 for box in boxes), (width, height)
        assert max(box["width"] for box in boxes if box) - min(box["width"] for box in boxes if box) < 1


SIZES_OF_WORDS = """() => [...document.querySelectorAll('.laid *, .given *')]
    .filter(each => each.offsetWidth > 1)
    .filter(each => [...each.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
    .map(each => [parseFloat(getComputedStyle(each).fontSize), each.className])
    .filter(([size]) => size < 12.5)"""


@pytest.mark.nightly
def test_no_word_of_an_answer_is_tiny_on_phones(new_page: NewPage) -> None:
    page = new_page(width=390, height=844)
    page.goto("/learn/cinqo?step=6")
    expect(page.get_by_test_id("commit")).to_be_visible()
    page.keyboard.press("2")
    page.get_by_test_id("commit").click()
    expect(page.get_by_test_id("row-answer")).to_contain_text("Rack")
    page.get_by_test_id("show").click()
    expect(page.get_by_test_id("row-solution")).to_contain_text("Rack")
    for width, height in ((390, 844), (390, 664), (844, 390)):
        resize(page, width, height)
        assert page.evaluate(SIZES_OF_WORDS) == []


DARKNESS = """each => {
    const [r, g, b] = getComputedStyle(each).backgroundColor.match(/[\\d.]+/g).map(Number);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}"""


@pytest.mark.nightly
def test_the_next_step_does_not_look_disabled_under_the_pointer(new_page: NewPage) -> None:
    page = new_page(width=390, height=844)
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.goto("/learn/cinqo?step=1")
    page.get_by_test_id("keep-all").click()
    page.get_by_test_id("commit").click()
    following = page.get_by_test_id("next")
    following.hover()
    assert following.evaluate(DARKNESS) < 70


def overlap(one: Mapping[str, float], other: Mapping[str, float]) -> bool:
    """True if two boxes share more than a line."""
    across = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    down = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return across > 1 and down > 1


def touch(page: Page, what: str) -> None:
    if what.isdigit():
        space = page.locator(f'[data-space="{what}"]')
        space.click()
        page.get_by_test_id("place").click()
    elif what == "exchange":
        exchange(page)
    else:
        press_twice(page, what)


def answered(page: Page, right: bool) -> None:
    expect(page.get_by_test_id("answer")).to_have_attribute("data-right", str(right).lower())
    expect(page.get_by_test_id("saying")).to_have_text(re.compile(r"\w.*\.$"))


@THOROUGHLY
def test_a_newcomer_learns_cinco_from_a_first_table_to_a_first_game(
    new_page: NewPage, is_thorough: bool
) -> None:
    page = new_page()
    page.goto("/")
    page.get_by_test_id("play-now-cinco").click()
    page.get_by_test_id("new-here-learn").click()
    errors = 0
    for number, touches in enumerate(CINCO, 1):
        expect(page.get_by_test_id("step")).to_have_attribute("aria-label", f"Step {number} of 8")
        expect(page.get_by_test_id("place")).to_be_visible()
        for what in touches[:-1]:
            touch(page, what)
            answered(page, right=False)
            errors += 1
            # Focus is where one goes on by the keyboard.
            page.keyboard.press("Enter")
            expect(page.get_by_test_id("answer")).to_have_count(0)
        if number == 6 and is_thorough:
            fits(page)
        touch(page, touches[-1])
        answered(page, right=True)
        if number == 3:
            fits(page)
            assert_accessible_in_both_themes(page, "an answer")
        page.keyboard.press("Enter")
    assert errors == 1
    # A learner who leaves continues at the same step.
    page.goto("/learn")
    if is_thorough:
        assert_accessible_in_both_themes(page, "the games to learn")
    page.get_by_test_id("learn-cinco").click()
    expect(page.get_by_test_id("first-game")).to_be_visible()
    if is_thorough:
        assert_accessible_in_both_themes(page, "the first game")
    page.get_by_test_id("play-guided").click()
    expect(page).to_have_url(re.compile(r"/t/[\w-]+\?guided$"))
    expect(page.get_by_test_id("hint-panel")).to_be_visible(timeout=30_000)
    expect(page.get_by_test_id("new-here")).to_have_count(0)


@pytest.mark.nightly
def test_a_step_of_cinq_o_by_keys_alone_and_by_giving_up(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/learn/cinqo?step=3")
    expect(page.get_by_test_id("question")).to_contain_text("the arrow points down")
    fits(page)
    assert_accessible_in_both_themes(page, "a question")
    page.keyboard.press("2")  # the six
    page.keyboard.press("Enter")
    answered(page, right=False)
    page.get_by_test_id("show").click()
    answered(page, right=True)
    page.get_by_test_id("next").click()
    expect(page).to_have_url(re.compile(r"step=4$"))
    page.go_back()
    expect(page.get_by_test_id("step")).to_have_attribute("aria-label", "Step 3 of 9")


def test_the_first_step_of_cinq_o_shows_a_finished_turn(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/learn/cinqo?step=1")
    expect(page.get_by_test_id("question")).to_contain_text("These dice score 18.")
    fits(page)
    board = page.get_by_test_id("case").bounding_box()
    # The points of an earlier turn do not stand beside those of this one.
    expect(page.get_by_test_id("score-0")).not_to_contain_text("+")
    assert page.get_by_test_id("keep-all").evaluate(DARKNESS) < 70
    current = page.get_by_test_id("step").locator("i.here")
    expect(current).not_to_have_class(re.compile(r"\bdone\b"))
    page.get_by_test_id("keep-all").click()
    expect(page.get_by_test_id("keep-all")).to_have_attribute("aria-disabled", "true")
    expect(page.get_by_test_id("commit")).to_have_text("End turn: 6 × 3 = 18")
    page.get_by_test_id("commit").click()
    answered(page, right=True)
    expect(page.get_by_test_id("payoff")).to_have_text("90 + 18 = 108")
    expect(page.get_by_test_id("sum")).to_contain_text("18")
    expect(page.get_by_test_id("sum")).to_contain_text("This ends your turn")
    expect(page.get_by_test_id("score-0")).to_contain_text("+18")
    expect(current).to_have_class(re.compile(r"\bdone\b"))
    expect(page.get_by_test_id("score-0")).to_contain_text("108")
    # The dice stay in the Rack, and the case stays where it is.
    expect(page.locator("[data-testid^=die-][data-fate=rack]")).to_have_count(5)
    assert page.get_by_test_id("case").bounding_box() == board
    page.get_by_test_id("next").click()
    expect(page.get_by_test_id("step")).to_have_attribute("aria-label", "Step 2 of 9")
    assert page.get_by_test_id("case").bounding_box() == board


@pytest.mark.nightly
def test_only_the_score_card_fades_where_a_step_does_not_teach_it(new_page: NewPage) -> None:
    page = new_page(width=390, height=844)
    page.goto("/learn/cinqo?step=6")
    expect(page.get_by_test_id("card")).to_have_css("opacity", "0.7")
    expect(page.locator(".scores")).to_have_css("opacity", "1")
    assert_accessible_in_both_themes(page, "a step with a faded score card")
    page.keyboard.press("2")
    page.get_by_test_id("commit").click()
    expect(page.get_by_test_id("answer")).to_be_visible()
    expect(page.get_by_test_id("card")).to_have_css("opacity", "1")
    page.goto("/learn/cinqo?step=4")
    expect(page.get_by_test_id("card")).to_have_css("opacity", "1")
    wells = [
        page.locator(f".well.{part}").evaluate("each => getComputedStyle(each).boxShadow")
        for part in ("rack", "bank", "box")
    ]
    assert len(set(wells)) == 1


ROOM_BELOW_THE_NAME = """() => {
    const die = document.querySelector('.die.new');
    const rings = [...getComputedStyle(die).boxShadow.matchAll(/([\\d.]+)px(?=,|$)/g)];
    const ring = Math.max(...rings.map(([, width]) => Number(width)));
    const base = document.querySelector('.well.rack .name').appendChild(document.createElement('span'));
    base.style.display = 'inline-block';
    const room = die.getBoundingClientRect().top - ring - base.getBoundingClientRect().bottom;
    base.remove();
    return room;
}"""
"""Pixels between the line on which the Rack's name stands and the rings of its first die."""


@pytest.mark.nightly
def test_a_wrong_answers_dice_are_not_ringed_like_a_right_ones(new_page: NewPage) -> None:
    page = new_page(width=390, height=664)
    page.goto("/learn/cinqo?step=3")
    expect(page.get_by_test_id("commit")).to_be_visible()
    page.keyboard.press("2")
    ringed = page.locator(".die.new")
    look = "each => [getComputedStyle(each).boxShadow, getComputedStyle(each, '::after').content]"
    chosen = ringed.first.evaluate(look)
    assert chosen[1] == "none"
    page.get_by_test_id("commit").click()
    answered(page, right=False)
    wrong = ringed.first.evaluate(look)
    assert wrong[0] != chosen[0]
    assert wrong[1] == '"✕"'
    for width, height in ((390, 844), (844, 390), (1280, 800), (390, 664)):
        resize(page, width, height)
        assert page.evaluate(ROOM_BELOW_THE_NAME) >= 3, (width, height)
    # Beside the solution the answer keeps its sign, and the solution has that of a right answer.
    page.get_by_test_id("show").click()
    expect(page.locator("[data-testid=answer][data-solution=true]")).to_be_visible()
    right = ringed.first.evaluate(look)
    assert right[0] not in {wrong[0], chosen[0]}
    assert right[1] == '"✓"'
    page.get_by_test_id("row-answer").click()
    expect(ringed.first).to_have_css("box-shadow", wrong[0])


@pytest.mark.nightly
def test_a_wrong_answer_leaves_what_the_question_names_marked(new_page: NewPage) -> None:
    page = new_page(width=390, height=664)
    page.goto("/learn/cinqo?step=2")
    expect(page.get_by_test_id("commit")).to_be_visible()
    page.keyboard.press("2")
    page.get_by_test_id("commit").click()
    answered(page, right=False)
    marked = page.locator(".die.marked")
    expect(marked).to_have_count(2)
    for each in marked.all():
        expect(each).to_have_attribute("data-value", "6")
    page.get_by_test_id("show").click()
    expect(page.locator("[data-testid=answer][data-solution=true]")).to_be_visible()
    expect(marked).to_have_count(0)
    page.goto("/learn/cinco?step=6")
    press_twice(page, "draw")
    expect(page.get_by_test_id("answer")).to_be_visible()
    expect(page.locator(".space.marked:not(.free)")).to_have_count(4)


@pytest.mark.nightly
def test_the_live_button_of_a_step_is_no_smaller_than_the_waiting_one(new_page: NewPage) -> None:
    page = new_page(width=390, height=664)
    page.goto("/learn/cinqo?step=1")
    look = "each => [parseFloat(getComputedStyle(each).fontSize), each.offsetWidth]"
    for width, height in ((390, 664), (844, 390), (1280, 800), (320, 568)):
        resize(page, width, height)
        expect(page.get_by_test_id("commit")).to_have_attribute("aria-disabled", "true")
        waiting, live = (page.get_by_test_id(name).evaluate(look) for name in ("commit", "keep-all"))
        assert live[0] >= waiting[0], (width, height)
        assert live[1] >= waiting[1], (width, height)


@pytest.mark.nightly
def test_one_band_joins_the_five_that_win(new_page: NewPage) -> None:
    page = new_page(width=390, height=664)
    page.goto("/learn/cinco?step=2")
    expect(page.get_by_test_id("question")).to_be_visible()
    touch(page, "45")
    answered(page, right=True)
    expect(page.get_by_test_id("won").locator(".band")).to_have_count(1)
    expect(page.get_by_test_id("won").locator(".token")).to_have_count(5)
    frames = page.locator(".winning .cell")
    expect(frames).to_have_count(5)
    for frame in frames.all():
        expect(frame).to_have_css("stroke", "none")
    others = page.locator(".space .dropped")
    expect(others.first).to_have_css("opacity", "0.5")
    page.emulate_media(forced_colors="active")
    expect(others.first).to_have_css("opacity", "1")


@pytest.mark.nightly
def test_a_wrong_draw_is_crossed_on_the_pile(new_page: NewPage) -> None:
    page = new_page(width=390, height=664)
    page.goto("/learn/cinco?step=6")
    press_twice(page, "draw")
    expect(page.get_by_test_id("answer")).to_have_attribute("data-right", "false")
    pile = page.get_by_test_id("tracker")
    assert pile.evaluate("each => getComputedStyle(each, '::after').content") == '"✕"'
    # The solution is a play: the pile has no sign of it.
    page.get_by_test_id("show").click()
    expect(page.locator("[data-testid=answer][data-solution=true]")).to_be_visible()
    assert pile.evaluate("each => getComputedStyle(each, '::after').content") == "none"


@pytest.mark.nightly
def test_dice_that_a_step_names_are_ringed_until_they_are_placed(new_page: NewPage) -> None:
    page = new_page(width=390, height=664)
    page.goto("/learn/cinqo?step=4")
    marked = page.locator(".die.marked")
    expect(marked).to_have_count(3)
    wanted = page.locator(".well.wanted")
    expect(wanted).to_have_count(2)
    # The button that waits for dice is not the largest control.
    widths = [
        page.get_by_test_id(each).evaluate("each => each.offsetWidth") for each in ("commit", "keep-all")
    ]
    assert abs(widths[0] - widths[1]) <= 1, widths
    expect(page.get_by_test_id("hilo")).to_have_css("outline-style", "dashed")
    page.keyboard.press("h")
    page.keyboard.press("1")
    expect(marked).to_have_count(1)
    expect(marked).to_have_attribute("data-value", "6")
    expect(wanted).to_have_attribute("data-part", "rack")
    page.goto("/learn/cinqo?step=3")
    expect(page.get_by_test_id("case")).to_be_visible()
    expect(marked).to_have_count(0)


@pytest.mark.nightly
def test_no_button_stands_out_where_a_step_points_at_a_space(new_page: NewPage) -> None:
    page = new_page(width=390, height=664)
    page.goto("/learn/cinco?step=1")
    # A quiet frame, and nothing that competes with the question.
    exchange_button = page.get_by_test_id("exchange")
    expect(exchange_button).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    expect(exchange_button).not_to_have_css("border-color", "rgba(0, 0, 0, 0)")
    faded = re.compile(r"\bfaded\b")
    expect(page.get_by_test_id("card-88")).to_have_class(faded)
    expect(page.get_by_test_id("card-57")).not_to_have_class(faded)
    # Nor is the board narrower than a low phone has room for.
    board = page.get_by_test_id("board").bounding_box()
    assert board
    assert board["width"] >= 370
    expect(page.get_by_test_id("hint")).to_have_text("")
    page.locator('[data-space="63"]').click()
    expect(page.get_by_test_id("place")).to_have_class(re.compile(r"\bprimary\b"))
    page.goto("/learn/cinco?step=5")
    expect(exchange_button).to_be_visible()
    expect(exchange_button).not_to_have_css("background-color", "rgba(0, 0, 0, 0)")


@pytest.mark.nightly
def test_a_right_answer_is_named_beside_the_verdict_on_phones(new_page: NewPage) -> None:
    page = new_page(width=390, height=664)
    page.goto("/learn/cinco?step=3")
    touch(page, "81")
    answered(page, right=True)
    for width, height in ((390, 664), (390, 844), (844, 390)):
        resize(page, width, height)
        move, verdict = page.get_by_test_id("row-answer"), page.locator("#verdict")
        expect(move).to_have_text(re.compile("Play 76 on 81"))
        expect(move).to_be_in_viewport(ratio=1)
        above, below = verdict.bounding_box(), move.bounding_box()
        assert above
        assert below
        assert below["x"] > above["x"] + above["width"]


@pytest.mark.nightly
@pytest.mark.parametrize("code", languages())
def test_a_lessons_board_stays_where_it_is_and_the_solution_covers_nothing(
    new_page: NewPage, code: str
) -> None:
    page = new_page(width=390, height=664)
    page.goto("/learn")
    page.evaluate("code => localStorage.setItem('quincunx.language', code)", code)
    boards = []
    for step in (1, 4, 6):
        page.goto(f"/learn/cinco?step={step}")
        expect(page.get_by_test_id("place")).to_be_visible()
        boards.append(page.get_by_test_id("board").bounding_box())
    press_twice(page, "draw")
    expect(page.get_by_test_id("row-answer")).to_contain_text(re.compile(r"\S+\s*\S+"))
    page.get_by_test_id("show").click()
    expect(page.locator("[data-testid=answer][data-solution=true]")).to_be_visible()
    for which in ("answer", "solution"):
        expect(page.get_by_test_id(f"row-{which}")).to_be_in_viewport(ratio=1)
    boards.append(page.get_by_test_id("board").bounding_box())
    assert_answer_is_whole(page, f"the solution in {code}")
    assert all(board == boards[0] for board in boards), boards
    assert boards[0]
    assert boards[0]["width"] >= 300


LAST_ROWS = """async picture => {
    const bytes = Uint8Array.from(atob(picture), each => each.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
    canvas.drawImage(image, 0, 0);
    const {data} = canvas.getImageData(11, image.height - 10, 1, 10);
    return [...Array(10).keys()].map(row => String(data.slice(4 * row, 4 * row + 3)));
}"""
"""The colours of the last pixels of a picture, one below the other, between its edge and its text."""


@pytest.mark.nightly
def test_no_line_crosses_an_answers_panel_below_its_text(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/learn/cinco?step=3")
    expect(page.get_by_test_id("place")).to_be_visible()
    page.locator('[data-space="81"]').click()
    page.get_by_test_id("place").click()
    expect(page.get_by_test_id("answer")).to_be_visible()
    page.emulate_media(reduced_motion="reduce")
    for width, height in ((390, 664), (390, 844)):
        resize(page, width, height)
        picture = base64.b64encode(page.locator(".laid").screenshot()).decode()
        colours = page.evaluate(LAST_ROWS, picture)
        assert len(set(colours[:-1])) == 1, (width, height, colours)


@pytest.mark.nightly
def test_on_phones_the_box_of_a_text_is_as_high_as_the_text(new_page: NewPage) -> None:
    page = new_page(width=390, height=844)
    page.goto("/learn/cinqo?step=2")
    expect(page.get_by_test_id("case")).to_be_visible()
    case = page.get_by_test_id("case").bounding_box()
    gaps = "box => box.getBoundingClientRect().bottom - box.lastElementChild.getBoundingClientRect().bottom"
    assert page.locator(".asked").evaluate(gaps) < 14
    page.keyboard.press("1")
    page.keyboard.press("3")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("answer")).to_be_visible()
    assert page.locator(".laid").evaluate(gaps) < 14
    assert page.get_by_test_id("case").bounding_box() == case


@pytest.mark.nightly
def test_a_large_screen_lists_the_steps_below_the_buttons(new_page: NewPage) -> None:
    page = new_page(width=1920, height=1080)
    page.goto("/learn/cinqo?step=1")
    steps = page.get_by_role("navigation").get_by_role("link")
    expect(steps).to_have_count(9)
    expect(page.locator("[aria-current=step]")).to_have_text(re.compile("1.*Keep all, and end the turn"))
    for each in steps.all():
        expect(each).to_be_in_viewport(ratio=1)
    page.get_by_test_id("keep-all").click()
    page.get_by_test_id("commit").click()
    expect(page.locator("[aria-current=step]")).to_contain_text("✓")
    expect(page.locator("[aria-current=step]")).to_be_in_viewport(ratio=1)
    steps.nth(1).click()
    expect(page).to_have_url(re.compile("step=2$"))
    # Each name has one line; with less room, as many steps next to the current one as fit are listed.
    assert steps.evaluate_all("all => all.every(each => each.scrollWidth <= each.clientWidth + 1)")
    for address, height, count, first in (
        ("/learn/cinco?step=1", 800, 8, 1),
        ("/learn/cinqo?step=7", 720, 9, 1),
        ("/learn/cinco?step=4", 720, 5, 3),
    ):
        page.goto(address)
        resize(page, 1280, height)
        expect(steps).to_have_count(count)
        expect(steps.first).to_contain_text(f"Step {first}")
        for each in steps.all():
            expect(each).to_be_in_viewport(ratio=1)
    resize(page, 1000, 540)
    expect(steps).to_have_count(0)


@pytest.mark.nightly
def test_the_buttons_below_an_answer_are_equally_wide(new_page: NewPage) -> None:
    page = new_page(width=390, height=844)
    page.goto("/learn/cinqo?step=6")
    expect(page.get_by_test_id("case")).to_be_visible()
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    page.get_by_test_id("show").click()
    expect(page.get_by_test_id("play-on")).to_be_visible()
    for size in ((390, 844), (390, 664), (844, 390), (1280, 800)):
        resize(page, *size)
        widths = [
            page.get_by_test_id(which).evaluate("each => each.offsetWidth")
            for which in ("next", "play-on", "again")
        ]
        assert max(widths) - min(widths) <= 1, (size, widths)


@pytest.mark.nightly
def test_a_step_is_not_contradicted_by_the_line_of_a_table(new_page: NewPage) -> None:
    page = new_page(width=390, height=844)
    page.goto("/learn/cinqo?step=1")
    expect(page.get_by_test_id("commit")).to_be_visible()
    expect(page.get_by_test_id("hint")).to_have_text("")
    page.get_by_test_id("commit").click(force=True)
    expect(page.get_by_test_id("hint")).to_have_text("Put at least one die in the Rack first.")


@pytest.mark.nightly
def test_the_score_card_has_its_rows_beside_a_long_question(new_page: NewPage) -> None:
    page = new_page(width=390, height=664)
    page.goto("/learn/cinqo")
    last = page.get_by_role("columnheader").last
    expect(last).to_be_visible()
    row, now = last.bounding_box(), page.get_by_text("Score now").bounding_box()
    assert row is not None
    assert now is not None
    assert row["y"] + row["height"] <= now["y"] + 1


@pytest.mark.nightly
def test_a_learner_who_dismisses_it_is_not_asked_again(new_page: NewPage) -> None:
    page = new_page()
    for times in (1, 0):
        page.goto("/")
        page.get_by_test_id("play-now-cinco").click()
        expect(page.get_by_test_id("table")).to_be_visible()
        expect(page.get_by_test_id("draw")).to_be_visible()
        expect(page.get_by_test_id("new-here")).to_have_count(times)
        if times:
            page.get_by_test_id("new-here-no").click()
            expect(page.get_by_test_id("new-here")).to_have_count(0)
